"""Positions of Fire in the Library as a player would tell them: lines of notation from the deal on.

    g = game('''
        TABLE TurnCards {"cards": [3, 2]}
        Ben StartSaving {}
        TABLE Drew {"token": "BY"}
    ''')

`saves("Ben", "BY F")` and its like write the lines that come again and again.
"""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.games import fire
from companion.games.fire import Options, State
from companion.notation import write
from companion.rules import Ask, IllegalMove
from companion.table import Entry, Position, Ruling, Step, Strike, Table, enter, ledger, replay, spoken, who_and_move

FOLDER = Path(__file__).parents[2] / "companion/games/fire/box"
BOX = fire.read_box(FOLDER)


def box_with(tools="", cards="", library=""):
    """The default box with further rows of tools.csv and turn_cards.csv, or changed rows of library.csv (same first column)."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "box"
        shutil.copytree(FOLDER, folder)
        for name, rows in (("tools.csv", tools), ("turn_cards.csv", cards), ("library.csv", library)):
            told = list(csv.reader(line.strip() for line in rows.strip().splitlines()))
            kept = list(csv.reader((folder / name).read_text(encoding="utf-8").splitlines()))
            new = {row[0]: row for row in told}
            kept = [new.pop(row[0], row) for row in kept] + list(new.values())
            with (folder / name).open("w", newline="", encoding="utf-8") as out:
                csv.writer(out).writerows(kept)
        box = fire.read_box(folder)
        assert not [problem for problem in fire.check_box(box) if problem.error]
        return box


TOOLS = """
    21,any bag fire,2,1,saving,any,put_fire,,bag,,house,house
    22,any aside fire,2,1,saving,any,put_fire,,reserve,,house,house
    23,two off,2,1,saving,any,set_aside,2,any,,house,house
    24,fire off,2,1,saving,any,set_aside,1,fire,,house,house
    25,book off,2,1,saving,any,set_aside,1,book,,house,house
    26,two back,2,1,saving,any,back_to_bag,2,any,,house,house
    27,book back,2,1,saving,any,back_to_bag,1,book,,house,house
    28,fire walks,2,1,saving,any,move_token,,fire,,house,house
    29,book walks,2,1,saving,any,move_token,,book,,house,house
    30,three seen,2,1,saving,active,choose_of,3,,,house,house
    31,old fire off,2,1,spread,any,set_aside,1,fire,,house,house
    32,any two back,2,1,spread,any,back_to_bag,2,any,,house,house
    33,stop it,2,1,spread,any,back_to_bag,1,trigger,,house,house
    34,save one book,2,1,spread,any,back_to_bag,1,book,,house,house
    35,tool points,2,1,after_scoring,any,points,1,tool,,house,house
    36,fire points,2,1,after_scoring,any,points,2,fire,,house,house
    37,book points,2,1,after_scoring,any,points,1,book,,house,house
    38,risk points,2,1,after_scoring,any,points,2,risk,,house,house
    39,purple points,2,1,after_scoring,any,points,3,P,,house,house
    40,black points,2,1,after_scoring,any,points,3,B,,house,house
    41,yellow points,2,1,after_scoring,any,points,3,Y,,house,house
    42,white points,2,1,after_scoring,any,points,3,W,,house,house
    43,any again,2,1,after_scoring,any,again,,any,,house,house
    44,burn lowest,2,1,after_scoring,any,burn_section,,lowest,,house,house
    45,cool three,2,1,after_scoring,any,cool,3,,,house,house
    46,feed twenty,2,1,after_scoring,any,feed,20,,,house,house
    47,any set two off,2,1,spread,any,set_aside,2,any,,house,house
    48,order by hand,2,1,turn_order,any,by_hand,,,,house,house
    49,spread by hand,2,1,spread,any,by_hand,,,,house,house
    50,later by hand,2,1,after_scoring,any,by_hand,,,,house,house
    51,end two each,2,1,end,any,points,2,tool,,house,house
    52,five tools,2,1,after_scoring,active,take_tools,5,,,house,house
    53,saving trigger,2,1,saving,any,back_to_bag,1,trigger,,house,house
    54,flat by anyone,2,1,after_scoring,any,points,4,flat,,house,house
    55,two others,2,1,turn_order,any,swap_cards,,others,,house,house
    56,my own card,2,1,turn_order,any,swap_cards,,player,,house,house
    57,other saving hand,2,1,saving,other,by_hand,,,,house,house
    58,any book off,2,1,saving,any,back_to_bag,1,any,,house,house
    59,other burn lowest,2,1,after_scoring,other,burn_section,,lowest,,house,house
    60,any sand,2,1,spread,other,no_embers,,,,house,house
    61,fire two off,2,1,spread,active,set_aside,2,fire,,house,house
"""
"""Every effect with every `what` in every window that the default box does not have."""

EVERYTHING = box_with(TOOLS)


@dataclass(frozen=True)
class Told:
    """A game as far as it was told."""

    table: Table
    entries: tuple[Entry, ...]
    position: Position

    @property
    def state(self) -> State:
        return self.position.state

    def who(self, name):
        return name if name == "TABLE" else self.table.seats.index(name)

    def then(self, *texts) -> Told:
        """The game with these lines after it; every one must be legal."""
        state, entries, steps = self.position.state, list(self.entries), list(self.position.steps)
        for line in lines(*texts):
            who, move = who_and_move(line, self.table.seats, self.table.classes)
            entry = Entry(len(entries) + 1, fire.maker(state, move) if who is None else who, move)
            if isinstance(move, (Ruling, Strike)):
                entries.append(entry)
                position = replay(self.table, entries)
                assert position.problem is None, f"{line}: {position.problem}"
                state, steps = position.state, list(position.steps)
                continue
            try:
                after = fire.apply(state, entry.who, move)
            except IllegalMove as illegal:
                raise AssertionError(f"{line}: {illegal.rule}: {illegal}") from illegal
            steps.append(Step(entry.seq, entry.who, move, state, after))
            entries.append(entry)
            state = after
        return Told(self.table, tuple(entries), Position(state, tuple(steps), None))

    def refuses(self, line) -> Refusal:
        """The last line must be refused: by which rule, in which words (with names)."""
        (line,) = lines(line)
        who, move = who_and_move(line, self.table.seats, self.table.classes)
        with pytest.raises(IllegalMove) as caught:
            enter(self.table, self.entries, fire.maker(self.state, move) if who is None else who, move)
        assert caught.value.rule in fire.RULES
        return Refusal(caught.value.rule, spoken(caught.value.sentence, self.table.seats))

    def rule(self, line) -> str:
        return self.refuses(line).rule

    def allows(self, line) -> bool:
        (line,) = lines(line)
        who, move = who_and_move(line, self.table.seats, self.table.classes)
        try:
            fire.apply(self.state, fire.maker(self.state, move) if who is None else who, move)
        except IllegalMove:
            return False
        return True

    def acts(self) -> list[str]:
        """Whom the game waits for, by name."""
        return [self.table.name_of(who) for who in fire.to_act(self.state)]

    def legal(self, who=None):
        """Lines of what may be done, without Asks; only one's when named."""
        return [
            f"{self.table.name_of(maker)} {write(move)}"
            for maker, move in fire.legal_moves(self.state, None if who is None else self.who(who))
            if not isinstance(move, Ask)
        ]

    def asks(self, who=None):
        """(who, class, given, open) of the open choices."""
        return [
            (self.table.name_of(maker), move.move.__name__, dict(move.given), dict(move.open))
            for maker, move in fire.legal_moves(self.state, None if who is None else self.who(who))
            if isinstance(move, Ask)
        ]

    def lines(self):
        """The ledger: who, points, rule, entry."""
        return [
            (self.table.name_of(who), line.points, line.rule, at)
            for who, told in ledger(self.table, self.position).items()
            for line, at in told
        ]

    def hand(self, name):
        return self.state.hands[self.who(name)]


@dataclass(frozen=True)
class Refusal:
    rule: str
    words: str


def lines(*texts):
    """The lines of notation in the texts, without indentation, comments and blank lines."""
    return [line.strip() for text in texts for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]


def game(*texts, seats="Ana, Ben", box=BOX, **options) -> Told:
    """A game from the deal on: the lines played one after the other."""
    names = tuple(name.strip() for name in seats.split(","))
    table = Table("fire", fire, box, Options(**options), names)
    return Told(table, (), Position(table.setup(), (), None)).then(*texts)


# --- lines that come again and again ----------------------------------------------------------------------------------


def deal(*cards):
    return f'TABLE TurnCards {{"cards": [{", ".join(map(str, cards))}]}}'


def drew(tokens):
    return "\n".join(f'TABLE Drew {{"token": "{token}"}}' for token in tokens.split())


def saves(who, tokens=""):
    """Takes the bag; the table tells these tokens."""
    return f"{who} StartSaving {{}}\n{drew(tokens)}"


def choose(who, card):
    return f'{who} ChooseCard {{"card": {card}}}'


def from_deck(who, tool="?"):
    return f'{who} TakeTool {{"from": "deck", "tool": "{tool}"}}'


def from_market(who, tool="?"):
    return f'{who} TakeTool {{"from": "market", "tool": "{tool}"}}'


def plays(who, tool, *pick):
    picks = ", ".join(f'"{one}"' for one in pick)
    return f'{who} PlayTool {{"tool": "{tool}", "pick": [{picks}]}}'


def cheap_turn(who):
    """One white book, a stop, a tool from the deck: 1 point at the start."""
    return f"{saves(who, 'BW')}\n{who} Stop {{}}\n{from_deck(who)}\n{who} EndTurn {{}}"


def scored(who, tokens):
    """A whole saving up to the stop."""
    return f"{saves(who, tokens)}\n{who} Stop {{}}"


def tops(cards):
    """The piles set to these top cards, without a fire for it."""
    told = ", ".join(f'"{card}"' for card in cards.split())
    return f'TABLE Tops {{"cards": [{told}], "accept": true}}'


def by_hand(tokens="", points="", turn_cards="", tools=""):
    """A ByHand: `tokens` and `tools` as "piece from to, ...", `points` and `turn_cards` as JSON lists without brackets."""
    moved = [json.dumps([one.split() for one in text.split(",") if one.strip()]) for text in (tokens, tools)]
    return f'TABLE ByHand {{"tokens": {moved[0]}, "points": [{points}], "turn_cards": [{turn_cards}], "tools": {moved[1]}}}'


def ruling(*moves, text="so the table agreed"):
    return f"TABLE Ruling {json.dumps({'text': text, 'moves': list(moves)})}"


CHEAP = "\n".join([deal(1, 2), cheap_turn("Ana"), cheap_turn("Ben")])
"""Two players: "R1 cheap". Ana was at 1 point first; LW1 is gone, no icon."""

BEN_ON_2 = "\n".join([CHEAP, choose("Ana", 3), choose("Ben", 2)])
"""Round 2 of two players; Ben begins with card 2, Ana has card 3."""


def fires(n):
    """A ruling: n fires go from aside to the bag (negative: from the bag aside)."""
    way = "F reserve bag" if n > 0 else "F bag reserve"
    return ruling(by_hand(tokens=", ".join([way] * abs(n))))


# --- tools at work: every tool there can be is in the game, and may be played from round 1 ------------------------------

FREE = {"tools_in_first_round": True}


def ana_with_all(card, tokens="", *texts, **options):
    """Ana, the lone librarian, was dealt *card* and saves these tokens; every tool there can be is in the game."""
    return game(deal(card), saves("Ana", tokens), *texts, seats="Ana", box=EVERYTHING, **FREE | options)


def two(tokens="", *texts, cards=(1, 2), **options):
    """Ana on the lower card saves these tokens, Ben looks on."""
    return game(deal(*cards), saves("Ana", tokens), *texts, box=EVERYTHING, **FREE | options)


def after(tokens="BW", *texts, **options):
    """Ana stopped with these tokens on card 1 and took what tool was due."""
    g = two(tokens, "Ana Stop {}", **options)
    return (g.then(from_deck("Ana")) if g.state.phase == "reward" else g).then(*texts)


def nothing_left(g):
    """All tools of the deck by hand into Ben's hand."""
    return g.then(*[ruling(by_hand(tools="? deck hand1"))] * g.state.deck)
