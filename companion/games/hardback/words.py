"""Which words are in a list (specification, section 2, word lists): one word a line, folded, packed in `words/LANG.txt.gz`.

A list is unpacked when it is first asked, and kept as it stands in the file: 2.7 MB for 274,137 English words, asked by halving.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import operator
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise, starmap
from pathlib import Path

MOST_BYTES = 60_000_000
"""Of a list unpacked: ten times the largest that ships."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ENYE = "Ñ"


def folded(word: str) -> str:
    """The word as lists have it: lower case. Tiles carry no accents, so nothing else is left to fold."""
    return word.lower()


LISTED = re.compile(f"[a-z{ENYE.lower()}]{{2,}}")
"""A word as lists have it."""
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ĳ": "ij"})
_MARKS = re.compile("[\u0300-\u036f]+")
_KEPT = "\ue000"
"""In place of the n with tilde while accents are taken off: no text has this sign."""


def plain(text: str, language: str) -> str:
    """Words as they are written -> as lists of the language have them, whatever stands between: lower case, accents off,
    ligatures split; in Spanish the n with tilde is kept, since it is a letter of its own."""
    text = unicodedata.normalize("NFC", text).lower().translate(_LIGATURES)
    if language.startswith("es"):
        text = text.replace(ENYE.lower(), _KEPT)
    return _MARKS.sub("", unicodedata.normalize("NFD", text)).replace(_KEPT, ENYE.lower())


@dataclass(frozen=True, eq=False)
class WordList:
    """The words of one language: `packed` as its file has them, or (None) a list without a file: `text`, a line each, sorted."""

    language: str
    title: str
    version: str
    packed: bytes | None = field(default=None, repr=False)
    text: bytes = field(default=b"", repr=False)

    @classmethod
    def of(cls, words: Iterable[str], language: str = "en", title: str = "a list", version: str = "1") -> WordList:
        """A list made of these words."""
        return cls(language, title, version, None, listed(words))

    @cached_property
    def data(self) -> bytes:
        """Every word with a line end before and after it, sorted. Raises OSError or ValueError when the list is damaged."""
        if self.packed is None:
            return b"\n" + self.text
        data = unpacked(self.packed)
        if data.endswith(b"\n") and not data.startswith(b"\n") and all(starmap(operator.lt, pairwise(io.BytesIO(data)))):
            return b"\n" + data
        return b"\n" + listed(data.decode("utf-8").split("\n"))

    def __contains__(self, word: str) -> bool:
        data, wanted = self.data, word.encode()
        low, high = 0, len(data) - 1  # both at a line end
        while low < high:
            start = data.rfind(b"\n", low, (low + high + 1) // 2 + 1)
            end = data.find(b"\n", start + 1)
            found = data[start + 1 : end]
            if found == wanted:
                return True
            if found < wanted:
                low = end
            else:
                high = start
        return False

    def __iter__(self) -> Iterator[str]:
        return iter(self.data.decode("utf-8").split())

    def __len__(self) -> int:
        return self.data.count(b"\n") - 1

    @cached_property
    def by_length(self) -> dict[int, tuple[str, ...]]:
        """The words by their number of letters, shortest first; made for who searches."""
        found: dict[int, list[str]] = {}
        for word in self:
            found.setdefault(len(word), []).append(word)
        return {length: tuple(found[length]) for length in sorted(found)}

    @cached_property
    def by_letters(self) -> dict[str, str]:
        """Letters in order -> a word of three to five letters that has just these: what practice players find at once."""
        return {"".join(sorted(word)): word for length in (5, 4, 3) for word in self.by_length.get(length, ())}


def listed(words: Iterable[str]) -> bytes:
    """A list as its file has it: each word once, sorted, one a line, the last line ended."""
    return "".join(f"{word}\n" for word in sorted({word for word in words if word})).encode()


def packed(file: Path) -> bytes:
    """A packed list as it stands in its file; nothing when it is missing: `oddities` tells that."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def unpacked(packed: bytes) -> bytes:
    """What is in a packed list. Raises OSError or ValueError when it is missing, damaged or too large."""
    if not packed:
        raise ValueError("missing")
    try:
        with gzip.open(io.BytesIO(packed)) as source:
            data = source.read(MOST_BYTES + 1)
    except (EOFError, zlib.error) as wrong:
        raise ValueError(str(wrong)) from wrong
    if len(data) > MOST_BYTES:
        raise ValueError("too large")
    return data


def measured(file: Path) -> tuple[str, int]:
    """SHA-256 of the unpacked list, and how many words it has. Raises OSError or ValueError."""
    about = file.stat()
    return _measured(file, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=16)
def _measured(file: Path, changed: int, size: int) -> tuple[str, int]:
    """Boxes are checked again and again; a list is read for that once, until its file changes."""
    data = unpacked(file.read_bytes())
    return hashlib.sha256(data).hexdigest(), sum(not line.isspace() for line in io.BytesIO(data))
