"""What players do at a chouette: throw, play, turn and answer cubes, resign.

Whoever moves for a side - the box, the captain - throws, plays and resigns for it; each player
speaks for the own cube. Every action is judged by the engine and kept as one row, or refused with
the rule that forbids it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import InvalidError
from matches.engine.actions import MakePlay, OpeningThrow, Roll
from matches.engine.chouette_table import Action, from_data
from matches.engine.dice import Dice
from matches.engine.errors import EngineError
from matches.engine.turn import Phase
from matches.models_chouette import Chouette
from matches.selectors.chouette_records import Sat, sat
from matches.services.board_deeds import ROLL, as_written, dice_typed, require_same, site_dice
from matches.services.chouette_steps import (
    Done,
    fix_seeds,
    lock_chouette,
    require_going_on,
    require_version,
    write,
)
from players.actors import Act

CUBES = ("double", "take", "drop", "beaver", "raccoon")
PLAIN = ("take", "drop")
MOVES = ("play", "resign", "accept", "refuse")
DEEDS = (ROLL, *MOVES, *CUBES)


@dataclass(frozen=True, slots=True)
class SeatDeed:
    """`what` is the action as data without whose it is, such as `{"do": "take", "member": 3}` or
    `{"do": "play", "play": "8/5 6/5"}`; `{"do": "roll"}` throws, the opening too. `ident` names
    the deed, so that it is done once."""

    seat: int
    what: Mapping[str, Any]
    ident: str = ""


@transaction.atomic
def chouette_act(
    *, chouette_id: int, deed: SeatDeed, act: Act, seen_version: int | None = None
) -> Chouette:
    """Do one thing for a seat.

    Raises NotFoundError `no_such_chouette`; ConflictError `version_conflict`, `chouette_over`,
    `not_joined`, `key_reused`; InvalidError `deed_unknown`, `not_your_move`, `dice_by_site`,
    `dice_missing` and every code of the engine for what the rules forbid.
    """
    row = lock_chouette(chouette_id)
    if deed.what.get("do") not in DEEDS:
        raise InvalidError("deed_unknown", _("That is nothing to do here."), deeds=list(DEEDS))
    if _was_sent(row, deed):
        return row
    require_going_on(row)
    now = sat(row)
    _require_seen(row, now, deed, seen_version)
    try:
        done = _done(row, now, deed)
    except EngineError as error:
        raise InvalidError.of(error) from error
    write(row, now, done, act)
    return row


def _was_sent(row: Chouette, deed: SeatDeed) -> bool:
    """Whether this came before; the name of something else is refused."""
    found = row.actions.filter(sent_id=deed.ident).first() if deed.ident else None
    if found is None:
        return False
    require_same(found.data, found.seat, deed.what, deed.seat)
    return True


def _require_seen(row: Chouette, now: Sat, deed: SeatDeed, seen: int | None) -> None:
    """Several answer one double, or double, at the same moment: what the others said makes nobody's
    page stale, as long as it changes no stake."""
    said = deed.what["do"]
    alike = {"double": ("double",), "take": PLAIN, "drop": PLAIN}.get(said, ())
    others = takewhile(
        lambda each: each.data["do"] in alike and each.seat != deed.seat, reversed(now.rows)
    )
    if seen is not None and 0 < row.version - seen <= sum(1 for _each in others):
        return
    require_version(row, seen)


def _done(row: Chouette, now: Sat, deed: SeatDeed) -> list[Done]:
    do, table = str(deed.what["do"]), now.table
    if do in CUBES:
        action = from_data({**deed.what, "by": deed.seat})
        return [Done.of(action, deed.seat, deed.ident)]
    side = table.moved_by(deed.seat)
    if side == 0:
        raise InvalidError(
            "not_your_move", _("The box and the captain throw and move: you speak for your cube.")
        )
    if do == ROLL:
        return _thrown(row, now, deed, side)
    action = from_data({**deed.what, "side": side})
    if isinstance(action, MakePlay):
        text = str(action.play)
        # What is played between games is refused as it is.
        text = text if table.is_between_games else as_written(table.game, side, text)
        action = MakePlay(side, text)
    return [Done.of(action, deed.seat, deed.ident)]


# --- Dice ----------------------------------------------------------------------------------------
def _thrown(row: Chouette, now: Sat, deed: SeatDeed, side: int) -> list[Done]:
    """The throw; of the site, equal dice of an opening are thrown again at once."""
    done: list[Done] = []
    opening = now.table.game.turn.phase is Phase.OPENING
    while True:
        first, second = _dice(row, deed.what, now.rolls + len(done))
        action: Action = OpeningThrow(first, second)
        if not opening:
            action = Roll(side, Dice(first, second))
        one = Done.of(action, deed.seat, "" if done else deed.ident)
        if not opening:
            one = one._replace(data={**one.data, "dice": [first, second]})
        done.append(one)
        if not (opening and first == second and row.by_site):
            return done


def _dice(row: Chouette, what: Mapping[str, Any], number: int) -> tuple[int, int]:
    if not row.by_site:
        return dice_typed(what)
    if what.get("dice") is not None:
        raise InvalidError("dice_by_site", _("The site throws the dice of this table."))
    if number == 0:
        fix_seeds(row)
    return site_dice(row).roll(number)
