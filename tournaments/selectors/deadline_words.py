"""Every kind of deadline in words: what it is about, and what will happen.

A deadline is of a match (of the event it is played in, or of none), of a fixture with a last day,
or of an event. Each kind is told in a number of queries that does not grow with their number.
"""

from collections.abc import Callable, Collection, Iterator, Mapping

from django.utils.translation import gettext as _

from matches.models import Report, Side
from matches.services.clock_steps import BREAK_OVER, CLOCK_FLAG
from matches.services.deadlines import Told, tells
from matches.services.steps import CONFIRM, DISPUTE, LATE
from tournaments.formats.overdue import Overdue, OverduePlan
from tournaments.models import Event, Fixture
from tournaments.models_rulings import APPEAL_WINDOW, COMMITTEE, Ruling
from tournaments.selectors.checkin import CHECKED_IN, CLOSED, OPENED
from tournaments.selectors.overdue_words import CHOICES, OF_LADDERS
from tournaments.selectors.rests import REST_OVER

PLACED_WITH = ("event__tournament", "entry_1", "entry_2", "member_1", "member_2")


@tells(CONFIRM)
def tell_confirmations(_kind: str, match_ids: Collection[int]) -> Mapping[int, Told]:
    pending = Report.objects.filter(match__in=match_ids, state=Report.State.PENDING)
    scores = {each.match_id: f"{each.score_1}–{each.score_2}" for each in pending}
    return _of_matches(
        match_ids,
        lambda match_id: _("silence confirms %(score)s") % {"score": scores.get(match_id, "")},
    )


@tells(DISPUTE)
def tell_disputes(_kind: str, match_ids: Collection[int]) -> Mapping[int, Told]:
    words = _("the director is told that nobody has ruled on the dispute")
    return _of_matches(match_ids, lambda _match_id: words)


@tells(CLOCK_FLAG)
def tell_flags(_kind: str, match_ids: Collection[int]) -> Mapping[int, Told]:
    return _of_matches(match_ids, lambda _match_id: _("time is up on the clock"))


@tells(BREAK_OVER)
def tell_breaks(_kind: str, match_ids: Collection[int]) -> Mapping[int, Told]:
    return _of_matches(match_ids, lambda _match_id: _("the break is over"))


@tells(LATE)
def tell_lateness(_kind: str, match_ids: Collection[int]) -> Mapping[int, Told]:
    words = _("what it costs by the rules to be missing then, if the other one is there")
    return _of_matches(match_ids, lambda _match_id: words)


@tells(REST_OVER)
def tell_rests(_kind: str, match_ids: Collection[int]) -> Mapping[int, Told]:
    words = _("both have rested, and are called if a table is free")
    return _of_matches(match_ids, lambda _match_id: words)


@tells("play_by_24h", "play_by_1h", "play_by_over")
def tell_days(kind: str, fixture_ids: Collection[int]) -> Mapping[int, Told]:
    rows = Fixture.objects.filter(pk__in=fixture_ids).select_related(*PLACED_WITH)
    return {row.pk: _placed(row, _names_of(row), _day_words(kind, row)) for row in rows}


@tells(APPEAL_WINDOW, COMMITTEE)
def tell_rulings(kind: str, subject_ids: Collection[int]) -> Mapping[int, Told]:
    """As of the match that was ruled on; the subject is a ruling, or the appeal against it."""
    way, words = {
        APPEAL_WINDOW: ("pk", _("the ruling is final")),
        COMMITTEE: ("appeal", _("the committee should have decided")),
    }[kind]
    found = Ruling.objects.filter(**{f"{way}__in": subject_ids})
    matches: dict[int, int] = dict(found.values_list(way, "match"))
    told = _of_matches(set(matches.values()), lambda _match_id: words)
    return {pk: told[match_id] for pk, match_id in matches.items() if match_id in told}


@tells(OPENED, CLOSED, CHECKED_IN)
def tell_events(kind: str, event_ids: Collection[int]) -> Mapping[int, Told]:
    words = {
        OPENED: _("entries open"),
        CLOSED: _("entries close"),
        CHECKED_IN: _("the check-in closes: the director sees who is missing"),
    }[kind]
    events = Event.objects.filter(pk__in=event_ids).select_related("tournament")
    return {
        event.pk: Told(_event_name(event), words, event.tournament.time_zone) for event in events
    }


def _day_words(kind: str, row: Fixture) -> str:
    if kind == "play_by_24h":
        return _("both are reminded that a day is left to play")
    if kind == "play_by_1h":
        return _("both are reminded that an hour is left to play")
    then = OverduePlan.of(row.event.overdue_rules).then
    if then == Overdue.SLOT and row.slot_at is not None:
        then = Overdue.DIRECTOR  # there is one slot, not one after the other
    words = OF_LADDERS if row.event.is_ladder else CHOICES
    return _("if it is not played by then: %(then)s") % {"then": words[then]}


def _of_matches(match_ids: Collection[int], what: Callable[[int], str]) -> dict[int, Told]:
    """By the fixtures in which they are played; by their sides where there are none."""
    places = Fixture.places.filter(match__in=match_ids).select_related("event__tournament")
    rows = {row.match_id: row for row in places}
    told = {}
    for match_id, names in _sides(match_ids):
        row = rows.get(match_id)
        if row is None:
            told[match_id] = Told(_("match %(names)s") % {"names": names}, what(match_id))
        else:
            told[match_id] = _placed(row, names, what(match_id))
    return told


def _sides(match_ids: Collection[int]) -> Iterator[tuple[int, str]]:
    found: dict[int, list[str]] = {}
    sides = Side.objects.filter(match__in=match_ids).order_by("match_id", "number")
    for match_id, name in sides.values_list("match_id", "name"):
        found.setdefault(match_id, []).append(name)
    for match_id, names in found.items():
        yield match_id, " – ".join(names)


def _names_of(row: Fixture) -> str:
    return " – ".join(entry.name for entry in (row.entry_1, row.entry_2) if entry is not None)


def _placed(row: Fixture, names: str, what: str) -> Told:
    said = {"key": row.key, "names": names, "event": _event_name(row.event)}
    subject = _("match %(key)s %(names)s of %(event)s") % said
    return Told(subject, what, row.event.tournament.time_zone, row.key, names)


def _event_name(event: Event) -> str:
    return f"{event.name} ({event.tournament.name})"
