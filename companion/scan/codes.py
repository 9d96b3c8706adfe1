"""Which texts are codes of our labels, and how to show the others safely."""

from __future__ import annotations

import re

OURS = re.compile(r"[A-Z]{2}:[A-Z0-9.-]{1,7}")
"""Two letters of a game, a colon, a piece: what the smallest QR code holds at its highest error correction."""

FOREIGN_LENGTH = 300
"""Characters of a foreign code that are kept: enough to know it by."""


def is_ours(text: str) -> bool:
    return OURS.fullmatch(text) is not None


def printable(text: str) -> str:
    """What a foreign code is known by, on one line without control or direction signs, FOREIGN_LENGTH characters at most.

    A code that lies about may hold a password, somebody's number or the key to an account, which are nobody's business
    here: kept are of a network its name, of an address on the web the host and where the path begins, of anything else that
    a phone would act upon (a letter, a call, a contact) the kind. What was shortened stays as it is when shortened again.
    """
    clean = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in _discreet(text))
    return clean if len(clean) <= FOREIGN_LENGTH else clean[: FOREIGN_LENGTH - 1] + "…"


NETWORK = re.compile(r"\bWIFI:(.*)", re.IGNORECASE | re.DOTALL)
FIELD = re.compile(r"(?:\\.|[^\\;])+", re.DOTALL)
"""Of WIFI:T:WPA;S:name;P:password;; where a backslash stands before a sign that belongs to a name or a password."""

ESCAPED = re.compile(r"\\(.)", re.DOTALL)

ADDRESS = re.compile(r"\b(https?|ftps?)://(?:[^/?#\s]*@)?([^/?#\s@]+)(/[^/?#\s]*)?(.*)", re.IGNORECASE | re.DOTALL)

SCHEME = re.compile(r"\W*([A-Z][A-Z0-9.+-]*):\s*(V[A-Z]*)?", re.IGNORECASE)
"""What a phone acts upon begins with its kind, contacts and dates with BEGIN:VCARD or BEGIN:VEVENT."""

ALMOST_OURS = re.compile(r"[A-Z]{2}:[\w.-]{1,12}", re.IGNORECASE)
"""A label that came out wrong is shown whole, so that the mistake can be seen."""


def _discreet(text: str) -> str:
    if network := NETWORK.search(text):
        names = [field[2:] for field in FIELD.findall(network[1]) if field[:2].upper() == "S:"]
        return "WIFI " + ESCAPED.sub(r"\1", names[0]) if names else "WIFI"
    scheme, address = SCHEME.match(text), ADDRESS.search(text)
    if scheme and not (address and address.start() == scheme.start(1)) and not ALMOST_OURS.fullmatch(text):
        return f"{scheme[2] if scheme[2] and scheme[1].upper() == 'BEGIN' else scheme[1]}:…"
    if address:
        way, host, begins, rest = address.groups(default="")
        shown = f"{way}://{host}{begins}"
        return f"{shown.rstrip('/')}/…" if rest not in ("", "/") else shown
    return text
