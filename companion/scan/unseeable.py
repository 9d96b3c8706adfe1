"""Why a picture could not be looked at: one exception type for each reason, each with a sentence for people."""

from __future__ import annotations

from companion.rules import Sentence


class Unseeable(Exception):
    """A picture that could not be looked at. `sentence` says why and what to do."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))

    def __str__(self) -> str:
        return str(self.sentence)


class NotAPicture(Unseeable):
    """Empty, or of no kind that is read here, whatever its name says."""


class Damaged(Unseeable):
    """A picture of a known kind whose bytes end early or contradict themselves."""


class TooLarge(Unseeable):
    """More bytes or more pixels than are looked at."""


class TooSlow(Unseeable):
    """Looking took longer than the deadline and was stopped."""


class Busy(Unseeable):
    """Other pictures are being looked at, and this one has waited long enough."""


class Broken(Unseeable):
    """The process that looks at pictures died over this one, or cannot be started."""


class NoReader(Unseeable):
    """A system library is missing; the sentence has the command that installs it."""
