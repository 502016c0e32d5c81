"""Who runs the tournament: the list, invitations, and taking roles away. For owners."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError
from tournaments.forms.refusals import refuse
from tournaments.forms.staffing import InviteForm
from tournaments.selectors.access import OWN
from tournaments.selectors.staffed import staff_of
from tournaments.services.staffing import staff_invite, staff_remove
from tournaments.views.desk.doors import for_tournament, frame
from tournaments.web import number_in, public_link, staff_act

if TYPE_CHECKING:
    from tournaments.models import Tournament


@for_tournament(OWN)
def tournament_staff(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    if request.method != "POST":
        return _page(request, tournament, InviteForm())
    if "remove" in request.POST:
        return _remove(request, tournament)
    form, link, status = InviteForm(request.POST), "", 400
    if form.is_valid():
        try:
            _staff, token = staff_invite(
                tournament_id=tournament.pk, act=staff_act(request), **form.cleaned_data
            )
        except DomainError as error:
            return _page(request, tournament, form, status=refuse(form, error))
        link = public_link(request, "join", token) if token else ""
        messages.success(request, _("Saved.") if link else _("They may log in and start."))
        form, status = InviteForm(), 200
    return _page(request, tournament, form, link=link, status=status)


def _remove(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    staff_id = number_in(request.POST["remove"]) or 0
    try:
        staff_remove(tournament_id=tournament.pk, staff_id=staff_id, act=staff_act(request))
    except DomainError as error:
        messages.error(request, error.message)
        return _page(request, tournament, InviteForm(), status=error.status)
    messages.success(request, _("Removed."))
    return redirect("tournament_staff", tournament.slug)


def _page(
    request: HttpRequest,
    tournament: "Tournament",
    form: InviteForm,
    *,
    link: str = "",
    status: int = 200,
) -> HttpResponse:
    """`link` is shown this once: it is not stored anywhere."""
    context = {
        **frame(request, tournament),
        "staff": staff_of(tournament),
        "form": form,
        "link": link,
    }
    return render(request, "tournaments/desk/staff.html", context, status=status)
