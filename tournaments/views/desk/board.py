"""The board of one match at the desk: set it up for the players, rule on what happens there, and
say what spectators get to see of it."""

import secrets
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors import DomainError, InvalidError
from matches.board_pages import Seen, watch_context
from matches.board_words import games_offered
from matches.engine.fairdice import SECRET_BYTES
from matches.models_record import Record
from matches.selectors.live import board_at, live_versions
from matches.selectors.live_pairs import has_pairs
from matches.services.comments import comment_remove
from matches.services.live_acting import STAFF_DEEDS, Deed, live_act
from matches.services.live_begin import Table, live_begin
from tournaments.forms.watching import CommentRemovalForm, WatchingForm
from tournaments.selectors.access import MANAGE, SCORE, require
from tournaments.selectors.clocks import match_of
from tournaments.selectors.floor import fixture_page
from tournaments.selectors.passes import match_place
from tournaments.services.watching import fixture_watching_set
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import number_in, staff_act, watcher

if TYPE_CHECKING:
    from tournaments.models import Event

WATCHING = ("watching", "remove_comment")
POINTS = (1, 2, 3)  # of a game that is awarded, by a button; more through the API


@for_event(SCORE)
def fixture_board(request: HttpRequest, event: "Event", key: str) -> HttpResponse:
    match_id = match_of(event, key)
    if request.method != "POST":
        return _page(request, event, key, match_id)
    try:
        if request.POST.get("do") in WATCHING:
            _watching(request, event, key, match_id)
        else:
            _step(request, match_id)
    except DomainError as error:
        return _page(request, event, key, match_id, error)
    messages.success(request, _("Saved."))
    return redirect(request.path)


def _watching(request: HttpRequest, event: "Event", key: str, match_id: int) -> None:
    """What spectators see, or no longer. Raises InvalidError `form_wrong`."""
    if request.POST["do"] == "remove_comment":
        removal = CommentRemovalForm(request.POST)
        if not removal.is_valid():
            raise _wrong(removal)
        ident, why = removal.cleaned_data["comment"], removal.cleaned_data["reason"]
        comment_remove(match_id=match_id, comment_id=ident, act=staff_act(request, why))
        return
    require(request.user, MANAGE, event)
    form = WatchingForm(request.POST)
    if not form.is_valid():
        raise _wrong(form)
    fixture_watching_set(
        event_id=event.pk, key=key, watching=form.watching(), act=staff_act(request)
    )


def _wrong(form: Form) -> InvalidError:
    said = [str(error) for errors in form.errors.values() for error in errors]
    return InvalidError("form_wrong", " ".join(said))


def _step(request: HttpRequest, match_id: int) -> None:
    sent, act = request.POST, staff_act(request, request.POST.get("reason", ""))
    do = sent.get("do", "")
    if do == "begin":
        secret, agree = secrets.token_bytes(SECRET_BYTES), sent.get("by_agreement") == "1"
        table = Table(secret, sent.get("game", ""), sent.get("dice_by", ""), agree)
        live_begin(match_id=match_id, table=table, act=act)
        return
    if do not in STAFF_DEEDS:
        raise InvalidError("deed_unknown", _("That is nothing to do here."))
    side = number_in(sent.get("side", "")) or 0
    what: dict[str, Any] = {"do": do}
    if do == "award":
        what["points"] = number_in(sent.get("points", "")) or 0
    if do == "void_roll":
        what["reason"] = "cocked"
    live_act(
        match_id=match_id,
        deed=Deed(side, what, by_staff=True),
        act=act,
        seen_version=number_in(sent.get("seen", "")),
    )


def _page(
    request: HttpRequest,
    event: "Event",
    key: str,
    match_id: int,
    error: DomainError | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        **frame(request, event.tournament, event),
        "page": fixture_page(event, key),
        "error": error,
        "games_offered": games_offered(),
        "dice_by": Record.Dice.choices,
        "points": POINTS,
    }
    place = match_place(match_id)
    who = watcher(request, place)
    assert place.match is not None
    if live_versions([match_id]):
        seen = Seen(reads=who.reads(place.match))
        context |= watch_context(board_at(match_id), timezone.now(), seen)
    else:
        context["may_agree"] = has_pairs(match_id)
    context["watching_form"] = WatchingForm(initial=WatchingForm.initial_of(place.match))
    status = error.status if error else 200
    return render(request, "tournaments/desk/board.html", context, status=status)
