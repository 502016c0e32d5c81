"""The rounds of a running event: pair the next one, publish it, take it back; who comes and goes.

The first round is the draw and has its own page (see `drawing`).
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from config.errors import DomainError, NotFoundError
from tournaments.formats.round_plan import RoundKind
from tournaments.forms.late import add_reason
from tournaments.forms.refusals import refuse
from tournaments.forms.results import VersionForm
from tournaments.forms.round_pairs import RunningLengthsForm
from tournaments.forms.round_settings import LengthsForm
from tournaments.forms.rounds import EntrantForm, LateForm, LateLivesForm, PlayOffForm, RoundsForm
from tournaments.forms.teams import add_members, entry_said
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.late_entries import late_entry_bar
from tournaments.selectors.play_offs import play_offs
from tournaments.selectors.round_pages import round_desk
from tournaments.selectors.round_words import format_text
from tournaments.selectors.rounds import plan_of
from tournaments.selectors.staffed import entered_names
from tournaments.services import attendance, rounds
from tournaments.services.late_preview import LatePreview, late_preview
from tournaments.services.play_offs import play_off_add, play_off_remove
from tournaments.services.round_lengths import round_lengths_set
from tournaments.views.desk.doors import for_event, frame
from tournaments.views.desk.round_pairs import pairs_context
from tournaments.web import staff_act

if TYPE_CHECKING:
    from tournaments.models import Event

Step = Callable[..., object]


@for_event(MANAGE)
def event_rounds(request: HttpRequest, event: "Event") -> HttpResponse:
    if not event.in_rounds:
        raise NotFoundError("not_in_rounds", _("This event is not played in rounds."))
    if event.published_at is None:
        return redirect("event_draft", event.tournament.slug, event.slug)
    if request.method != "POST":
        return _page(request, event)
    step = request.POST.get("step", "")
    if step in {"late", "late_preview"}:
        return _late(request, event, preview=step == "late_preview")
    if step == "lengths":
        lengths = RunningLengthsForm(request.POST)
        return _try(request, event, lengths, _set_lengths(lengths), _("Saved."))
    found = STEPS.get(step)
    if found is None:
        return _page(request, event, status=400)
    form_class, do, told = found
    form = form_class(request.POST)
    return _try(request, event, form, do, told)


def _draft(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return rounds.round_draft(event_id=event.pk, **more)


def _draft_again(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    """What it did is told by the number of the draft; that it did nothing is said."""
    found = rounds.round_draft(event_id=event.pk, **more)
    is_new = found.drafted_at == more["act"].at
    return None if is_new else _("Nothing has changed: the draft is right as it is.")


def _discard(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return rounds.round_discard(event_id=event.pk, **more)


def _publish(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return rounds.round_publish(event_id=event.pk, **more)


def _publish_all(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return rounds.round_publish(event_id=event.pk, everything=True, **more)


def _take_back(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return rounds.round_take_back(event_id=event.pk, **more)


def _set(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return rounds.rounds_set(event_id=event.pk, rounds=data["rounds"], **more)


def _withdraw(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return attendance.entry_withdraw(event_id=event.pk, entry_id=data["entry"], **more)


def _reinstate(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return attendance.entry_reinstate(event_id=event.pk, entry_id=data["entry"], **more)


def _miss(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return attendance.entry_miss_round(event_id=event.pk, entry_id=data["entry"], **more)


def _play(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return attendance.entry_play_round(event_id=event.pk, entry_id=data["entry"], **more)


def _play_off(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    winner, loser = data["winner"], data["loser"]
    return play_off_add(event_id=event.pk, winner_id=winner, loser_id=loser, **more)


def _play_off_back(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    winner, loser = data["winner"], data["loser"]
    return play_off_remove(event_id=event.pk, winner_id=winner, loser_id=loser, **more)


def _set_lengths(form: RunningLengthsForm) -> Step:
    def do(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
        return round_lengths_set(event_id=event.pk, lengths=form.lengths(), **more)

    return do


# Each step of the page: its form, what it does, and what is said when it is done.
STEPS: dict[str, tuple[type[forms.Form], Step, Any]] = {
    "draft": (VersionForm, _draft, ""),
    "again": (VersionForm, _draft_again, gettext_lazy("The round is paired anew.")),
    "discard": (VersionForm, _discard, gettext_lazy("The draft is gone.")),
    "publish": (VersionForm, _publish, gettext_lazy("The round is published.")),
    "publish_all": (VersionForm, _publish_all, gettext_lazy("All rounds are published.")),
    "take_back": (VersionForm, _take_back, gettext_lazy("The round is taken back.")),
    "set": (RoundsForm, _set, gettext_lazy("Saved.")),
    "withdraw": (EntrantForm, _withdraw, gettext_lazy("Saved.")),
    "reinstate": (EntrantForm, _reinstate, gettext_lazy("Saved.")),
    "miss": (EntrantForm, _miss, gettext_lazy("Saved.")),
    "play": (EntrantForm, _play, gettext_lazy("Saved.")),
    "play_off": (PlayOffForm, _play_off, gettext_lazy("Saved.")),
    "play_off_back": (PlayOffForm, _play_off_back, gettext_lazy("Saved.")),
}


def _try(
    request: HttpRequest, event: "Event", form: forms.Form, do: Step, told: str
) -> HttpResponse:
    status = 400
    if form.is_valid():
        data = form.cleaned_data
        try:
            said = do(event, data, act=staff_act(request), seen_version=data["version"])
        except DomainError as error:
            status = refuse(form, error)
        else:
            told = said if isinstance(said, str) else told
            if told:
                messages.success(request, told)
            return _back(event)
    return _page(request, event, form, status=status)


def _late(request: HttpRequest, event: "Event", *, preview: bool) -> HttpResponse:
    """What it would mean is shown first; then it is done."""
    form = _late_form(event)(request.POST, entered_names(event))
    add_members(form, event)
    add_reason(form, late_entry_bar(event, timezone.now()))
    status = 400
    if form.is_valid():
        one = entry_said(form)
        late = form.cleaned_data["late"]
        try:
            if preview:
                return _page(request, event, late=form, preview=late_preview(event, one, late))
            act = staff_act(request, reason=form.cleaned_data.get("reason", ""))
            attendance.entry_add_late(event_id=event.pk, entry=one, late=late, act=act)
        except DomainError as error:
            status = refuse(form, error)
        else:
            told = _("%(name)s plays from the next round on.") % {"name": one.person.name}
            messages.success(request, told)
            return _back(event)
    return _page(request, event, late=form, status=status)


def _back(event: "Event") -> HttpResponse:
    """To the top of the page, where it is said what was done. Without a fragment of its own the
    redirect would keep `#late`, to which the form of late entries leads."""
    return redirect(resolve_url("event_rounds", event.tournament.slug, event.slug) + "#")


def _late_form(event: "Event") -> type[LateForm]:
    return LateLivesForm if event.format == RoundKind.LIVES else LateForm


def _page(
    request: HttpRequest,
    event: "Event",
    form: forms.Form | None = None,
    *,
    late: LateForm | None = None,
    preview: LatePreview | None = None,
    status: int = 200,
) -> HttpResponse:
    """The newest state, with why something was refused."""
    now = access_event_by_id(event.pk)
    plan = plan_of(now)
    lengths = RunningLengthsForm(initial=LengthsForm.initial_of_lengths(plan.lengths))
    errors = form.errors.values() if form is not None else ()
    if late is None:
        late = _late_form(now)()
        add_members(late, now)
        add_reason(late, late_entry_bar(now, timezone.now()))
    context = {
        **frame(request, now.tournament, now),
        "next": round_desk(now),
        "format": format_text(now),
        "planned": plan.rounds,
        "lengths_form": form if isinstance(form, RunningLengthsForm) else lengths,
        "preview": preview,
        "play_offs": play_offs(now),
        **pairs_context(now),
        "problems": [str(error) for found in errors for error in found],
        "late_form": late,
    }
    return render(request, "tournaments/desk/rounds.html", context, status=status)
