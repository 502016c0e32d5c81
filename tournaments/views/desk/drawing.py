"""The draw page: a seed, a draft to look at, drawn again, discarded or published."""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors import DomainError
from tournaments.forms.drawing import AlterForm, DrawForm, draw_form_of
from tournaments.forms.planning import WhatIfForm
from tournaments.forms.refusals import refuse
from tournaments.forms.results import PublishForm, VersionForm
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.drafts import draft_view
from tournaments.selectors.outlooks import WhatIf, event_outlook
from tournaments.selectors.qualifying import origin_view
from tournaments.selectors.rooms import calls_to_tables, is_seated
from tournaments.selectors.staffed import entries_of
from tournaments.services import drawing, redrawing
from tournaments.services.draw_options import DrawWish
from tournaments.views.desk.doors import for_event, frame
from tournaments.views.desk.round_pairs import pairs_context
from tournaments.web import staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(MANAGE)
def event_draft(request: HttpRequest, event: "Event") -> HttpResponse:
    if request.method != "POST":
        return _page(request, event, _draw_form(event))
    steps = {"discard": _discard, "publish": _publish, "swap": _alter, "move_bye": _alter}
    return steps.get(request.POST.get("step", ""), _draw)(request, event)


def _draw(request: HttpRequest, event: "Event") -> HttpResponse:
    def draw(data: dict[str, object]) -> None:
        drawing.event_draft(
            event_id=event.pk,
            seed=str(data["seed"]),
            wish=form.wish(event),
            act=staff_act(request),
            seen_version=_seen(data),
        )

    form = draw_form_of(event)(request.POST)
    if (refused := _try(form, draw)) is not None:
        return _page(request, event, form, refused)
    return redirect("event_draft", event.tournament.slug, event.slug)


def _alter(request: HttpRequest, event: "Event") -> HttpResponse:
    def alter(data: dict[str, object]) -> None:
        redrawing.draft_alter(
            event_id=event.pk,
            change=request.POST["step"],
            entry_ids=[form.cleaned_data["one"], form.cleaned_data["other"]],
            act=staff_act(request),
            seen_version=_seen(data),
        )

    form = AlterForm(entries_of(event), request.POST)
    if (refused := _try(form, alter)) is not None:
        return _page(request, event, form, refused)
    messages.success(request, _("The draft is changed. The public page will say so."))
    return redirect("event_draft", event.tournament.slug, event.slug)


def _discard(request: HttpRequest, event: "Event") -> HttpResponse:
    def discard(data: dict[str, object]) -> None:
        drawing.event_discard_draft(
            event_id=event.pk, act=staff_act(request), seen_version=_seen(data)
        )

    form = VersionForm(request.POST)
    if (refused := _try(form, discard)) is not None:
        return _page(request, event, form, refused)
    messages.success(request, _("The draft is gone. Entries can be changed again."))
    return redirect("event_draft", event.tournament.slug, event.slug)


def _publish(request: HttpRequest, event: "Event") -> HttpResponse:
    def publish(data: dict[str, object]) -> None:
        drawing.event_publish(event_id=event.pk, act=staff_act(request), seen_version=_seen(data))

    form = PublishForm(request.POST)
    if (refused := _try(form, publish)) is not None:
        return _page(request, event, form, refused)
    if is_seated(event):
        told = _("The draw is published. The first matches are called to tables.")
    elif calls_to_tables(event):
        told = _("The draw is published. Matches are called as soon as tables are free.")
    else:
        told = _("The draw is published. The first matches can be played.")
    messages.success(request, told)
    return redirect("event_desk", event.tournament.slug, event.slug)


def _try(form: forms.Form, do: Callable[[dict[str, object]], None]) -> int | None:
    """None when it was done, else the status with which the form is shown again."""
    if not form.is_valid():
        return 400
    try:
        do(form.cleaned_data)
    except DomainError as error:
        return refuse(form, error)
    return None


def _seen(data: dict[str, object]) -> int:
    return int(str(data["version"]))


def _draw_form(event: "Event") -> DrawForm:
    """A new seed, and the options of the draft before."""
    wish = DrawWish.behind(event.draw or {})
    initial = {"seed": secrets.token_hex(8), **DrawForm.initial_of(wish)}
    if event.draw is None:
        initial["crossover"] = event.qualifying is not None
    return draw_form_of(event)(initial=initial)


def _page(
    request: HttpRequest, event: "Event", form: forms.Form, status: int = 200
) -> HttpResponse:
    """The newest state, with what was typed; each step gets its own form."""
    now = access_event_by_id(event.pk)
    context = {
        **frame(request, now.tournament, now),
        **_outlook(request, now),
        "view": draft_view(now),
        **pairs_context(now),
        "seed_form": form if isinstance(form, DrawForm) else _draw_form(now),
        "alter_form": form if isinstance(form, AlterForm) else AlterForm(entries_of(now)),
        "publish_form": form if isinstance(form, PublishForm) else PublishForm(),
        "origin": origin_view(now),
        "problems": form.non_field_errors() if form.is_bound else [],
    }
    return render(request, "tournaments/desk/draft.html", context, status=status)


def _outlook(request: HttpRequest, event: "Event") -> dict[str, object]:
    """Before the draw: how long it will take, and what the reader asks instead."""
    if event.published_at is not None or event.is_by_dates:
        return {}
    form = WhatIfForm(request.GET or None)
    asked = form.what_if(event, timezone.now()) if form.is_valid() else WhatIf()
    outlook = None
    try:
        outlook = event_outlook(event, drawing.draw_config(event), asked, compare=True)
    except DomainError as error:
        if form.is_bound:
            refuse(form, error)
    return {"outlook": outlook, "what_if": form}
