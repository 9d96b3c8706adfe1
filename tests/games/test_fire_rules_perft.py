"""How many lines of one, two and three moves there are from fixed positions: catches a missing and an extra move at once.

Counted are the moves that are listed, and for an open choice out of hidden tools, cards or ages each legal completion. Left out
is what is legal at any time and changes nothing of the course: Held, TurnedUp, Recount, Tops, Clash and ByHand.
"""

from __future__ import annotations

import pytest

from companion.games import fire
from companion.practice import completions
from companion.rules import Ask, IllegalMove
from tests.games.firetable import CHEAP, deal, game, plays, saves, scored, tops

LEFT_OUT = ("Held", "TurnedUp", "Recount", "Tops", "Clash", "ByHand")
FREE = {"tools_in_first_round": True}
AGES = 'TABLE Ages {"rank": [1, 2]}'


def nexts(state):
    for who, move in fire.legal_moves(state):
        if not isinstance(move, Ask):
            yield fire.apply(state, who, move)
        elif move.move.__name__ not in LEFT_OUT:
            for one in completions(move):
                try:
                    yield fire.apply(state, who, one)
                except IllegalMove:
                    continue


def count(state, depth):
    if depth == 0:
        return 1
    after = list(nexts(state))
    return len(after) if depth == 1 else sum(count(one, depth - 1) for one in after)


def held(who, *tools):
    return [f'{who} Held {{"tool": "{tool}"}}' for tool in tools]


SAVING = game(
    AGES, deal(2, 3), *held("Ana", "T06A", "T07A"), *held("Ben", "T01A", "T12A"), saves("Ana", "F BW"), **FREE
)  # fmt: skip
SPREAD = game(
    AGES, deal(2, 3), *held("Ana", "T04A", "T02A"), *held("Ben", "T05A", "T01A"), saves("Ana", "BB BW F"), **FREE
)  # fmt: skip
CHOOSING = game(AGES, CHEAP, *held("Ana", "T11A", "T02A", "T03A"), *held("Ben", "T05A", "T01A", "T06A"))
DEAL = game(seats="Ana, Ben, Cleo", tools=False)
CROWBAR = game(
    AGES, deal(2, 3), *held("Ana", "T17A", "T13A"), *held("Ben", "T15A", "T16A"), tops("LP4 LB1 LY1 LW1"),
    scored("Ana", "BW BB BY"), **FREE,
)  # fmt: skip
LOOK = game(
    AGES, deal(2, 3), *held("Ana", "T06A", "T07A"), *held("Ben", "T12A", "T13A"), saves("Ana"), plays("Ana", "T07A"), **FREE
)


@pytest.mark.parametrize(
    ("told", "counts"),
    [
        # Draw, Stop, the Shovel at the fire, the Torch; five kinds and 39 codes. Ben's Slingshot would be arson.
        # Then: 44 tokens, 2 x (1 + 31) tools to take, 48 with the Slingshot, 44 to look at; after a book 48 (a kind) or 47 (a
        # code), after a fire only Burn: 44 + 64 + 48 + 44 + 4 x 48 + 22 x 47 + 18 = 1444.
        (SAVING, (48, 1444, 40877)),
        # Burn, the Gloves at the trigger, the Blanket at one, the other or both books; Ben's Sand.
        (SPREAD, (6, 124, 1891)),
        # Ana takes one of three cards, or she or Ben swaps one of three tools.
        (CHOOSING, (9, 48, 144)),
        # 24 deals of four cards to three people, 6 orders of age.
        (DEAL, (30, 312, 1512)),
        # EndTurn, the Satchel at three books, the Crowbar at four sections, Ben's Hose and his Bellows.
        (CROWBAR, (10, 59, 260)),
        # Five kinds and 39 codes.
        (LOOK, (44, 1897, 3789)),
    ],
    ids=["saving", "spread", "choosing", "deal", "scored", "look"],
)
def test_so_many_lines_of_one_two_and_three_moves(told, counts):
    assert tuple(count(told.state, depth) for depth in range(1, len(counts) + 1)) == counts
