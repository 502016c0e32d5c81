"""Results as the director enters, settles, corrects and takes them back, the bracket following.

A result that others depend on is corrected as a re-run: the outcomes before and after go through
the same pure function, and the difference is what the correction does. Results that would no
longer fit are listed first and cleared only when the director says so.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from matches.models import Match
from matches.services import ruling
from matches.services.steps import Verdict
from players.actors import Act
from tournaments.formats import EntrantId
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import Board, load_board, outcome_for
from tournaments.selectors.qualifying import followers_upset
from tournaments.services.advancing import advancing
from tournaments.services.locking import lock_event


@dataclass(frozen=True, slots=True)
class Impact:
    """What a correction would do: fixtures that refill themselves, results that would go.

    `kept` are the later rounds that stay paired as they are, though the points change; `followers`
    the events that follow and would have other entrants by now. `swappable`: the results that would
    go fit again if the two have each other's since.
    """

    refilled: Sequence[Fixture]
    cleared: Sequence[Fixture]
    kept: Sequence[int] = ()
    swappable: bool = False
    followers: Sequence[Event] = ()


@transaction.atomic
def result_enter(
    *,
    event_id: int,
    key: str,
    verdict: Verdict | None,
    act: Act,
    seen_version: int | None = None,
    clear: bool = False,
) -> Match:
    """Set the result of a fixture's match to the verdict, or (None) take it back.

    `seen_version` is the match's. Results further on that would no longer fit are a conflict
    (`would_clear`, with the list) unless `clear` says to take them back as well.
    """
    event = lock_event(event_id)
    row, match = _played(event, key)
    # Nothing further on can depend on a match that had no result yet.
    is_new = verdict is not None and match.state != Match.State.DECIDED
    if not is_new and not clear:
        _refuse_clearing(_impact(load_board(event), row.key, verdict))
    with advancing(row, act):
        if verdict is None:
            return ruling.match_reopen(match_id=match.pk, act=act, seen_version=seen_version)
        return ruling.match_decide(
            match_id=match.pk, verdict=verdict, act=act, seen_version=seen_version
        )


def result_preview(event: Event, key: str, verdict: Verdict | None) -> Impact:
    """What `result_enter` would do to the rest of the event. Reads only."""
    row, _match = _played(event, key)
    return _impact(load_board(event), row.key, verdict)


@transaction.atomic
def result_swap(
    *, event_id: int, key: str, verdict: Verdict, act: Act, seen_version: int | None = None
) -> Match:
    """The other of the two has won, and what either did since was done by the other.

    As when the right one played on under the wrong name. Raises ConflictError `cannot_swap` where
    the results since then do not fit that.
    """
    event = lock_event(event_id)
    row, _match = _played(event, key)
    board = load_board(event)
    impact = _impact(board, row.key, verdict)
    if not impact.swappable:
        raise ConflictError(
            "cannot_swap", _("Their results since then cannot be swapped: take them back instead.")
        )
    carried = [(one.key, _as_ruled(one)) for one in impact.cleared]
    with advancing(row, act):
        match = ruling.match_decide(
            match_id=_id(row), verdict=verdict, act=act, seen_version=seen_version
        )
    order = {key: number for number, key in enumerate(board.graph)}
    for later, said in sorted(carried, key=lambda one: order[one[0]]):
        now, _match = _played(event, later)
        with advancing(now, act):
            ruling.match_carry(match_id=_id(now), verdict=said, act=act)
    return match


def _as_ruled(row: Fixture) -> Verdict:
    """The slots stay where they are: whoever stands there now has what the other had."""
    match = row.match
    assert match is not None
    scores = None
    if match.score_1 is not None and match.score_2 is not None:
        scores = (match.score_1, match.score_2)
    return Verdict(match.winner, match.outcome, scores)


def _id(row: Fixture) -> int:
    assert row.match_id is not None
    return row.match_id


def _played(event: Event, key: str) -> tuple[Fixture, Match]:
    rows = event.fixtures.select_related("match").only("event", "key", "match__state")
    try:
        row = rows.get(key=key)
    except Fixture.DoesNotExist:
        raise NotFoundError(
            "no_such_fixture", _("There is no fixture %(key)s.") % {"key": key}
        ) from None
    if row.match is None:
        raise ConflictError(
            "players_not_known",
            _("%(key)s has no match yet: its players are not known.") % {"key": key},
        )
    return row, row.match


def _refuse_clearing(impact: Impact) -> None:
    if impact.cleared:
        raise ConflictError(
            "would_clear",
            _("Results further on would no longer fit and be taken back: %(keys)s.")
            % {"keys": ", ".join(row.key for row in impact.cleared)},
            fixtures=[row.key for row in impact.cleared],
        )


def _impact(board: Board, key: str, verdict: Verdict | None) -> Impact:
    row = board.rows[key]
    outcome = None
    if verdict is not None:
        assert row.entry_1_id is not None
        assert row.entry_2_id is not None
        pair = (EntrantId(row.entry_1_id), EntrantId(row.entry_2_id))
        outcome = outcome_for(pair, winner=verdict.winner)
    changes = board.changes(key, outcome)
    return Impact(
        swappable=bool(changes.orphaned) and board.swappable(key, outcome),
        refilled=[board.rows[change.key] for change in changes.refilled],
        cleared=[board.rows[change.key] for change in changes.orphaned],
        kept=board.rounds_after(row),
        followers=followers_upset(board.event, row, _match_if(row, verdict)),
    )


def _match_if(row: Fixture, verdict: Verdict | None) -> Match:
    """The match as it would be, not to be saved."""
    match = copy(row.match)
    assert match is not None
    match.state, match.winner, match.outcome = Match.State.OPEN, None, ""
    match.score_1 = match.score_2 = None
    if verdict is not None:
        match.state, match.winner = Match.State.DECIDED, verdict.winner
        match.outcome = verdict.outcome
        match.score_1, match.score_2 = verdict.scores or (None, None)
    return match
