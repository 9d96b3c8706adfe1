"""Labels recognised among those that are known: seldom missed, never mistaken."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bench.rendered import strangers
from companion.scan.labels import closed, symbol

FIRE = frozenset(f"FL:{letter}{colour}{number}" for letter in "BL" for colour in "PWYB" for number in range(1, 13))


def seen(code: str, wrong: float, rng: np.random.Generator, sure: float = 4.0, mask: int | None = None) -> np.ndarray:
    """What is told of *code*'s modules when a share of them is *wrong*, each told equally surely."""
    modules = symbol.pattern(code, mask=mask)
    assert modules is not None
    values = modules * sure
    count = round(wrong * 208)
    places = rng.permutation(208)[:count]
    told = values[symbol.DATA].copy()
    told[places] *= -1
    values[symbol.DATA] = told
    return np.asarray(values)


@pytest.mark.parametrize("mask", range(8))
def test_a_known_label_is_recognised_under_every_mask(mask: int) -> None:
    matched = closed.match(seen("FL:BP7", 0, np.random.default_rng(1), mask=mask), FIRE)
    assert matched is not None
    assert matched[0] == "FL:BP7"
    assert matched[1] > 1 - 1e-9


def test_a_label_with_more_errors_than_can_be_corrected_is_recognised() -> None:
    random = np.random.default_rng(2)
    for code in sorted(FIRE)[:20]:
        values = seen(code, 0.12, random)
        assert symbol.text(values) is None
        matched = closed.match(values, FIRE)
        assert matched is not None
        assert matched[0] == code


def test_no_label_of_any_other_box_is_taken_for_one_that_is_known() -> None:
    """Each told without an error, and with as many as a poor picture has. `bench/scan.py` has 5,000 in pictures."""
    random = np.random.default_rng(3)
    for code in strangers(FIRE, "FL", 300, random):
        for wrong, sure in ((0.0, 4.0), (0.15, 0.8)):
            assert closed.match(seen(code, wrong, random, sure), FIRE) is None, code


def test_modules_told_at_random_match_no_code_as_the_bound_says() -> None:
    """8 n exp(-LEAST) is 2e-8 for a hundred codes; at a threshold of 6 nats it is near 1, and far fewer reach even that."""
    random = np.random.default_rng(4)
    _, patterns = closed._patterns(FIRE)
    most = []
    for _ in range(500):
        told = np.clip(random.normal(0, 1, 208), -closed.CAP, closed.CAP).astype(np.float32)
        most.append(float((patterns @ told).max() - np.log(np.cosh(told)).sum()))
    for nats in (0.0, 2.0, 4.0, 6.0):
        assert np.mean(np.array(most) >= nats) <= 8 * len(FIRE) * math.exp(-nats)
    assert max(most) < closed.LEAST / 2


def test_modules_that_say_nothing_match_nothing() -> None:
    assert closed.match(np.zeros((21, 21), np.float32), FIRE) is None


def test_nothing_is_recognised_where_nothing_is_known_or_fits_a_label() -> None:
    values = seen("FL:BP7", 0, np.random.default_rng(5))
    assert closed.match(values, frozenset()) is None
    assert closed.match(values, frozenset({"FL:MUCHTOOLONG"})) is None


def test_one_module_says_only_so_much() -> None:
    """Under a thumb modules say the contrary, and loudly: a twentieth of a label does not outweigh the rest."""
    values = seen("FL:BP7", 0.0, np.random.default_rng(6))
    values[14:19, 14:19] = 60.0
    matched = closed.match(values, FIRE)
    assert matched is not None
    assert matched[0] == "FL:BP7"
