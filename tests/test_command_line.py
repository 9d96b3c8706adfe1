"""The command line: what it prints, its JSON, its exit status, and one sentence for everything that goes wrong."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import segno
from PIL import Image

from companion import boxes, notation, paths
from companion.__main__ import run
from companion.cli.serving import certificate
from companion.games import GAMES

ROOT = Path(__file__).parents[1]
COMPANION = [sys.executable, "-m", "companion"]


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Companion = Callable[..., Said]


@pytest.fixture
def companion(capsys: pytest.CaptureFixture[str]) -> Companion:
    def call(*arguments: object) -> Said:
        status = run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return call


def one_sentence(said: Said) -> bool:
    """Something was said to people, on one line, and it is no traceback."""
    return len(said.err.strip().splitlines()) == 1 and "Traceback" not in said.err


def practice_game(companion: Companion, folder: Path, seats: int = 3, seed: int = 5, *more: str) -> Path:
    said = companion("play", "fire", "--seats", seats, "--seed", seed, *more)
    assert said.status == 0, said.err
    file = folder / f"game-{seats}-{seed}.txt"
    file.write_text(said.out, encoding="utf-8")
    return file


def altered(record: Path, change: Callable[[list[str]], Sequence[str]], name: str = "altered.txt") -> Path:
    file = record.with_name(name)
    file.write_text("\n".join(change(record.read_text(encoding="utf-8").splitlines())) + "\n", encoding="utf-8")
    return file


# --- play and replay --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_practice_game_replays_to_its_end(companion: Companion, tmp_path: Path, name: str) -> None:
    for seats in GAMES[name].SEATS:
        file = tmp_path / f"{seats}.txt"
        file.write_text(companion("play", name, "--seats", seats, "--seed", 7).out, encoding="utf-8")
        said = companion("replay", file, "--json")
        assert said.status == 0
        told = said.json
        assert list(told) == ["game", "entries", "to_act", "over", "outcome", "ledger", "problem", "state"]
        assert (told["game"], told["to_act"], told["over"], told["problem"]) == (name, [], True, None)
        assert told["outcome"]["why"]
        for account in told["ledger"].values():
            assert account["total"] == sum(line["points"] for line in account["lines"])
            assert all(set(line) == {"points", "rule", "why", "entry"} for line in account["lines"])
            assert all(line["entry"] is None or 1 <= line["entry"] <= told["entries"] for line in account["lines"])


def test_the_same_seed_plays_the_same_game(companion: Companion) -> None:
    first, again, other = (companion("play", "fire", "--seats", 2, "--seed", seed).out for seed in (1, 1, 2))
    assert first == again != other


def test_replay_says_in_words_who_won_and_why(companion: Companion, tmp_path: Path) -> None:
    said = companion("replay", practice_game(companion, tmp_path))
    assert said.status == 0
    assert "Winner: " in said.out
    assert "entry" in said.out


def test_a_record_comes_through_standard_input_too(companion: Companion, tmp_path: Path) -> None:
    record = practice_game(companion, tmp_path)
    with record.open("rb") as file:
        ran = subprocess.run(
            [sys.executable, "-m", "companion", "replay", "-", "--json"], stdin=file, capture_output=True, cwd=ROOT
        )
    assert ran.returncode == 0
    assert json.loads(ran.stdout) == companion("replay", record, "--json").json


def test_an_entry_that_breaks_a_rule_is_named_with_its_rule_and_ends_with_status_3(companion: Companion, tmp_path: Path) -> None:
    record = practice_game(companion, tmp_path)
    at = next(number for number, line in enumerate(record.read_text(encoding="utf-8").splitlines()) if line.startswith("9 "))
    bad = altered(record, lambda lines: [*lines[:at], "9 TABLE CountUp {}", *lines[at + 1 :]])
    said = companion("replay", bad, "--json")
    assert said.status == 3
    assert said.json["problem"]["entry"] == 9
    assert said.json["problem"]["rule"] in GAMES["fire"].RULES
    assert said.json["problem"]["message"]
    before = companion("replay", altered(record, lambda lines: lines[:at], "before.txt"), "--json").json
    assert [said.json[key] for key in ("state", "to_act", "ledger")] == [before[key] for key in ("state", "to_act", "ledger")]
    in_words = companion("replay", bad)
    assert in_words.status == 3
    assert said.json["problem"]["message"] in in_words.out


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda lines: ["companion 99", *lines[1:]], "newer"),
        (lambda lines: ["hello", *lines[1:]], "Line 1"),
        (lambda lines: [line for line in lines if not line.startswith("seats")], "seats"),
        (lambda lines: [line.replace("game: fire", "game: chess") for line in lines], "chess"),
        (lambda lines: [line.replace("box: house", "box: attic") for line in lines], "attic"),
        (lambda lines: [*lines[:6], "1 Dan Stop {}"], "Line 7"),
        (lambda lines: [*lines[:6], '1 TABLE Drew {"token": "BP1", "colour": 3}'], "colour"),
        (lambda lines: [*lines[:6], "2 TABLE CountUp {}"], "Expected entry 1"),
        (lambda lines: [*lines[:6], "1 TABLE CountUp {"], "JSON"),
    ],
)
def test_what_is_no_record_is_refused_with_status_2_and_what_was_expected(
    companion: Companion, tmp_path: Path, change: Callable[[list[str]], Sequence[str]], expected: str
) -> None:
    bad = altered(practice_game(companion, tmp_path), change)
    for command in ("replay", "legal", "advise"):
        said = companion(command, bad, "--json")
        assert said.status == 2
        assert said.out == ""
        assert expected in said.err
        assert one_sentence(said)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"PK\x03\x04 but no zip", b"\x00" * 1000])
def test_bytes_that_are_no_record_are_refused_with_status_2(companion: Companion, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "bytes"
    file.write_bytes(data)
    said = companion("replay", file)
    assert said.status == 2
    assert one_sentence(said)


@pytest.mark.parametrize("name", ["missing.txt", ".", "a\0b"])
def test_a_file_that_cannot_be_opened_is_refused_with_status_2(companion: Companion, tmp_path: Path, name: str) -> None:
    said = companion("replay", tmp_path / name)
    assert said.status == 2
    assert one_sentence(said)


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "chess", "--seats", 2, "--seed", 1),
        ("play", "fire", "--seats", 0, "--seed", 1),
        ("play", "fire", "--seats", 99, "--seed", 1),
        ("play", "fire", "--seats", 2, "--seed", 1, "--box", "attic"),
        ("play", "fire", "--seats", 2, "--seed", 1, "--options", "{"),
        ("play", "fire", "--seats", 2, "--seed", 1, "--options", "[]"),
        ("play", "fire", "--seats", 2, "--seed", 1, "--options", '{"robots": 5}'),
        ("play", "fire", "--seats", 2, "--seed", 1, "--options", '{"speed": 5}'),
    ],
)
def test_a_practice_game_that_cannot_be_is_refused_in_one_sentence(companion: Companion, arguments: tuple[object, ...]) -> None:
    said = companion(*arguments)
    assert said.status == 2
    assert one_sentence(said)
    assert "should not have" not in said.err


def test_a_refused_practice_game_names_what_was_asked_for(companion: Companion) -> None:
    assert "1 to 6 people, not 1000000" in companion("play", "fire", "--seats", 1_000_000, "--seed", 1).err
    assert "Bibliogamo is for one, not 2." in companion("play", "bibliogamo", "--seats", 2, "--seed", 1).err
    assert "Options are written as JSON" in companion("play", "fire", "--seats", 2, "--seed", 1, "--options", "robots").err


def test_the_version_is_told_installed_or_not(companion: Companion) -> None:
    said = companion("--version")
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("companion ")


def test_the_game_in_the_readme_runs_as_it_says(companion: Companion, tmp_path: Path) -> None:
    record, answer = re.findall(r"```\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "game.txt"
    file.write_text(record, encoding="utf-8")
    assert companion("replay", file).out == answer
    file.write_text(record.replace("F03", "BP5"), encoding="utf-8")
    assert companion("replay", file).status == 3


# --- legal and advise -------------------------------------------------------------------------------------------------


def in_the_middle(companion: Companion, folder: Path) -> Path:
    return altered(practice_game(companion, folder), lambda lines: lines[:20])


def test_legal_prints_a_line_of_notation_for_each_move(companion: Companion, tmp_path: Path) -> None:
    said = companion("legal", in_the_middle(companion, tmp_path))
    assert said.status == 0
    lines = said.out.splitlines()
    assert lines
    for line in lines:
        if line.startswith("Ask "):
            _, name, rest = line.split(" ", 2)
            assert name in {move.__name__ for move in GAMES["fire"].MOVES}
            decoder = json.JSONDecoder()
            given, end = decoder.raw_decode(rest)
            left = json.loads(rest[end:])
            assert isinstance(given, dict)
            assert all(set(one) == {"from", "least", "most"} for one in left.values())
        else:
            assert notation.write(notation.read(line, GAMES["fire"].MOVES)) == line


def test_legal_as_json_also_says_who(companion: Companion, tmp_path: Path) -> None:
    record = in_the_middle(companion, tmp_path)
    told = companion("legal", record, "--json").json
    assert {one["who"] for one in told} <= {"TABLE", "Ana", "Ben", "Cleo"}
    assert list(dict.fromkeys(one["move"] for one in told)) == companion("legal", record).out.splitlines()


def test_legal_for_a_seat_lists_only_what_that_seat_may_do(companion: Companion, tmp_path: Path) -> None:
    record = in_the_middle(companion, tmp_path)
    assert {one["who"] for one in companion("legal", record, "--json", "--seat", "ben").json} <= {"Ben"}


def test_after_an_entry_with_a_problem_the_position_before_it_is_looked_at(companion: Companion, tmp_path: Path) -> None:
    record = in_the_middle(companion, tmp_path)
    good = companion("legal", record).out
    seq = int(record.read_text(encoding="utf-8").splitlines()[-1].split(" ")[0])
    bad = altered(record, lambda lines: [*lines, f"{seq + 1} TABLE CountUp {{}}"])
    said = companion("legal", bad)
    assert (said.status, said.out) == (0, good)


def test_nobody_sits_where_no_seat_has_the_name(companion: Companion, tmp_path: Path) -> None:
    for command in ("legal", "advise"):
        said = companion(command, in_the_middle(companion, tmp_path), "--seat", "Dan")
        assert said.status == 2
        assert "Dan" in said.err
        assert one_sentence(said)


def test_advice_is_the_same_in_words_and_as_json(companion: Companion, tmp_path: Path) -> None:
    record = in_the_middle(companion, tmp_path)
    told = companion("advise", record, "--json").json
    assert told
    words = companion("advise", record).out
    assert all(f"{key}:" in words for key in told)


# --- records in a zip, and boxes --------------------------------------------------------------------------------------


def zipped(folder: Path, files: dict[str, bytes]) -> Path:
    file = folder / "record.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file


def box_files(folder: Path, inside: str = "box/") -> dict[str, bytes]:
    return {inside + file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def test_a_record_travels_with_its_box_to_where_nobody_has_it(
    companion: Companion, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert companion("box", "copy", "fire", "house", "ours").status == 0
    record = practice_game(companion, tmp_path, 2, 4, "--box", "ours")
    at_home = companion("replay", record, "--json").json
    box = data / "boxes" / "fire" / "ours"
    zip_file = zipped(tmp_path, {"record.txt": record.read_bytes(), **box_files(box)})
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "elsewhere"))
    assert companion("replay", record).status == 2
    said = companion("replay", zip_file, "--json")
    assert said.status == 0
    assert said.json == at_home


def test_a_box_in_a_zip_that_is_broken_is_said_to_be(companion: Companion, tmp_path: Path, data: Path) -> None:
    companion("box", "copy", "fire", "house", "ours")
    record = practice_game(companion, tmp_path, 2, 4, "--box", "ours")
    files = box_files(data / "boxes" / "fire" / "ours")
    files.pop("box/tokens.csv")
    said = companion("replay", zipped(tmp_path, {"record.txt": record.read_bytes(), **files}))
    assert said.status == 2
    assert "tokens.csv" in said.err


def test_a_packed_list_in_a_zip_that_swells_is_refused(companion: Companion, tmp_path: Path, data: Path) -> None:
    companion("box", "copy", "fire", "house", "ours")
    record = practice_game(companion, tmp_path, 2, 4, "--box", "ours")
    files = box_files(data / "boxes" / "fire" / "ours")
    files["box/words/en.txt.gz"] = gzip.compress(bytes(boxes.MOST_UNPACKED + 1))
    said = companion("replay", zipped(tmp_path, {"record.txt": record.read_bytes(), **files}))
    assert said.status == 2
    assert "The packed lists hold more than" in said.err


@pytest.mark.parametrize("packed", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("at", range(44, 76, 4))
def test_a_zip_that_is_damaged_inside_is_refused_however_it_is_packed(
    companion: Companion, tmp_path: Path, packed: int, at: int
) -> None:
    """A damaged LZMA stream raised an error that nobody expected, and its status was 1."""
    file = tmp_path / "record.zip"
    with zipfile.ZipFile(file, "w", packed) as archive:
        archive.writestr("record.txt", practice_game(companion, tmp_path).read_bytes())
    data = bytearray(file.read_bytes())
    data[at : at + 4] = b"\xff\x00\xff\x00"
    file.write_bytes(data)
    said = companion("replay", file)
    assert (said.status, one_sentence(said)) == (2, True), said.err


@pytest.mark.parametrize(
    "files",
    [
        {"note.md": b""},
        {"a.txt": b"companion 1", "b.txt": b"companion 1"},
        {"../record.txt": b"companion 1"},
        {"record.txt": b"x" * 30_000_000},
    ],
)
def test_a_zip_that_holds_no_record_is_refused(companion: Companion, tmp_path: Path, files: dict[str, bytes]) -> None:
    said = companion("replay", zipped(tmp_path, files))
    assert said.status == 2
    assert one_sentence(said)
    assert not (tmp_path.parent / "record.txt").exists()


def test_a_box_is_copied_listed_checked_and_shared(companion: Companion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert companion("box", "copy", "fire", "house", "ours").status == 0
    assert companion("box", "copy", "fire", "house", "ours").status == 1
    assert [one["name"] for one in companion("box", "list", "fire", "--json").json] == ["house", "ours"]
    assert companion("box", "check", "fire", "ours").status == 0
    out = tmp_path / "ours.zip"
    assert companion("box", "export", "fire", "ours", "--out", out).status == 0
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "elsewhere"))
    assert companion("box", "check", "fire", "ours").status == 2
    assert companion("box", "bring", out).status == 0
    assert companion("box", "check", "fire", "ours").status == 0


def test_a_word_list_is_added_to_a_box(companion: Companion, tmp_path: Path) -> None:
    text = tmp_path / "list.txt"
    text.write_text("Été\nr2d2\nape\n", encoding="utf-8")
    told = ("--tell", "language=fr-2", "--tell", "list=Ours", "--tell", "licence=our own")
    assert companion("box", "add", "hardback", "reported", text, *told).status == 2
    made = companion("box", "add", "hardback", "reported", text, "--copy", "ours", *told)
    assert (made.status, made.out.splitlines()[:2]) == (
        0,
        ["“Ours” is in the box, with 2 words.", "It goes from “APE” to “ETE”."],
    )
    assert companion("box", "check", "hardback", "ours").status == 0
    for arguments in (
        ("hardback", "ours", text, *told),
        ("hardback", "ours", text, "--tell", "tongue=fr"),
        ("hardback", "ours", text),
        ("hardback", "ours", tmp_path / "none.txt", *told),
        ("fire", "house", text),
    ):
        said = companion("box", "add", *arguments)
        assert said.status == 2 and one_sentence(said), arguments


def test_a_wrong_value_in_a_box_is_named_by_file_row_and_column(companion: Companion, data: Path) -> None:
    companion("box", "copy", "fire", "house", "ours")
    file = data / "boxes" / "fire" / "ours" / "library.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    column = lines[0].split(",").index("value")
    cells = lines[2].split(",")
    cells[column] = "many"
    file.write_text("\n".join([*lines[:2], ",".join(cells), *lines[3:]]) + "\n", encoding="utf-8")
    said = companion("box", "check", "fire", "ours", "--json")
    assert said.status == 1
    assert [(one["file"], one["row"], one["column"], one["error"]) for one in said.json] == [("library.csv", 3, "value", True)]


# --- print and scan ---------------------------------------------------------------------------------------------------


def test_labels_are_printed_as_a_pdf(companion: Companion, tmp_path: Path) -> None:
    out = tmp_path / "letter.pdf"
    assert companion("print", "fire", "--paper", "letter", "--out", out).status == 0
    with contextlib.closing(pypdfium2.PdfDocument(out)) as sheets:
        assert [round(side) for side in sheets[0].get_size()] == [612, 792]


def test_a_whole_game_is_printed_in_the_language_asked_for_with_how_to_print_it(companion: Companion, tmp_path: Path) -> None:
    out = tmp_path / "game.pdf"
    said = companion("print", "bibliogamo", "--what", "all", "--paper", "letter", "--language", "es", "--out", out)
    assert said.status == 0
    assert "the whole game, Bibliogamo" in said.out
    assert "over the long edge" in said.out
    with contextlib.closing(pypdfium2.PdfDocument(out)) as sheets:
        assert [[round(side) for side in sheets[page].get_size()] for page in (0, 12)] == [[612, 792], [792, 612]]
        assert "La Abadía" in sheets[10].get_textpage().get_text_bounded()


def test_labels_are_printed_in_the_language_asked_for(companion: Companion, tmp_path: Path) -> None:
    out = tmp_path / "labels.pdf"
    assert companion("print", "trains", "--language", "fr", "--out", out).status == 0
    with contextlib.closing(pypdfium2.PdfDocument(out)) as sheets:
        assert "Où les coller" in sheets[0].get_textpage().get_text_bounded()


def test_what_cannot_be_printed_is_said_in_one_sentence(companion: Companion, tmp_path: Path) -> None:
    nowhere = companion("print", "--what", "test", "--out", tmp_path / "missing" / "a.pdf")
    assert nowhere.status == 1
    assert one_sentence(nowhere)
    for wrong in (("--size", 500), ("--box", "attic"), ("--what", "cards")):
        said = companion("print", "fire", *wrong, "--out", tmp_path / "a.pdf")
        assert said.status == 2
        assert one_sentence(said)


def picture(folder: Path, text: str) -> Path:
    file = folder / f"{text.replace(':', '-').replace('/', '-')}.png"
    segno.make(text, error="h", micro=False).save(str(file), scale=8, border=4)
    return file


def test_scan_tells_labels_from_other_codes(companion: Companion, tmp_path: Path) -> None:
    said = companion("scan", picture(tmp_path, "FL:BP2"), picture(tmp_path, "https://example.org"), "--json")
    assert said.status == 0
    ours, other = said.json
    assert list(ours) == ["image", "sightings", "rows", "foreign", "unread", "advice", "problem"]
    assert ours["rows"] == [["FL:BP2"]]
    assert len(ours["sightings"][0]["corners"]) == 4
    assert (other["rows"], other["foreign"]) == ([], ["https://example.org"])
    assert "FL:BP2" in companion("scan", picture(tmp_path, "FL:BP2")).out


def test_what_is_no_picture_is_said_for_each_file(companion: Companion, tmp_path: Path) -> None:
    (tmp_path / "junk.jpg").write_bytes(b"junk")
    said = companion("scan", tmp_path / "junk.jpg", tmp_path / "missing.jpg", tmp_path, picture(tmp_path, "FL:F01"), "--json")
    assert said.status == 2
    assert [one["problem"] is None for one in said.json] == [False, False, False, True]


def test_scan_of_a_game_knows_its_labels_from_all_others(companion: Companion, tmp_path: Path) -> None:
    files = [picture(tmp_path, "FL:BP2"), picture(tmp_path, "HB:12"), picture(tmp_path, "FL:ZZZ")]
    any_game = companion("scan", *files, "--json").json
    assert [one["rows"] for one in any_game] == [[["FL:BP2"]], [["HB:12"]], [["FL:ZZZ"]]]
    of_fire = companion("scan", *files, "--game", "fire", "--json").json
    assert [(one["rows"], one["foreign"]) for one in of_fire] == [([["FL:BP2"]], []), ([], ["HB:12"]), ([], ["FL:ZZZ"])]


def test_scan_does_not_call_a_picture_of_other_codes_empty(companion: Companion, tmp_path: Path) -> None:
    said = companion("scan", picture(tmp_path, "https://example.org")).out
    assert "not ours: https://example.org" in said
    assert "no label seen" not in said


def test_what_codes_of_others_hold_is_not_printed(companion: Companion, tmp_path: Path) -> None:
    file = tmp_path / "wifi.png"
    segno.make("WIFI:T:WPA;S:Our house;P:hunter2;;", micro=False).save(str(file), scale=8, border=4)
    for more in ((), ("--json",)):
        said = companion("scan", file, *more).out
        assert "WIFI Our house" in said
        assert "hunter2" not in said


def test_labels_that_lie_across_their_row_or_upside_down_are_said_to(companion: Companion, tmp_path: Path) -> None:
    table = Image.new("L", (1300, 400), 190)
    for at, (code, turn) in enumerate((("FL:BP1", 0), ("FL:BP2", -90), ("FL:BP3", 0), ("FL:BP4", 180), ("FL:BP5", 0))):
        with Image.open(picture(tmp_path, code)) as made:
            table.paste(made.convert("L").resize((220, 220), Image.Resampling.NEAREST).rotate(turn), (20 + 250 * at, 90))
    table.save(tmp_path / "row.png")
    said = companion("scan", tmp_path / "row.png").out
    assert "  FL:BP1 FL:BP2 (sideways) FL:BP3 FL:BP4 (upside down) FL:BP5\n" in said


def test_scan_of_a_game_or_box_that_is_not_there_is_refused(companion: Companion, tmp_path: Path) -> None:
    file = picture(tmp_path, "FL:BP2")
    for wrong in (("--game", "chess"), ("--game", "fire", "--box", "attic"), ("--box", "house")):
        said = companion("scan", file, *wrong)
        assert said.status == 2
        assert "Traceback" not in said.err
        assert said.out == ""


# --- the camera -------------------------------------------------------------------------------------------------------


def photographed(page: Path, folder: Path, dpi: int) -> Path:
    """The test page as a camera would see it that has so many pixels to the inch there."""
    image = pypdfium2.PdfDocument(page)[0].render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
    out = folder / f"page-{dpi}.png"
    image.save(out)
    return out


@pytest.fixture
def chart_page(companion: Companion, tmp_path: Path) -> Path:
    page = tmp_path / "test.pdf"
    said = companion("print", "--what", "test", "--out", page)
    assert said.status == 0, said.err
    assert "companion doctor --camera" in said.out
    return page


def test_the_test_page_photographed_says_which_labels_the_camera_reads(
    companion: Companion, tmp_path: Path, chart_page: Path
) -> None:
    near = companion("doctor", "--camera", photographed(chart_page, tmp_path, 250))
    assert near.status == 0
    assert "labels of 8 mm and more are read from here" in near.out
    assert "20 mm: 7 of 7 read." in near.out
    far = companion("doctor", "--camera", photographed(chart_page, tmp_path, 75), "--json")
    assert far.json["smallest_mm"] in (12, 16)
    assert far.json["test_page"]["20"] == 7
    assert far.json["test_page"]["8"] < 7
    assert far.json["well"] is (far.status == 0) is True


def test_a_camera_too_far_from_the_test_page_is_told_to_come_closer(
    companion: Companion, tmp_path: Path, chart_page: Path
) -> None:
    said = companion("doctor", "--camera", photographed(chart_page, tmp_path, 32))
    assert said.status == 1
    assert "-> " in said.out
    assert "close" in said.out


def test_a_good_photograph_of_any_label_gets_no_advice_and_a_dark_one_does(companion: Companion, tmp_path: Path) -> None:
    good = companion("doctor", "--camera", picture(tmp_path, "FL:BP2"))
    assert good.status == 0
    assert "One label was read." in good.out
    assert "->" not in good.out
    night = tmp_path / "night.png"
    Image.new("L", (500, 400), 9).save(night)
    dark = companion("doctor", "--camera", night, "--json")
    assert dark.status == 1
    assert dark.json["advice"][0].startswith("The picture is too dark: its lightest parts have 9 of 255")


def test_what_is_no_photograph_ends_the_doctor_with_status_2(companion: Companion, tmp_path: Path) -> None:
    (tmp_path / "junk.jpg").write_bytes(b"junk")
    for file in ("junk.jpg", "missing.jpg"):
        said = companion("doctor", "--camera", tmp_path / file)
        assert said.status == 2
        assert one_sentence(said)


def test_printing_needs_a_game_unless_it_is_the_test_page(companion: Companion, tmp_path: Path) -> None:
    said = companion("print", "--out", tmp_path / "a.pdf")
    assert said.status == 2
    assert "GAME" in said.err
    assert not (tmp_path / "a.pdf").exists()


# --- backup and restore -----------------------------------------------------------------------------------------------


def kept_table(folder: Path, rows: int = 3) -> sqlite3.Connection:
    """A data folder with a database in WAL mode that is open, and a picture."""
    (folder / "scans").mkdir(parents=True, exist_ok=True)
    (folder / "scans" / "1.jpg").write_bytes(b"picture")
    database = sqlite3.connect(folder / "companion.sqlite3", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("CREATE TABLE IF NOT EXISTS entry (seq INTEGER PRIMARY KEY)")
    database.executemany("INSERT INTO entry VALUES (?)", [(seq,) for seq in range(rows)])
    return database


def rows_in(folder: Path) -> int:
    with contextlib.closing(sqlite3.connect(folder / "companion.sqlite3")) as database:
        return int(database.execute("SELECT count(*) FROM entry").fetchone()[0])


def test_a_backup_made_while_the_server_runs_brings_everything_back(
    companion: Companion, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.closing(kept_table(data)):
        assert companion("backup", tmp_path / "b.zip").status == 0
    elsewhere = tmp_path / "elsewhere"
    monkeypatch.setenv("COMPANION_DATA", str(elsewhere))
    assert companion("restore", tmp_path / "b.zip").status == 0
    assert rows_in(elsewhere) == 3
    assert (elsewhere / "scans" / "1.jpg").read_bytes() == b"picture"


def test_restoring_over_something_needs_force_and_puts_it_aside(companion: Companion, tmp_path: Path, data: Path) -> None:
    kept_table(data).close()
    companion("backup", tmp_path / "b.zip")
    with contextlib.closing(sqlite3.connect(data / "companion.sqlite3", isolation_level=None)) as database:
        database.execute("INSERT INTO entry VALUES (99)")
    refused = companion("restore", tmp_path / "b.zip")
    assert refused.status == 1
    assert "--force" in refused.err
    assert rows_in(data) == 4
    assert companion("restore", tmp_path / "b.zip", "--force").status == 0
    assert rows_in(data) == 3
    (aside,) = data.parent.glob("data-before-*")
    assert rows_in(aside) == 4


def test_nothing_is_restored_under_a_running_server(companion: Companion, tmp_path: Path, data: Path) -> None:
    with contextlib.closing(kept_table(data)):
        companion("backup", tmp_path / "b.zip")
        said = companion("restore", tmp_path / "b.zip", "--force")
    assert said.status == 1
    assert "stop it first" in said.err
    assert list(data.parent.iterdir()) == [data]


def damaged(archive: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    with zipfile.ZipFile(archive) as source:
        files = {name: source.read(name) for name in source.namelist()}
    change(files)
    return zipped(archive.parent, files)


@pytest.mark.parametrize(
    "change",
    [
        lambda files: files.pop("scans/1.jpg"),
        lambda files: files.pop("companion-backup.json"),
        lambda files: files.update({"scans/1.jpg": b"another"}),
        lambda files: files.update({"companion-backup.json": b"[]"}),
        lambda files: files.update({"companion-backup.json": b'{"version": 99, "files": {}}'}),
        lambda files: files.update({"companion-backup.json": b'{"version": 1, "files": {"../x": {"size": 0, "sha256": ""}}}'}),
    ],
)
def test_a_backup_that_is_not_whole_changes_nothing(
    companion: Companion, tmp_path: Path, data: Path, change: Callable[[dict[str, bytes]], object]
) -> None:
    kept_table(data).close()
    companion("backup", tmp_path / "b.zip")
    said = companion("restore", damaged(tmp_path / "b.zip", change), "--force")
    assert said.status == 2
    assert one_sentence(said)
    assert list(data.parent.iterdir()) == [data]
    assert rows_in(data) == 3


@pytest.mark.parametrize("content", [None, b"", b"no zip"])
def test_a_file_that_is_no_backup_is_refused(companion: Companion, tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "b.zip").write_bytes(content)
    said = companion("restore", tmp_path / "b.zip")
    assert said.status == 2
    assert one_sentence(said)


def test_nothing_can_be_backed_up_before_there_is_anything(companion: Companion, tmp_path: Path) -> None:
    said = companion("backup", tmp_path / "b.zip")
    assert said.status == 1
    assert one_sentence(said)
    assert not (tmp_path / "b.zip").exists()


# --- doctor and serve -------------------------------------------------------------------------------------------------


def test_the_doctor_names_what_was_looked_at(companion: Companion) -> None:
    told = companion("doctor", "--json").json
    assert {"Python", "cv2", "libzbar", "data folder", "disk", "port"} <= {one["what"] for one in told}
    assert all(one["well"] == (one["mend"] is None) for one in told)


def test_the_doctor_says_how_to_mend_a_data_folder_that_cannot_be_written(
    companion: Companion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "file" / "data"))
    said = companion("doctor")
    assert said.status == 1
    assert "COMPANION_DATA" in said.out
    served = companion("serve", "--port", 0)
    assert served.status == 1
    assert one_sentence(served)


def test_the_doctor_finds_a_damaged_database(companion: Companion, data: Path) -> None:
    kept_table(data, 5000).close()
    file = data / "companion.sqlite3"
    file.write_bytes(file.read_bytes()[:5000] + b"\x55" * 4000 + file.read_bytes()[9000:])
    said = companion("doctor")
    assert said.status == 1
    assert "companion restore" in said.out


def without(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line in an interpreter that cannot load *module*."""
    program = (
        f"import sys; sys.modules[{module!r}] = None; from companion.__main__ import run; sys.exit(run({list(arguments)!r}))"
    )
    return subprocess.run([sys.executable, "-c", program, *arguments], cwd=ROOT, capture_output=True, text=True)


def test_the_doctor_knows_the_package_that_brings_libzbar() -> None:
    ran = without("pyzbar.pyzbar", "doctor")
    assert ran.returncode == 1
    assert re.search("mend it with: .*(libzbar0|zbar)", ran.stdout)


def test_games_and_records_work_without_opencv_and_libzbar() -> None:
    for module in ("cv2", "pyzbar"):
        assert without(module, "play", "fire", "--seats", "2", "--seed", "1").returncode == 0


def test_a_port_in_use_is_said_in_one_sentence(companion: Companion) -> None:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        said = companion("serve", "--host", "127.0.0.1", "--port", port)
        assert companion("doctor", "--port", port).status == 1
    assert said.status == 1
    assert str(port) in said.err
    assert one_sentence(said)


def test_a_certificate_is_made_once_for_each_address_and_its_key_is_secret(tmp_path: Path) -> None:
    signed, key = certificate(tmp_path, "192.0.2.7")
    first = signed.read_bytes()
    assert key.stat().st_mode & 0o077 == 0
    certificate(tmp_path, "192.0.2.7")
    assert signed.read_bytes() == first
    certificate(tmp_path, "192.0.2.8")
    assert signed.read_bytes() != first
    signed.write_bytes(b"damaged")
    certificate(tmp_path, "192.0.2.8")
    assert signed.read_bytes().startswith(b"-----BEGIN")


def test_a_database_that_cannot_be_opened_is_said_in_one_sentence(companion: Companion, data: Path) -> None:
    said = companion("serve", "--port", 0, "--db", "sqlite:////missing/folder/file.sqlite3")
    assert said.status == 1
    assert one_sentence(said)
    data.mkdir(exist_ok=True)
    (data / "companion.sqlite3").write_bytes(b"this is no database, but longer than its header would be" * 20)
    broken = companion("serve", "--port", 0)
    assert broken.status == 1
    assert one_sentence(broken)


def test_what_nobody_expected_is_one_sentence_and_a_log(data: Path) -> None:
    ran = without("companion.games", "play", "fire", "--seats", "2", "--seed", "1")
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    assert str(data / "companion.log") in ran.stderr
    assert "Traceback" in (data / "companion.log").read_text(encoding="utf-8")


def test_a_wrong_argument_is_no_traceback(companion: Companion) -> None:
    for arguments in (("play", "fire"), ("serve", "--port", "many"), ("dance",)):
        said = companion(*arguments)
        assert said.status == 2
        assert "Traceback" not in said.err


def test_whoever_stops_reading_is_told_nothing_more() -> None:
    command = f"{' '.join(COMPANION)} play fire --seats 6 --seed 1 | head -n 1"
    ran = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout == "companion 1\n"
    assert ran.stderr == ""


def test_records_are_utf8_whatever_the_terminal_speaks() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    ran = subprocess.run([*COMPANION, "replay", "missing–.txt"], cwd=ROOT, capture_output=True, env=environment)
    assert "missing–.txt" in ran.stderr.decode("utf-8")


# --- where things are -------------------------------------------------------------------------------------------------


def test_what_ships_with_companion_is_found_in_a_checkout() -> None:
    assert paths.TEMPLATES.is_dir()
    assert paths.STATIC.is_dir()
    assert paths.PRINTABLES == ROOT / "printables"


def test_the_data_folder_is_where_the_owner_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert paths.data_folder() != tmp_path
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    assert paths.data_folder() == tmp_path
    monkeypatch.delenv("COMPANION_DATA")
    assert paths.data_folder().is_absolute()
    assert paths.data_folder().name == "companion"
