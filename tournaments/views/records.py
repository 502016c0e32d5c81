"""What is recorded of a match: files to hand in and to take away, the score sheet, disagreements.

Everybody may look. Whoever holds the card of a player of the match hands in files and keeps the
sheet, and so do scorekeepers and directors.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import DomainError, InvalidError, NotAllowedError
from matches.models import Match
from matches.record_pages import records_context
from matches.selectors.downloads import download
from matches.selectors.live_sets import most_sets
from matches.selectors.recorded import account_of
from matches.selectors.sheets import Game, Sheet, next_sheet, sheet_of, sheet_result
from matches.selectors.watching import Sight
from matches.services.record_import import (
    MAX_FILE,
    Upload,
    record_import,
    record_remove,
    record_set,
    record_sides,
)
from matches.services.record_sheet import sheet_write
from matches.services.reporting import match_report
from matches.services.steps import Verdict
from players.actors import Act
from tournaments.models import Fixture, Pass
from tournaments.selectors.boards import sets_of
from tournaments.selectors.passes import match_place
from tournaments.selectors.set_words import length_words
from tournaments.services.results import result_enter
from tournaments.views.live import card_for
from tournaments.web import card_act, number_in, posted_number, staff_act, watcher

CUBES = (1, 2, 4, 8, 16, 32, 64)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks: staff of the event, a player with the card, or anybody."""

    request: HttpRequest
    place: Fixture
    is_staff: bool
    card: Pass | None
    sight: Sight

    @property
    def may_write(self) -> bool:
        return self.is_staff or self.card is not None

    def act(self) -> Act:
        """Raises NotAllowedError `no_card`."""
        if self.is_staff:
            return staff_act(self.request)
        if self.card is None:
            raise NotAllowedError(
                "no_card", _("Open this match from your card: scan its code again.")
            )
        return card_act(self.card)


def visitor_of(request: HttpRequest, match_id: int) -> Visitor:
    place = match_place(match_id)
    who = watcher(request, place)
    card = None
    if who.plays and not who.is_staff:
        try:
            card, _side = card_for(request, match_id)
        except NotAllowedError:
            card = None
    return Visitor(request, place, who.is_staff, card, who.sight(match_id, timezone.now()))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def records(request: HttpRequest, match_id: int) -> HttpResponse:
    visitor = visitor_of(request, match_id)
    if request.method != "POST":
        return _page(visitor, match_id)
    steps = {
        "upload": _upload,
        "sides": _sides,
        "set": _set,
        "remove": _remove,
        "game": _game,
        "undo": _undo,
        "result": _result,
    }
    try:
        said = steps.get(request.POST.get("step", ""), _unknown)(visitor, match_id)
    except DomainError as error:
        return _page(visitor, match_id, error)
    messages.success(request, said)
    return redirect(request.get_full_path())


def _page(visitor: Visitor, match_id: int, error: DomainError | None = None) -> HttpResponse:
    match = Match.objects.prefetch_related("sides").get(pk=match_id)
    number = _set_number(visitor, match)
    context: dict[str, Any] = {
        **records_context(match, visitor.sight, number),
        "place": visitor.place,
        "visitor": visitor,
        "error": error,
        "cubes": CUBES,
        "kinds": [(1, _("single")), (2, _("gammon")), (3, _("backgammon"))],
        "may_sheet": visitor.may_write,
        "to": length_words(match.length, sets_of(match)),
        "set_number": number,
        "sets": range(1, most_sets(match) + 1) if match.sets_to_win > 1 else (),
        **(_ahead(match, number) if visitor.sight.is_whole else {}),
    }
    status = error.status if error else 200
    return render(visitor.request, "matches/records.html", context, status=status)


def _set_number(visitor: Visitor, match: Match) -> int:
    """Whose sheet is shown and kept: the one that is asked for, or the next one to keep."""
    asked = number_in(visitor.request.POST.get("set", "") or visitor.request.GET.get("set", ""))
    if asked is not None and 1 <= asked <= most_sets(match):
        return asked
    return 1 if match.sets_to_win == 1 else next_sheet(match)


def _ahead(match: Match, set_number: int) -> dict[str, Any]:
    """How the sheet stands and, where there is no result yet, what it would be."""
    sheet, result = sheet_of(match, set_number), sheet_result(match)
    no_result = match.state in {Match.State.OPEN, Match.State.REPORTED}
    ends = "{}–{}".format(*result) if result is not None and no_result else ""
    return {
        "ends": ends,
        "is_full": sheet.is_over,
        "crawford": sheet.crawford,
        "sheet_version": sheet.version,
    }


# --- Files ---------------------------------------------------------------------------------------
def _upload(visitor: Visitor, match_id: int) -> str:
    act = visitor.act()
    file = visitor.request.FILES.get("file")
    if file is None:
        raise InvalidError("no_file", _("Choose the file of the match."))
    number = number_in(visitor.request.POST.get("number", "")) or None
    set_number = number_in(visitor.request.POST.get("set", "")) or None
    upload = Upload(file.read(MAX_FILE + 1), file.name or "", number, set_number)
    record = record_import(match_id=match_id, upload=upload, act=act)
    if not record.file.sides_known:
        return _("The file is kept. Say who is who in it.")
    return _("The file is kept.")


def _sides(visitor: Visitor, match_id: int) -> str:
    exchange = visitor.request.POST.get("exchange") == "1"
    ident = posted_number(visitor.request, "record")
    record_sides(match_id=match_id, record_id=ident, exchange=exchange, act=visitor.act())
    return _("It is known now who is who in the file.")


def _set(visitor: Visitor, match_id: int) -> str:
    ident, number = (posted_number(visitor.request, name) for name in ("record", "set"))
    record_set(match_id=match_id, record_id=ident, set_number=number, act=visitor.act())
    return _("It is known now of which set the file is.")


def _remove(visitor: Visitor, match_id: int) -> str:
    if not visitor.is_staff:
        raise NotAllowedError("not_staff", _("Ask the director to remove a file."))
    ident = posted_number(visitor.request, "record")
    record_remove(match_id=match_id, record_id=ident, act=visitor.act())
    return _("The file is removed.")


# --- The score sheet -----------------------------------------------------------------------------
def _sheet(visitor: Visitor, match_id: int) -> tuple[Sheet, int]:
    """The sheet of the page, and of which set it is."""
    match = Match.objects.get(pk=match_id)
    number = _set_number(visitor, match)
    return sheet_of(match, number), number


def _write(visitor: Visitor, match_id: int, games: Sequence[Game], set_number: int) -> None:
    sheet_write(
        match_id=match_id,
        games=games,
        act=visitor.act(),
        seen_version=posted_number(visitor.request, "version"),
        set_number=set_number,
    )


def _game(visitor: Visitor, match_id: int) -> str:
    winner, kind, cube = (
        posted_number(visitor.request, name) for name in ("winner", "kind", "cube")
    )
    sheet, number = _sheet(visitor, match_id)
    _write(visitor, match_id, [*sheet.games, (winner, kind, cube)], number)
    return _("The game is on the sheet.")


def _undo(visitor: Visitor, match_id: int) -> str:
    sheet, number = _sheet(visitor, match_id)
    _write(visitor, match_id, sheet.games[:-1], number)
    return _("The last game is off the sheet.")


def _result(visitor: Visitor, match_id: int) -> str:
    """What the sheet says becomes the result: entered by staff, reported by a player."""
    act, scores = visitor.act(), sheet_result(Match.objects.get(pk=match_id))
    if scores is None:
        raise InvalidError("sheet_unfinished", _("By the score sheet the match is not over."))
    if visitor.card is not None:
        player_id = visitor.card.player_id
        match_report(match_id=match_id, player_id=player_id, scores=scores, act=act)
        return _("The result is reported.")
    result_enter(
        event_id=visitor.place.event_id,
        key=visitor.place.key,
        verdict=Verdict(1 if scores[0] > scores[1] else 2, scores=scores),
        act=act,
        seen_version=posted_number(visitor.request, "match_version"),
    )
    return _("The result is entered.")


def _unknown(_visitor: Visitor, _match_id: int) -> str:
    raise InvalidError("step_unknown", _("That is nothing to do here."))


# --- To take away --------------------------------------------------------------------------------
@never_cache
@require_safe
def record_file(request: HttpRequest, match_id: int, record_id: int, form: str) -> HttpResponse:
    place = match_place(match_id)
    sight = watcher(request, place).sight(match_id, timezone.now())
    match = Match.objects.prefetch_related("sides").get(pk=match_id)
    given = download(match, account_of(match, record_id, sight), form)
    response = HttpResponse(given.data, content_type=given.content_type)
    response["Content-Disposition"] = f'attachment; filename="{given.filename}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
