"""A match for everybody to watch: the page that follows it, its positions, what is said of it.

Who plays it and staff see it as it is; spectators, where the director wants so, with a delay, on
every one of these pages. Who plays it does not read what spectators say until it is over.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.errors import DomainError
from matches.board_pages import Seen, watch_context
from matches.board_words import Context
from matches.fragments import BOARD, LIVE, PLAYER, SILENT, WATCH, WATCH_STAFF
from matches.live import Topic, View, cacheable, stream_url
from matches.models import Match
from matches.models_record import Record
from matches.record_pages import Kept, kept_lines
from matches.selectors.live import board_at, live_versions
from matches.selectors.live_data import reveal, thrown_in, verified
from matches.selectors.records import live_record
from matches.selectors.replay import records_kept, shown_record
from matches.selectors.watched import staff_versions, watched
from matches.selectors.watching import ALL
from matches.services.comments import LONGEST, Said, comment_add
from tournaments.models import Fixture
from tournaments.selectors.boards import sets_of
from tournaments.selectors.passes import match_place
from tournaments.selectors.set_words import length_words
from tournaments.selectors.spectators import Spectator
from tournaments.web import (
    comment_act,
    is_personal,
    live_part,
    number_in,
    page_language,
    watcher,
)


@dataclass(frozen=True, slots=True)
class _Look:
    """Somebody who looks at a match now: what there is for him, and where the rest comes from."""

    place: Fixture
    match_id: int
    who: Spectator
    at: datetime
    version: str
    seen: Seen

    @property
    def view(self) -> View:
        if self.who.is_let_in:
            kind, fragment = LIVE, PLAYER
        else:
            kind = WATCH_STAFF if self.who.is_staff else WATCH
            fragment = SILENT if self.who.plays else BOARD
        return View(Topic(kind, self.match_id), fragment, page_language())

    def records(self) -> list[Record]:
        """Those that are known, as they are seen."""
        sight, found = self.seen.sight, records_kept(self.match_id)
        return [sight.record(one) for one in found if sight.knows(one)]

    def board(self, at: int | None = None, record: Record | None = None) -> Context:
        board = board_at(self.match_id, at, record, sight=self.seen.sight)
        return watch_context(board, self.at, self.seen)


def _look(request: HttpRequest, match_id: int) -> _Look:
    """The version is read before anything that is shown. Raises NotFoundError `no_such_match`."""
    place, at = match_place(match_id), timezone.now()
    who = watcher(request, place)
    if who.is_let_in:
        version, sight = live_versions([match_id]).get(match_id, ""), ALL
    elif who.is_staff:
        version, sight = staff_versions([match_id]).get(match_id, ""), ALL
    else:
        version, sight = watched(match_id, at)
    assert place.match is not None
    return _Look(place, match_id, who, at, version, Seen(sight, who.reads(place.match)))


@require_safe
def watch(request: HttpRequest, match_id: int) -> HttpResponse:
    """The board as it is, or with `?at=` as it was after so many actions; `?record=` another record
    than that of the site."""
    look = _look(request, match_id)
    records = look.records()
    kept = kept_lines(records)
    context = _context(request, look, records, kept)
    response = render(request, "matches/watch.html", context)
    plain = look.version and kept.settled and not is_personal(request)
    if plain and not context.get("ticks"):
        cacheable(response, WATCH, match_id, look.version)
    return response


def _context(
    request: HttpRequest, look: _Look, records: list[Record], kept: Kept
) -> dict[str, Any]:
    at = number_in(request.GET.get("at", ""))
    context: dict[str, Any] = {"place": look.place, "at": at, "kept": kept, "who": look.who}
    record = shown_record(records, number_in(request.GET.get("record", "")))
    if record is None:
        return context
    context |= look.board(at, record)
    board = context["board"]
    follows = at is None and (board.is_open or board.is_between_sets)
    context["to"] = length_words(board.match.length, sets_of(board.match))
    context["stream"] = stream_url(look.view, look.version) if follows else ""
    context["goes_on"] = board.match.state == Match.State.OPEN and board.record.is_live
    context["may_speak"] = look.who.may_speak and board.is_open and board.match.watch_comments
    context["longest"] = LONGEST
    return context


@require_safe
def watch_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    look = _look(request, match_id)
    view = look.view
    version = f"{view.topic.kind}-{view.fragment}-{look.version}"
    return live_part(request, version, "matches/_watch.html", look.board)


@never_cache
@require_POST
def comment(request: HttpRequest, match_id: int) -> HttpResponse:
    """Say something, from the page that is watched."""
    look = _look(request, match_id)
    text = request.POST.get("text", "")
    said = Said(text, number_in(request.POST.get("number", "")), sees_all=look.who.sees_all)
    try:
        comment_add(match_id=match_id, said=said, act=comment_act(request, look.who))
    except DomainError as error:
        records = look.records()
        context = _context(request, look, records, kept_lines(records))
        context |= {"error": error, "typed": text}
        return render(request, "matches/watch.html", context, status=error.status)
    return redirect(f"{reverse('match', args=[match_id])}#say")


@require_safe
def dice(request: HttpRequest, match_id: int) -> HttpResponse:
    """What the dice were committed to and, after the match, what they followed from; `?record=`
    those of an earlier set."""
    look = _look(request, match_id)
    sight = look.seen.sight
    one = shown_record(look.records(), number_in(request.GET.get("record", "")))
    record = one if one is not None and one.is_live else live_record(match_id, sight=sight)
    found = verified(record)
    context = {
        "place": look.place,
        "record": record,
        "reveal": reveal(record),
        "found": found,
        "faults": () if found is None else found.faults,
        "throws": thrown_in(record.actions.all()[: sight.last_of(record)]),
    }
    return render(request, "matches/dice.html", context)
