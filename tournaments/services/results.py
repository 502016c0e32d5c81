"""Results as the director enters, settles, corrects and takes them back, the bracket following.

A result that others depend on is corrected as a re-run: the outcomes before and after go through
the same pure function, and the difference is what the correction does. Results that would no
longer fit are listed first and cleared only when the director says so. The result of a board does
to the rest of the event what the tie does that it decides.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.engine.errors import EngineError
from matches.models import Match, Outcome
from matches.services import ruling
from matches.services.steps import Told, Verdict
from players.actors import Act
from tournaments.formats import EntrantId
from tournaments.models import Event, Fixture
from tournaments.selectors.access import no_such_fixture
from tournaments.selectors.boards import load_board, outcome_for
from tournaments.selectors.qualifying import followers_upset
from tournaments.selectors.ties import (
    board_result,
    boards_of,
    full_score,
    is_awarded,
    is_stopped,
    points_decide,
    rules_of,
    sheet_of,
    verdict_by,
)
from tournaments.services.advancing import advancing
from tournaments.services.locking import lock_event
from tournaments.services.ties import boards_open


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
    row = _place(event, key)
    if verdict is not None and is_stopped(row):
        # It was played all the same, or its result comes back: it counts with the others.
        boards_open(event, [row], act)
    match = _match_of(row)
    _check_verdict(event, row, verdict)
    # Nothing further on can depend on a match that had no result yet.
    is_new = verdict is not None and match.state != Match.State.DECIDED
    if not is_new and not clear:
        _refuse_clearing(_impact(event, row, verdict))
    with advancing(row, act):
        if verdict is None:
            return ruling.match_reopen(match_id=match.pk, act=act, seen_version=seen_version)
        return ruling.match_decide(
            match_id=match.pk, verdict=verdict, act=act, seen_version=seen_version
        )


@transaction.atomic
def result_restore(*, event_id: int, key: str, told: Told, act: Act, clear: bool = False) -> Match:
    """The result was a mistake: what the two had said before it counts again.

    Results further on as of `result_enter`.
    """
    event = lock_event(event_id)
    row = _place(event, key)
    match = _match_of(row)
    _check_verdict(event, row, None)
    if not clear:
        _refuse_clearing(_impact(event, row, None))
    with advancing(row, act):
        return ruling.match_restore(match_id=match.pk, told=told, act=act)


def result_preview(event: Event, key: str, verdict: Verdict | None) -> Impact:
    """What `result_enter` would do to the rest of the event. Reads only."""
    row = _place(event, key)
    if not is_stopped(row):
        _match_of(row)
    _check_verdict(event, row, verdict)
    return _impact(event, row, verdict)


@transaction.atomic
def result_swap(
    *, event_id: int, key: str, verdict: Verdict, act: Act, seen_version: int | None = None
) -> Match:
    """The other of the two has won, and what either did since was done by the other.

    As when the right one played on under the wrong name. Raises ConflictError `cannot_swap` where
    the results since then do not fit that.
    """
    event = lock_event(event_id)
    row = _place(event, key)
    _match_of(row)
    impact = _impact(event, row, verdict)
    if not impact.swappable:
        raise ConflictError(
            "cannot_swap", _("Their results since then cannot be swapped: take them back instead.")
        )
    carried = [(one.key, _as_ruled(one)) for one in impact.cleared]
    with advancing(row, act):
        match = ruling.match_decide(
            match_id=_id(row), verdict=verdict, act=act, seen_version=seen_version
        )
    order = {key: number for number, key in enumerate(load_board(event).graph)}
    for later, said in sorted(carried, key=lambda one: order[one[0]]):
        now = _place(event, later)
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


def _place(event: Event, key: str) -> Fixture:
    rows = Fixture.places.filter(event=event)
    rows = rows.select_related("match", "event", "member_1", "member_2")
    try:
        row = rows.get(key=key)
    except Fixture.DoesNotExist:
        raise no_such_fixture(key) from None
    row.event = event
    return row


def _match_of(row: Fixture) -> Match:
    if row.match is None:
        raise ConflictError(
            "players_not_known",
            _("%(key)s has no match yet: its players are not known.") % {"key": row.key},
        )
    return row.match


def _check_verdict(event: Event, row: Fixture, verdict: Verdict | None) -> None:
    """The boards bring the result of a tie, and a tie can only be awarded beside them."""
    if not event.of_teams:
        return
    if row.tie_id is None:
        if verdict is None and not is_awarded(row):
            raise ConflictError(
                "tie_by_boards",
                _("The result of a tie is that of its boards: take theirs back instead."),
            )
        if verdict is not None and verdict.outcome == Outcome.PLAYED:
            raise InvalidError(
                "tie_by_boards",
                _("The result of a tie is that of its boards. It can only be awarded beside them."),
            )
    elif _is_bare(verdict) and points_decide(rules_of(event)):
        raise InvalidError(
            "score_needed", _("The points may decide this tie: enter the score of the board.")
        )


def _is_bare(verdict: Verdict | None) -> bool:
    """Whether it says who won a match that was played, and nothing more."""
    return verdict is not None and verdict.outcome == Outcome.PLAYED and verdict.scores is None


def _refuse_clearing(impact: Impact) -> None:
    if impact.cleared:
        raise ConflictError(
            "would_clear",
            _("Results further on would no longer fit and be taken back: %(keys)s.")
            % {"keys": ", ".join(row.key for row in impact.cleared)},
            fixtures=[row.key for row in impact.cleared],
        )


def _impact(event: Event, row: Fixture, verdict: Verdict | None) -> Impact:
    board = load_board(event)
    if event.of_teams:
        row, verdict = _tie_after(event, row, verdict)
    outcome = None
    if verdict is not None:
        assert row.entry_1_id is not None
        assert row.entry_2_id is not None
        pair = (EntrantId(row.entry_1_id), EntrantId(row.entry_2_id))
        outcome = outcome_for(pair, winner=verdict.winner)
    changes = board.changes(row.key, outcome)
    refilled = [board.rows[change.key] for change in changes.refilled]
    begun = _begun(event, refilled)
    return Impact(
        # What somebody did at the boards of a team is not what the other team did.
        swappable=bool(changes.orphaned)
        and not event.of_teams
        and board.swappable(row.key, outcome),
        refilled=[tie for tie in refilled if tie.pk not in begun],
        cleared=[
            *(board.rows[change.key] for change in changes.orphaned),
            *(tie for tie in refilled if tie.pk in begun),
        ],
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


def _begun(event: Event, ties: Sequence[Fixture]) -> set[int | None]:
    """Ties that are not over and yet have results, at some of their boards."""
    if not event.of_teams or not ties:
        return set()
    decided = Fixture.places.filter(tie__in=[tie.pk for tie in ties])
    decided = decided.filter(match__state=Match.State.DECIDED)
    return set(decided.values_list("tie", flat=True))


def _tie_after(
    event: Event, row: Fixture, verdict: Verdict | None
) -> tuple[Fixture, Verdict | None]:
    """The tie that the verdict is about, and what then is its own; None while it is open."""
    rules = rules_of(event)
    if row.tie_id is None:
        if verdict is not None:
            return row, verdict
        return row, verdict_by(rules, sheet_of(rules, boards_of([row.pk]).get(row.pk, [])))
    tie = event.fixtures.select_related("match").get(pk=row.tie_id)
    if is_awarded(tie):
        assert tie.match is not None
        return tie, Verdict(tie.match.winner, tie.match.outcome)
    result = None
    if verdict is not None:
        try:
            result = board_result(verdict.winner, verdict.outcome, verdict.scores, full_score(row))
        except EngineError as error:
            raise InvalidError.of(error) from error
    boards = boards_of([tie.pk])[tie.pk]
    return tie, verdict_by(rules, sheet_of(rules, boards, changed=(row.board or 0, result)))
