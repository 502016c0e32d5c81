"""What can be watched of tournaments: the public pages of an event, and the private ones.

`event` topics have the event's version; the fragments are those of the event's pages. `pass` topics
are a player's card: their version is that of all the player's events, and each fragment needs a
token, as the director's desk does. `calls` are those of a tournament, for its staff.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from config.errors import NotAllowedError
from matches.live import register
from tournaments.models import Event, Pass, Tournament
from tournaments.selectors.access import access_event_by_id
from tournaments.selectors.brackets import bracket_views
from tournaments.selectors.calcutta import calcuttas
from tournaments.selectors.cards import card_versions
from tournaments.selectors.clock_walls import wall, wall_json, wall_versions
from tournaments.selectors.desk import DeskView, desk, with_flags, with_missing, with_rests
from tournaments.selectors.draws import draw_view
from tournaments.selectors.fixtures import (
    fixture_rows,
    fixture_views,
)
from tournaments.selectors.forecasting import Forecast
from tournaments.selectors.forecasts import forecast
from tournaments.selectors.ladder_pages import ladder_view
from tournaments.selectors.money import money
from tournaments.selectors.notices import card_context
from tournaments.selectors.overall import overall
from tournaments.selectors.passes import own_side
from tournaments.selectors.play_offs import play_offs
from tournaments.selectors.public import boards_to_see, progress_of_views
from tournaments.selectors.rests import has_rests
from tournaments.selectors.rooms import calls_to_tables
from tournaments.selectors.round_pages import round_desk, rounds_view
from tournaments.selectors.rulings import (
    call_of_match,
    calls_of,
    calls_of_tournament,
    open_appeals,
    queue_versions,
    ruling_in_force,
)
from tournaments.selectors.staffed import entries_of
from tournaments.selectors.standings import standings
from tournaments.web import number_in, taking_now, today_at

Context = dict[str, object]

QUEUE = "tournaments/desk/_queue.html"
CALLED = "tournaments/card/_called.html"


def called_context(one: Pass, match_id: int) -> Context:
    """Who has called the director at a match of the player; else what was ruled there last."""
    call = call_of_match(match_id)
    ruling = None if call else ruling_in_force(match_id)
    return {"pass": one, "match_id": match_id, "match": {"call": call}, "ruling": ruling}


def bracket_context(event: Event) -> Context:
    """The brackets, the rounds of an event that has some, or the ladder."""
    rows = [] if event.published_at is None else fixture_rows(event)
    views = fixture_views(rows)
    boards = SimpleLazyObject(lambda: boards_to_see(event))
    return {
        "event": event,
        "taking": taking_now(event),
        "brackets": bracket_views(views),
        "progress": progress_of_views(views),
        "rounds": rounds_view(event, rows) if rows and event.in_rounds else None,
        "ladder": ladder_view(event) if event.is_ladder and event.published_at else None,
        "forecast": SimpleLazyObject(lambda: public_forecast(event)),
        # Asked only where it is shown: the result sheet has this context, too.
        "has_tables": SimpleLazyObject(lambda: calls_to_tables(event)),
        "live": SimpleLazyObject(lambda: boards.live),
        "recorded": SimpleLazyObject(lambda: boards.recorded),
    }


def entries_context(event: Event) -> Context:
    entries = entries_of(event)
    return {
        "event": event,
        "taking": taking_now(event),
        "entries": entries,
        "with_clubs": any(entry.club for entry in entries),
        "with_ratings": any(entry.rating for entry in entries),
    }


def results_context(event: Event) -> Context:
    return {
        "event": event,
        "desk": desk(event) if event.published_at else None,
        "has_tables": calls_to_tables(event),
        **boards_to_see(event)._asdict(),
    }


def _for_staff(event: Event, shown: DeskView) -> DeskView:
    shown = shown.on(today_at(event.tournament))
    return with_missing(with_flags(with_rests(shown) if has_rests(event) else shown))


def desk_context(event: Event) -> Context:
    """The control room: everything that is not over, and what to expect of it."""
    told = forecast(event)
    shown = desk(event, told) if event.published_at else None
    return {
        "event": event,
        "desk": _for_staff(event, shown) if shown else None,
        "has_tables": calls_to_tables(event),
        "next": round_desk(event) if event.in_rounds else None,
        "play_offs": play_offs(event),
        "forecast": told,
        "calls": calls_of(event) if shown else (),
        "appeals": open_appeals(event) if shown else (),
        "live": SimpleLazyObject(lambda: boards_to_see(event).live),
        "manages": True,
    }


def floor_context(event: Event) -> Context:
    """The control room of a scorer, who enters results and pairs nobody."""
    return {**desk_context(event), "manages": False}


def queue_context(tournament: Tournament) -> Context:
    """All calls for the director, whatever the event."""
    return {"tournament": tournament, "calls": calls_of_tournament(tournament)}


def public_forecast(event: Event) -> Forecast | None:
    """What the public may know of it."""
    return forecast(event) if event.shows_forecast else None


def draw_context(event: Event) -> Context:
    return {"event": event, "draw": draw_view(event)}


def standings_context(event: Event) -> Context:
    of_brackets = event.published_at is not None and not event.in_rounds
    rows = fixture_rows(event) if of_brackets else []
    places = overall(event, rows)
    is_known = any(place.final for place in places)  # until then it says nothing
    return {
        "event": event,
        "standings": standings(event, rows),
        "overall": places if is_known else (),
        "overall_is_open": not all(place.final for place in places),
    }


def prizes_context(event: Event) -> Context:
    """The prizes as a table, and nobody's name; nothing before a director publishes it."""
    shown = money(event) if event.prizes_published else None
    return {"event": event, "money": shown}


def calcutta_context(event: Event) -> Context:
    """Who was sold for what; nothing before a director publishes it."""
    return {"event": event, "calcuttas": calcuttas(event) if event.auction_published else ()}


class Fragment(NamedTuple):
    """`context` is what the template is told of the event; a public one is for everybody."""

    template: str
    context: Callable[[Event], Context]
    is_public: bool = True


EVENT_FRAGMENTS = {
    "bracket": Fragment("tournaments/event/_bracket.html", bracket_context),
    "entries": Fragment("tournaments/event/_entries.html", entries_context),
    "results": Fragment("tournaments/event/_results.html", results_context),
    "standings": Fragment("tournaments/event/_standings.html", standings_context),
    "draw": Fragment("tournaments/event/_draw.html", draw_context),
    "prizes": Fragment("tournaments/event/_prizes.html", prizes_context),
    "calcutta": Fragment("tournaments/event/_calcutta.html", calcutta_context),
    "desk": Fragment("tournaments/desk/_floor.html", desk_context, is_public=False),
    "floor": Fragment("tournaments/desk/_floor.html", floor_context, is_public=False),
}


class EventSource:
    """The pages of one event."""

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        found = Event.objects.filter(pk__in=pks).values_list("pk", "version")
        return {pk: str(version) for pk, version in found}

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        if (found := EVENT_FRAGMENTS.get(fragment)) is None:
            return None
        event = access_event_by_id(pk)
        if event.published_at is None and not found.is_public:
            return None  # there is no floor to watch before the draw
        return render_to_string(found.template, found.context(event))

    def is_public(self, fragment: str) -> bool:
        found = EVENT_FRAGMENTS.get(fragment)
        return found is not None and found.is_public


def _called(one: Pass, match_id: int) -> str | None:
    try:
        own_side(one, match_id)
    except NotAllowedError:
        return None
    return render_to_string(CALLED, called_context(one, match_id))


class PassSource:
    """The card of one player; `call-7` is who has called the director at match 7, one of his."""

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        return card_versions(pks)

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        one = Pass.objects.select_related("player", "tournament").filter(pk=pk).first()
        if one is None:
            return None
        if fragment.startswith("call-"):
            return _called(one, number_in(fragment.removeprefix("call-")) or 0)
        if fragment != "card":
            return None
        return render_to_string("tournaments/card/_card.html", card_context(one))

    def is_public(self, fragment: str) -> bool:
        return False


class CallsSource:
    """The calls for the director in all events of one tournament."""

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        return queue_versions(pks)

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        found = Tournament.objects.filter(pk=pk).first()
        if found is None or fragment != "queue":
            return None
        return render_to_string(QUEUE, queue_context(found))

    def is_public(self, fragment: str) -> bool:
        return False


class ClocksSource:
    """All clocks of an event that are on, as data; everybody may look at them."""

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        return wall_versions(pks, timezone.now())

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        if fragment != "state":
            return None
        return wall_json(wall(access_event_by_id(pk), timezone.now()))

    def is_public(self, fragment: str) -> bool:
        return fragment == "state"


def register_sources() -> None:
    register("calls", CallsSource())
    register("clocks", ClocksSource())
    register("event", EventSource())
    register("pass", PassSource())
