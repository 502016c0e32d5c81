"""What staff do: enter, settle, correct and take back results; void a match.

Whether somebody may is decided at the edge (`user.has_perm("matches.rule", match)`). A correction
of a bracket match goes through `tournaments.services.results`, which locks the event first.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.models import Match, Outcome, Report
from matches.services.deadlines import clear_deadlines
from matches.services.steps import (
    OF_REPORTS,
    Verdict,
    checked_verdict,
    close_reports,
    decide,
    live_reports,
    lock_match,
    result_data,
    says,
    settle,
    tell,
    undecide,
)
from players.actors import Act


@transaction.atomic
def match_decide(
    *,
    match_id: int,
    verdict: Verdict,
    act: Act,
    seen_version: int | None = None,
) -> Match:
    """Enter, settle or correct a result. Overrules live reports; a correction needs a reason."""
    match = lock_match(match_id, seen_version=seen_version)
    before = result_data(match)
    if match.state == Match.State.VOID:
        raise ConflictError("match_void", _("This match no longer counts: the bracket changed."))
    if match.state == Match.State.DECIDED:
        if says(match, verdict):
            return match
        if not act.reason.strip():
            raise InvalidError("reason_missing", _("Say why the result is corrected."))
    action = "result.corrected" if before else "result.entered"
    if match.state == Match.State.DISPUTED:
        action = "result.settled"
    checked_verdict(match, verdict)
    close_reports(match, verdict, act.at)
    decide(match, verdict, act.at)
    tell(match, action, act, before=before)
    return match


@transaction.atomic
def match_carry(*, match_id: int, verdict: Verdict, act: Act) -> Match:
    """A result that was another match's, until a correction put the right players here."""
    match = lock_match(match_id)
    checked_verdict(match, verdict)
    decide(match, verdict, act.at)
    tell(match, "result.carried", act)
    return match


@transaction.atomic
def match_reopen(*, match_id: int, act: Act, seen_version: int | None = None) -> Match:
    """Take a result back: the match is to be played (or reported) again."""
    match = lock_match(match_id, seen_version=seen_version)
    if match.state != Match.State.DECIDED:
        raise ConflictError("match_not_decided", _("This match has no result to take back."))
    if not act.reason.strip():
        raise InvalidError("reason_missing", _("Say why the result is taken back."))
    before = result_data(match)
    undecide(match, Match.State.OPEN)
    tell(match, "result.reopened", act, before=before)
    return match


@transaction.atomic
def match_give(*, match_id: int, winner: int, act: Act) -> Match:
    """A walkover that nobody ruled: the opponent has left. Overrules live reports."""
    match = lock_match(match_id)
    verdict = Verdict(winner, Outcome.WALKOVER)
    close_reports(match, verdict, act.at)
    decide(match, verdict, act.at)
    tell(match, "match.given", act)
    return match


@transaction.atomic
def match_ungive(*, match_id: int, act: Act) -> Match:
    """The opponent is back: the match is to be played after all."""
    match = lock_match(match_id)
    before = result_data(match)
    undecide(match, Match.State.OPEN)
    tell(match, "match.ungiven", act, before=before)
    return match


@transaction.atomic
def match_follow(*, match_id: int, verdict: Verdict | None, act: Act) -> Match:
    """The result is what other matches say, such as the boards of a tie; None while they do not."""
    match = lock_match(match_id)
    before = result_data(match)
    if (verdict is None and before is None) or (verdict is not None and says(match, verdict)):
        return match
    if verdict is None:
        undecide(match, Match.State.OPEN)
    else:
        decide(match, verdict, act.at)
    tell(match, "tie.reopened" if verdict is None else "tie.decided", act, before=before)
    return match


@transaction.atomic
def match_void(*, match_id: int, act: Act, seen_version: int) -> Match:
    """The match no longer counts (its players changed). Reports and result stay in the log."""
    match = lock_match(match_id, seen_version=seen_version)
    before = result_data(match)
    settle(live_reports(match), Report.State.OVERRULED, act.at)
    clear_deadlines(OF_REPORTS, [match.pk])
    undecide(match, Match.State.VOID)
    tell(match, "match.voided", act, before=before)
    return match
