"""The steps that reporting and ruling share; each assumes the match is locked.

Locking, checking a score against the length, closing reports, writing a result, telling others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from matches.engine.errors import ScoreError
from matches.engine.score import FinalScore, final_score
from matches.models import BOTH_LOST, RULED, Match, Outcome, Report
from matches.models_record import Record
from matches.services.deadlines import clear_deadline, clear_deadlines, set_deadline
from matches.services.report_rules import answer_minutes, report_rules
from matches.signals import match_changed
from players.actors import Act

# Kinds of deadlines: silence confirms a report; a dispute was ruled on by nobody.
CONFIRM = "confirm_report"
DISPUTE = "dispute_unanswered"
OF_REPORTS = (CONFIRM, DISPUTE)
LATE = "late_start"  # absence costs the next thing


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a member of staff rules: who won (side 1 or 2), how, and the score if it is known.

    `winner` is None where both lost.
    """

    winner: int | None
    outcome: str = Outcome.PLAYED
    scores: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What the two had said before a result came over it: the match was reported or disputed
    (`state`) until that moment."""

    state: str
    until: datetime


def locked_matches() -> QuerySet[Match]:
    """Matches to lock, each with its clock if it has one, whether it is played on the site, and
    whether anything of it is recorded; the lock of the match is that of its clock and records."""
    return _locked().all()


@cache
def _locked() -> QuerySet[Match]:
    """Made once: it takes almost as long as all the rest of locking a match, which is done with
    everything that happens in one. Never asked itself, only copies of it."""
    records = Record.objects.filter(match=OuterRef("pk"))
    live = records.filter(source=Record.Source.LIVE)
    matches = Match.objects.select_related("clock").annotate(
        played_here=Exists(live), recorded=Exists(records)
    )
    return matches.select_for_update(no_key=True, of=("self",))


def lock_match(match_id: int, *, seen_version: int | None = None) -> Match:
    """The match, locked until the transaction ends; 409 when it moved on from what was seen."""
    match = _the_only(locked_matches().filter(pk=match_id))
    if seen_version is not None and seen_version != match.version:
        raise ConflictError(
            "version_conflict",
            _("Somebody changed this match meanwhile. Look at where it stands and try again."),
            version=match.version,
            state=match.state,
            result=result_data(match),
        )
    return match


def lock_bare(match_id: int) -> Match:
    """The match and nothing else, for what is done a hundred times in one and seldom ends it: what
    goes with a match is asked for where it matters."""
    return _the_only(Match.objects.filter(pk=match_id).select_for_update(no_key=True))


def _the_only(matches: QuerySet[Match]) -> Match:
    match = matches.first()
    if match is None:
        raise NotFoundError("no_such_match", _("There is no such match."))
    return match


def lock_if_there(match_id: int) -> Match | None:
    """As `lock_match`, for what rings: a match may be gone with a draw that was taken back, and its
    alarm still ring."""
    return locked_matches().filter(pk=match_id).first()


def checked_verdict(match: Match, verdict: Verdict) -> None:
    """Refuse a verdict that contradicts itself or the length of the match."""
    if verdict.outcome not in dict(RULED):
        raise InvalidError("outcome_unknown", _("Say how the match ended."))
    if verdict.outcome in BOTH_LOST and verdict.winner is not None:
        raise InvalidError("both_lost", _("Where both lose nobody has won: name no winner."))
    if verdict.outcome not in BOTH_LOST and verdict.winner not in {1, 2}:
        raise InvalidError("winner_unknown", _("Say which side won."))
    if verdict.scores is None:
        return
    if verdict.outcome != Outcome.PLAYED:
        raise InvalidError(
            "walkover_scored", _("A match not played to its end has no score: leave it empty.")
        )
    if checked_score(match, verdict.scores).winner != verdict.winner:
        raise InvalidError("winner_not_by_score", _("By this score the other side has won."))


def result_data(match: Match) -> dict[str, Any] | None:
    """A decided result as the log and the API show it, or None."""
    if match.state != Match.State.DECIDED:
        return None
    scores = None if match.score_1 is None else [match.score_1, match.score_2]
    return {"winner": match.winner, "outcome": match.outcome, "scores": scores}


def claim_data(result: FinalScore) -> dict[str, Any]:
    return {"winner": result.winner, "outcome": Outcome.PLAYED, "scores": list(result.scores())}


def checked_score(match: Match, scores: tuple[int, int]) -> FinalScore:
    """By the length, with the penalty points in it."""
    result = _final(match, scores)
    for side, (got, start) in enumerate(zip(scores, match.start, strict=True), start=1):
        if match.sets_to_win == 1 and got < start:
            name = match.sides.values_list("name", flat=True).get(number=side)
            raise InvalidError(
                "score_below_start",
                _("%(name)s began with %(n)s by penalty: they count in the score.")
                % {"name": name, "n": start},
                side=side,
                start=start,
            )
    return result


def _final(match: Match, scores: tuple[int, int]) -> FinalScore:
    try:
        return final_score(*scores, length=match.target)
    except ScoreError as error:
        if match.sets_to_win == 1:
            raise InvalidError.of(error) from error
        # The engine speaks of points.
        raise InvalidError(
            error.code,
            _("This match is told in sets: the winner has %(n)s, the other fewer.")
            % {"n": match.sets_to_win},
            **error.detail,
        ) from error


def side_of(match: Match, player_id: int) -> int:
    side = match.sides.filter(players=player_id).values_list("number", flat=True).first()
    if side is None:
        raise NotAllowedError("not_your_match", _("You do not play in this match."))
    return side


def live_reports(match: Match) -> list[Report]:
    return list(match.reports.filter(state__in=Report.LIVE))


def require_undecided(match: Match) -> None:
    if match.state == Match.State.DECIDED:
        raise ConflictError(
            "already_decided",
            _("This match already has another result. Ask the director if it is wrong."),
            result=result_data(match),
        )
    if match.state == Match.State.VOID:
        raise ConflictError("match_void", _("This match no longer counts: the bracket changed."))


def close_reports(match: Match, verdict: Verdict, at: datetime) -> None:
    """Close the live reports: confirmed where they say what was ruled, else overruled."""
    if match.state == Match.State.OPEN:
        return  # nobody has reported, so no deadline runs
    clear_deadlines(OF_REPORTS, [match.pk])
    for report in live_reports(match):
        agrees = verdict.scores in {None, (report.score_1, report.score_2)}
        same = agrees and report.winner == verdict.winner
        settle([report], Report.State.CONFIRMED if same else Report.State.OVERRULED, at)


def reports_before(match: Match, told: Told) -> list[Report]:
    """Those that counted until a result came over them."""
    closed = (Report.State.CONFIRMED, Report.State.OVERRULED)
    return list(match.reports.filter(settled_at=told.until, state__in=closed))


def word_minutes(match: Match) -> int:
    """After how many minutes something happens by itself to what was reported; 0 is never."""
    if match.state == Match.State.REPORTED:
        return answer_minutes(match)
    return report_rules(match).dispute_minutes if match.state == Match.State.DISPUTED else 0


def await_word(match: Match, at: datetime) -> None:
    """From now on silence confirms what is reported, or a dispute is called to mind, by the rules
    of the match."""
    kind = CONFIRM if match.state == Match.State.REPORTED else DISPUTE
    if minutes := word_minutes(match):
        set_deadline(kind, match.pk, at + timedelta(minutes=minutes))
    else:
        clear_deadline(kind, match.pk)


def settle(reports: Sequence[Report], state: Report.State, at: datetime | None) -> None:
    """`at` is None for those that count."""
    for report in reports:
        report.state, report.settled_at = state, at
        report.save(update_fields=["state", "settled_at"])


def says(match: Match, verdict: Verdict) -> bool:
    scores = None if match.score_1 is None else (match.score_1, match.score_2)
    return (match.winner, match.outcome, scores) == (
        verdict.winner,
        verdict.outcome,
        verdict.scores,
    )


UNSETTLED = (Match.State.REPORTED, Match.State.DISPUTED)
BEGINNING = ("called_at", "here_1_at", "here_2_at", "begun_at")
RESULT_FIELDS = ("state", "winner", "outcome", "score_1", "score_2", "decided_at", *BEGINNING)


def decide(match: Match, verdict: Verdict, at: datetime) -> None:
    match.state = Match.State.DECIDED
    match.winner, match.outcome, match.decided_at = verdict.winner, verdict.outcome, at
    match.score_1, match.score_2 = verdict.scores or (None, None)
    save(match, *RESULT_FIELDS)
    if match.is_awaited:
        clear_deadline(LATE, match.pk)


def undecide(match: Match, state: Match.State) -> None:
    """No result any more. To be played again, it has not begun: nobody is awaited before it is
    called again. What is reported or disputed was played."""
    if match.is_awaited:
        clear_deadline(LATE, match.pk)
    match.state = state
    match.winner, match.outcome, match.decided_at = None, "", None
    match.score_1 = match.score_2 = None
    if state not in UNSETTLED:
        for name in BEGINNING:
            setattr(match, name, None)
    save(match, *RESULT_FIELDS)


def begin(match: Match, at: datetime) -> None:
    """It is being played: nobody is late any more. Whoever calls it saves BEGINNING."""
    if match.is_awaited:
        clear_deadline(LATE, match.pk)
    match.begun_at = match.begun_at or at


def save(match: Match, *fields: str) -> None:
    match.version += 1
    match.save(update_fields=[*fields, "version"])


def tell(
    match: Match,
    action: str,
    act: Act,
    *,
    before: dict[str, Any] | None = None,
    claim: dict[str, Any] | None = None,
    was: str = "",
) -> None:
    """`was`: the state of a match that was reported or disputed, for whoever undoes it."""
    after = result_data(match) or claim
    if after is not None and was in UNSETTLED:
        after = {**after, "was": was}
    match_changed.send(
        sender=Match,
        match=match,
        action=action,
        act=act,
        before=before,
        after=after,
    )
