"""Recognises a label among those that may be there, where too little is seen of it to correct its errors.

Each known code is a hypothesis for the 208 modules that tell labels apart; what was seen of them gives its log-likelihood
against the hypothesis that every module is as likely dark as light. Under that hypothesis the chance that a given code
reaches T is at most exp(-T) (Markov's inequality: the expectation of a likelihood ratio is 1), so that a symbol that is none
of `n` codes under `8` masks is taken for one with a chance of at most 8 n exp(-LEAST).
"""

from __future__ import annotations

import math
from collections.abc import Set
from functools import lru_cache
from typing import Any

import numpy as np

from companion.scan.labels import symbol

LEAST = 25.0
"""Nats by which a code must be likelier than chance. For a box of 200 codes: 2e-8 false matches a foreign symbol at most."""

APART = 12.0
"""Nats by which it must be likelier than every other code that is known: exp(-12) is 6e-6."""

CAP = 2.0
"""How much one module may say at most: one that a thumb or glare hides may say the contrary, and say it loudly."""


def match(values: Any, known: Set[str]) -> tuple[str, float] | None:
    """The code among *known* that the modules' *values* (21 x 21, half log-likelihood ratios) show, and how sure; or None.

    How sure: the code's share of the likelihood of all known codes and of chance.
    """
    codes, patterns = _patterns(frozenset(known))
    if not codes:
        return None
    seen = values[symbol.DATA].clip(-CAP, CAP).astype(np.float32)
    likely = (patterns @ seen).reshape(len(codes), -1).max(axis=1) - float(np.log(np.cosh(seen)).sum())
    best = int(likely.argmax())
    most = float(likely[best])
    others = np.delete(likely, best)
    if most < LEAST or (len(others) and most - float(others.max()) < APART):
        return None
    against = float(np.exp(others.astype(float) - most).sum()) + math.exp(-most)
    return codes[best], 1 / (1 + against)


@lru_cache(maxsize=8)
def _patterns(known: frozenset[str]) -> tuple[tuple[str, ...], Any]:
    """The codes that fit a label, and their DATA modules under each mask: 8 n x 208."""
    patterns = {code: pattern for code in sorted(known) if (pattern := _pattern(code)) is not None}
    if not patterns:
        return (), None
    plain = np.stack([*patterns.values()])
    return tuple(patterns), (plain[:, None, :] * symbol.masks()).reshape(-1, plain.shape[1]).astype(np.float32)


@lru_cache(maxsize=4096)
def _pattern(code: str) -> Any | None:
    """The DATA modules of *code* under mask 0, or None when it is too long."""
    modules = symbol.pattern(code, mask=0)
    return None if modules is None else modules[symbol.DATA]
