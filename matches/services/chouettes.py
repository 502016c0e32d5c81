"""A chouette on the site: set up, sat down at, played, joined and left, and closed.

Anybody with an account hosts one. Every player has a link to a seat. With dice of the site a secret
is committed to when the table is set up; whatever words the players type as they sit down before
the first throw are the seeds, so that nobody can choose the dice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.engine.actions import VoidRoll
from matches.engine.chouette import open_chouette
from matches.engine.chouette_actions import DrawOrder, Join, Leave
from matches.engine.chouette_data import rules_from_data, rules_to_data
from matches.engine.chouette_rules import ChouetteError
from matches.engine.chouette_table import GAMES, ChouetteTable
from matches.engine.errors import EngineError
from matches.engine.fairdice import commit
from matches.models_chouette import Chouette, ChouetteSeat, ChouetteStep
from matches.models_record import Record
from matches.selectors.chouette_records import sat
from matches.services.board_deeds import require_seeds, site_dice
from matches.services.chouette_steps import (
    Done,
    fix_seeds,
    lock_chouette,
    note,
    require_going_on,
    touch,
    write,
)
from players.actors import Act

MOST_SEATS = 60  # players of one evening, those who have left included
LONGEST_NAME = 80
LONGEST_SEED = 60


@dataclass(frozen=True, slots=True)
class ChouetteSpec:
    """`names` in the order of play, the box first; `rules` are the house rules that differ from the
    usual ones. `secret` are 32 random bytes, `code` a random text for the address."""

    title: str
    names: Sequence[str]
    secret: bytes
    code: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    game: str = "backgammon"
    dice: str = Record.Dice.SITE


@transaction.atomic
def chouette_create(*, spec: ChouetteSpec, host_id: int | None, act: Act) -> Chouette:
    """Raises InvalidError `title_missing`, `name_missing`, `name_twice`, `game_unknown`,
    `dice_unknown`, and the engine's codes for players and house rules."""
    title = spec.title.strip()
    if not title:
        raise InvalidError("title_missing", _("Give the chouette a name."))
    if spec.game not in GAMES:
        raise InvalidError("game_unknown", _("There is no such game."), games=sorted(GAMES))
    if spec.dice not in Record.Dice.values:
        raise InvalidError("dice_unknown", _("Dice are thrown by the site or at the board."))
    names = [_name(name) for name in spec.names]
    if len({name.casefold() for name in names}) < len(names):
        raise _twice()
    order = list(range(1, len(names) + 1))
    row = Chouette(
        title=title[:80],
        code=spec.code,
        host_id=host_id,
        game=spec.game,
        order=order,
        dice=spec.dice,
        created_at=act.at,
    )
    try:
        rules = rules_from_data(spec.rules)
        open_chouette(order, rules)
        if row.by_site:
            row.context = f"chouette {spec.code} {act.at.isoformat()}"
            row.secret = spec.secret.hex()
            row.commitment = commit(spec.secret, context=row.context)
    except EngineError as error:
        raise InvalidError.of(error) from error
    row.rules = rules_to_data(rules)
    row.save()
    ChouetteSeat.objects.bulk_create(
        ChouetteSeat(chouette=row, number=n, name=name) for n, name in enumerate(names, start=1)
    )
    note(row, ChouetteStep.Kind.CREATED, act)
    return row


@transaction.atomic
def chouette_sit(*, chouette_id: int, seat: int, seed: str, act: Act) -> Chouette:
    """Somebody sits down at a seat; before the first throw the seed counts. Again changes nothing.

    Raises NotFoundError `no_such_seat`, ConflictError `chouette_over`, InvalidError
    `seed_too_long`, `seed_blank`, `seed_not_text`.
    """
    row = lock_chouette(chouette_id)
    require_going_on(row)
    found = own_seat(row, seat)
    if found.joined_at is not None:
        return row
    if row.by_site:
        require_seeds(row, (seed, "other"))
    if len(seed) > LONGEST_SEED:
        raise InvalidError(
            "seed_too_long",
            _("Type at most %(n)s characters.") % {"n": LONGEST_SEED},
            limit=LONGEST_SEED,
        )
    found.joined_at, found.seed = act.at, seed
    found.save(update_fields=["joined_at", "seed"])
    note(row, ChouetteStep.Kind.SAT, act, seat=seat)
    touch(row)
    return row


@transaction.atomic
def chouette_join(
    *, chouette_id: int, name: str, act: Act, ahead: int | None = None, seen: int | None = None
) -> ChouetteSeat:
    """Somebody joins, new or back again, last or with so many players ahead; between games.

    Raises ConflictError `version_conflict`, `chouette_over`; InvalidError `name_missing`,
    `too_many_players` and the engine's codes (`game_on`, `already_here`, `bad_place`).
    """
    row = lock_chouette(chouette_id, seen)
    require_going_on(row)
    name = _name(name)
    seats = list(row.seats.all())
    found = next((one for one in seats if one.name.casefold() == name.casefold()), None)
    if found is None and len(seats) >= MOST_SEATS:
        raise InvalidError(
            "too_many_players", _("A table has seats for %(n)s names.") % {"n": MOST_SEATS}
        )
    seat = found or ChouetteSeat(chouette=row, number=len(seats) + 1, name=name)
    done = Done.of(Join(seat.number, ahead), None)
    if found is None:
        seat.save()
    write(row, sat(row), [done], act)
    return seat


@transaction.atomic
def chouette_leave(*, chouette_id: int, seat: int, act: Act, seen: int | None = None) -> Chouette:
    """A player leaves between games; the account stays. Raises as `chouette_join`."""
    row = lock_chouette(chouette_id, seen)
    require_going_on(row)
    own_seat(row, seat)
    write(row, sat(row), [Done.of(Leave(seat), None)], act)
    return row


@transaction.atomic
def chouette_void_roll(*, chouette_id: int, act: Act, seen: int | None = None) -> Chouette:
    """The throw that lies on the board does not count, such as one that was typed wrongly.

    Raises ConflictError `version_conflict`, `chouette_over`, InvalidError with the engine's code
    where nothing lies there, or something was played of it.
    """
    row = lock_chouette(chouette_id, seen)
    require_going_on(row)
    now = sat(row)
    void = VoidRoll(now.table.game.turn.side)
    write(row, now, [Done.of(void, None)], act)
    return row


@transaction.atomic
def chouette_draw_order(*, chouette_id: int, act: Act, seen: int | None = None) -> Chouette:
    """The site throws for the order, before anything else: one die for each, and again for those
    who tie. Its dice follow from the seeds, as all its throws do.

    Raises ConflictError `version_conflict`, `chouette_over`, `not_joined`, `thrown_already`;
    InvalidError `dice_by_hand`, `too_few_players`.
    """
    row = lock_chouette(chouette_id, seen)
    require_going_on(row)
    now = sat(row)
    if not row.by_site:
        raise InvalidError("dice_by_hand", _("Throw at the board, and set the table up by that."))
    if now.rolls:
        raise ConflictError("thrown_already", _("The order is drawn before the first throw."))
    fix_seeds(row)
    write(row, now, [Done.of(_order(row, now.table), None)], act)
    return row


def _order(row: Chouette, table: ChouetteTable) -> DrawOrder:
    """By as many throws as it takes."""
    dice, drawn = site_dice(row), ""
    for number in count():
        drawn += "{}{}".format(*dice.roll(number))
        try:
            table.apply(DrawOrder(drawn))
        except ChouetteError as error:
            if error.code != "throws_missing":
                raise InvalidError.of(error) from error
        else:
            break
    return DrawOrder(drawn)


@transaction.atomic
def chouette_close(*, chouette_id: int, act: Act, seen: int | None = None) -> Chouette:
    """Nothing more is played; the secret of the dice may be told.

    Raises ConflictError `version_conflict`, `chouette_over`, `game_on`.
    """
    row = lock_chouette(chouette_id, seen)
    require_going_on(row)
    if not sat(row).table.is_between_games:
        raise ConflictError("game_on", _("A game is on: finish it first."))
    row.closed_at = act.at
    note(row, ChouetteStep.Kind.CLOSED, act)
    touch(row, "closed_at")
    return row


@transaction.atomic
def chouette_new_link(*, chouette_id: int, seat: int, act: Act) -> ChouetteSeat:
    """A lost phone plays no more: the seat has another link.

    Raises NotFoundError `no_such_chouette`, `no_such_seat`.
    """
    row = lock_chouette(chouette_id)
    found = own_seat(row, seat)
    found.epoch += 1
    found.save(update_fields=["epoch"])
    note(row, ChouetteStep.Kind.LINK, act, seat=seat)
    return found


def own_seat(row: Chouette, number: int) -> ChouetteSeat:
    """Raises NotFoundError `no_such_seat`."""
    found = row.seats.filter(number=number).first()
    if found is None:
        raise NotFoundError("no_such_seat", _("Nobody sits there."))
    return found


def _name(text: str) -> str:
    name = " ".join(text.split())[:LONGEST_NAME]
    if not name or not name.isprintable():
        raise InvalidError("name_missing", _("Say what the player is called."))
    return name


def _twice() -> InvalidError:
    return InvalidError("name_twice", _("Two players are called the same: tell them apart."))
