"""What players do: report a result, confirm or dispute the opponent's report.

    open -> reported (by one side) -> decided (opponent, staff, or silence until the deadline)
    reported -> disputed (both claims kept) -> decided (agreement or staff)

Every function locks the match first, is one transaction, bumps `version`, and tells
`match_changed` inside that transaction. Whether the player may act is decided here, by who reports
according to the rules of the match: where that is one of the two, a result in which somebody else
would report is not taken from him; where both report, each enters it, and silence says nothing.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, NotAllowedError, NotFoundError
from matches.engine.score import FinalScore
from matches.models import Match, Outcome, Report
from matches.services.deadlines import clear_deadline, handles
from matches.services.report_rules import (
    report_rules,
    require_answer,
    require_reporter,
)
from matches.services.steps import (
    BEGINNING,
    CONFIRM,
    DISPUTE,
    Verdict,
    await_word,
    begin,
    checked_score,
    claim_data,
    close_reports,
    decide,
    live_reports,
    lock_if_there,
    lock_match,
    require_undecided,
    save,
    settle,
    side_of,
    tell,
)
from players.actors import SYSTEM, Act


@transaction.atomic
def match_report(
    *,
    match_id: int,
    player_id: int,
    scores: tuple[int, int],
    act: Act,
    seen_version: int | None = None,
) -> Match:
    """A player says how it ended, `scores` in side order.

    The first report waits for the opponent; the same score from the other side decides the match;
    a different one is a dispute with both claims kept. A player may replace an own report that
    nobody has answered yet. Repeating what is already so changes nothing.

    Raises NotAllowedError `not_your_match`, `winner_reports`, `loser_reports`.
    """
    match = lock_match(match_id, seen_version=seen_version)
    side = side_of(match, player_id)
    result = checked_score(match, scores)
    if match.state == Match.State.DECIDED and (match.score_1, match.score_2) == scores:
        return match
    require_undecided(match)
    live = {report.side: report for report in live_reports(match)}
    other = live.get(3 - side)
    agrees = other is not None and (other.score_1, other.score_2) == scores
    if not agrees:
        require_reporter(report_rules(match), won=result.winner == side)
    if (own := live.get(side)) is not None:
        if (own.score_1, own.score_2) == scores:
            return match
        settle([own], Report.State.REPLACED, act.at)
    _add_report(match, side, result, act)
    begin(match, act.at)
    if other is None:
        return _await_answer(match, result, act)
    if agrees:
        return _agree(match, result, act, action="result.confirmed")
    return _dispute(match, act, claim=claim_data(result))


@transaction.atomic
def match_confirm(
    *, match_id: int, player_id: int, report_id: int, act: Act, seen_version: int | None = None
) -> Match:
    """The opponent agrees with a report. Confirming a decided result that says the same is fine.

    Raises NotAllowedError `not_your_match`, `own_report`, `both_report`.
    """
    match = lock_match(match_id, seen_version=seen_version)
    if_own = _("This is your own report: your opponent confirms it.")
    report = _report_to_answer(match, player_id, report_id, if_own)
    result = checked_score(match, (report.score_1, report.score_2))
    if match.state == Match.State.DECIDED and (match.score_1, match.score_2) == result.scores():
        return match
    _require_live(match, report)
    require_answer(report_rules(match))
    return _agree(match, result, act, action="result.confirmed")


@transaction.atomic
def match_dispute(
    *, match_id: int, player_id: int, report_id: int, act: Act, seen_version: int | None = None
) -> Match:
    """The opponent does not agree. The director settles it; no deadline confirms it any more."""
    match = lock_match(match_id, seen_version=seen_version)
    if_own = _("This is your own report: report the right score to replace it.")
    report = _report_to_answer(match, player_id, report_id, if_own)
    if match.state == Match.State.DISPUTED:
        return match
    _require_live(match, report)
    return _dispute(match, act, claim=None)


@handles(CONFIRM, lock=lock_if_there)
def confirm_by_silence(match: Match, at: datetime) -> None:
    """The time to answer is over: the report that waits becomes the result."""
    pending = [r for r in live_reports(match) if r.state == Report.State.PENDING]
    if match.state != Match.State.REPORTED or len(pending) != 1:
        return
    result = checked_score(match, (pending[0].score_1, pending[0].score_2))
    _agree(match, result, Act(SYSTEM, at), action="result.confirmed_by_silence")


@handles(DISPUTE, lock=lock_if_there)
def dispute_unanswered(match: Match, at: datetime) -> None:
    """The two still do not agree and nobody has ruled: the director is told so."""
    if match.state != Match.State.DISPUTED:
        return
    save(match)  # the control room shows it
    tell(match, "dispute.unanswered", Act(SYSTEM, at))


def _report_to_answer(match: Match, player_id: int, report_id: int, if_own: str) -> Report:
    """The opponent's report; `if_own` tells a player why an own one cannot be answered."""
    side = side_of(match, player_id)
    report = match.reports.filter(pk=report_id).first()
    if report is None:
        raise NotFoundError("no_such_report", _("There is no such report for this match."))
    if report.side == side:
        raise NotAllowedError("own_report", if_own)
    return report


def _require_live(match: Match, report: Report) -> None:
    require_undecided(match)
    if report.state not in Report.LIVE:
        raise ConflictError(
            "report_replaced", _("This report was replaced meanwhile. Look at the new one.")
        )


def _add_report(match: Match, side: int, result: FinalScore, act: Act) -> None:
    first, second = result.scores()
    match.reports.create(
        side=side,
        winner=result.winner,
        score_1=first,
        score_2=second,
        by_name=act.by.name,
        created_at=act.at,
    )


def _await_answer(match: Match, result: FinalScore, act: Act) -> Match:
    match.state = Match.State.REPORTED
    await_word(match, act.at)
    save(match, "state", *BEGINNING)
    tell(match, "result.reported", act, claim=claim_data(result))
    return match


def _agree(match: Match, result: FinalScore, act: Act, *, action: str) -> Match:
    verdict = Verdict(result.winner, Outcome.PLAYED, result.scores())
    was = match.state if act.by == SYSTEM else ""  # for whoever undoes what nobody has said
    close_reports(match, verdict, act.at)
    decide(match, verdict, act.at)
    tell(match, action, act, was=was)
    return match


def _dispute(match: Match, act: Act, *, claim: dict[str, Any] | None) -> Match:
    match.reports.filter(state=Report.State.PENDING).update(state=Report.State.CLAIMED)
    clear_deadline(CONFIRM, match.pk)
    if match.state != Match.State.DISPUTED:
        match.state = Match.State.DISPUTED
        await_word(match, act.at)
    save(match, "state")
    tell(match, "result.disputed", act, claim=claim)
    return match
