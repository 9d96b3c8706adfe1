"""What a game is.

A game is a module that has the names of `Game` below. This file fixes what passes between a game and the rest of the
house: who acts, what a move may leave open, why a move is refused, what a score is made of. It imports the standard
library only, knows no language but English (sentences are templates that gettext translates elsewhere) and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, Protocol

TABLE: Final = "TABLE"
"""Who speaks when the physical table tells what came: the chance player."""

HIDDEN: Final = "?"
"""A piece that lies there but that nobody has shown."""

Who = int | str
"""A seat (numbered from 0 in the order of the seats) or TABLE."""

Participant = int | str
"""A seat, or the name of someone without a seat who plays too ("Robot 1")."""


# --- sentences --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name:
    """A place in a sentence where the name of a participant goes. Games know seats, not names."""

    who: Participant

    def __str__(self) -> str:
        return f"seat {self.who + 1}" if isinstance(self.who, int) else self.who


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that a player reads: an English template with `{named}` places, and the facts that fill them.

    The template is the message id for gettext. A fact is a text, a number, a Name, another Sentence, or a sequence of
    these (read as a list). With `many`, the fact `n` chooses between the singular `text` and the plural `many`.
    """

    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    many: str | None = None

    def __str__(self) -> str:
        """The English sentence, with "seat 1" for names."""
        template = self.text if self.many is None or self.facts["n"] == 1 else self.many
        return template.format(**{key: _plain(fact) for key, fact in self.facts.items()}) if self.facts else template

    def __hash__(self) -> int:
        # Facts that are no plain values are left to the comparison: what they hold may not have a hash.
        return hash((self.text, self.many, *(value for value in self.facts.values() if isinstance(value, (str, int)))))


def _plain(fact: Any) -> str:
    if isinstance(fact, (tuple, list)):
        return ", ".join(map(_plain, fact))
    return str(fact)


def say(text: str, /, **facts: Any) -> Sentence:
    """A sentence from its English template. The first argument is collected for translation."""
    return Sentence(text, facts)


def say_n(one: str, many: str, n: int, /, **facts: Any) -> Sentence:
    """A sentence that counts: `one` for n = 1, else `many`. Both are collected for translation.

    A fact `number` may say `n` in words; like `n` itself, a form that stands for one number may leave it out.
    """
    return Sentence(one, {"n": n, **facts}, many)


def N_(text: str) -> str:
    """Marks a text for translation where it stands as data (RULES, option help)."""
    return text


# --- moves that are refused or open -----------------------------------------------------------------------------------


class IllegalMove(Exception):
    """A move that breaks a rule: its id, the sentence for the players, and the facts it is about.

    `facts["since"]`, where given, tells of a state whether the reason holds in it: the table adds the entry that
    brought it about. `facts["ruling"]`, where given, are the moves that a Ruling could hold in place of this one.
    """

    def __init__(self, rule: str, text: str | Sentence, /, **facts: Any) -> None:
        self.rule = rule
        self.facts = facts
        self.sentence = text if isinstance(text, Sentence) else Sentence(text, facts)
        super().__init__(rule, self.sentence)

    def __str__(self) -> str:
        return str(self.sentence)


@dataclass(frozen=True, slots=True)
class Open:
    """What is left to choose in one field of an Ask.

    `choices` are the values it may have (for a field that is a list: its elements), or a Sentence that says what kind
    of value is wanted. `least` and `most` bound how many elements a list field takes; a plain field has 1 and 1.
    """

    choices: tuple[Any, ...] | Sentence
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Ask:
    """A family of legal moves where a choice is open. It promises at least one legal completion, not that each is."""

    move: type[Any]
    given: Mapping[str, Any]
    open: Mapping[str, Open]


# --- points -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """Points with a cause: the rule they come from and why, in words.

    `single`: one entry brought it about; a line that every entry may change (points for what is left at the end) has none.
    """

    points: int
    rule: str
    why: Sentence
    single: bool = True


Ledger = Mapping[Participant, tuple[Line, ...]]
"""Every participant's lines. A total is the sum of its lines."""


def total(lines: Iterable[Line]) -> int:
    return sum(line.points for line in lines)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winners (none when a solo game is lost) and the step that decided it."""

    winners: tuple[Participant, ...]
    why: Sentence


BY_TURN, A_TURN = say("Turn by turn."), say("Turn")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far everyone has come, where points do not tell it, or where they are better read turn by turn than entry by entry.

    `counted` says what the numbers count, as a heading ("Actions from an ascending line"); a number is None while it cannot be
    said. `turn`: how many turns have passed, in a game that tells progress within a turn too; of views with the same one the
    first is drawn. `points`: the numbers are points, so the books tell them as well.
    `along` says how the plot goes on, `step` what one of its steps is called: turns, where a game has no other name.
    """

    counted: Sentence
    numbers: Mapping[Participant, int | None]
    turn: int | None = None
    points: bool = False
    along: Sentence = BY_TURN
    step: Sentence = A_TURN


# --- past games -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """How pages read the rows of a game's `played`, of which there is one for each finished game; more points are better.

    `columns`: column -> what it is called, in the order of tables; `points`: the one with the points, whole numbers. `parts`:
    columns with numbers from 0 that add up to the points, stacked in a bar. `causes`: columns of whole numbers, against each of
    which the points are plotted. `kind`: a column with a text that is given before anyone moves (a card that was drawn); games
    with the same one share a strip. `kinds`: every text that the box has for it -> what it is called. `usual`: such a text ->
    the points that `usually` names (somebody's mean) in games with the box that came with the game; pages mark them on the strip.
    """

    columns: Mapping[str, Sentence]
    points: str = "points"
    parts: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    kind: str | None = None
    kinds: Mapping[str, Sentence] = field(default_factory=dict)
    usual: Mapping[str, float] = field(default_factory=dict)
    usually: Sentence | None = None
    by_seat: bool = False
    """Whether `played` tells a list, a row for each seat."""


# --- a game told as a story -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chapter:
    """A piece of the story: what it is about (days, a turn), its title, and its sentences in order.

    Whoever shows it begins each of these with a capital letter, whatever fact stands first in it.
    """

    heading: Sentence
    title: Sentence
    sentences: tuple[Sentence, ...]


# --- boxes ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Problem:
    """Something odd about a box. `row` is the line in the file, counted from 1 (the header); errors bar it from play."""

    file: str
    row: int | None
    column: str | None
    message: Sentence
    error: bool = True

    def __str__(self) -> str:
        place = ", ".join(
            part
            for part in (self.file, f"row {self.row}" if self.row else "", f"column {self.column}" if self.column else "")
            if part
        )
        return f"{place}: {self.message}"


class BadBox(Exception):
    """A box that cannot be read at all; says every problem found so far."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(map(str, problems)))


@dataclass(frozen=True, slots=True)
class Piece:
    """A physical piece that wears a label.

    `group` says which sheet it belongs to ("books"), `picture` is the id of its symbol in `static/NAME/pieces.svg`,
    `letter` the sign to know it by without colour, `text` what else its card says. `open`: it lies before everyone from the
    first minute on, so that seeing it tells no secret. `copies`: how many labels with this code a box needs, where things that
    must not be told apart wear the same one.
    """

    code: str
    name: Sentence
    group: Sentence
    picture: str
    letter: str
    text: Sentence | None = None
    open: bool = False
    copies: int = 1


# --- what owners add to a box -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """What must be told of a file that is added to a box: its short name, what a form calls it, an example, and whether it is
    answered by a tick ("yes", or nothing) instead of a line of text."""

    name: str
    title: Sentence
    hint: Sentence | None = None
    tick: bool = False


@dataclass(frozen=True, slots=True)
class Added:
    """What becomes of a box: the files that are new or change, by their path in its folder, and what was done, in sentences."""

    files: Mapping[str, bytes]
    said: tuple[Sentence, ...]


@dataclass(frozen=True)
class Addition:
    """A kind of file that owners may add to a box of theirs.

    `add(folder, told, data)` makes it part of the box in *folder*, which has no errors: *told* has a text for each of `asks`,
    *data* is the file as it was sent, at most `most_bytes` and one more. It writes nothing itself. Raises CannotAdd. `accept`
    are the endings of such files. `of_colours`: the file is a CSV table with the columns class, L, a, b, so that a photograph of
    one of the game's `surfaces` may be sent instead.
    """

    title: Sentence
    about: Sentence
    accept: tuple[str, ...]
    most_bytes: int
    asks: tuple[Asked, ...]
    add: Callable[[Path, Mapping[str, str], bytes], Added]
    of_colours: bool = False


class CannotAdd(Exception):
    """A file that cannot be added to a box: why, and which of the things asked for it is about (None: the file)."""

    def __init__(self, sentence: Sentence, asked: str | None = None) -> None:
        self.sentence = sentence
        self.asked = asked
        super().__init__(str(sentence))


# --- what the scanner saw, told to a game -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where a label lies on a photograph, in its pixels, from the left and from the top.

    `x`, `y`: its centre. `side`: the edge of its code. `angle`: degrees by which it is turned clockwise, -180 up to 180; 0 is
    upright. What lies straight on the table may lie aslant on the photograph, so compare places with those beside them.
    """

    x: float
    y: float
    side: float
    angle: float


@dataclass(frozen=True, slots=True)
class Label:
    """A label that was seen: its code without the game's prefix, and where; `place` is None when it was typed or tapped in."""

    code: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a photograph may mean: moves in order, each with who makes it, to be confirmed together.

    `refused` instead of moves says that the sight itself contradicts the game ("the third space holds BP2, not BW1");
    `note` is a thing worth saying that is no move ("still there").

    With `refused`, `agrees` tells of a state whether it is as the sight shows: the table then looks for an entry that was
    told wrongly, or left out, and proposes the correction. `mistaken` helps: the code that was seen -> the code that the
    state has in its place.

    Where people must say something that no photograph shows (a letter, whose these are), the meanings that it could have share
    a `question`, and `answer` is what each of them says, for short. None: not to be taken as it stands, but to be completed by
    whoever is asked.
    """

    moves: tuple[tuple[Who, Any], ...] = ()
    refused: IllegalMove | None = None
    note: Sentence | None = None
    question: Sentence | None = None
    answer: Sentence | None = None
    agrees: Callable[[Any], bool] | None = None
    mistaken: Mapping[str, str] = field(default_factory=dict)


# --- a board that was read from a photograph --------------------------------------------------------------------------


@dataclass(frozen=True)
class BoardSeen:
    """A board of the game's `surfaces` on a photograph, and what people said of it.

    `cells`: each cell -> its class, None where it cannot be told; `likely`: such a cell -> what may be there, likeliest first.
    `said`: key of a Query -> the value of the answer that people gave, which may be any text.
    """

    name: str
    cells: Mapping[str, str | None]
    likely: Mapping[str, Sequence[str]] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mark:
    """How a class of a cell is shown: its name, the sign that tells it without colour ("": nothing lies there), and the id of
    its symbol in `static/NAME/pieces.svg`."""

    name: Sentence
    letter: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing that lies on a board. `off`: why it does not count, for short; `rule`: by which rule."""

    name: Sentence
    cells: tuple[str, ...]
    off: Sentence | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a Query: its value as it goes into an address, what it is called, and what to draw it by: sets of cells,
    or the id of a symbol in `static/NAME/pieces.svg`."""

    value: str
    name: Sentence
    parts: tuple[tuple[str, ...], ...] = ()
    picture: str = ""


@dataclass(frozen=True)
class Query:
    """Something about a board that its picture does not show.

    `key` names it in an address. `cells`: those in question, which a tap may put right. `said`: the answer that holds ("": none).
    `how`: "pressing", without an answer nothing is proposed; "open", it may be left as it is; "folded", it rarely matters.
    """

    key: str
    text: Sentence
    answers: tuple[Answer, ...] = ()
    cells: tuple[str, ...] = ()
    said: str = ""
    how: Literal["pressing", "open", "folded"] = "pressing"


@dataclass(frozen=True)
class Laying:
    """What a board that was read means. `marks`: class -> how it is shown; `lying`: what lies there, as far as it is known;
    `sums`: what it comes to, in a sentence; `likely`: as that of the BoardSeen, where the game knows better. `by_hand`: what the
    address of the table asks for where it is tapped in, beginning with what was read; None: there it cannot be tapped in now."""

    marks: Mapping[str, Mark]
    meanings: tuple[Meaning, ...] = ()
    lying: tuple[Lying, ...] = ()
    queries: tuple[Query, ...] = ()
    sums: Sentence | None = None
    likely: Mapping[str, Sequence[str]] = field(default_factory=dict)
    by_hand: Mapping[str, Sequence[str]] | None = None


# --- a game -----------------------------------------------------------------------------------------------------------


class Game(Protocol):
    """The names a game module has. States, moves and boxes are its own frozen dataclasses.

    A field of a move may say in its metadata whose it is: `by` is "seat" for the number of a seat (one that nobody has is
    then unreadable), "seats" or "participants" for a list with a value for each; with `subject` it is that seat's move, also
    when the table tells it. `called` has for texts of the field what players call them. `code`, of a field that holds pieces by
    number, is the function from that number to the code on the label; a text is its own code. `shape`, of a field with texts,
    is the regular expression that each of them matches whole, and `expected` the Sentence that names what does: what has
    another shape is unreadable. What `veil` puts in place of a text has that shape too. `capitals`: what people type into a list
    of texts may be in small letters; it is read in capitals.

    Names that a game may have too, and that the house looks for:

    - `WORDS`: class of move, field, `Class.field`, or `Options.option.value` -> what players call it (read by `forms`);
    - `CHAPTERS`: heading -> RULES below it, for pages;
    - `option_values(box) -> {option: {value: what to call it}}`: of options whose values lie in the box;
    - `ADDITIONS`: short name -> Addition, what owners may add to a box (read by `boxes`);
    - `rows(state, labels) -> rows`: the labels of a photograph in the rows in which the pieces lie, where these are not the rows
      of their labels; each label in one of them, in reading order;
    - `surfaces(box) -> {name: surfaces.Surface}`: what is printed on the boards that are read from a photograph, cell by cell;
      and `laid(state, who, board, rows) -> Laying | None`: what such a board, a BoardSeen, means now that *who*'s phone has seen
      it with these labels, in rows as `meanings` gets them. None: nothing that the labels do not say already;
    - `leanings(state, seat) -> [(move or Ask, weight)]`: the seat's legal moves with positive whole weights, by which
      `practice` draws where equal chances would take too long to come to an end;
    - `diary(box, options, moves) -> sequence of Chapter`: the game told as a story, for the journal's page, one to print and
      `replay`. *moves* are those that stand (struck entries are not told), in order, each with the text of the Ruling that it
      belongs to, or None; for a Ruling that moves nothing the move is None. Everybody may read it: it tells no secret;
    - `SOURCES`: rule id of a ledger line -> what points by it are called, in the order of a stacked bar; ids that are called the
      same are one part of it. Without it the sentence of the rule stands for its points (read by plots);
    - `played(state) -> {column: value}`: a finished game as a flat row of texts, numbers, truth and None, each column a short
      name in small letters, or a list of such rows, one for each seat; and `PLAYED(box) -> Played`, which says how to read
      them. A game with both has a page of past games, and a file of them (read by `past`);
    - a module `advice` in its package, with `advise(view, *, seat, names, quick=False) -> dict`: odds and the best moves for
      *seat* (None: the screen everyone sees) as JSON, from its view; *names* are the people's; *quick* leaves out what
      takes longer than a blink. It asks the rules, they never ask it. Of a game in which points tell nothing before the end,
      or more by turn than by entry, it may have `progress(view) -> Progress | None` too, which plots draw instead, a step a
      turn: None within a turn, and before the first, or with the number of the `turn`;
    - in that module, `Wanted`, a frozen dataclass of what the seat that asks may set, each field with a default: then `advise`
      takes `wanted` too, None for the command line. A field is a tick (bool), one of some values, or a number. Its metadata has
      `help` (what a form calls it) and, as it needs them: `values`, those that there are, or a function (view, seat) -> values;
      `least`, `most` and `decimals` of a number, which is a Fraction or a whole one; `once`: it is asked anew each time. The
      others are remembered for the seat, and what is advised on the board follows them;
    - in that module, `AFTERWARDS`, true where it has something to say when the game is over too; and `FIRST_SEAT`, true where
      the command line speaks to the first seat when it is told no other, and not to whoever is to act;
    - in that module, `withheld(view, *, practice) -> Sentence | None`: why the pages of this table give no advice;
    - a template `NAME/advised.html` beside it, which shows in full what `advise` says (companion/web/advice.py);
    - `sheets(box, what, language) -> sequence of drawing.Page`: the pages to print, in order, for *what* of "labels", "cards" and
      "all" (the whole game, to print and play); names that the box has in this language are in it, the rest is translated when it
      is drawn. A game without it is printed as sheets of labels for its PIECES (read by `printing`);
    - of a box, `size_mm`, the width in which its labels suit the pieces, and `place`, where on a piece they are stuck (read by
      `printing`).
    """

    TITLE: str
    SEATS: range
    PREFIX: str
    RULES: Mapping[str, str]
    MOVES: tuple[type[Any], ...]
    PRACTICE: tuple[Mapping[str, Any], ...]
    """Options that a practice table needs, more and more of them: it takes the first that `setup` does not refuse. Of so many
    seats as there may be, each can play with one of them."""

    @property
    def Options(self) -> type[Any]: ...

    def read_box(self, folder: Path) -> Any:
        """The box in *folder*, which may be gone afterwards. Raises BadBox when a file, a column or a value cannot be read."""

    def check_box(self, box: Any) -> list[Problem]:
        """What is odd about a box that could be read: errors bar it from play, warnings are shown."""

    def PIECES(self, box: Any) -> Mapping[str, Piece]:
        """Every piece that wears a label, by its code without the prefix."""

    def setup(self, box: Any, seats: int, options: Any) -> Any:
        """The state before anyone has moved. Raises IllegalMove when so many cannot play with these options."""

    def to_act(self, state: Any) -> tuple[Who, ...]:
        """Whom the game waits for, in seat order, then TABLE; empty when it is over."""

    def legal_moves(self, state: Any, who: Who | None = None) -> list[tuple[Who, Any]]:
        """What may be done now: (who, move or Ask); only *who*'s when given."""

    def apply(self, state: Any, who: Who, move: Any, *, ruling: bool = False) -> Any:
        """The state after the move, or IllegalMove. `ruling`: the table agreed to it (a Ruling)."""

    def maker(self, state: Any, move: Any) -> Who:
        """Who makes this move when nobody says so."""

    def score(self, state: Any) -> Ledger:
        """What it would be if the game stopped now."""

    def outcome(self, state: Any) -> Outcome | None:
        """Who won and why, or None while the game goes on."""

    def view(self, state: Any, seat: int | None) -> Any:
        """The state as *seat* may know it; None is the screen everyone sees."""

    def veil(self, state: Any, who: Who, move: Any, seat: int | None) -> Any:
        """*who*'s earlier move as *seat* may read it now."""

    def chance(self, state: Any) -> list[tuple[Any, int]] | Ask:
        """TABLE's moves with integer weights, or an Ask whose completions are equally likely."""

    def tell(self, move: Any, names: Mapping[Any, Any]) -> Sentence:
        """The move as a sentence without its subject. `names`: seats and piece codes -> what to call them."""

    def meanings(self, state: Any, who: Who | None, rows: Sequence[Sequence[Label]]) -> list[Meaning]:
        """What these labels, seen in rows in reading order by *who*'s phone, may mean now; `apply` judges them later."""

    def hands(self, before: Any, who: Who, move: Any) -> tuple[Sentence, ...]:
        """What hands must do on the real table to follow this legal move."""
