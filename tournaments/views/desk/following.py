"""The next stage: who goes on from an event of rounds, and the event in which they play on."""

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError, NotFoundError
from tournaments.forms.following import FollowingForm, TieForm
from tournaments.forms.numbers import listed, numbers_in
from tournaments.forms.refusals import refuse
from tournaments.forms.results import VersionForm
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.qualifying import (
    OriginView,
    QualifyingView,
    Rule,
    likely_count,
    origin_view,
    qualifying_view,
)
from tournaments.services.following import following_make, following_refresh, following_remove
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import number_in, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(MANAGE)
def event_next(request: HttpRequest, event: "Event") -> HttpResponse:
    """Who would go on, at any time; the event that follows once this one is finished."""
    if not event.in_rounds or event.published_at is None:
        raise NotFoundError("not_in_rounds", _("The best of an event of rounds can go on."))
    if request.method != "POST":
        count = number_in(request.GET.get("count", "")) or likely_count(event)
        return _page(request, event, {"count": count})
    form = _bound(event, request)
    if not form.is_valid():
        return _page(request, event, form.data, form, status=400)
    try:
        made = following_make(
            event_id=event.pk,
            spec=form.spec(event),
            cut=form.cut(),
            act=staff_act(request),
            seen_version=form.cleaned_data["version"],
        )
    except DomainError as error:
        if error.code != "tie_at_cut":
            return _page(request, event, form.data, form, status=refuse(form, error))
        decided = {**form.cleaned_data, "settled": listed(form.order())}
        return _page(request, event, decided, said=error.message, status=409)
    messages.success(request, _("%(name)s is made: make its draw.") % {"name": made.name})
    return redirect("event_draft", event.tournament.slug, made.slug)


def _bound(event: "Event", request: HttpRequest) -> FollowingForm:
    """With fields for those who were tied on the page that was sent."""
    settled = numbers_in(request.POST.get("settled", ""))
    count = number_in(request.POST.get("count", "")) or 0
    try:
        ties = qualifying_view(event, Rule(count, in_order=True, settled=settled)).ties
    except DomainError:
        ties = ()
    return FollowingForm(ties, request.POST)


def _page(
    request: HttpRequest,
    event: "Event",
    asked: Any,
    form: FollowingForm | None = None,
    *,
    said: str = "",
    status: int = 200,
) -> HttpResponse:
    """The newest state; what was decided already stays decided."""
    now = access_event_by_id(event.pk)
    count = number_in(str(asked.get("count", ""))) or 0
    order = numbers_in(asked.get("settled", ""))
    view, trouble = _look(now, Rule(count, in_order=True, settled=order))
    if form is None:
        initial = {
            "into": "elimination",
            "length": now.length,
            "name": _("Final stage"),
            **{name: asked[name] for name in ("name", "into", "length") if name in asked},
            "count": count,
            "settled": listed(order),
            "version": now.version,
        }
        form = FollowingForm(view.ties if view else (), initial=initial)
    context = {
        **frame(request, now.tournament, now),
        "view": view,
        "form": form,
        "count": count,
        "followers": list(now.followers.all()),
        "problems": [problem for problem in (said, trouble) if problem],
    }
    return render(request, "tournaments/desk/next.html", context, status=status)


def _look(event: "Event", rule: Rule) -> tuple[QualifyingView | None, str]:
    try:
        return qualifying_view(event, rule), ""
    except DomainError as error:
        return None, error.message


@for_event(MANAGE)
def event_origin(request: HttpRequest, event: "Event") -> HttpResponse:
    """Where the entrants came from; entering them anew, or taking the event back."""
    origin = origin_view(event)
    if origin is None:
        raise NotFoundError("follows_nothing", _("This event does not follow another one."))
    if request.method != "POST":
        return _origin(request, event)
    if request.POST.get("step") == "remove":
        return _remove(request, event)
    form = TieForm(origin.ties, request.POST)
    if not form.is_valid():
        return _origin(request, event, form, 400)
    try:
        following_refresh(
            event_id=event.pk,
            settled=form.order(),
            by_lot=form.cleaned_data["by_lot"],
            act=staff_act(request),
            seen_version=form.cleaned_data["version"],
        )
    except DomainError as error:
        return _origin(request, event, form, refuse(form, error))
    messages.success(request, _("The entries are those of the table again."))
    return redirect("event_entries_edit", event.tournament.slug, event.slug)


def _remove(request: HttpRequest, event: "Event") -> HttpResponse:
    form = VersionForm(request.POST)
    if not form.is_valid():
        return _origin(request, event, form, 400)
    try:
        source = following_remove(
            event_id=event.pk,
            act=staff_act(request),
            seen_version=form.cleaned_data["version"],
        )
    except DomainError as error:
        return _origin(request, event, form, refuse(form, error))
    messages.success(request, _("%(name)s is taken back.") % {"name": event.name})
    return redirect("event_desk", source.tournament.slug, source.slug)


def _origin(
    request: HttpRequest, event: "Event", form: Any = None, status: int = 200
) -> HttpResponse:
    now = access_event_by_id(event.pk)
    origin = origin_view(now)
    ties = form if isinstance(form, TieForm) else _tie_form(now, origin)
    context = {
        **frame(request, now.tournament, now),
        "origin": origin,
        "form": ties,
        "problems": form.non_field_errors() if form is not None else [],
    }
    return render(request, "tournaments/desk/origin.html", context, status=status)


def _tie_form(event: "Event", origin: OriginView | None) -> TieForm:
    """What was decided before stays decided."""
    if origin is None:
        return TieForm(())
    return TieForm(origin.ties, initial={"settled": listed(Rule.of(event).settled)})
