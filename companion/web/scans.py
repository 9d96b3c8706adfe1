"""Photographs, and codes typed or tapped in: seen, judged, shown as proposals. Nothing is done before a person confirms."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

import models
from companion import amend, referee, scan, table
from companion.amend import Amendment
from companion.notation import Unreadable
from companion.referee import Judged, Objection, Proposal
from companion.rules import BoardSeen, IllegalMove, Label, Sentence, Who, say
from companion.surfaces import surfaces_of
from companion.table import Strike
from companion.web import boards, books, looks, page, seats
from companion.web.house import house
from companion.web.looks import Look, Row
from companion.web.pictures import may_see
from companion.web.safety import limiter
from companion.web.tables import NoScan, Sitting

routes = Blueprint("scans", __name__)

SECONDS = 20.0
"""How long a photograph is looked at before it is given up."""

MOST_TOLD = 100
"""Frames of one photograph of which people may say what they are."""


@routes.post("/t/<code>/scans")
@limiter.limit("120 per minute")
def take(code: str) -> Response:
    """`photo`: looked at in a process of its own, kept without metadata, then shown with what it may mean."""
    sitting = house().sitting(code)
    photo = request.files.get("photo")
    if photo is None or not photo.filename:
        raise Unreadable(say("Choose a photograph first."))
    seen = scan.look(photo.read(), frozenset(_labels(sitting)), SECONDS, surfaces_of(sitting.game, sitting.table.box))
    row = models.Scan(
        table_id=0,
        seat=seats.seat_at(sitting),
        picture=seen.picture,
        width=round(seen.size[0] * seen.scale),
        height=round(seen.size[1] * seen.scale),
        seen=looks.kept(seen),
    )
    number = house().keep_scan(code, row)
    return redirect(url_for("scans.proposals", code=sitting.code, scan=number), 303)


@routes.get("/t/<code>/scans")
def proposals(code: str) -> Response:
    """What was seen (`scan`: a photograph; `codes`: tapped or typed in, a row each) and the moves it may mean.

    `told` ("3:BP2", any number of them): what people say of a frame; `frame`: the one to say it of now, `piece`: what it is.
    `cell` ("4B.C2:red") and `say` ("4B.card:T26"), any number of each: what people say of the boards that were read.

    A game may have `NAME/trial.html`, which shows what a proposal would bring (see `trials.trial`), and `NAME/asked.html`, a form
    for answers to a question beyond those that are offered: it receives `view` and, of the first of these, `moves` and whether it
    is `offered` itself.
    """
    sitting = house().sitting(code)
    seats.remember(sitting.code)
    shared = page.common(sitting)
    seat, labels = shared["seat"], _labels(sitting)
    row = _scan(sitting, seat)
    frame = _number(request.args.get("frame", ""))
    told = _told(sitting, frame)
    look = looks.shown(row, labels, told) if row is not None else Look()
    unknown = {number: said for number, said in told.items() if said not in (looks.NONE, *labels)}
    words = [line.replace(",", " ").upper().split() for line in request.args.getlist("codes")]
    typed = [tuple(_printed(word, sitting.game.PREFIX, labels) for word in line) for line in words]
    # Judged on what this phone may know, so that the answer tells no secret; the whole state judges when it is confirmed.
    view = sitting.game.view(sitting.position.state, seat)
    seen: Sequence[Sequence[Label]] = referee.typed(line for line in typed if line)
    if not seen:
        seen = referee.in_rows(sitting.game, sitting.table.box, view, looks.labels(look.rows, look))
    rows = [tuple(label.code for label in line) for line in seen]
    read = _boards(sitting, row)
    judging = partial(referee.judge, sitting.game, view, seat, seen, sitting.names, house().titles)
    judged = judging([board.seen for board in read])
    names = {one.number: looks.called(one, labels, sitting.game.PREFIX, house().titles) for one in look.frames}
    shared["view"] = view
    return make_response(
        render_template(
            "scan.html",
            scan=row,
            look=look,
            rows=rows,
            seen_codes=looks.paired(rows, look),
            correctable=_correctable(rows, look) if not any(typed) else rows,
            told_by_hand=any(typed),
            names_of=names,
            counts=looks.counts(look),
            sideways=looks.sideways(look),
            asked=look.frame(frame) if request.args.get("piece") is None or frame in unknown else None,
            unknown=unknown,
            told={number: said.rpartition(":")[2] for number, said in told.items() if number not in unknown},
            judged=judged,
            boards=[(board, judged.layings[board.name]) for board in read if board.name in judged.layings],
            words=boards,
            missed=_missed(sitting, row, judging),
            kept=[(name, text) for name in ("cell", "say") for text in boards.spelled(boards.said(request.args.getlist(name)))],
            saying=_saying(sitting, row, told),
            groups=_groups(judged.proposals),
            as_moves=_as_moves,
            since=[_since(sitting, seat, one) for one in judged.objections],
            amendments=_amendments(sitting, seat, judged),
            newest=_newest(sitting, seat),
            catalogue=page.catalogue(sitting),
            **shared,
        )
    )


def _boards(sitting: Sitting, row: models.Scan | None) -> list[boards.Board]:
    """The boards that were read on a photograph, with what people say of them."""
    values = json.loads(row.seen).get("boards") if row is not None else None
    if not values:
        return []
    cells, said = (boards.said(request.args.getlist(name)) for name in ("cell", "say"))
    return boards.shown(values, surfaces_of(sitting.game, sitting.table.box), cells, said)


def _missed(sitting: Sitting, row: models.Scan | None, judged: Callable[[Sequence[BoardSeen]], Judged]) -> list[Sentence]:
    """Why boards of which labels were seen could not be read, where the game would say now what lies on them."""
    missed = boards.missed(json.loads(row.seen)) if row is not None else {}
    return [missed[name] for name in judged([BoardSeen(name, {}) for name in missed]).layings] if missed else []


def _saying(sitting: Sitting, row: models.Scan | None, told: Mapping[int, str]) -> Callable[..., str]:
    """The address of this page with one thing more said: what ("cell", "say"), of which board, about what; and where to look."""

    def address(what: str, board: str, about: str, value: str, place: str) -> str:
        added = {name: boards.said(request.args.getlist(name)) for name in ("cell", "say")}
        added[what][board, about] = value
        return url_for(
            "scans.proposals",
            code=sitting.code,
            scan=row.id if row is not None else None,
            told=[f"{number}:{code.rpartition(':')[2]}" for number, code in told.items()],
            codes=[line for line in request.args.getlist("codes") if line.strip()],
            _anchor=place,
            cell=boards.spelled(added["cell"]),
            say=boards.spelled(added["say"]),
        )

    return address


def _groups(proposals: Sequence[Proposal]) -> list[list[Proposal]]:
    """The answers to a question together, every other proposal by itself; each group where its first one stands."""
    found: list[list[Proposal]] = []
    for proposal in proposals:
        group = next((one for one in found if proposal.question is not None and one[0].question == proposal.question), None)
        if group is None:
            found.append([proposal])
        else:
            group.append(proposal)
    return found


def _as_moves(proposal: Proposal) -> list[tuple[Who, str, Sentence]]:
    """The moves of a proposal: who makes each, its line of notation, and what it says."""
    return [(who, line, said) for (who, line), (_, said) in zip(proposal.moves, proposal.sentences, strict=True)]


def _since(sitting: Sitting, seat: int | None, objection: Objection) -> Sentence:
    """The objection, with the entry since which its reason holds as far as *seat* may know."""
    illegal = objection.illegal
    since = illegal.facts.get("since") if illegal is not None else None
    if illegal is None or since is None:
        return objection.sentence
    seen = IllegalMove(illegal.rule, illegal.sentence, since=lambda state: since(sitting.game.view(state, seat)))
    return table.with_entry(seen, sitting.position.steps)


def _printed(code: str, prefix: str, labels: Mapping[str, Sentence]) -> str:
    """A typed code as its label prints it: people leave out the zeros that a number begins with."""
    head, colon, number = code.rpartition(":")
    if number.isascii() and number.isdecimal():
        for filled in dict.fromkeys((number, number.zfill(2), number.zfill(3))):
            if f"{prefix}:{filled}" in labels:
                return f"{head}{colon}{filled}"
    return code


MOST_SIGHTS = 3
"""Objections for which the journal is searched for what was told wrongly."""


def _amendments(sitting: Sitting, seat: int | None, judged: Judged) -> Sequence[Amendment]:
    """The corrections of the journal after which all that was seen agrees with it; where there is none, those for each
    objection. What is proposed already is left out."""
    sights = [one for one in judged.objections if one.agrees is not None][:MOST_SIGHTS]

    def found(some: Sequence[Objection]) -> tuple[Amendment, ...]:
        mistaken = {seen: said for one in some for seen, said in one.mistaken.items()}
        asked = [one.agrees for one in some if one.agrees is not None]
        return amend.amendments(
            sitting.table, sitting.entries, sitting.position, seat, lambda state: all(agrees(state) for agrees in asked), mistaken
        )

    all_together = found(sights) if len(sights) > 1 else ()
    known = [proposal.moves for proposal in judged.proposals]
    kept: list[Amendment] = []
    for one in all_together or (one for sight in sights for one in found([sight])):
        if one not in kept and (one.strike is not None or one.moves not in known):
            kept.append(one)
    return kept[: amend.MOST]


def _newest(sitting: Sitting, seat: int | None) -> tuple[int, Sentence | None] | None:
    """The newest entry that stands, to take back, and what it says (None: a ruling)."""
    stands = table.standing(sitting.entries)
    for entry in reversed(sitting.entries):
        if stands[entry.seq] is None and not isinstance(entry.move, Strike):
            return entry.seq, books.say_entry(sitting, page.veiled(sitting, entry, seat))
    return None


def _scan(sitting: Sitting, seat: int | None) -> models.Scan | None:
    """The photograph that is asked for, if one is. Raises NoScan when this seat may not see it."""
    number = _number(request.args.get("scan", ""))
    if number is None:
        return None
    if number not in may_see(sitting, seat):
        raise NoScan(number)
    return house().scan(sitting, number)


def _correctable(rows: Sequence[Row], look: Look) -> list[Row]:
    """The rows without what is no piece of this table: nobody should have to take that out by hand."""
    strangers = {frame.code for frame in look.of("foreign")}
    without = [tuple(code for code in row if code not in strangers) for row in rows]
    return [row for row in without if row]


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _told(sitting: Sitting, frame: int | None) -> dict[int, str]:
    """Frame -> the code, with its prefix, that people say it has, or looks.NONE."""
    said = [text.partition(":")[::2] for text in request.args.getlist("told")[:MOST_TOLD]]
    if frame is not None and request.args.get("piece") is not None:
        said.append((str(frame), request.args["piece"]))
    found = {}
    for place, piece in said:
        number, short = _number(place), piece.strip().upper().removeprefix(f"{sitting.game.PREFIX}:")
        if number is not None:
            found[number] = looks.NONE if short == looks.NONE else f"{sitting.game.PREFIX}:{short}"
    return found


def _labels(sitting: Sitting) -> dict[str, Sentence]:
    """Code with prefix -> what the piece is called, for the frames."""
    return {f"{sitting.game.PREFIX}:{code}": piece.name for code, piece in sitting.game.PIECES(sitting.table.box).items()}


@routes.get("/t/<code>/scans/<int:number>")
def picture(code: str, number: int) -> Response:
    """The picture, for those who may see what it shows."""
    sitting = house().sitting(code)
    if number not in may_see(sitting, seats.seat_at(sitting)):
        raise NoScan(number)
    row = house().scan(sitting, number)
    if row.picture is None:
        raise NoScan(number)
    return make_response(row.picture, 200, {"Content-Type": "image/jpeg", "Cache-Control": "private, max-age=3600"})
