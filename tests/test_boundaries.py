"""Who may import whom, seen from fresh interpreters; and no game is named outside games/."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parents[1]
EVERY_GAME = ("fire", "hardback", "mine", "bibliogamo", "trains")

RULES = {"companion", "companion.rules"}
GAMES_TOO = RULES | {"companion.drawing", "companion.games", "companion.surfaces"}
BESIDE_GAMES = GAMES_TOO | {"companion.notation", "companion.referee", "companion.forms"}
TABLES = BESIDE_GAMES | {"companion.table", "companion.record", "companion.practice", "companion.amend"}


def loaded_by(module: str) -> set[str]:
    """The modules that importing *module* loads in a new interpreter, those of the bare interpreter aside."""
    program = f"import sys; bare = set(sys.modules); import {module}; print(*sorted(set(sys.modules) - bare))"
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.split())


def foreign(modules: set[str]) -> set[str]:
    """Top names that are neither the standard library's nor ours."""
    return {name.partition(".")[0] for name in modules} - sys.stdlib_module_names - {"companion", "models"}


def ours(modules: set[str]) -> set[str]:
    """Our modules; those inside a game count as `companion.games`."""
    made = {name for name in modules if name.partition(".")[0] in ("companion", "models")}
    return {"companion.games" if name.startswith("companion.games.") else name for name in made}


def advices() -> list[str]:
    return [f"companion.games.{name}.advice" for name in GAMES if (ROOT / "companion/games" / name / "advice.py").exists()]


def test_what_a_sheet_is_made_of_stands_on_the_contract() -> None:
    modules = loaded_by("companion.drawing")
    assert ours(modules) == RULES | {"companion.drawing"}
    assert foreign(modules) == set()


def test_the_contract_stands_on_the_standard_library_alone() -> None:
    modules = loaded_by("companion.rules")
    assert ours(modules) == RULES
    assert foreign(modules) == set()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_knows_only_the_contract(name: str) -> None:
    modules = loaded_by(f"companion.games.{name}")
    assert ours(modules) <= GAMES_TOO
    assert foreign(modules) == set()
    assert f"companion.games.{name}.advice" not in modules, "advice asks the rules, and is never asked by them"


@pytest.mark.parametrize("name", advices())
def test_advice_adds_numpy_at_most(name: str) -> None:
    modules = loaded_by(name)
    assert ours(modules) <= GAMES_TOO
    assert foreign(modules) <= {"numpy"}


@pytest.mark.parametrize("name", ["notation", "referee", "forms"])
def test_what_stands_beside_the_games_knows_no_table(name: str) -> None:
    modules = loaded_by(f"companion.{name}")
    assert ours(modules) <= BESIDE_GAMES
    assert foreign(modules) == set()


@pytest.mark.parametrize("name", ["table", "record", "practice", "amend"])
def test_a_game_in_play_needs_no_library(name: str) -> None:
    modules = loaded_by(f"companion.{name}")
    assert ours(modules) <= TABLES
    assert foreign(modules) == set()


def test_boxes_and_labels_know_no_page_and_no_database() -> None:
    for name in ("boxes", "printing"):
        modules = loaded_by(f"companion.{name}")
        assert not foreign(modules) & {"flask", "werkzeug", "jinja2", "sqlalchemy", "sqlmodel"}
        assert not {module for module in ours(modules) if module.startswith(("companion.web", "models"))}


def test_the_rows_know_nobody() -> None:
    assert {name for name in ours(loaded_by("models")) if not name.startswith("models")} == set()


def test_the_scanner_knows_no_game_and_no_web() -> None:
    modules = loaded_by("companion.scan")
    assert {name for name in ours(modules) if not name.startswith("companion.scan")} <= RULES
    assert not foreign(modules) & {"flask", "werkzeug", "jinja2", "sqlalchemy", "sqlmodel"}


def test_the_command_line_starts_without_the_libraries() -> None:
    modules = loaded_by("companion.__main__")
    assert foreign(modules) <= {"click", "colorama"}
    assert "companion.games" not in ours(modules)


# --- no game is named outside games/ ----------------------------------------------------------------------------------


def sources() -> Iterator[Path]:
    for folder in ("companion", "models"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if (ROOT / "companion/games") not in file.parents:
                yield file


def in_a_game(module: str) -> bool:
    return re.match(rf"companion\.games\.({'|'.join(EVERY_GAME)})(\.|$)", module) is not None


def named_in(file: Path) -> set[tuple[int, str]]:
    """Where the program names a game: as a text of its own, or by importing it."""
    found: set[tuple[int, str]] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(text), lineno=line) if text in EVERY_GAME:
                found.add((line, text))
            case ast.ImportFrom(module="companion.games", names=names, lineno=line):
                found |= {(line, one.name) for one in names if one.name in EVERY_GAME}
            case ast.ImportFrom(module=str(module), lineno=line) if in_a_game(module):
                found.add((line, module))
            case ast.Import(names=names, lineno=line):
                found |= {(line, one.name) for one in names if in_a_game(one.name)}
    return found


def test_no_program_outside_games_names_a_game() -> None:
    named = {str(file.relative_to(ROOT)): named_in(file) for file in sources()}
    assert {file: places for file, places in named.items() if places} == {}


def test_no_page_decides_by_the_name_of_a_game() -> None:
    asks = re.compile(rf"""[=!]=\s*["']({"|".join(EVERY_GAME)})["']""")
    pages = [file for file in sorted((ROOT / "templates").rglob("*.html")) if not set(file.parts) & set(EVERY_GAME)]
    assert [str(file) for file in pages if asks.search(file.read_text(encoding="utf-8"))] == []


def test_naming_a_game_would_be_noticed(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text('from companion.games import fire\nif game == "fire":\n    import companion.games.fire.state\n')
    assert len(named_in(file)) == 3
