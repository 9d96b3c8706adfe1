"""What owners may add to a box of Hardback: word lists of their own (specification, section 2, word lists).

A list comes as people have it, a text with a word on each line, in any case and with accents. Here it is folded, sorted and
packed as the shipped ones are.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.games.hardback.pieces import DICTIONARY_ROW
from companion.games.hardback.words import LISTED, listed, plain
from companion.games.rows import Unfit, read_text
from companion.rules import Added, Addition, Asked, CannotAdd, Sentence, say, say_n

DICTIONARIES = "dictionaries.csv"
MOST_BYTES = 24_000_000
"""Of a text as it is sent: a million words of eleven letters in UTF-16."""
MOST_WORDS = 999_999
"""What a row of dictionaries.csv can count."""
LONGEST = 60
"""Letters of a word: the longest of the shipped lists have half as many."""
_LATIN = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
"""Letters of other languages that no accent makes."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")

LIST = Asked("list", say("What is the list called?"), say("It is named when a word is refused."))
LANGUAGE = Asked("language", say("Which language?"), say("Its short name, like es; for a second list of it like es-2."))
LICENCE = Asked("licence", say("Which licence does it have?"), say("Like “CC BY 4.0”, or “for our own use”."))
REPLACE = Asked("replace", say("It takes the place of the list that has this short name."), tick=True)


def word_list_added(folder: Path, told: Mapping[str, str], data: bytes) -> Added:
    """The box with the list: the packed words, a note of their licence, and their row in dictionaries.csv. Raises CannotAdd."""
    row = _row(told)
    header, rows = _dictionaries(folder)
    old = next((one for one in rows if one.get("language", "").lower() == row["language"]), None)
    if old is not None and not told.get(REPLACE.name):
        raise CannotAdd(
            say(
                "The box has a list “{tag}” already: give this one another short name, like {other}, or let it take its place.",
                tag=row["language"],
                other=_free(row["language"], rows),
            ),
            LANGUAGE.name,
        )
    text, how = _decoded(data)
    words, left_out = _sifted(text, row["language"])
    packed = listed(words)
    row["file"] = old["file"] if old is not None else _file(row["language"], rows)
    row["version"] = str(int(old["version"]) + 1) if old is not None and old["version"].isdecimal() else "1"
    row |= {"words": str(len(words)), "sha256": hashlib.sha256(packed).hexdigest(), "source": "house"}
    note = f"{Path(row['file']).name}: {row['list']}\n{row['licence']}\n"
    kept = [row if one is old else one for one in rows] if old is not None else [*rows, row]
    return Added(
        {
            row["file"]: gzip.compress(packed, mtime=0),
            f"words/LICENSE-{row['language']}.txt": note.encode(),
            DICTIONARIES: _written(header, kept),
        },
        (*_said(row, words), *_left(left_out), *how),
    )


# --- what was told ----------------------------------------------------------------------------------------------------


def _row(told: Mapping[str, str]) -> dict[str, str]:
    """The row's values that people tell."""
    row = {asked.name: " ".join(told.get(asked.name, "").split()) for asked in (LIST, LANGUAGE, LICENCE)}
    row["language"] = row["language"].lower()
    for asked in (LIST, LANGUAGE, LICENCE):
        try:
            DICTIONARY_ROW[asked.name](row[asked.name])
        except Unfit as wrong:
            raise CannotAdd(_wanted(asked, wrong), asked.name) from wrong
    return row


def _wanted(asked: Asked, wrong: Unfit) -> Sentence:
    match asked.name:
        case "list":
            return say("Say what the list is called: {expected}.", expected=wrong.expected)
        case "licence":
            return say("Say which licence the list has: {expected}.", expected=wrong.expected)
    return say("A language’s short name has two or three letters, and perhaps a hyphen and up to eight letters or digits: es-2.")


def _free(language: str, rows: list[dict[str, str]]) -> str:
    """A short name of the same language that no list of the box has."""
    taken = {one.get("language", "").lower() for one in rows}
    base = language.partition("-")[0]
    return next(name for number in range(2, len(rows) + 3) if (name := f"{base}-{number}") not in taken)


def _file(language: str, rows: list[dict[str, str]]) -> str:
    """Where the list lies: no row of the box names this file."""
    taken = {one.get("file", "") for one in rows}
    names = (f"words/{language}{more}.txt.gz" for more in ("", *(f".{number}" for number in range(2, len(rows) + 3))))
    return next(name for name in names if name not in taken)


# --- the box ----------------------------------------------------------------------------------------------------------


def _dictionaries(folder: Path) -> tuple[list[str], list[dict[str, str]]]:
    """The header and the rows of dictionaries.csv, with what owners added of their own."""
    reader = csv.DictReader(io.StringIO(read_text(folder, DICTIONARIES, []) or ""), restval="")
    return list(reader.fieldnames or ()), [{key: value or "" for key, value in row.items() if key} for row in reader]


def _written(header: list[str], rows: list[dict[str, str]]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, header, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


# --- the list ---------------------------------------------------------------------------------------------------------


def _decoded(data: bytes) -> tuple[str, tuple[Sentence, ...]]:
    """The text, and what must be said of how it was read.

    UTF-8 and, where its first bytes say so, UTF-16 are certain. Old word lists are often in Latin-1, which any bytes could be:
    then people must look.
    """
    if len(data) > MOST_BYTES:
        raise CannotAdd(say("A word list is at most {most} megabytes large.", most=MOST_BYTES // 1_000_000))
    guessed = False
    try:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            text = data.decode("utf-16")
        else:
            text, guessed = _eight_bits(data)
    except UnicodeDecodeError as wrong:
        raise CannotAdd(NO_TEXT) from wrong
    text = text.rstrip("\x1a")  # with which texts of old systems end
    if not text.strip():
        raise CannotAdd(say("This file is empty."))
    if _CONTROL.search(text):
        raise CannotAdd(NO_TEXT)
    return text, (LATIN_1,) if guessed else ()


def _eight_bits(data: bytes) -> tuple[str, bool]:
    """The text, and whether how to read it was guessed."""
    try:
        return data.decode("utf-8-sig"), False
    except UnicodeDecodeError:
        return data.decode("cp1252"), True


NO_TEXT = say("This file is no plain text. Save it as a text (.txt) in UTF-8, with one word on each line.")
LATIN_1 = say("The file is not in UTF-8 and was read as Latin-1: look whether its words with accents are known.")


def _sifted(text: str, language: str) -> tuple[set[str], Counter[str]]:
    """The words as lists have them, and how many lines are none, by why."""
    words, left_out = set[str](), Counter[str]()
    for line in plain(text.lower().translate(_LATIN), language).splitlines():
        word = line.strip()
        if LISTED.fullmatch(word) and len(word) <= LONGEST:
            words.add(word)
        elif word:
            left_out[_why(word)] += 1
    if not words:
        raise CannotAdd(say("No line of this file is a word of two or more letters A to Z."))
    if left_out.total() > len(words):
        raise CannotAdd(
            say(
                "Most lines of this file are no words ({left} of {lines}): there should be one word on each line.",
                left=left_out.total(),
                lines=left_out.total() + len(words),
            )
        )
    if len(words) > MOST_WORDS:
        raise CannotAdd(say("A list has at most {most} words; this one has {n}.", most=MOST_WORDS, n=len(words)))
    return words, left_out


def _why(word: str) -> str:
    if any(sign.isdigit() for sign in word):
        return "digits"
    return "short" if len(word) == 1 else "signs"


def _said(row: Mapping[str, str], words: set[str]) -> Iterator[Sentence]:
    yield say_n("“{list}” is in the box, with {n} word.", "“{list}” is in the box, with {n} words.", len(words), list=row["list"])
    yield say("It goes from “{first}” to “{last}”.", first=min(words).upper(), last=max(words).upper())


def _left(left_out: Counter[str]) -> Iterator[Sentence]:
    if n := left_out["digits"]:
        yield say_n("{n} line with digits was left out.", "{n} lines with digits were left out.", n)
    if n := left_out["short"]:
        yield say_n("{n} line with a single letter was left out.", "{n} lines with a single letter were left out.", n)
    if n := left_out["signs"]:
        yield say_n(
            "{n} line that is no word of the letters A to Z was left out.",
            "{n} lines that are no words of the letters A to Z were left out.",
            n,
        )


ADDITIONS: Mapping[str, Addition] = {
    "words": Addition(
        title=say("Add a word list"),
        about=say(
            "A text with one word on each line, in any order, in capitals or not, with or without accents. It is kept as tiles "
            "spell: without accents; in Spanish with the letter Ñ."
        ),
        accept=(".txt", "text/plain"),
        most_bytes=MOST_BYTES,
        asks=(LIST, LANGUAGE, LICENCE, REPLACE),
        add=word_list_added,
    )
}
