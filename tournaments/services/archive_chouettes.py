"""A chouette as a file: its table, its seats, every action and what was done beside it.

What comes in is replayed from the first action, and the throws of the site are recomputed: a file
whose actions the rules forbid, or whose dice are others, is refused. As the secret of the dice is
told when a table is closed and not before, one with dice of the site goes on only where it was
begun, and comes in again once it is closed. Links to seats are made anew.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, in_words
from matches.engine.chouette import open_chouette
from matches.engine.chouette_data import rules_from_data
from matches.engine.chouette_table import GAMES, from_data
from matches.engine.errors import EngineError
from matches.engine.fairdice import Reveal, commit, verify
from matches.models_chouette import Chouette, ChouetteAction, ChouetteSeat, ChouetteStep
from matches.models_record import Record
from matches.selectors.chouette_records import began, refolded, sat_before, throws_in
from matches.services.chouette_steps import lock_chouette, note
from matches.services.chouettes import MOST_SEATS
from players.actors import Act
from tournaments.services.archive_lines import LONGEST, line_out, line_read
from tournaments.services.archive_places import (
    LARGE,
    Place,
    load,
    maybe_moment_out,
    moment_out,
)

FORMAT = "crawford-chouette"
VERSION = 1
BATCH = 500
TEXTS = ("context", "secret", "commitment", "seed_1", "seed_2")
LINE = ("data", "at", "seat", "by_name", "sent_id")
_CODE = re.compile(r"[-\w]+", re.ASCII)
_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class ChouetteFacts:
    """A chouette that is not saved yet."""

    row: Chouette
    seats: Sequence[ChouetteSeat]
    actions: Sequence[ChouetteAction]
    steps: Sequence[ChouetteStep]


# --- Out -----------------------------------------------------------------------------------------
@transaction.atomic
def chouette_export(*, chouette_id: int) -> dict[str, Any]:
    """The archive of a chouette, the same for the same state of things."""
    row = lock_chouette(chouette_id)
    return {
        "format": FORMAT,
        "version": VERSION,
        "table": {
            "code": row.code,
            "title": row.title,
            "game": row.game,
            "rules": json.loads(json.dumps(row.rules, sort_keys=True)),
            "order": row.order,
            "dice": row.dice,
            **{name: getattr(row, name) for name in TEXTS},
            "secret": row.secret if row.closed_at is not None else "",
            "version": row.version,
            "created_at": moment_out(row.created_at),
            "closed_at": maybe_moment_out(row.closed_at),
        },
        "seats": [
            {"name": one.name, "seed": one.seed, "joined_at": maybe_moment_out(one.joined_at)}
            for one in row.seats.all()
        ],
        "actions": [_line(one) for one in row.actions.all()],
        "steps": [
            {
                "kind": one.kind,
                "after": one.after,
                "at": moment_out(one.at),
                "seat": one.seat,
                "by_name": one.by_name,
            }
            for one in row.steps.all()
        ],
    }


def _line(row: ChouetteAction) -> str:
    return line_out([row.data, moment_out(row.at), row.seat, row.by_name, row.sent_id])


# --- In ------------------------------------------------------------------------------------------
def chouette_import(*, content: bytes, host_id: int | None, act: Act) -> Chouette:
    """Take a chouette in, for the account that shall host it.

    Raises InvalidError `archive_unreadable` (with `path`), ConflictError `chouette_exists`.
    """
    facts = _read(load(content))
    with transaction.atomic():
        if Chouette.objects.filter(code=facts.row.code).exists():
            raise ConflictError("chouette_exists", _("This chouette is here already."))
        facts.row.host_id = host_id
        facts.row.save()
        for several in (facts.seats, facts.actions, facts.steps):
            for one in several:
                one.chouette = facts.row
        ChouetteSeat.objects.bulk_create(facts.seats)
        ChouetteAction.objects.bulk_create(facts.actions, batch_size=BATCH)
        ChouetteStep.objects.bulk_create(facts.steps, batch_size=BATCH)
        note(facts.row, ChouetteStep.Kind.IMPORTED, act)
    return facts.row


def _read(top: Place) -> ChouetteFacts:
    if not isinstance(top.value, dict) or top.value.get("format") != FORMAT:
        raise top.fault(_("This is not the archive of a chouette."))
    part = top.record("format", "version", "table", "seats", "actions", "steps")
    if part["version"].whole(1, LARGE) > VERSION:
        raise part["version"].fault(_("This was made by a newer Crawford: update this one first."))
    seats = [_seat(each, n) for n, each in enumerate(part["seats"].items(), start=1)]
    if len(seats) > MOST_SEATS:
        raise part["seats"].fault(_("A table has seats for %(n)s names.") % {"n": MOST_SEATS})
    part["seats"].once(seat.name.casefold() for seat in seats)
    row = _table(part["table"], len(seats))
    actions = [
        _action(each, n, len(seats)) for n, each in enumerate(part["actions"].items(), start=1)
    ]
    part["actions"].once(action.sent_id for action in actions if action.sent_id)
    _replay(part["actions"], row, actions)
    steps = [_step(each, len(seats), len(actions)) for each in part["steps"].items()]
    return ChouetteFacts(row, seats, actions, steps)


def _table(place: Place, seats: int) -> Chouette:
    names = ("code", "title", "game", "rules", "order", "dice", "version", "created_at")
    part = place.record(*names, "closed_at", *TEXTS)
    row = Chouette(
        code=part["code"].matching(_CODE, 24),
        title=part["title"].column(Chouette, "title"),
        game=part["game"].choice(GAMES),
        rules=part["rules"].object(),
        order=[each.whole(1, seats) for each in part["order"].items()],
        dice=part["dice"].choice(Record.Dice.values),
        version=part["version"].whole(1, LARGE),
        created_at=part["created_at"].moment(),
        closed_at=part["closed_at"].maybe(Place.moment),
        **{name: part[name].exact(Chouette, name) for name in TEXTS},
    )
    try:
        open_chouette(row.order, rules_from_data(row.rules))
    except EngineError as error:
        raise place.fault(in_words(error)) from error
    _check_secret(part, row)
    return row


def _check_secret(part: Mapping[str, Place], row: Chouette) -> None:
    """Whether the secret is there where the site throws, and is what was committed to."""
    if not row.by_site:
        for name in TEXTS:
            if getattr(row, name):
                raise part[name].fault(_("dice that were thrown at the board have no secret"))
        return
    if not row.secret and row.closed_at is None:
        raise part["secret"].fault(
            _("the secret of the dice is told when the table is closed: close it and export it")
        )
    if not _HEX.fullmatch(row.secret):
        raise part["secret"].fault(_("32 bytes are expected here, in hexadecimal"))
    if not row.context.strip():
        raise part["context"].fault(_("this may not be empty"))
    if commit(bytes.fromhex(row.secret), context=row.context) != row.commitment:
        raise part["commitment"].fault(_("this is not the commitment to the secret"))


def _seat(place: Place, number: int) -> ChouetteSeat:
    part = place.record("name", "seed", "joined_at")
    return ChouetteSeat(
        number=number,
        name=part["name"].column(ChouetteSeat, "name"),
        seed=part["seed"].exact(ChouetteSeat, "seed"),
        joined_at=part["joined_at"].maybe(Place.moment),
    )


def _action(place: Place, number: int, seats: int) -> ChouetteAction:
    part = line_read(place, LINE)
    data = part["data"].object()
    if data.get("do") == "join":
        part["data"].record("do", "player", "ahead")["player"].whole(1, seats)
    if data.get("do") == "draw_order":
        _check_pairs(part["data"].record("do", "dice")["dice"])
    return ChouetteAction(
        number=number,
        data=data,
        at=part["at"].moment(),
        seat=part["seat"].maybe(lambda one: one.whole(1, seats)),
        by_name=part["by_name"].column(ChouetteAction, "by_name"),
        sent_id=part["sent_id"].column(ChouetteAction, "sent_id"),
    )


def _check_pairs(place: Place) -> None:
    """The engine takes any dice that settle the order; the site throws two at a time."""
    if len(place.text(LONGEST)) % 2:
        raise place.fault(_("dice are thrown in pairs"))


def _replay(place: Place, row: Chouette, actions: Sequence[ChouetteAction]) -> None:
    """Whether the rules allow it, from the first action on, and the dice are those of the site."""
    table = began(row)
    for each, one in zip(actions, place.items(), strict=True):
        try:
            table = table.apply(from_data(each.data))
        except EngineError as error:
            raise one.fault(in_words(error)) from error
    if row.closed_at is not None and not table.is_between_games:
        raise place.fault(_("A game is on: finish it first."))
    row.folded = refolded(sat_before(row), actions) or {}
    if row.by_site:
        _check_dice(place, row, actions)


def _check_dice(place: Place, row: Chouette, actions: Sequence[ChouetteAction]) -> None:
    """Whether all throws follow from the secret and the seeds: without these there are none."""
    thrown = throws_in(actions)
    if not thrown and not any(row.seeds):
        return
    try:
        found = verify(Reveal(row.secret, row.seeds, row.context), row.commitment, thrown)
    except EngineError as error:
        raise place.fault(in_words(error)) from error
    if not found.holds:
        raise place.fault("; ".join(in_words(fault) for fault in found.faults[:3]))


def _step(place: Place, seats: int, actions: int) -> ChouetteStep:
    part = place.record("kind", "after", "at", "seat", "by_name")
    return ChouetteStep(
        kind=part["kind"].choice(ChouetteStep.Kind.values),
        after=part["after"].whole(0, actions),
        at=part["at"].moment(),
        seat=part["seat"].maybe(lambda one: one.whole(1, seats)),
        by_name=part["by_name"].column(ChouetteStep, "by_name"),
    )
