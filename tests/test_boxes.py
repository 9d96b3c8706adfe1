"""Boxes are found by name, checked, copied and shared; names and zips of strangers do no harm."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
from pathlib import Path

import pytest

from companion import boxes
from companion.games import GAMES
from companion.notation import Unreadable
from companion.rules import BadBox, CannotAdd

SHIPPED = boxes.shipped_folder("fire")


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def files_of(folder: Path, name: str) -> dict[str, bytes]:
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    return files | {"box.toml": files["box.toml"].replace(b'name = "house"', f'name = "{name}"'.encode())}


def with_lists(folder: Path) -> dict[str, bytes]:
    """What an owner puts beside the tables of a box: a packed list of words in a folder, and what it may be used for."""
    (folder / "words").mkdir()
    lists = {
        "words/en.txt.gz": gzip.compress(b"ape\nbee\n", mtime=0),
        "words/LICENSE-en.txt": b"Free.\n",
        "few.gz": gzip.compress(b""),
    }
    for name, data in lists.items():
        (folder / name).write_bytes(data)
    return lists


def everything(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*"))


# --- finding ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_shipped_box_of_every_game_is_found_and_fit_for_play(game: str, tmp_path: Path) -> None:
    [shipped] = boxes.listed(game, tmp_path)
    assert shipped.shipped
    assert boxes.find(game, shipped.name, tmp_path).name == shipped.name


@pytest.mark.parametrize("name", ["ours", "", "../house", "house/", "/", "\0", "house\n", "box", "x" * 5000])
def test_a_box_that_is_not_there_is_not_found(name: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="There is no box"):
        boxes.find("fire", name, tmp_path)


@pytest.mark.parametrize("game", ["water", "../fire", ""])
def test_an_unknown_game_has_no_boxes(game: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="There is no game"):
        boxes.find(game, "house", tmp_path)


def test_a_name_is_never_a_path(tmp_path: Path) -> None:
    boxes.copy("fire", "house", "ours", tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "boxes" / "fire" / "ours").rename(tmp_path / "elsewhere" / "ours")
    with pytest.raises(Unreadable):
        boxes.find("fire", "../../elsewhere/ours", tmp_path)


def test_a_box_is_known_by_the_name_it_says_whatever_its_folder_is_called(tmp_path: Path) -> None:
    copied = boxes.copy("fire", "house", "ours", tmp_path)
    copied.rename(copied.with_name("folder"))
    assert boxes.find("fire", "ours", tmp_path).name == "ours"


def test_a_box_with_errors_cannot_be_played_with_and_says_where(tmp_path: Path) -> None:
    folder = boxes.copy("fire", "house", "ours", tmp_path)
    library = folder / "library.csv"
    library.write_text(library.read_text().replace("LB2,B,2,books,4,10,", "LB2,B,2,books,4,7,"))
    with pytest.raises(Unreadable, match=r"library\.csv, row 8, column burn_index: Burn Index 7 is on LP1 too"):
        boxes.find("fire", "ours", tmp_path)
    library.unlink()
    with pytest.raises(Unreadable, match=r"library\.csv: This file is missing"):
        boxes.find("fire", "ours", tmp_path)
    assert [place.name for place in boxes.listed("fire", tmp_path)] == ["house", "ours"]


def test_a_box_that_cannot_be_read_is_still_listed_by_its_folder(tmp_path: Path) -> None:
    folder = boxes.copy("fire", "house", "ours", tmp_path)
    (folder / "box.toml").write_bytes(b"\xff")
    assert [place.name for place in boxes.listed("fire", tmp_path)] == ["house", "ours"]
    assert [str(problem.file) for problem in boxes.check("fire", folder)] == ["box.toml"]


def test_the_box_says_how_many_of_its_rows_are_house_values(tmp_path: Path) -> None:
    assert boxes.provenance(SHIPPED) == {"printed": 5, "reported": 4, "house": 52}
    folder = boxes.copy("fire", "house", "ours", tmp_path)
    (folder / "turn_cards.csv").write_text((SHIPPED / "turn_cards.csv").read_text().replace("house", "printed"))
    assert boxes.provenance(folder) == {"printed": 11, "reported": 4, "house": 46}
    (folder / "tools.csv").write_bytes(b"\xff\0")
    assert boxes.provenance(folder) == {"printed": 11, "reported": 4, "house": 26}


# --- copying ----------------------------------------------------------------------------------------------------------


def test_a_copy_differs_in_its_name_alone(tmp_path: Path) -> None:
    folder = boxes.copy("fire", "house", "Our copy", tmp_path)
    assert folder == tmp_path / "boxes" / "fire" / "Our copy"
    for file in SHIPPED.iterdir():
        expected = file.read_text("utf-8").replace('name = "house"', 'name = "Our copy"')
        assert (folder / file.name).read_text("utf-8") == expected
    assert everything(tmp_path / "boxes" / "fire")[0] == "Our copy"
    assert boxes.find("fire", "Our copy", tmp_path).name == "Our copy"


def test_a_copy_of_a_copy_keeps_the_owners_comments(tmp_path: Path) -> None:
    folder = boxes.copy("fire", "house", "ours", tmp_path)
    toml = folder / "box.toml"
    toml.write_text(toml.read_text().replace('name = "ours"', "  name='ours'   # name = of our box"))
    again = boxes.copy("fire", "ours", "Émile 2", tmp_path)
    assert '  name="Émile 2"   # name = of our box' in (again / "box.toml").read_text("utf-8")


@pytest.mark.parametrize(
    "name",
    ["", " ", ".", "..", "../x", "a/b", "a\\b", "x" * 41, ".hidden", "dot.", "a\nb", "a\0b", 'a"b', "CON", "nul.txt", "<b>"],
)
def test_a_name_that_could_be_trouble_cannot_name_a_box(name: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot name a box"):
        boxes.copy("fire", "house", name, tmp_path)
    assert everything(tmp_path) == []


@pytest.mark.parametrize("name", ["house", "House", "ours", "OURS"])
def test_a_name_that_is_taken_cannot_name_another_box(name: str, tmp_path: Path) -> None:
    boxes.copy("fire", "house", "ours", tmp_path)
    before = everything(tmp_path)
    with pytest.raises(Unreadable, match="already"):
        boxes.copy("fire", "house", name, tmp_path)
    assert everything(tmp_path) == before


def test_a_copy_has_the_packed_lists_of_its_box_but_no_litter(tmp_path: Path) -> None:
    folder = boxes.copy("fire", "house", "ours", tmp_path)
    tables = everything(folder)
    lists = with_lists(folder)
    for litter in (".git/a.gz", "words/._en.txt.gz", "words/more.csv", "words/old/en.gz", "words/en.exe", "Thumbs.db"):
        (folder / litter).parent.mkdir(exist_ok=True)
        (folder / litter).write_bytes(b"x")
    copied = boxes.copy("fire", "ours", "theirs", tmp_path)
    assert everything(copied) == sorted([*tables, *lists, "words"])
    assert {name: (copied / name).read_bytes() for name in lists} == lists


def test_a_data_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "boxes").write_text("a file where a folder should be")
    with pytest.raises(Unreadable, match="cannot be written to"):
        boxes.copy("fire", "house", "ours", tmp_path)


def test_a_box_toml_without_a_plain_name_is_not_copied(tmp_path: Path) -> None:
    folder = boxes.copy("fire", "house", "ours", tmp_path)
    toml = folder / "box.toml"
    toml.write_text(toml.read_text().replace('name = "ours"', 'name = """ours"""'))
    with pytest.raises(Unreadable, match="no line name"):
        boxes.copy("fire", "ours", "theirs", tmp_path)


# --- adding -----------------------------------------------------------------------------------------------------------

TOLD = {"list": "Ours", "language": "fr-2", "licence": "for our own use"}


def test_what_owners_add_goes_into_a_copy_of_the_shipped_box_or_into_their_own(tmp_path: Path) -> None:
    place, said = boxes.add("hardback", "reported", "words", TOLD, "Été\n".encode(), tmp_path, copy_as="ours")
    assert (place.name, place.shipped, place.folder) == ("ours", False, tmp_path / "boxes" / "hardback" / "ours")
    assert "1 word" in str(said[0])
    again, _ = boxes.add("hardback", "ours", "words", {**TOLD, "language": "de"}, b"APE\n", tmp_path)
    assert again == place
    lists = boxes.find("hardback", "ours", tmp_path).lists
    assert {"en", "es", "fr", "fr-2", "de"} == set(lists)
    assert list(lists["fr-2"]) == ["ete"] and list(lists["de"]) == ["ape"]
    assert not list(place.folder.rglob(".*"))


def test_what_came_with_a_game_stays_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="came with Companion and stays as it is"):
        boxes.add("hardback", "reported", "words", TOLD, b"ape\n", tmp_path)
    assert everything(tmp_path) == []


@pytest.mark.parametrize(("game", "what"), [("hardback", "cards"), ("fire", "words")])
def test_a_game_says_what_can_be_added_to_its_boxes(game: str, what: str, tmp_path: Path) -> None:
    name = boxes.listed(game, tmp_path)[0].name
    with pytest.raises(Unreadable, match=f"Nothing called “{what}” can be added"):
        boxes.add(game, name, what, TOLD, b"ape\n", tmp_path, copy_as="ours")


@pytest.mark.parametrize(("copy_as", "expected"), [("../ours", "cannot name a box"), ("reported", "already")])
def test_a_copy_to_add_to_has_a_name_of_its_own(copy_as: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=expected):
        boxes.add("hardback", "reported", "words", TOLD, b"ape\n", tmp_path, copy_as=copy_as)
    assert everything(tmp_path) == []


def test_what_does_not_fit_changes_nothing(tmp_path: Path) -> None:
    boxes.add("hardback", "reported", "words", TOLD, b"ape\n", tmp_path, copy_as="ours")
    folder = tmp_path / "boxes" / "hardback" / "ours"
    before = boxes.digest(folder)
    with pytest.raises(CannotAdd, match="already"):
        boxes.add("hardback", "ours", "words", TOLD, b"bee\n", tmp_path)
    with pytest.raises(CannotAdd, match="is empty"):
        boxes.add("hardback", "reported", "words", TOLD, b"", tmp_path, copy_as="again")
    assert boxes.digest(folder) == before
    (folder / "cards.csv").write_text("letter\n")
    with pytest.raises(BadBox):
        boxes.add("hardback", "ours", "words", {**TOLD, "language": "de"}, b"bee\n", tmp_path)
    assert [place.name for place in boxes.listed("hardback", tmp_path)] == ["reported", "ours"]


# --- sharing ----------------------------------------------------------------------------------------------------------


def test_an_exported_box_can_be_brought_in_elsewhere(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    folder = boxes.copy("fire", "house", "ours", here)
    brought = boxes.bring(boxes.export("fire", "ours", here), there)
    assert (brought.game, brought.name, brought.shipped) == ("fire", "ours", False)
    assert boxes.digest(brought.folder) == boxes.digest(folder)
    assert repr(boxes.find("fire", "ours", there)) == repr(boxes.find("fire", "ours", here))


def test_an_exported_box_has_its_packed_lists_with_it(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    folder = boxes.copy("fire", "house", "ours", here)
    before = boxes.digest(folder)
    lists = with_lists(folder)
    brought = boxes.bring(boxes.export("fire", "ours", here), there)
    assert {name: (brought.folder / name).read_bytes() for name in lists} == lists
    assert boxes.digest(brought.folder) == boxes.digest(folder) != before
    damaged = zipped({"words/a.gz": b"x"} | files_of(SHIPPED, "more"))
    with pytest.raises(Unreadable, match=r"words/a\.gz is no packed list"):
        boxes.bring(damaged, there)


def test_the_shipped_box_of_every_game_can_be_copied_exported_and_brought(tmp_path: Path) -> None:
    for game in GAMES:
        [shipped] = boxes.listed(game, tmp_path)
        boxes.copy(game, shipped.name, "ours", tmp_path / "here")
        brought = boxes.bring(boxes.export(game, "ours", tmp_path / "here"), tmp_path / "there")
        assert everything(brought.folder) == everything(shipped.folder)
        assert boxes.check(game, brought.folder) == boxes.check(game, shipped.folder)


BOMB = gzip.compress(bytes(boxes.MOST_UNPACKED // 2 + 1), mtime=0)
"""Some thousands of bytes that are half of what is too much."""


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        ({"words/a.gz": BOMB, "words/b.gz": BOMB}, "The packed lists hold more than 30000000 bytes"),
        ({"a.gz": BOMB + BOMB}, "The packed lists hold more than 30000000 bytes"),
        ({"words/a.gz": BOMB[:-9]}, "no packed list"),
        ({"words/a.gz": BOMB[:100] + b"\xff" * 400 + BOMB[500:]}, "no packed list"),
        ({"words/a.gz": b"ape\nbee\n"}, "no packed list"),
    ],
)
def test_a_zip_whose_packed_lists_swell_or_are_damaged_is_refused(lists: dict[str, bytes], expected: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=expected):
        boxes.bring(zipped(files_of(SHIPPED, "ours") | lists), tmp_path)
    assert everything(tmp_path) == []


def test_packed_lists_together_may_be_as_large_as_is_said(tmp_path: Path) -> None:
    boxes.check_packed([("a.gz", gzip.compress(bytes(boxes.MOST_UNPACKED))), ("b.gz", gzip.compress(b"")), ("c.txt", b"x")])


def test_the_same_box_gives_the_same_zip(tmp_path: Path) -> None:
    folder = boxes.copy("fire", "house", "ours", tmp_path)
    first = boxes.pack(folder)
    for file in folder.iterdir():
        os.utime(file, (0, 0))
    assert boxes.pack(folder) == first
    assert zipfile.ZipFile(io.BytesIO(first)).namelist() == sorted(file.name for file in folder.iterdir())
    digest = boxes.digest(folder)
    (folder / "tools.csv").write_text("")
    assert boxes.pack(folder) != first
    assert boxes.digest(folder) != digest


def test_a_zip_may_hold_the_box_in_a_folder_beside_the_litter_of_other_systems(tmp_path: Path) -> None:
    files = {f"ours/{name}": data for name, data in files_of(SHIPPED, "ours").items()}
    litter = {"__MACOSX/ours/._box.toml": b"x", "ours/.DS_Store": b"x", "ours/run.exe": b"x", "ours/pictures/a.csv": b"x"}
    litter |= {"ours/.git/a.gz": BOMB, "ours/words/old/a.gz": BOMB, "theirs/a.gz": BOMB, "__MACOSX/ours/words/._a.gz": b"x"}
    brought = boxes.bring(zipped(files | litter), tmp_path)
    assert everything(brought.folder) == sorted(file.name for file in SHIPPED.iterdir())


@pytest.mark.parametrize(
    "name", ["../evil.csv", "/evil.csv", "ours/../../evil.csv", "..\\evil.csv", "C:\\evil.csv", "c:evil.csv"]
)
def test_a_zip_that_would_write_elsewhere_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="outside"):
        boxes.bring(zipped(files_of(SHIPPED, "ours") | {name: b"x"}), tmp_path / "data")
    assert everything(tmp_path) == []


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all", zipped(files_of(SHIPPED, "ours"))[:-30]])
def test_what_is_no_zip_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="no zip"):
        boxes.bring(data, tmp_path)


def test_a_damaged_zip_is_refused(tmp_path: Path) -> None:
    data = bytearray(zipped(files_of(SHIPPED, "ours")))
    data[60:400] = bytes(340)
    with pytest.raises(Unreadable, match="no zip"):
        boxes.bring(bytes(data), tmp_path)


def test_a_zip_that_swells_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="more than"):
        boxes.bring(zipped(files_of(SHIPPED, "ours") | {"big.txt": bytes(boxes.MOST_BYTES)}), tmp_path)
    many = {f"{number}.txt": b"" for number in range(boxes.MOST_FILES)}
    with pytest.raises(Unreadable, match="more than"):
        boxes.bring(zipped(files_of(SHIPPED, "ours") | many), tmp_path)
    with pytest.raises(Unreadable, match="are no box"):
        boxes.bring(bytes(boxes.MOST_BYTES + 1), tmp_path)


def test_a_zip_holds_just_one_box(tmp_path: Path) -> None:
    files = files_of(SHIPPED, "ours")
    with pytest.raises(Unreadable, match="one box"):
        boxes.bring(zipped({f"{name}/{file}": data for name in "ab" for file, data in files.items()}), tmp_path)
    with pytest.raises(Unreadable, match="one box"):
        boxes.bring(zipped({"tools.csv": b""}), tmp_path)


@pytest.mark.parametrize(
    ("toml", "expected"),
    [
        (b'name = "ours"', "game and name"),
        (b"game = 7\nname = 8", "game and name"),
        (b"\xff", "game and name"),
        (b'game = "water"\nname = "ours"', "no game called"),
        (b'game = "fire"\nname = "../ours"', "cannot name a box"),
        (b'game = "fire"\nname = "house"', "already"),
    ],
)
def test_a_zip_says_what_it_is_or_is_refused(toml: bytes, expected: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=expected):
        boxes.bring(zipped(files_of(SHIPPED, "ours") | {"box.toml": toml}), tmp_path)
    assert everything(tmp_path) == []


def test_a_zip_whose_box_has_errors_names_them_and_leaves_nothing(tmp_path: Path) -> None:
    files = files_of(SHIPPED, "ours")
    broken = files["library.csv"].replace(b"LB2,B,2,books,4,10,", b"LB2,B,2,books,4,7,")
    with pytest.raises(BadBox, match="Burn Index 7"):
        boxes.bring(zipped(files | {"library.csv": broken}), tmp_path)
    del files["tools.csv"]
    with pytest.raises(BadBox, match=r"tools\.csv"):
        boxes.bring(zipped(files), tmp_path)
    assert everything(tmp_path) == []
