"""Rounds: drafted from the results so far, looked at, published, and taken back while unplayed.

The first round is the draw of the event (see `drawing`); each further one follows from the results
and the seed of the draw, so there is nothing to choose and nothing to draw until it pleases. A
published round stays as it is when an earlier result is corrected.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.services.ruling import match_void
from players.actors import Act
from tournaments.formats import Bye, Entrant, EntrantId, node_key
from tournaments.formats.pairing import MAX_ROUNDS, Pairing
from tournaments.formats.round_plan import RoundKind, RoundPlan
from tournaments.formats.sets import SetPlan
from tournaments.models import Event, Fixture, Round
from tournaments.selectors.boards import encode_source, has_begun
from tournaments.selectors.rounds import RoundBoard, load_rounds, plan_of, pure_round
from tournaments.selectors.ties import boards_of
from tournaments.services.advancing import advance
from tournaments.services.forgetting import fixtures_forget
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.refusals import require_in_rounds
from tournaments.services.round_drafts import (
    draft_data,
    draft_next,
    draft_restore,
    draft_store,
    is_right,
    no_draft,
    paired_next,
    plain_pairs,
)


@transaction.atomic
def round_draft(*, event_id: int, act: Act, seen_version: int | None = None) -> Round:
    """Pair the next round, for staff to look at; a draft that is not right any more is replaced.

    Where nothing has changed nothing is drafted anew, nor counted. Raises InvalidError with the
    code of the FormatError, such as `results_missing`.
    """
    event = lock_event(event_id, seen_version=seen_version)
    require_running(event)
    board = load_rounds(event)
    before = {"draft": draft_data(board.draft)}
    row, has_changed = draft_next(board, act)
    if has_changed:
        after = {"round": row.number, "draft": row.drafts}
        log(event.tournament_id, "round.drafted", act, event=event, before=before, after=after)
        bump(event, "next_round")
    return row


@transaction.atomic
def round_discard(*, event_id: int, act: Act, seen_version: int | None = None) -> Event:
    """Throw the draft of the next round away, to change who plays in it."""
    event = lock_event(event_id, seen_version=seen_version)
    require_running(event)
    draft = load_rounds(event).draft
    if draft is None:
        raise no_draft()
    log(
        event.tournament_id,
        "round.discarded",
        act,
        event=event,
        before={"draft": draft_data(draft)},
        after={"round": draft.number},
    )
    draft.delete()
    bump(event)
    return event


@transaction.atomic
def round_publish(
    *, event_id: int, act: Act, seen_version: int | None = None, everything: bool = False
) -> Event:
    """The draft becomes a round: its matches are made and sent to tables.

    The rounds of a round robin are known from the draw, so they need no draft, nor the results of
    the round before; `everything` publishes all that are left. Raises ConflictError
    `draft_outdated` when the results have changed since the draft.
    """
    event = lock_event(event_id, seen_version=seen_version)
    require_running(event)
    publish_rounds(event, act, everything=everything)
    bump(event, "next_round")
    advance(event, act, whole=True)
    return event


@transaction.atomic
def round_take_back(*, event_id: int, act: Act, seen_version: int | None = None) -> Event:
    """Undo the last round, as long as nobody has a result in it; the first one stays."""
    event = lock_event(event_id, seen_version=seen_version)
    require_running(event)
    board = load_rounds(event)
    require_no_draft(board)
    last = board.published[-1]
    if last.number == 1:
        raise ConflictError("round_is_the_draw", _("The first round is the draw, and stays."))
    before = {"draft": draft_data(last), "next": event.next_round}
    number = last.number
    _take_off(board, last, act)
    last.delete()
    log(
        event.tournament_id,
        "round.taken_back",
        act,
        event=event,
        before=before,
        after={"round": number},
    )
    bump(event, "next_round")
    advance(event, act)
    return event


@transaction.atomic
def rounds_set(*, event_id: int, rounds: int, act: Act, seen_version: int | None = None) -> Event:
    """Play more or fewer rounds of a running Swiss than were planned: the evening is short."""
    event = lock_event(event_id, seen_version=seen_version)
    if event.format != RoundKind.SWISS:
        raise ConflictError("rounds_fixed", _("Only a Swiss has a number of rounds to choose."))
    if event.published_at is None:
        raise ConflictError("not_running", _("Change the settings of the event instead."))
    board = load_rounds(event)
    require_no_draft(board)
    least = len(board.published)
    if not least <= rounds <= MAX_ROUNDS:
        raise InvalidError(
            "rounds_out_of_range",
            _("Choose %(least)s to %(most)s rounds.") % {"least": least, "most": MAX_ROUNDS},
        )
    before = plan_of(event).rounds
    if before == rounds:
        return event
    event.round_rules = {**(event.round_rules or {}), "rounds": rounds}
    log(
        event.tournament_id,
        "rounds.changed",
        act,
        event=event,
        before={"rounds": before},
        after={"rounds": rounds},
    )
    bump(event, "round_rules")
    advance(event, act)
    return event


# --- Steps: each needs the event locked and a transaction ----------------------------------------
def store_draft(board: RoundBoard, act: Act) -> Round:
    """The next round as a draft; there is none yet."""
    return draft_store(board, paired_next(board), act)


def publish_rounds(event: Event, act: Act, *, everything: bool = False) -> None:
    """Publish the draft, or what is next of a round robin; the caller advances the event."""
    while True:
        board = load_rounds(event)
        _publish(board, _draft_to_publish(board, act), act)
        if not everything or event.format != RoundKind.ROUND_ROBIN:
            return
        if len(board.published) + 1 == board.pure.last_round:
            return


def unpublish_first_round(event: Event) -> None:
    """The first round is the draft of the draw again. The caller has voided its matches."""
    board = load_rounds(event)
    if len(board.rounds) > 1:
        raise ConflictError(
            "rounds_follow", _("Further rounds follow from the draw: take them back first.")
        )
    fixtures_forget(event.fixtures.all())
    event.fixtures.all().delete()
    _wish_again(event, board.rounds[0])
    event.save(update_fields=["next_round"])
    Round.objects.filter(stage__event=event).update(published_at=None)


def unpublish_rounds(event: Event, first: int, act: Act, *, drafted: bool) -> None:
    """The rounds from `first` on, without results, are not published any more.

    If the first of them was `drafted` before, it is a draft again; others, of a round robin, are
    simply gone.
    """
    board = load_rounds(event)
    require_no_draft(board)
    for last in reversed([row for row in board.published if row.number >= first]):
        _take_off(board, last, act)
        if drafted and last.number == first:
            last.published_at = None
            last.save(update_fields=["published_at"])
        else:
            last.delete()
    bump(event, "next_round")
    advance(event, act)


def publish_again(event: Event, was: Mapping[str, Any], act: Act) -> None:
    """A round that was taken back, as the log kept it, whatever would be paired now."""
    draft_restore(event, was["draft"])
    board = load_rounds(event)
    assert board.draft is not None
    _publish(board, board.draft, act)
    Round.objects.filter(pk=board.draft.pk).update(
        published_at=parse_datetime(was["draft"]["published_at"])
    )
    event.next_round = was["next"]
    bump(event, "next_round")
    advance(event, act, whole=True)


def _take_off(board: RoundBoard, last: Round, act: Act) -> None:
    """Without its matches, which must have no results; what was wished of it is wished again."""
    event = board.event
    rows = [row for row in board.fixtures if row.round == last.number]
    if event.of_teams:
        rows += [row for boards in boards_of(row.pk for row in rows).values() for row in boards]
    _require_unplayed(rows, last.number)
    for row in rows:
        if row.match is not None:
            match_void(match_id=row.match.pk, act=act, seen_version=row.match.version)
    gone = event.fixtures.filter(round=last.number)
    fixtures_forget(gone)
    gone.delete()
    _wish_again(event, last)


def _wish_again(event: Event, row: Round) -> None:
    wished = {
        kind: row.made_with[kind] for kind in ("forced", "forbidden") if kind in row.made_with
    }
    counted = {"drafts": row.drafts, "pairs": plain_pairs(row)} if row.number > 1 else {}
    event.next_round = {**wished, **counted}


def _draft_to_publish(board: RoundBoard, act: Act) -> Round:
    draft = board.draft
    if draft is None:
        if board.event.format != RoundKind.ROUND_ROBIN:
            raise no_draft()
        return store_draft(board, act)
    if not is_right(board, draft, paired_next(board)):
        raise ConflictError(
            "draft_outdated",
            _("Results or entries have changed since this draft, so the round is paired otherwise "
              "now. Make the draft again."),
        )  # fmt: skip
    return draft


def _publish(board: RoundBoard, row: Round, act: Act) -> None:
    event = board.event
    keys = {entry.number: entry.pk for entry in board.entries}
    plan = plan_of(event)
    Fixture.objects.bulk_create(
        [_fixture(event, plan, row, pairing, keys) for pairing in pure_round(row).pairings],
        batch_size=500,
    )
    row.published_at = act.at
    row.save(update_fields=["published_at"])
    event.next_round = {}
    if row.number > 1:  # the first one is told as the draw
        log(
            event.tournament_id,
            "round.published",
            act,
            event=event,
            before={"drafted": board.draft is not None},
            after={"round": row.number},
        )


def _fixture(
    event: Event, plan: RoundPlan, row: Round, pairing: Pairing, keys: dict[int, int]
) -> Fixture:
    first = Entrant(EntrantId(keys[pairing.first]))
    second = Bye() if pairing.second is None else Entrant(EntrantId(keys[pairing.second]))
    sets = SetPlan.of(event.sets).sets
    league = plan_of(event).league
    return Fixture(
        event=event,
        stage_id=row.stage_id,
        key=node_key(plan.letter, row.number, pairing.number),
        round=row.number,
        number=pairing.number,
        length=plan.length_of(row.number, event.length),
        sets_to_win=sets.to_win,
        decider=sets.decider,
        source_1=encode_source(first),
        source_2=encode_source(second),
        # Versions of its match begin above: who saw a round that was taken back saw not this one.
        match_version=event.version,
        play_by=league.play_by(row.number) if league and pairing.second is not None else None,
    )


def _require_unplayed(rows: list[Fixture], number: int) -> None:
    begun = [row.key for row in rows if has_begun(row)]
    if begun:
        raise ConflictError(
            "round_begun",
            _("Round %(round)s has results already: %(keys)s. Take these back first.")
            % {"round": number, "keys": ", ".join(begun)},
            fixtures=begun,
        )


def require_running(event: Event) -> None:
    require_in_rounds(event)
    if event.published_at is None:
        raise ConflictError("not_running", _("The first round is the draw: publish it first."))


def require_no_draft(board: RoundBoard) -> None:
    if board.draft is not None:
        raise ConflictError(
            "round_in_draft", _("The next round is in draft. Discard the draft first.")
        )
