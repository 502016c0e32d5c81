"""What staff do: enter, settle, correct and take back results; void a match.

Whether somebody may is decided at the edge (`user.has_perm("matches.rule", match)`). A correction
of a bracket match goes through `tournaments.services.results`, which locks the event first.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.models import Match, Outcome, Report
from matches.services.deadlines import clear_deadlines
from matches.services.reopening import take_back
from matches.services.steps import (
    OF_REPORTS,
    Told,
    Verdict,
    await_word,
    checked_verdict,
    close_reports,
    decide,
    live_reports,
    lock_match,
    reports_before,
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
    action, was = "result.corrected" if before else "result.entered", match.state
    if was == Match.State.DISPUTED:
        action = "result.settled"
    checked_verdict(match, verdict)
    close_reports(match, verdict, act.at)
    decide(match, verdict, act.at)
    tell(match, action, act, before=before, was=was)
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
        raise _not_decided()
    if not act.reason.strip():
        raise InvalidError("reason_missing", _("Say why the result is taken back."))
    before = take_back(match, act)
    tell(match, "result.reopened", act, before=before)
    return match


@transaction.atomic
def match_restore(*, match_id: int, told: Told, act: Act) -> Match:
    """A result was a mistake: what the two had said before it counts again, and waits for an
    answer or a ruling as long as if it had just been said."""
    match = lock_match(match_id)
    if match.state != Match.State.DECIDED:
        raise _not_decided()
    before = _take_up(match, told, act)
    tell(match, "result.restored", act, before=before)
    return match


@transaction.atomic
def match_give(*, match_id: int, winner: int, act: Act) -> Match:
    """A walkover that nobody ruled: the opponent has left. Overrules live reports."""
    match = lock_match(match_id)
    verdict, was = Verdict(winner, Outcome.WALKOVER), match.state
    close_reports(match, verdict, act.at)
    decide(match, verdict, act.at)
    tell(match, "match.given", act, was=was)
    return match


@transaction.atomic
def match_ungive(*, match_id: int, act: Act, told: Told | None = None) -> Match:
    """The opponent is back: the match is to be played after all, or stands as it was told."""
    match = lock_match(match_id)
    before = take_back(match, act) if told is None else _take_up(match, told, act)
    tell(match, "match.ungiven", act, before=before)
    return match


def _take_up(match: Match, told: Told, act: Act) -> dict[str, Any]:
    """What was told counts again; without any of it the match is to be played. Returns the result
    before, as the log keeps it."""
    reports = reports_before(match, told)
    state = Match.State(told.state) if reports else Match.State.OPEN
    before = take_back(match, act, state)
    disputed = state == Match.State.DISPUTED
    settle(reports, Report.State.CLAIMED if disputed else Report.State.PENDING, None)
    if state != Match.State.OPEN:
        await_word(match, act.at)
    return before


def _not_decided() -> ConflictError:
    return ConflictError("match_not_decided", _("This match has no result to take back."))


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
