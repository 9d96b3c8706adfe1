"""Positions of Hardback as they lie on the table, and games as a player would tell them.

    g = position("D-M4 A-S1 N-M7")
    g.then('Word {"cards": ["D-M4", "E=A-S1", "N-M7"]}', END)

`game(...)` begins before the setup; `position(...)` in the middle of the game: Ana is to spell unless *phase* says otherwise,
and every word stands unless a *dictionary* is named.
"""

from __future__ import annotations

import dataclasses
import json
import random
from dataclasses import replace
from pathlib import Path

from companion import practice
from companion.games import hardback
from companion.games.hardback import Options, State
from companion.games.hardback.benefits import closed, gains
from companion.games.hardback.knowledge import candidates, hidden_places, in_offer_deck, unseen
from companion.games.hardback.state import Player, setup, with_player
from companion.games.hardback.words import WordList
from companion.rules import Ask, total
from companion.table import Entry, Table, replay
from tests.games import told

FOLDER = Path(hardback.__file__).parent / "box"
LISTED = """
    aa ad ae ai al am an ar as at ax ay ba be bi bo by da do ed ef el em en er es ex fa go ha he hi ho id if in io is it ja jo ka
    ki la li lo ma me mi mu my na ne no nu od oe of oh om on op or os ow ox oy pa pe pi qi re sh si so ta te ti to uh um un up us
    ut we wo xi ya ye yo za ace ant ape are art ate ear eat eel eli end era ice ill inn ire its lad led lea let lie lip lit men
    net nit oil one ore owl pan pea pen pie pin rat red rib rim rip rod sea see set shy sin sip sir sit sly son sty tan tap tar
    tea ten tie tin tip ton top tri use vet vie wan war was wet win wit zip dale dare date deal dear east idea lain land lane last
    late lean lest life like lime line lint lion list lite live mail main male mane mast meal mean meat mine name near neat nest
    nice nine note oats pain pale past peal pear peas pine plan rail rain rate real rein rent rest rice ride rile rise rite role
    rose ruin sail sale salt sane sate seal seat sent silt site slat slit snail spin stain star stem stir tail tale tall tame
    tear tile time tire toil tone trail train treat trial trim vain vine wait wine wise least steal stale slate tales alter learn
    renal inert inter liter tiler saint satin snare sneer rinse risen siren liner linen inlet elite tease eaten stare tears rates
    aster arise raise alien aline liane entail retail retain nastier antlers entails salient latrines equals
"""
"""Words enough for whole games with a list; the shipped lists are tested by themselves."""
WORDS = WordList.of(LISTED.split(), "en", "a short list", "1")
BOX = dataclasses.replace(
    hardback.read_box(FOLDER), lists={"en": WORDS, "es": WordList.of(["ano", "año", "si"], "es", "una", "2")}
)
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva")
CLASSES = Table("hardback", hardback, BOX, Options(), NAMES).classes
ROW = "C-A3 I-M3 E-R2 S-H7 V-A2 U-H6 F-M2"
"""An offer row in which nothing can be emptied: two cards cost 6 or more."""


def codes(text):
    return tuple(text.split())


class Told(told.Told):
    """A game as far as it was told."""

    game, names, classes = hardback, NAMES, CLASSES
    state: State

    @property
    def seats(self):
        return NAMES[: len(self.state.players)]

    def holds(self) -> None:
        check(self.state)

    def player(self, name="Ana") -> Player:
        return self.state.players[NAMES.index(name)]

    def gains(self) -> tuple[int, int]:
        """(coins, prestige) of the word as it lies."""
        coins, lines = gains(self.state)
        return coins, total(lines)

    def closes(self) -> tuple[int, int]:
        """(coins, prestige) once the benefits are closed."""
        after = closed(self.state)
        seat = self.state.turn
        return after.coins, after.players[seat].prestige - self.state.players[seat].prestige

    def asks(self, kind=None):
        """The open choices, each once."""
        moves = [move for _, move in hardback.legal_moves(self.state) if isinstance(move, Ask)]
        return [move for at, move in enumerate(moves) if move not in moves[:at] and kind in (None, move.move.__name__)]

    def lines(self, name="Ana"):
        who = NAMES.index(name) if name in NAMES else name
        return [(line.points, line.rule) for line in hardback.score(self.state)[who]]

    def winners(self):
        outcome = hardback.outcome(self.state)
        return None if outcome is None else [NAMES[who] if isinstance(who, int) else who for who in outcome.winners]


def check(state: State) -> None:
    """Every card is in one place, and what nobody has named fills the places that nobody has seen."""
    box, options = state.box, state.options
    owned = [card for one in state.players for card in one.owned]
    offers = [card for card in state.row if card is not None]
    offers += [*state.removed, *(one.jail for one in state.players if one.jail), *in_offer_deck(state)]
    assert len(set(owned)) == len(owned)
    assert sorted(offers + [card for card in owned if not box.card[card].starter]) == sorted(box.offer(options.edition))
    assert state.deck == len(in_offer_deck(state))
    assert sorted(state.row_order) == sorted(card for card in state.row if card is not None)
    starters = [card for card in owned if box.card[card].starter]
    told = sum(one.set is not None for one in state.players)
    unknown = sum(one.unseen_starters for one in state.players)
    assert not told or len(starters) + unknown + len(state.gone) == 10 * told, "positions have no sets"
    assert not set(state.gone) & set(owned)
    assert len(hardback.knowledge.free_starters(state)) >= unknown
    for seat, one in enumerate(state.players):
        hidden = sum(hidden_places(state, seat).values())
        assert len(unseen(state, seat)) + one.unseen_starters == hidden, f"{unseen(state, seat)} {hidden_places(state, seat)}"
        assert len(one.owned) + one.unseen_starters == one.draw + deck_outside(state, seat)
        assert min(one.ink, one.remover, one.prestige, one.draw) >= 0
        assert len(one.top) <= one.draw
        assert len(candidates(state, seat)) >= hidden
        assert not hidden_places(state, seat)["hand"] or one.hand
    assert state.coins >= 0
    assert state.coins == 0 or state.phase == "buy"
    assert (state.phase == "over") == (state.outcome is not None)


def deck_outside(state: State, seat: int) -> int:
    """How many cards of the seat's deck lie outside its draw pile."""
    one = state.players[seat]
    n = sum(map(len, (one.hand, one.inked, one.discard, one.timeless)))
    if state.word is not None and state.turn == seat:
        n += len(state.word.looked)
        n += sum(tile.source != "classic" and tile.card not in state.word.trashed for tile in state.word.tiles)
    return n


# --- games and positions ----------------------------------------------------------------------------------------------


def game(*texts, seats=2, box=BOX, **options) -> Told:
    """A game from the setup on: the lines played one after the other."""
    return Told(setup(box, seats, Options(**{"dictionary": "none", **options}))).then(*texts)


def deck(hand="", *, inked="", pile="", discard="", timeless="", top="", hidden=0, unseen_starters=0, **more) -> Player:
    """A seat's cards: known ones, and a draw *pile* of cards that nobody has seen; *hidden* of them are in hand."""
    known = (*codes(hand), *codes(inked), *codes(discard), *codes(timeless), *codes(top))
    owned = (*known, *codes(pile))
    return Player(
        owned=owned,
        unseen_starters=unseen_starters,
        hand=codes(hand) + ("?",) * hidden,
        inked=codes(inked),
        draw=len(codes(top)) + len(codes(pile)) + unseen_starters - hidden,
        top=codes(top),
        discard=codes(discard),
        timeless=codes(timeless),
        **more,
    )


BEN = "A-S2 E-S2 I-S2 L-S2 N-S2 R-S2 S-S2 T-S2 H-S U-S"
CLEO = "A-S3 E-S3 I-S3 L-S3 N-S3 R-S3 S-S3 T-S3 C-S G-S"


def position(
    hand="",
    *,
    row=ROW,
    seats=2,
    first="Ana",
    ben=None,
    cleo=None,
    removed="",
    gone="",
    words=(),
    box=BOX,
    state=None,
    inked="",
    pile="",
    discard="",
    timeless="",
    top="",
    hidden=0,
    unseen_starters=0,
    mine=None,
    **options,
) -> Told:
    """Ana is to spell. *ben* and *cleo*: what `deck` takes for them, else ten hidden starters; *mine*: Ana's tokens and so on."""
    cards = {
        "inked": inked,
        "pile": pile,
        "discard": discard,
        "timeless": timeless,
        "top": top,
        "hidden": hidden,
        "unseen_starters": unseen_starters,
    }
    made = setup(box, seats, Options(**{"dictionary": "none", **options}))
    others = [{"pile": BEN, "hidden": 5} | (ben or {}), {"pile": CLEO, "hidden": 5} | (cleo or {})]
    players = [deck(hand, **cards, **(mine or {})), *(deck(**one) for one in others)][:seats]
    taken = {card for one in players for card in (*one.owned, one.jail)}
    cards_of_row = [None if card == "-" else card for card in codes(row)]
    assert not taken & set(codes(row))
    made = dataclasses.replace(
        made,
        phase="word",
        turn=0,
        first=NAMES.index(first),
        asks=(),
        row=tuple(cards_of_row),
        row_order=tuple(card for card in cards_of_row if card is not None),
        removed=codes(removed),
        gone=codes(gone),
        words=tuple(words),
        players=tuple(players),
        **(state or {}),
    )
    return Told(replace(made, deck=len(in_offer_deck(made))))


def with_seat(told: Told, name, **changes) -> Told:
    return Told(with_player(told.state, NAMES.index(name), **changes))


# --- lines that come again and again ----------------------------------------------------------------------------------

END = "EndTurn {}"
SKIP = "Skip {}"
STARTERS = {
    "Ana": 'TABLE Starters {"seat": 0, "set": 1, "cards": ["B-S", "D-S"]}',
    "Ben": 'TABLE Starters {"seat": 1, "set": 2, "cards": ["H-S", "U-S"]}',
    "Cleo": 'TABLE Starters {"seat": 2, "set": 3, "cards": ["C-S", "G-S"]}',
}
FIRST = 'TABLE First {"seat": 0}'


def word(*tiles, ghost=None):
    """`Word`: `word("P-R6", "E=?")`"""
    fields = {"cards": list(tiles)} | ({} if ghost is None else {"ghost": NAMES.index(ghost)})
    return f"Word {json.dumps(fields, ensure_ascii=False)}"


def spells(text, **more):
    return word(*text.split(), **more)


def turned(cards):
    return f'TABLE Turned {{"cards": {json.dumps(cards.split())}}}'


def drew(name, cards):
    return f'TABLE Drew {{"seat": {NAMES.index(name)}, "cards": {json.dumps(cards.split())}}}'


def seen(name, cards, where="hand", who=None):
    line = f'Seen {{"seat": {NAMES.index(name)}, "where": "{where}", "cards": {json.dumps(cards.split())}}}'
    return f"{who or name} {line}"


def ink(name):
    return f'{name} Ink {{"seat": {NAMES.index(name)}}}'


def remove(name, card):
    return f'{name} Remove {{"seat": {NAMES.index(name)}, "card": "{card}"}}'


def take(by, half, what):
    return f'Take {{"by": "{by}", "half": "{half}", "what": "{what}"}}'


def uncover(by, side, card):
    return f'Uncover {{"by": "{by}", "side": "{side}", "card": "{card}"}}'


def double(by, side):
    return f'Double {{"by": "{by}", "side": "{side}"}}'


def trash(by, card):
    return f'Trash {{"by": "{by}", "card": "{card}"}}'


def jail(by, card, keep):
    return f'Jail {{"by": "{by}", "card": "{card}", "keep": {json.dumps(keep)}}}'


def give(name, what):
    return f'{name} Give {{"seat": {NAMES.index(name)}, "what": "{what}"}}'


def vote(name, accept):
    return f'{name} Vote {{"seat": {NAMES.index(name)}, "accept": {json.dumps(accept)}}}'


def buy(card):
    return f'Buy {{"card": "{card}"}}'


def buy_ink(count):
    return f'BuyInk {{"count": {count}}}'


def sell_ink(coins):
    return f'SellInk {{"coins": {coins}}}'


def shows(cards):
    return f'Ghostwriter {{"cards": {json.dumps(cards.split())}}}'


def sort(top, discard):
    return f'Sort {{"top": {json.dumps(top.split())}, "discard": {json.dumps(discard.split())}}}'


def count(name, **values):
    return f"Count {json.dumps({'seat': NAMES.index(name)} | values)}"


# --- whole games ------------------------------------------------------------------------------------------------------


def opened(seats, **options) -> Table:
    if seats == 1:
        options.setdefault("penny", "plain")
    return Table("hardback", hardback, BOX, Options(**options), NAMES[:seats])


def walk(table, seed):
    """A whole game: (state, who, the move made there)."""
    rng, state = random.Random(seed), table.setup()
    while hardback.to_act(state):
        who, move = practice.random_move(hardback, state, hardback.to_act(state), rng)
        yield state, who, move
        state = hardback.apply(state, who, move)


def play(table, seed):
    return [Entry(seq, who, move) for seq, (_, who, move) in enumerate(walk(table, seed), 1)]


def final(table, seed):
    return replay(table, play(table, seed)).state
