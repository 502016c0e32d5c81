"""The sanctions of an entrant: what there was in the tournament, and what is given now."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError
from tournaments.forms.refusals import refuse
from tournaments.forms.rulings import SanctionForm, WhyForm
from tournaments.selectors.access import MANAGE, SCORE, access_entry, require
from tournaments.selectors.sanctions import matches_of, record_of
from tournaments.services.sanctions import sanction_apply, sanction_give, sanction_withdraw
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import posted_number, staff_act

if TYPE_CHECKING:
    from tournaments.models import Entry, Event


@for_event(SCORE)
def entry_sanctions(request: HttpRequest, event: "Event", entry: int) -> HttpResponse:
    found = access_entry(event, entry)
    record = record_of(found)
    step = request.POST.get("step", "")
    form: forms.Form
    if step == "withdraw":
        form = WhyForm(request.POST, auto_id="id_withdraw_%s")
    elif step == "apply":
        form = forms.Form(request.POST)
    else:
        form = _form(request.POST or None, event, found, record.proposed)
    if request.method != "POST":
        return _page(request, event, found, form)
    require(request.user, MANAGE, event)
    if not form.is_valid():
        return _page(request, event, found, form, 400)
    try:
        _do(request, event, found, form)
    except DomainError as error:
        return _page(request, event, found, form, refuse(form, error))
    messages.success(request, _("Saved."))
    return redirect(request.path)


def _form(data: Any, event: "Event", entry: "Entry", proposed: str) -> SanctionForm:
    members = () if event.of_singles else entry.members.all()
    return SanctionForm(
        data, matches=matches_of(entry), members=members, initial={"kind": proposed}
    )


def _do(request: HttpRequest, event: "Event", entry: "Entry", form: forms.Form) -> None:
    act = staff_act(request, form.cleaned_data.get("reason", ""))
    if isinstance(form, SanctionForm):
        sanction_give(event_id=event.pk, entry_id=entry.pk, spec=form.spec(), act=act)
        return
    number = posted_number(request, "number")
    if request.POST["step"] == "apply":
        key = request.POST.get("key", "")
        sanction_apply(event_id=event.pk, number=number, key=key, act=act)
    else:
        sanction_withdraw(event_id=event.pk, number=number, act=act)


def _page(
    request: HttpRequest, event: "Event", entry: "Entry", form: forms.Form, status: int = 200
) -> HttpResponse:
    record = record_of(entry)
    give = form if isinstance(form, SanctionForm) else _form(None, event, entry, record.proposed)
    context = {
        **frame(request, event.tournament, event),
        "entry": entry,
        "record": record,
        "form": give,
        "matches": matches_of(entry),
        "problems": [
            str(one) for errors in form.errors.values() for one in errors if form is not give
        ],
        "number": posted_number(request, "number"),
    }
    return render(request, "tournaments/desk/sanctions.html", context, status=status)
