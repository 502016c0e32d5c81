"""What players do in a match on the site: throw, play, double, answer, resign.

Every action is judged by the engine and kept as one row or refused with the rule that forbids it.
What follows the last game is for `live_ending`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.engine.actions import (
    Action,
    MakePlay,
    OpeningThrow,
    Roll,
    from_data,
    to_data,
)
from matches.engine.dice import Dice
from matches.engine.errors import EngineError
from matches.engine.match import MatchState
from matches.engine.turn import Phase
from matches.models import Match
from matches.models_record import Record, RecordAction
from matches.selectors.records import Played, folded, live_record, played
from matches.services.board_deeds import ROLL, as_written, dice_typed, require_same, site_dice
from matches.services.clock_flags import clock_check
from matches.services.lateness import match_begun
from matches.services.live_clock import press, require_time
from matches.services.live_ending import live_end
from matches.services.live_pairs import agreeing, forget, has_partner, suggest
from matches.services.live_steps import keep, log_live, require_played, require_version
from matches.services.steps import lock_match
from players.actors import Act

#: What a player may do besides throwing, and what else only staff may, with the side left out.
DEEDS = (
    "play", "name_double", "double", "take", "drop", "beaver", "raccoon", "resign", "accept",
    "refuse",
)  # fmt: skip
STAFF_DEEDS = ("void_roll", "award", "draw")
LONGEST_NAMES = 160  # characters, of all who did it


@dataclass(frozen=True, slots=True)
class Deed:
    """`what` is the engine's action as data without its side, such as `{"do": "double"}`.

    `{"do": "roll"}` throws, also the opening; at a board it has the `dice` in the order thrown,
    side 1's first in an opening. `ident` names the deed, so that it is done once. `suggest`: it is
    only shown to the partner who consults.
    """

    side: int
    what: Mapping[str, Any]
    ident: str = ""
    by_staff: bool = False
    suggest: bool = False


def live_act(*, match_id: int, deed: Deed, act: Act, seen_version: int | None = None) -> Played:
    """Do one thing for a side; returns how it stands then. First the clock is looked at: a flag
    that is down falls now.

    Raises NotFoundError `not_played_here`; ConflictError `version_conflict`, `match_over`,
    `set_over`, `record_closed`, `not_joined`, `flag_fallen`, `key_reused`; InvalidError
    `deed_unknown`, `no_partner`, `dice_by_site`, `dice_missing` and every code of the engine for
    what the rules forbid.
    """
    _require_known(deed)
    if deed.side not in {1, 2}:
        raise InvalidError("side_unknown", _("Say which side does it."))
    clock_check(match_id=match_id, at=act.at)
    return _act(match_id, deed, act, seen_version)


@transaction.atomic
def _act(match_id: int, deed: Deed, act: Act, seen_version: int | None) -> Played:
    match = lock_match(match_id)
    record = live_record(match_id)
    if _was_sent(record, deed):
        return played(record)
    require_version(record, seen_version)
    require_played(match, record)
    if not all(record.joined):
        raise ConflictError("not_joined", _("Wait until both of you have sat down."))
    require_time(match, act)
    if match.begun_at is None:
        match_begun(match_id=match_id, act=act)  # who plays is not awaited
    now = played(record)
    try:
        done, state = _done(record, now, deed)
    except EngineError as error:
        raise InvalidError.of(error) from error
    names = _names(match, record, deed, act, (now.state, state))
    if not names:
        suggest(match, record, deed.side, done[0][1], act)
        return now
    rows = _rows(record, done, Said(deed, act, names), now.length)
    after = now.going_on(state, rows)
    _write(rows, now, after)
    press(match, now.state, state, act)
    if deed.by_staff:
        _log(match, deed, act)
    if state.is_over:
        live_end(match, record, state, act)
    return after


def _require_known(deed: Deed) -> None:
    throws = () if deed.suggest else (ROLL,)
    allowed = (*throws, *DEEDS, *STAFF_DEEDS) if deed.by_staff else (*throws, *DEEDS)
    if deed.what.get("do") not in allowed:
        raise InvalidError("deed_unknown", _("That is nothing to do here."), deeds=list(allowed))


def _was_sent(record: Record, deed: Deed) -> bool:
    """Whether this came before; the name of something else is refused."""
    row = record.actions.filter(sent_id=deed.ident).first() if deed.ident else None
    if row is None:
        return False
    require_same(row.data, row.side, deed.what, deed.side)
    return True


# --- The action ----------------------------------------------------------------------------------
Written = tuple[Action, dict[str, Any]]  # an action, and its data as it is kept


def _done(record: Record, now: Played, deed: Deed) -> tuple[list[Written], MatchState]:
    if deed.what["do"] == ROLL:
        return _thrown(record, now, deed)
    whole = dict(deed.what) if deed.what["do"] == "draw" else {**deed.what, "side": deed.side}
    action = from_data(whole)
    if isinstance(action, MakePlay):
        action = MakePlay(deed.side, as_written(now.state.game, deed.side, str(action.play)))
    return [(action, to_data(action))], now.state.apply(action)


def _thrown(record: Record, now: Played, deed: Deed) -> tuple[list[Written], MatchState]:
    """The throw; of the site, equal dice of an opening are thrown again at once."""
    done: list[Written] = []
    state = now.state
    opening = state.game.turn.phase is Phase.OPENING
    while not done or (opening and state.game.turn.phase is Phase.OPENING and _by_site(record)):
        pair = _dice(record, deed.what, now.rolls + len(done))
        if opening:
            action: Action = OpeningThrow(*pair)
            data = to_data(action)
        else:
            action = Roll(deed.side, Dice(*pair))
            data = {**to_data(action), "dice": list(pair)}
        state = state.apply(action)
        done.append((action, data))
    return done, state


def _by_site(record: Record) -> bool:
    return record.dice == Record.Dice.SITE


def _dice(record: Record, what: Mapping[str, Any], number: int) -> tuple[int, int]:
    if not _by_site(record):
        return dice_typed(what)
    if what.get("dice") is not None:
        raise InvalidError("dice_by_site", _("The site throws the dice of this match."))
    return site_dice(record).roll(number)


# --- Partners ------------------------------------------------------------------------------------
def _names(
    match: Match, record: Record, deed: Deed, act: Act, states: tuple[MatchState, MatchState]
) -> list[str]:
    """Who does it: the player with the partners who agree; nobody while it is to be agreed on."""
    if deed.suggest:
        return []
    alone = deed.what["do"] == ROLL or not record.by_agreement
    if alone or not has_partner(match, deed.side, act):
        return [act.by.name]
    others = agreeing(record, deed.side, act, *states)
    return [*others, act.by.name] if others else []


# --- Keeping it ----------------------------------------------------------------------------------
class Said(NamedTuple):
    """A deed, and the names of who did it."""

    deed: Deed
    act: Act
    names: Sequence[str]


def _rows(record: Record, done: list[Written], said: Said, last: int) -> list[RecordAction]:
    """The name under which it was sent stands with the first row of it."""
    return [
        RecordAction(
            record=record,
            number=last + n,
            data=data,
            at=said.act.at,
            side=said.deed.side,
            by_name=", ".join(said.names)[:LONGEST_NAMES],
            sent_id=said.deed.ident if n == 1 else "",
        )
        for n, (_action, data) in enumerate(done, start=1)
    ]


def _write(rows: list[RecordAction], now: Played, after: Played) -> None:
    RecordAction.objects.bulk_create(rows)
    forget(now.record)
    if after.ends == now.ends:
        keep(now.record)
    else:
        keep(now.record, folded=folded(after.state, ends=after.ends, rolls=after.rolls))


def _log(match: Match, deed: Deed, act: Act) -> None:
    """What players do is in the record; what staff do is in the log as well."""
    do = str(deed.what["do"])
    action = f"live.{do}" if do in STAFF_DEEDS else "live.acted"
    log_live(match, action, act, {"side": deed.side, "do": do})
