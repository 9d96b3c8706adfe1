"""What every version 1 symbol has in common, and what its modules say."""

from __future__ import annotations

import numpy as np
import pytest
import segno

from companion.scan.labels import symbol

CODES = ("FL:BP1", "GT:A7", "OM:9B-BR")


def test_a_symbol_has_21_modules_a_side_of_which_208_tell_what_it_says() -> None:
    assert symbol.FIXED.shape == (21, 21)
    assert (symbol.FIXED.sum(), symbol.FORMAT.sum(), symbol.DATA.sum()) == (203, 30, 208)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("mask", range(8))
def test_the_fixed_modules_and_one_of_the_formats_are_in_every_symbol(code: str, mask: int) -> None:
    modules = symbol.pattern(code, "h", mask)
    assert modules is not None
    assert (symbol.KNOWN[symbol.FIXED] == modules[symbol.FIXED]).all()
    assert (symbol.told(modules) == np.where(symbol.DATA, 0, modules)).all()


def test_masks_turn_the_modules_of_one_mask_into_those_of_another() -> None:
    plain = symbol.pattern("FL:BP1", "h", 0)
    assert plain is not None
    for mask in range(8):
        other = symbol.pattern("FL:BP1", "h", mask)
        assert other is not None
        assert (plain[symbol.DATA] * symbol.masks()[mask] == other[symbol.DATA]).all()


def test_a_label_is_printed_with_the_mask_that_segno_chooses() -> None:
    printed = segno.make("FL:BP1", error="h", micro=False, boost_error=False)
    modules = symbol.pattern("FL:BP1")
    assert modules is not None
    assert ((modules > 0) == np.array([[bool(module) for module in row] for row in printed.matrix])).all()


def test_a_text_too_long_for_version_1_has_no_pattern() -> None:
    assert symbol.pattern("FL:TOOLONG8") is None


@pytest.mark.parametrize("level", ["h", "q", "m", "l"])
def test_modules_say_their_text_whatever_the_finders_show(level: str) -> None:
    modules = symbol.pattern("FL:BP1", level)
    assert modules is not None
    hidden = modules.copy()
    hidden[:8, :8] = hidden[:8, 13:] = 1
    assert symbol.text(modules) == symbol.text(hidden) == "FL:BP1"


def test_eight_wrong_codewords_are_corrected_and_nine_are_not() -> None:
    modules = symbol.pattern("FL:BP1")
    assert modules is not None
    for count, said in ((8, "FL:BP1"), (9, None)):
        damaged = modules.copy()
        wrong = np.isin(symbol.codewords(), np.arange(0, 3 * count, 3) % 26)
        assert np.unique(symbol.codewords()[wrong]).size == count
        damaged[symbol.DATA] = np.where(wrong, -modules[symbol.DATA], modules[symbol.DATA])
        assert symbol.text(damaged) == said


def test_every_codeword_has_eight_modules() -> None:
    assert (np.bincount(symbol.codewords()) == 8).all()
    assert len(np.unique(symbol.codewords())) == 26


def test_a_mirror_image_is_known_by_its_format_and_says_nothing() -> None:
    random = np.random.default_rng(1)
    for code in CODES:
        for mask in range(8):
            modules = symbol.pattern(code, "h", mask)
            assert modules is not None
            seen = modules + random.normal(0, 0.4, modules.shape)
            assert not symbol.mirrored(seen)
            assert symbol.mirrored(seen.T)
            assert symbol.text(seen.T) is None
            assert not symbol.mirrored(0 * seen)
