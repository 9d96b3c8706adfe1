"""Builds the word lists of Hardback from three npm packages: `.venv/bin/python scripts/words.py TARBALL...`.

The tarballs are what `npm pack word-list@4.1.0 dictionary-es@4.0.0 dictionary-fr@3.0.0` fetches; each must have the digest
below. A list is written as `LANG.txt.gz` with its licence as `LICENSE-LANG.txt`, the same bytes every time.

Hunspell dictionaries (es, fr) are expanded to all their forms: affixes with their conditions, a second suffix on the first,
prefix and suffix together where both allow it (CIRCUMFIX: only together), stems and forms that need an affix, forbidden words.
Compounds are left out. Proper names are not: dictionaries do not mark them.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import sys
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.games.hardback.words import LISTED, listed, plain

FOLDER = Path(__file__).parent.parent / "companion" / "games" / "hardback" / "box" / "words"


@dataclass(frozen=True)
class Package:
    """An npm package: the digest of its tarball, the language it is for, its files."""

    name: str
    digest: str
    language: str
    files: tuple[str, ...]
    notice: str
    """What stands before the package's own licence: MPL and CC0 want to be told where the source is."""


PACKAGES = (
    Package(
        "word-list 4.1.0",
        "c0cd6e2a112392204960e9998d79347a8ae1571dab5e3fdbfa685ef5977faedb",
        "en",
        ("words.txt",),
        """\
en.txt.gz is words.txt of the npm package word-list 4.1.0 (https://github.com/sindresorhus/word-list), one word a line, unchanged.
Its words come from https://github.com/atebits/Words, which is dedicated to the public domain (CC0 1.0 Universal,
https://creativecommons.org/publicdomain/zero/1.0/). The licence of the package follows.
""",
    ),
    Package(
        "dictionary-es 4.0.0",
        "b46986527b23ff1a578d601db7f1e6dc80cc36b728fdcb6044b5212e12e202d5",
        "es",
        ("index.aff", "index.dic"),
        """\
es.txt.gz holds every form of the Spanish Hunspell dictionary RLA-ES 2.8, expanded and folded by scripts/words.py of Companion.
The dictionary in source form is the npm package dictionary-es 4.0.0 (https://github.com/wooorm/dictionaries, dictionaries/es).
The list is distributed under the dictionary's own terms: GNU GPL 3 or later (https://www.gnu.org/licenses/gpl-3.0.html), GNU LGPL
3 or later (https://www.gnu.org/licenses/lgpl-3.0.html) or MPL 1.1 or later (https://www.mozilla.org/MPL/1.1/), as you choose. The
licence file of the package follows.
""",
    ),
    Package(
        "dictionary-fr 3.0.0",
        "b20ab69249881bc36b1dcdfbfd2df226660a7cecc95f2cf122714008b491c78e",
        "fr",
        ("index.aff", "index.dic"),
        """\
fr.txt.gz holds every form of the French Hunspell dictionary Classique 7.5, expanded and folded by scripts/words.py of Companion.
The dictionary in source form is the npm package dictionary-fr 3.0.0 (https://github.com/wooorm/dictionaries, dictionaries/fr).
The list is distributed under the dictionary's own terms: Mozilla Public License 2.0 (https://www.mozilla.org/MPL/2.0/). The
licence file of the package follows.
""",
    ),
)


# --- Hunspell ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Affix:
    """A line of an affix class: what is taken off, what is put on, when, and the flags of the form that results."""

    crosses: bool
    strip: str
    add: str
    when: re.Pattern[str]
    flags: frozenset[str]

    def suffixed(self, word: str) -> str | None:
        if word.endswith(self.strip) and self.when.search(word):
            return word[: len(word) - len(self.strip)] + self.add
        return None

    def prefixed(self, word: str) -> str | None:
        return self.add + word[len(self.strip) :] if word.startswith(self.strip) and self.when.match(word) else None


@dataclass
class Affixes:
    """An .aff file, as far as spelling needs it."""

    flag: str = "short"
    needaffix: str = ""
    forbidden: str = ""
    circumfix: str = ""
    prefixes: dict[str, list[Affix]] = field(default_factory=dict)
    suffixes: dict[str, list[Affix]] = field(default_factory=dict)

    def flags(self, text: str) -> frozenset[str]:
        """`long`: two signs a flag; `num`: numbers with commas; else one sign each."""
        if self.flag == "num":
            return frozenset(text.split(","))
        size = 2 if self.flag == "long" else 1
        return frozenset(text[at : at + size] for at in range(0, len(text), size))


SETTINGS = {"FLAG": "flag", "NEEDAFFIX": "needaffix", "FORBIDDENWORD": "forbidden", "CIRCUMFIX": "circumfix"}


def read_affixes(text: str) -> Affixes:
    """A class begins with `SFX FLAG Y|N COUNT`; its COUNT lines are `SFX FLAG STRIP ADD[/FLAGS] CONDITION`."""
    found = Affixes()
    crosses = False
    for line in text.splitlines():
        match line.split():
            case [name, value, *_] if name in SETTINGS:
                setattr(found, SETTINGS[name], value)
            case ["PFX" | "SFX" as kind, flag, "Y" | "N" as cross, count] if count.isdigit():
                crosses = cross == "Y"
            case ["PFX" | "SFX" as kind, flag, strip, add, *rest]:
                classes = found.prefixes if kind == "PFX" else found.suffixes
                add, _, flags = add.partition("/")
                # A condition is a regular expression of letters, sets and points; Hunspell takes a hyphen in a set for itself.
                condition = rest[0].replace("-", r"\-") if rest else "."
                when = re.compile("" if condition == "." else condition + ("$" if kind == "SFX" else ""))
                affix = Affix(crosses, "" if strip == "0" else strip, "" if add == "0" else add, when, found.flags(flags))
                classes.setdefault(flag, []).append(affix)
    return found


@dataclass(frozen=True)
class Form:
    """A word on its way: `suffixes` it has, whether all of these go with a prefix, and its flags."""

    word: str
    flags: frozenset[str]
    crosses: bool = True


def forms(affixes: Affixes, stem: str, flags: frozenset[str]) -> Iterator[str]:
    """Every form of a dictionary entry."""
    root = Form(stem, flags)
    once = list(_suffixed(affixes, root))
    for form in (root, *once, *(twice for one in once for twice in _suffixed(affixes, one))):
        if not {affixes.needaffix, affixes.circumfix} & form.flags:
            yield form.word
        if form.crosses:
            yield from _prefixed(affixes, form, flags)


def _suffixed(affixes: Affixes, form: Form) -> Iterator[Form]:
    for flag in form.flags & affixes.suffixes.keys():
        for affix in affixes.suffixes[flag]:
            word = affix.suffixed(form.word)
            if word is not None:
                yield Form(word, affix.flags, form.crosses and affix.crosses)


def _prefixed(affixes: Affixes, form: Form, stem: frozenset[str]) -> Iterator[str]:
    """With the prefixes that the stem allows, or the suffix; each may allow a suffix of its own."""
    for flag in (form.flags | stem) & affixes.prefixes.keys():
        for affix in affixes.prefixes[flag]:
            word = affix.prefixed(form.word)
            around = affixes.circumfix in affix.flags
            if word is None or not (affix.crosses or form.flags is stem) or around != (affixes.circumfix in form.flags):
                continue
            if affixes.needaffix not in affix.flags:
                yield word
            yield from (more.word for more in _suffixed(affixes, Form(word, affix.flags)))


def expanded(aff: str, dic: str) -> set[str]:
    """Every form that the dictionary accepts, as it is written."""
    affixes = read_affixes(aff)
    found, forbidden = set[str](), set[str]()
    for line in dic.splitlines()[1:]:
        # Flags follow the last slash of the first field; what comes behind it is about the word.
        entry = line.split("\t")[0].split(" ")[0].strip()
        stem, _, text = entry.partition("/")
        flags = affixes.flags(text)
        if affixes.forbidden and affixes.forbidden in flags:
            forbidden.add(stem)
        elif stem:
            found.update(forms(affixes, stem, flags))
    return found - forbidden


# --- files ------------------------------------------------------------------------------------------------------------


def made(words: Iterable[str], language: str) -> bytes:
    """The list: words folded, without those of one letter or with other signs."""
    return listed(word for word in plain("\n".join(words), language).split("\n") if LISTED.fullmatch(word))


def read(archive: tarfile.TarFile, name: str) -> str:
    member = archive.extractfile(f"package/{name}")
    assert member is not None, f"{name} is not in the archive"
    return member.read().decode("utf-8")


def main(tarballs: Sequence[str]) -> int:
    if not tarballs:
        print(f"usage: python scripts/words.py TARBALL...  ({', '.join(package.name for package in PACKAGES)})", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    for tarball in map(Path, tarballs):
        digest = hashlib.sha256(tarball.read_bytes()).hexdigest()
        package = next((one for one in PACKAGES if one.digest == digest), None)
        if package is None:
            print(f"{tarball} has the digest {digest}, which is none of the expected: left out.", file=sys.stderr)
            return 1
        with tarfile.open(tarball) as archive:
            texts = [read(archive, name) for name in package.files]
            licence = read(archive, "license")
        words = made(expanded(*texts) if len(texts) == 2 else texts[0].split(), package.language)
        (FOLDER / f"{package.language}.txt.gz").write_bytes(gzip.compress(words, 9, mtime=0))
        (FOLDER / f"LICENSE-{package.language}.txt").write_text(f"{package.notice}\n{licence}", encoding="utf-8")
        print(f"{package.language}: {len(words.split())} words, sha256 {hashlib.sha256(words).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
