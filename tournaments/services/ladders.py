"""A ladder while it runs: opened, challenges made and ended, who joins and leaves, closed.

There is no draw: the order of entry is the first order. A challenge is a fixture with a match, and
its result moves the order (`ladder_steps`); whether it may be made is asked of the pure rules under
the lock. A ladder ends when its director closes it.
"""

from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from matches.models import Match
from matches.services.ruling import match_void
from players.actors import Act
from tournaments.formats import Entrant, EntrantId, FormatError
from tournaments.formats.ladder import objection
from tournaments.formats.ladder_rules import LETTER, MAX_LADDER
from tournaments.formats.sets import SetPlan
from tournaments.models import Entry, Event, Fixture, Pass, Stage
from tournaments.models_ladders import LadderStep
from tournaments.selectors.access import access_entry
from tournaments.selectors.boards import encode_source
from tournaments.selectors.days import today_in
from tournaments.selectors.ladders import (
    ALGORITHM,
    ROUND,
    LadderBoard,
    challenge_key,
    load_ladder,
    rules_of,
)
from tournaments.services.advancing import advance
from tournaments.services.entries import NewEntry, entries_store
from tournaments.services.forgetting import fixtures_forget
from tournaments.services.ladder_steps import step_add
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.refusals import left_already, match_begun, not_left
from tournaments.services.tables import tables_leave

Kind = LadderStep.Kind


# --- Its beginning and its end -------------------------------------------------------------------
@transaction.atomic
def ladder_open(*, event_id: int, act: Act, seen_version: int | None = None) -> Event:
    """From now on challenges can be made; the entries in their order are the first order."""
    event = _lock(event_id, seen_version)
    if event.published_at is not None:
        raise ConflictError("ladder_opened", _("The ladder is open already."))
    field = list(event.entries.order_by("number").values_list("number", flat=True))
    if not 2 <= len(field) <= MAX_LADDER:
        raise InvalidError(
            "field_too_small",
            _("A ladder needs at least 2 entrants, and there are %(n)s. Add entries first.")
            % {"n": len(field)},
        )
    event.draw = {"algorithm": ALGORITHM, "seed": "", "field": field, "notices": []}
    event.state, event.published_at = Event.State.RUNNING, act.at
    Stage.objects.get_or_create(event=event, bracket=LETTER, defaults={"kind": event.format})
    _log(event, "ladder.opened", act, after={"entries": len(field)})
    bump(event, "draw", "state", "published_at")
    return event


@transaction.atomic
def ladder_close(*, event_id: int, act: Act, seen_version: int | None = None) -> Event:
    """The order is final. Open challenges have to be ended first."""
    event = _running(event_id, seen_version)
    still_open = [challenge_key(one.challenge) for one in load_ladder(event).now.open]
    if still_open:
        raise ConflictError(
            "challenges_open",
            _("There are open challenges: %(keys)s. Enter their results, or call them off.")
            % {"keys": ", ".join(still_open)},
            fixtures=still_open,
        )
    event.state, event.finished_at = Event.State.FINISHED, act.at
    _log(event, "ladder.closed", act)
    bump(event, "state", "finished_at")
    return event


@transaction.atomic
def ladder_reopen(*, event_id: int, act: Act, seen_version: int | None = None) -> Event:
    """Go on with a ladder that was closed."""
    event = _lock(event_id, seen_version)
    if event.state != Event.State.FINISHED:
        raise ConflictError("ladder_not_closed", _("The ladder is not closed."))
    event.state, event.finished_at = Event.State.RUNNING, None
    _log(event, "ladder.reopened", act)
    bump(event, "state", "finished_at")
    return event


# --- Challenges ----------------------------------------------------------------------------------
@transaction.atomic
def challenge_make(
    *,
    event_id: int,
    challenger_id: int,
    challenged_id: int,
    act: Act,
    seen_version: int | None = None,
) -> Fixture:
    """One entrant challenges another, if the rules of the ladder let him.

    Raises InvalidError with the code of the `objection`, such as `out_of_reach`.
    """
    event = _running(event_id, seen_version)
    board = load_ladder(event)
    pair = access_entry(event, challenger_id), access_entry(event, challenged_id)
    _require_allowed(board, *pair)
    today = today_in(event.tournament.time_zone, act.at)
    play_by, number = rules_of(event).play_by(today), board.next_challenge
    step_add(
        event,
        Kind.CHALLENGED,
        act.at,
        challenge=number,
        entry=pair[0],
        opponent=pair[1],
        play_by=play_by,
    )
    row = fixture_for(event, number, pair, play_by)
    _log(
        event,
        "ladder.challenged",
        act,
        subject=pair[0].name,
        fixture_key=row.key,
        after={"opponent": pair[1].name, "play_by": play_by.isoformat()},
    )
    bump(event)
    advance(event, act, key=row.key)
    row.refresh_from_db()
    return row


def card_challenge(*, one: Pass, event_id: int, challenged_id: int, act: Act) -> Fixture:
    """A player challenges somebody with his card. Raises NotAllowedError `not_on_ladder`."""
    mine = Entry.objects.filter(
        event_id=event_id, event__tournament=one.tournament_id, player=one.player_id
    ).first()
    if mine is None:
        raise NotAllowedError("not_on_ladder", _("You are not on this ladder."))
    return challenge_make(
        event_id=event_id, challenger_id=mine.pk, challenged_id=challenged_id, act=act
    )


@transaction.atomic
def challenge_unplayed(
    *, event_id: int, key: str, act: Act, seen_version: int | None = None
) -> Event:
    """It was not played in time: what that means is for the rules of the ladder."""
    event = _running(event_id, seen_version)
    row = _open_challenge(event, key)
    assert row.play_by is not None
    if today_in(event.tournament.time_zone, act.at) <= row.play_by:
        raise ConflictError(
            "still_time",
            _("There is time to play it until %(day)s. Wait, or call it off.")
            % {"day": row.play_by.isoformat()},
            play_by=row.play_by.isoformat(),
        )
    return _end(event, row, Kind.UNPLAYED, act)


@transaction.atomic
def challenge_call_off(
    *, event_id: int, key: str, act: Act, seen_version: int | None = None
) -> Event:
    """As if the challenge had never been made."""
    event = _running(event_id, seen_version)
    return _end(event, _open_challenge(event, key), Kind.CALLED_OFF, act)


# --- Who is on it --------------------------------------------------------------------------------
@transaction.atomic
def ladder_join(
    *, event_id: int, entry: NewEntry, act: Act, seen_version: int | None = None
) -> Entry:
    """Somebody new, at the bottom."""
    event = _running(event_id, seen_version)
    (row,) = entries_store(event, [entry], act)
    step_add(event, Kind.JOINED, act.at, entry=row)
    _log(event, "ladder.joined", act, subject=row.name, after={"number": row.number})
    bump(event)
    return row


@transaction.atomic
def ladder_leave(
    *, event_id: int, entry_id: int, act: Act, seen_version: int | None = None
) -> Entry:
    """He goes, all below him come up by one; his open challenges are called off."""
    event = _running(event_id, seen_version)
    board, row = load_ladder(event), access_entry(event, entry_id)
    entrant = EntrantId(row.number)
    if not board.now.place(entrant):
        raise left_already(row)
    for one in board.now.open_of(entrant):
        _end(event, _open_challenge(event, challenge_key(one.challenge)), Kind.CALLED_OFF, act)
    step_add(event, Kind.LEFT, act.at, entry=row)
    mark_left(row, has_left=True)
    place = board.now.place(entrant)
    facts = {"number": row.number, "place": place}
    _log(event, "ladder.left", act, subject=row.name, after=facts)
    bump(event)
    return row


@transaction.atomic
def ladder_return(
    *, event_id: int, entry_id: int, act: Act, seen_version: int | None = None
) -> Entry:
    """Whoever left is on it again, at the bottom."""
    event = _running(event_id, seen_version)
    row = access_entry(event, entry_id)
    if load_ladder(event).now.place(EntrantId(row.number)):
        raise not_left(row)
    step_add(event, Kind.JOINED, act.at, entry=row)
    mark_left(row, has_left=False)
    _log(event, "ladder.returned", act, subject=row.name, after={"number": row.number})
    bump(event)
    return row


# --- Steps: each needs the event locked and a transaction ----------------------------------------
def fixture_for(
    event: Event, number: int, pair: tuple[Entry, Entry], play_by: date | None
) -> Fixture:
    """The challenger stands first; `advance` makes the match."""
    stage = event.stages.get(bracket=LETTER)
    sets = SetPlan.of(event.sets).sets
    first, second = (encode_source(Entrant(EntrantId(entry.pk))) for entry in pair)
    made: Fixture = Fixture.objects.create(
        event=event,
        stage=stage,
        key=challenge_key(number),
        round=ROUND,
        number=number,
        length=event.length,
        sets_to_win=sets.to_win,
        decider=sets.decider,
        source_1=first,
        source_2=second,
        entry_1=pair[0],
        entry_2=pair[1],
        status=Fixture.Status.READY,
        play_by=play_by,
        # Versions of its match begin above those of one that was there before.
        match_version=event.version,
    )
    return made


def mark_left(row: Entry, *, has_left: bool) -> None:
    """The entry says so, too, as in events of rounds: a ladder has none."""
    row.last_round = 0 if has_left else None
    row.save(update_fields=["last_round"])


def fixture_remove(event: Event, row: Fixture, act: Act) -> None:
    """Its match is void and its table free."""
    assert row.match is not None
    match_void(match_id=row.match.pk, act=act, seen_version=row.match.version)
    tables_leave(Fixture.places.filter(pk=row.pk))
    fixtures_forget(Fixture.objects.filter(pk=row.pk))
    row.delete()


def _end(event: Event, row: Fixture, kind: Kind, act: Act) -> Event:
    """Without a result."""
    assert row.entry_1 is not None
    assert row.entry_2 is not None
    fixture_remove(event, row, act)
    pair = {"entry": row.entry_1, "opponent": row.entry_2}
    step_add(event, kind, act.at, challenge=row.number, **pair)
    _log(
        event,
        f"ladder.{kind.value}",
        act,
        subject=row.entry_1.name,
        fixture_key=row.key,
        after={"opponent": row.entry_2.name, "challenge": row.number},
    )
    bump(event)
    advance(event, act)
    return event


def _open_challenge(event: Event, key: str) -> Fixture:
    rows = event.fixtures.select_related("match", "entry_1", "entry_2")
    row = rows.filter(key=key).first()
    if row is None or row.match is None:
        raise NotFoundError(
            "no_such_challenge", _("There is no open challenge %(key)s.") % {"key": key}
        )
    if row.match.state != Match.State.OPEN:
        raise match_begun(key)
    return row


def _require_allowed(board: LadderBoard, challenger: Entry, challenged: Entry) -> None:
    against = EntrantId(challenger.number), EntrantId(challenged.number)
    found = objection(board.now, *against)
    if found is None:
        return
    detail = dict(found.detail)
    if "entrant" in detail:
        detail["entrant"] = board.name(detail["entrant"])
    raise InvalidError.of(FormatError(found.code, found.template, **detail))


def _running(event_id: int, seen_version: int | None) -> Event:
    event = _lock(event_id, seen_version)
    require_ladder_running(event)
    return event


def _lock(event_id: int, seen_version: int | None) -> Event:
    event = lock_event(event_id, seen_version=seen_version)
    if not event.is_ladder:
        raise ConflictError("not_a_ladder", _("This event is no ladder."))
    return event


def require_ladder_running(event: Event) -> None:
    if event.published_at is None:
        raise ConflictError("not_running", _("The ladder is not open yet: open it first."))
    if event.state == Event.State.FINISHED:
        raise ConflictError("ladder_closed", _("The ladder is closed."))


def _log(event: Event, action: str, act: Act, **what: object) -> None:
    log(event.tournament_id, action, act, event=event, **what)
