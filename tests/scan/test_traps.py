"""What is known to make readers of QR codes fail, run on for minutes, or say what is not there."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image

from companion.scan import Seen, Sightings, TooLarge, TooSlow, Unseeable, look, sight
from companion.scan.sight import see
from companion.scan.worker import Pool
from tests.scan import damage
from tests.scan.scenes import DRAWN, finder_page, label, saved, table

HOUSE = Path(__file__).resolve().parents[2]
DEADLINE = 3.0
SHOWN = saved(label("FL:BP7", pixels=6), "PNG")
READ = (("FL:BP7",),)
OWN = frozenset(f"FL:BP{n}" for n in range(60))
OTHERS = [f"FL:{letter}{n}" for letter in "ACDEG" for n in range(60, 100)]


def codes(seen: Sightings) -> list[str]:
    return [sighting.code for sighting in seen]


# --- colours: zbar looks at the first channel only --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ink", "paper"),
    [
        pytest.param((200, 60, 10), (60, 230, 250), id="blue on yellow"),
        pytest.param((160, 40, 30), (140, 255, 140), id="blue on green"),
        pytest.param((120, 20, 20), (220, 220, 220), id="navy on grey"),
        pytest.param((20, 20, 130), (150, 240, 250), id="red on cream"),
        pytest.param((90, 90, 90), (235, 190, 250), id="grey on pink"),
        pytest.param((250, 40, 40), (40, 250, 250), id="first channel inverted"),
    ],
)
def test_ink_and_paper_of_any_colour_are_read_by_how_dark_they_are(ink: tuple[int, ...], paper: tuple[int, ...]) -> None:
    names = [f"HB:{n}" for n in range(20)]
    rows = [[label(name, ink, paper, 4) for name in names[row : row + 5]] for row in range(0, 20, 5)]
    pixels = np.vstack([np.hstack(row) for row in rows])
    assert sight(pixels).codes == tuple(tuple(names[row : row + 5]) for row in range(0, 20, 5))
    assert sorted(codes(see(saved(pixels, "JPEG", quality=90)).sightings)) == sorted(names)


# --- texts: zbar guesses at charsets, and reads a dozen other kinds of code -------------------------------------------


@pytest.mark.parametrize("text", ["FL:É", "é", "ＦＬ:ＢＰ１", "FL:BP¹", "FL:BР1", "日本", "\xff\xfe"])  # the Р is Cyrillic
def test_a_text_beyond_ascii_is_foreign_whatever_charset_it_is_taken_for(text: str) -> None:
    for known in (None, frozenset({"FL:BP1", "FL:E"})):
        seen = sight(label(text, pixels=8), known)
        assert codes(seen) == []
        assert len(seen.foreign) == 1


def bars(digits: str) -> Any:
    """Interleaved two of five, which zbar finds in almost anything."""
    wide = {"0": "00110", "1": "10001", "2": "01001", "3": "11000", "4": "00101"}
    drawn = [0, 0, 0, 0]
    for black, white in zip(digits[::2], digits[1::2], strict=True):
        for one, other in zip(wide[black], wide[white], strict=True):
            drawn += [int(one), int(other)]
    drawn += [1, 0, 0]
    line = np.concatenate([np.full(3 * (1 + 2 * width), 255 * (i % 2), np.uint8) for i, width in enumerate(drawn)])
    return np.tile(np.pad(line, 40, constant_values=255), (120, 1))


def test_other_kinds_of_code_beside_a_label_are_not_read() -> None:
    pyzbar = pytest.importorskip("pyzbar.pyzbar")
    other = bars("01234012")
    assert [symbol.type for symbol in pyzbar.decode(other)] == ["I25"]
    shown = np.full((300, other.shape[1] + 240), 255, np.uint8)
    shown[20:140, : other.shape[1]] = other
    shown[40:214, -174:] = label("FL:BP7", pixels=6)[:, :, 0]
    seen = sight(shown)
    assert (codes(seen), seen.foreign) == (["FL:BP7"], ())


# --- patterns that are no table ---------------------------------------------------------------------------------------


def noise(shape: tuple[int, ...]) -> Any:
    return np.random.default_rng(7).integers(0, 256, shape, dtype=np.uint8)


def newspaper(size: tuple[int, int] = (1800, 2400)) -> Any:
    """Columns of small print with headlines, rules and a photograph, on grey paper, slightly blurred."""
    random = np.random.default_rng(3)
    width, height = size
    page = np.full((height, width), 205, np.uint8)
    letters = np.array(list("etaoinshrdlucmfwypvbgkqjxz"))
    for left in range(40, width - 240, 290):
        top = 40
        while top < height - 60:
            if random.random() < 0.03:
                cv2.putText(page, "".join(random.choice(letters, 9)).title(), (left, top + 34), 3, 1.2, 25, 3, cv2.LINE_AA)
                cv2.line(page, (left, top + 48), (left + 250, top + 48), 40, 2)
                top += 64
            elif random.random() < 0.02:
                grain = cv2.resize(random.integers(40, 220, (18, 28), dtype=np.uint8), (250, 160), interpolation=cv2.INTER_CUBIC)
                dots = (np.indices(grain.shape) % 4 < 2).all(axis=0)
                place = page[top : top + 160, left : left + 250]
                place[:] = np.where(dots, grain // 3, grain)[: place.shape[0]]
                top += 176
            else:
                words = " ".join("".join(random.choice(letters, random.integers(2, 9))) for _ in range(7))
                cv2.putText(page, words[:34], (left, top + 10), cv2.FONT_HERSHEY_SIMPLEX, 0.42, 50, 1, cv2.LINE_AA)
                top += 15
    return cv2.GaussianBlur(page, (0, 0), 0.6)


def screen(rows: list[list[str]], pitch: float) -> Any:
    """A photograph of a screen that shows labels: red, green and blue stripes in a black grid, *pitch* pixels to a pixel."""
    width, height = 480, 240
    shown = table(rows, (width, height), noise=0).pixels
    cells = np.zeros((height, width, 6, 6, 3), np.float32)
    for stripe in range(3):
        cells[:, :, :5, 2 * stripe : 2 * stripe + 2, 2 - stripe] = shown[:, :, None, None, 2 - stripe]
    lit = cells.transpose(0, 2, 1, 3, 4).reshape(height * 6, width * 6, 3)
    seen = cv2.resize(cv2.blur(lit, (3, 3)), (round(width * pitch), round(height * pitch)), interpolation=cv2.INTER_LINEAR)
    return np.clip(cv2.GaussianBlur(seen, (0, 0), 0.5) * 3 + 8, 0, 255).astype(np.uint8)


def checkerboard(height: int, width: int, square: int) -> Any:
    return ((np.indices((height, width)) // square).sum(0) % 2 * 255).astype(np.uint8)


@pytest.fixture(scope="module")
def pool() -> Any:
    pool = Pool(1)
    yield pool
    pool.close()


PATTERNS: Mapping[str, Callable[[], Any]] = {
    "1,600 finder patterns": lambda: finder_page(40, 5),
    "small finder patterns": lambda: finder_page(30, 2),
    "blurred finder patterns": lambda: cv2.GaussianBlur(finder_page(30, 3), (0, 0), 1.5),
    "noise": lambda: noise((1080, 1920, 3)),
    "coarse noise": lambda: cv2.resize(noise((100, 150)), (750, 500)),
    "stripes": lambda: (np.indices((750, 1000)).sum(0) // 8 % 2 * 255).astype(np.uint8),
    "checkerboard": lambda: checkerboard(750, 1000, 8),
    "fine checkerboard": lambda: checkerboard(750, 1000, 1),
    "chess": lambda: checkerboard(600, 800, 60),
    "newspaper": lambda: newspaper((1200, 1600)),
    "moire": lambda: np.repeat(np.repeat(screen([["https://example.org/"]], 1.07), 3, 0), 3, 1),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_that_are_no_table_show_no_label_or_are_stopped_and_the_next_picture_is_read(name: str, pool: Pool) -> None:
    known = frozenset(f"FL:{n}" for n in range(200))
    answer: Seen | Unseeable
    try:
        answer = pool.look(saved(PATTERNS[name](), "PNG", compress_level=1), known, DEADLINE)
    except Unseeable as refused:
        answer = refused
    assert isinstance(answer, TooSlow) or (isinstance(answer, Seen) and answer.sightings.codes == ())
    assert pool.look(SHOWN).sightings.codes == READ


def test_labels_on_a_newspaper_are_read() -> None:
    page = newspaper()
    for place, code in enumerate(("FL:BP1", "FL:BP2", "FL:BP3")):
        left = 200 + 500 * place
        page[900:1074, left : left + 174] = label(code, pixels=6)[:, :, 0]
    assert sight(page, deadline=60.0).codes == (("FL:BP1", "FL:BP2", "FL:BP3"),)


@pytest.mark.parametrize("pitch", [0.93, 1.07, 1.3, 2.05])
def test_of_a_screen_with_moire_nothing_wrong_is_said(pitch: float) -> None:
    seen = sight(screen([["FL:BP1", "FL:BP2"]], pitch), frozenset({"FL:BP1", "FL:BP2", *OWN}), deadline=60.0)
    assert set(codes(seen)) <= {"FL:BP1", "FL:BP2"}
    assert seen.foreign == ()


@pytest.mark.parametrize("pitch", [1.3, 2.05])
def test_labels_on_a_screen_are_read_where_the_lens_softens_the_moire(pitch: float) -> None:
    soft = cv2.GaussianBlur(screen([["FL:BP1", "FL:BP2"]], pitch), (0, 0), 1)
    assert sight(soft, deadline=60.0).codes == (("FL:BP1", "FL:BP2"),)


# --- odd arrays -------------------------------------------------------------------------------------------------------

SHAPES = st.one_of(
    arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=40),
    st.tuples(st.integers(0, 90), st.integers(0, 90)),
    st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 5)),
)
DTYPES = st.one_of(
    st.sampled_from(["u1", "u2", ">u2", "u4", "u8", "?", "i1", "i2", "i4", "f2", "f4", "f8", "c8", "O", "M8[s]", "S3"]),
)


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_no_array_does_more_than_be_refused(data: st.DataObject) -> None:
    shape, dtype = data.draw(SHAPES), np.dtype(data.draw(DTYPES))
    chance = np.random.default_rng(data.draw(st.integers(0, 1000)))
    raw = chance.integers(0, 256, (*shape, dtype.itemsize), dtype=np.uint8)
    if dtype.kind == "O":
        pixels = raw[..., 0].astype(object)
    else:
        pixels = np.ascontiguousarray(raw).reshape(-1).view(dtype).reshape(shape) if raw.size else np.zeros(shape, dtype)
        if dtype.kind == "b":
            pixels = raw[..., 0] > 127
    try:
        assert codes(sight(pixels, data.draw(st.sampled_from([None, frozenset(), frozenset({"FL:BP1"})])))) == []
    except Unseeable as refused:
        assert str(refused)


PICTURE = table([["FL:BP1", "FL:BP2"], ["FL:BP3", "FL:BP4"]], (420, 320), turn=20, tilt=0.1).pixels


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_any_view_of_a_picture_is_read_or_not_and_nothing_wrong_is_said(data: st.DataObject) -> None:
    top, left = data.draw(st.integers(0, 310)), data.draw(st.integers(0, 410))
    pixels: Any = PICTURE[top : top + data.draw(st.integers(1, 320)), left : left + data.draw(st.integers(1, 420))]
    match data.draw(st.sampled_from(["turned", "grey", "deep", "clear", "sparse", "fortran", "fixed"])):
        case "turned":
            pixels = np.rot90(pixels, data.draw(st.integers(0, 3)))
        case "grey":
            pixels = pixels[:, :, 1]
        case "deep":
            pixels = pixels.astype(np.uint16) * 257
        case "clear":
            pixels = np.dstack([pixels, pixels[:, :, 0]])
        case "sparse":
            pixels = pixels[::2, ::2]
        case "fortran":
            pixels = np.asfortranarray(pixels)
        case "fixed":
            pixels = pixels.copy()
            pixels.flags.writeable = False
    before = pixels.copy()
    assert set(codes(sight(pixels))) <= {"FL:BP1", "FL:BP2", "FL:BP3", "FL:BP4"}
    assert (pixels == before).all()


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["JPEG", "HEIF"])
def test_a_picture_that_the_phone_held_sideways_is_read_upright(kind: str) -> None:
    upright = Image.fromarray(table([["FL:BP1", "FL:BP2"], ["FL:BP3", "FL:BP4"]], (800, 600)).pixels[:, :, ::-1])
    exif = Image.Exif()
    exif[0x0112] = 8
    seen = sight(saved(upright.transpose(Image.Transpose.ROTATE_270), kind, exif=exif.tobytes()))
    assert seen.codes == (("FL:BP1", "FL:BP2"), ("FL:BP3", "FL:BP4"))
    assert all(abs(sighting.angle) < 2 for sighting in seen)


def test_heic_which_opencv_cannot_open_is_read() -> None:
    data = saved(label("FL:BP7", pixels=6), "HEIF")
    assert cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) is None
    assert look(data).sightings.codes == READ


def claiming(kind: str, side: int) -> bytes:
    """A small file of *kind* whose head claims to be *side* pixels each way."""
    data = bytearray(saved(label("FL:BP7", pixels=2), kind))
    match kind:
        case "JPEG":
            here = data.index(b"\xff\xc0") + 5
            data[here : here + 4] = side.to_bytes(2, "big") * 2
        case "WEBP":
            data[20:20] = b"VP8X\x0a\0\0\0\0\0\0\0" + (side - 1).to_bytes(3, "little") * 2
            data[12:12] = data[20:38]
            del data[38:56]
            data[4:8] = (len(data) - 8).to_bytes(4, "little")
        case _:
            while (here := data.find(b"ispe", here + 1 if "here" in locals() else 0)) >= 0:
                data[here + 8 : here + 16] = side.to_bytes(4, "big") * 2
    return bytes(data)


@pytest.mark.parametrize(("kind", "side"), [("JPEG", 30_000), ("WEBP", 16_384), ("AVIF", 12_000)])
def test_a_head_that_claims_too_many_pixels_is_refused_before_any_is_decoded(kind: str, side: int) -> None:
    with pytest.raises(TooLarge, match="megapixels"):
        look(claiming(kind, side))


@pytest.mark.parametrize("kind", ["JPEG", "HEIF", "AVIF"])
def test_a_head_that_claims_what_the_rest_does_not_hold_does_no_harm(kind: str) -> None:
    for side in (7000, 30_000, 65_500):
        try:
            assert look(claiming(kind, side)).sightings.codes in ((), READ)
        except Unseeable as refused:
            assert str(refused)


def test_a_small_png_of_thirty_thousand_pixels_each_way_is_refused() -> None:
    rows = zlib.compressobj()
    data = b"".join(rows.compress(bytes(3751 * 1000)) for _ in range(30)) + rows.flush()
    head = struct.pack(">IIBBBBB", 30_000, 30_000, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
    file = b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
    assert len(file) < 120_000
    with pytest.raises(TooLarge, match="megapixels"):
        look(b"\x89PNG\r\n\x1a\n" + file)


def test_damaged_files_are_opened_or_refused_with_a_sentence() -> None:
    program = [sys.executable, "-m", "tests.scan.damage", ",".join(damage.KINDS), "200", "1"]
    ended = subprocess.run(program, cwd=HOUSE, capture_output=True, text=True, check=True)
    told = json.loads(ended.stdout)
    assert set(told) == set(damage.KINDS)
    for kind, counts in told.items():
        assert sum(counts.values()) == 200, kind
        assert counts["opened"] and counts["Damaged"], kind


@pytest.mark.parametrize("kind", damage.KINDS)
def test_a_damaged_file_shows_what_it_shows_or_nothing(kind: str, pool: Pool) -> None:
    for data in damage.mutants(kind, 12, 2):
        try:
            assert set(codes(pool.look(data).sightings)) <= {"FL:BP7"}
        except Unseeable as refused:
            assert str(refused)


# --- which labels -----------------------------------------------------------------------------------------------------


def test_the_same_label_at_two_places_is_two_sightings() -> None:
    scene = table([["FL:BP1", "FL:BP2", "FL:BP1"], ["FL:BP1", "FL:BP1", "FL:BP3"]], turn=15)
    for known in (None, frozenset({"FL:BP1", "FL:BP2", "FL:BP3"})):
        seen = sight(scene.pixels, known)
        assert seen.codes == scene.codes
        for sighting, (_, corners) in zip(seen, (one for row in scene.rows for one in row), strict=True):
            assert np.abs(np.array(sighting.corners) - corners).max() < 4


def soft(pixels: Any, module: float) -> Any:
    """*pixels* of labels of DRAWN pixels a module, as a camera far away sees them."""
    small = cv2.resize(pixels, None, fx=module / DRAWN, fy=module / DRAWN, interpolation=cv2.INTER_AREA)
    return np.clip(cv2.GaussianBlur(small, (0, 0), 0.6) + np.random.default_rng(1).normal(0, 4, small.shape), 0, 255).astype("u1")


def sheet(names: list[str], across: int) -> Any:
    """Labels side by side on a brown table."""
    drawn = [np.pad(label(name), ((DRAWN * 3,) * 2, (DRAWN * 3,) * 2, (0, 0)), constant_values=110) for name in names]
    return np.vstack([np.hstack(drawn[row : row + across]) for row in range(0, len(names), across)])


@pytest.mark.parametrize("module", [1.5, 2.0, 2.5, 4.0])
def test_a_label_of_another_tables_box_of_the_same_game_is_foreign_and_never_one_of_ours(module: float) -> None:
    seen = sight(soft(sheet(OTHERS[:24], 8), module), OWN, deadline=60.0)
    assert codes(seen) == []
    assert {one.code for one in seen.foreign} <= set(OTHERS)
    if module == 4:
        assert len(seen.foreign) == 24


def test_the_labels_of_two_boxes_on_one_table_are_told_apart() -> None:
    mixed = [name for pair in zip(sorted(OWN)[:12], OTHERS[:12], strict=True) for name in pair]
    seen = sight(soft(sheet(mixed, 6), 4), OWN, deadline=60.0)
    assert sorted(codes(seen)) == sorted(OWN)[:12]
    assert sorted(one.code for one in seen.foreign) == sorted(OTHERS[:12])


@pytest.mark.parametrize(("module", "known"), [(2.0, None), (2.0, OWN), (3.0, OWN), (8.0, None)])
def test_a_mirror_image_shows_nothing_wrong(module: float, known: frozenset[str] | None) -> None:
    names = sorted(OWN)[:2]
    seen = sight(cv2.flip(soft(sheet(names, 2), module), 1), known, deadline=60.0)
    assert set(codes(seen)) <= set(names)
    assert seen.foreign == ()
    for sighting in seen:  # who reads mirrored labels says where they are
        side = 35 * module
        middle = (1.5 - names.index(sighting.code)) * side, side / 2
        assert np.abs(np.array(sighting.centre) - middle).max() < side / 4


# --- for long, and at once --------------------------------------------------------------------------------------------


def test_four_threads_see_the_same_as_one() -> None:
    scenes = [table([[f"HB:{n}{i}" for i in range(3)]] * 2, (640, 480), turn=37 * n, tilt=0.2, seed=n).pixels for n in range(3)]
    alone = [sight(scene) for scene in scenes]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(sight, scenes * 4)) == alone * 4


def test_the_memory_of_the_process_stays_flat(pool: Pool) -> None:
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("nothing tells the memory of a process here")

    def resident() -> int:
        (pid,) = pool.pids
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096

    frames = [saved(table([[f"HB:{n}", "HB:B"]], (320, 240), turn=n).pixels) for n in range(15)]
    for frame in frames * 2:
        pool.look(frame)
    before, (process,) = resident(), pool.pids
    for frame in frames * 4:
        pool.look(frame)
    assert pool.pids == (process,)
    assert resident() - before < 8_000_000


PEAK = """
import io, sys
from PIL import Image
from companion.scan import photo

def peak():  # getrusage would tell that of the program that started this one
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(status["VmHWM"].split()[0]) * 1024

data = sys.stdin.buffer.read()
small = io.BytesIO()
Image.new("RGB", (8, 8)).save(small, "JPEG")
photo.keep(photo.load(small.getvalue()))  # the libraries have their memory now
before = peak()
photo.keep(photo.load(data))
print(peak() - before)
"""


def test_a_photo_is_opened_without_a_second_copy_of_its_colours() -> None:
    """12 megapixels in colour take 48 MB, in grey 12; of a JPEG the colours are never all there."""
    if not Path("/proc/self/status").exists():
        pytest.skip("nothing tells the memory of a process here")
    image = Image.new("RGB", (4000, 3000), "olive")
    for kind, most in (("JPEG", 75_000_000), ("PNG", 110_000_000)):
        data = saved(image, kind)
        used = subprocess.run([sys.executable, "-c", PEAK], cwd=HOUSE, input=data, capture_output=True, check=True).stdout
        assert 12_000_000 < int(used) < most
