"""Without the system libraries the scanner starts, does what it can, and says what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.scan import readers
from companion.scan.readers import lacking
from tests.scan.scenes import label, saved, table

HOUSE = Path(__file__).resolve().parents[2]


def run_without(missing: list[str], program: str, data: bytes, folder: Path) -> str:
    """What *program* prints where the modules *missing* fail to import, as they do without their system library."""
    for name in missing:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(
            'raise ImportError("lib: cannot open shared object file: No such file or directory")'
        )
    path = os.pathsep.join([str(folder), str(HOUSE)])
    ended = subprocess.run(
        [sys.executable, "-c", program],
        input=data,
        capture_output=True,
        check=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
    )
    return ended.stdout.decode()


LOOK = """
import sys
from companion.scan import Unseeable, look, readers
try:
    print(look(sys.stdin.buffer.read()).sightings.codes)
except Unseeable as refused:
    print(type(refused).__name__, refused)
print(readers())
"""


def test_everything_is_there() -> None:
    found = readers()
    assert found.opencv
    assert found.zbar
    assert found.heic
    assert lacking() == []


def test_without_libzbar_opencv_alone_reads(tmp_path: Path) -> None:
    rows = [["FL:BP1", "FL:BP2"], ["FL:BP3", "FL:BP4"]]
    told = run_without(["pyzbar"], LOOK, saved(table(rows, tilt=0.1, turn=90).pixels), tmp_path)
    assert told.startswith("(('FL:BP1', 'FL:BP2'), ('FL:BP3', 'FL:BP4'))")
    assert "zbar=False" in told


def test_without_what_opencv_needs_a_sentence_says_how_to_install_it(tmp_path: Path) -> None:
    told = run_without(["cv2"], LOOK, saved(label("FL:BP1"), "PNG"), tmp_path)
    assert told.startswith("NoReader")
    assert "apt install libgl1 libglib2.0-0" in told
    assert "opencv=False" in told


def test_without_pillow_heif_jpeg_is_read_and_heic_is_refused_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    assert run_without(["pillow_heif"], LOOK, saved(label("FL:BP1")), tmp_path / "one").startswith("(('FL:BP1',),)")
    told = run_without(["pillow_heif"], LOOK, saved(label("FL:BP1"), "HEIF"), tmp_path / "two")
    assert told.startswith("NotAPicture")
    assert "JPEG" in told


@pytest.mark.parametrize("missing", [["cv2"], ["pyzbar"], ["cv2", "pyzbar", "pillow_heif"]])
def test_what_is_missing_is_named_with_the_command_that_mends_it(missing: list[str], tmp_path: Path) -> None:
    program = "from companion.scan import lacking\nfor sentence, command in lacking(): print(sentence, '->', command)"
    told = run_without(missing, program, b"", tmp_path).splitlines()
    assert len(told) == len(missing)
    assert all("install" in line.split("->")[1] for line in told)


def test_the_size_limit_is_set_before_opencv_is_loaded() -> None:
    program = "import os; from companion.scan.readers import opencv; opencv(); print(os.environ['OPENCV_IO_MAX_IMAGE_PIXELS'])"
    ended = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True)
    assert int(ended.stdout) == 50_000_000
