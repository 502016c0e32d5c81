"""Chouettes at the desk: whoever has an account sets one up and hands out the seats."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import ConflictError, DomainError, InvalidError, NotFoundError
from matches.chouette_books import log_context
from matches.chouette_pages import player_lines
from matches.engine.fairdice import SECRET_BYTES
from matches.models_chouette import Chouette
from matches.selectors.chouettes import chouette_view, chouettes_of, own_chouette
from matches.services.chouette_links import seat_token
from matches.services.chouettes import (
    chouette_close,
    chouette_create,
    chouette_draw_order,
    chouette_join,
    chouette_leave,
    chouette_new_link,
    chouette_void_roll,
)
from tournaments.forms.chouettes import ChouetteForm
from tournaments.forms.refusals import refuse
from tournaments.qr import qr_svg
from tournaments.selectors.access import require_account
from tournaments.services.archive_chouettes import chouette_export
from tournaments.services.archive_out import archive_text
from tournaments.views.desk.doors import for_account
from tournaments.web import (
    is_on_this_machine_only,
    number_in,
    posted_number,
    public_link,
    staff_act,
)

CODE_BYTES = 12


@for_account
def chouettes(request: HttpRequest) -> HttpResponse:
    rows = chouettes_of(require_account(request.user).pk)
    return render(request, "tournaments/desk/chouettes.html", {"rows": rows})


@for_account
def chouette_new(request: HttpRequest) -> HttpResponse:
    form = ChouetteForm(request.POST if request.method == "POST" else None)
    status = 400 if form.is_bound else 200
    if form.is_valid():
        spec = form.spec(
            secret=secrets.token_bytes(SECRET_BYTES), code=secrets.token_urlsafe(CODE_BYTES)
        )
        host = require_account(request.user)
        try:
            row = chouette_create(spec=spec, host_id=host.pk, act=staff_act(request))
        except InvalidError as error:
            status = refuse(form, error)
        else:
            return redirect("chouette_host", row.code)
    return render(request, "tournaments/desk/chouette_new.html", {"form": form}, status=status)


@for_account
def chouette_host(request: HttpRequest, code: str) -> HttpResponse:
    row = own_chouette(require_account(request.user).pk, code)
    error: DomainError | None = None
    if request.method == "POST":
        try:
            _step(request, row)
        except (ConflictError, InvalidError, NotFoundError) as refused:
            error = refused
        else:
            messages.success(request, _("Saved."))
            return redirect(request.path)
    status = error.status if error else 200
    context = {**_seats(request, row), "error": error}
    return render(request, "tournaments/desk/chouette.html", context, status=status)


@for_account
def chouette_log(request: HttpRequest, code: str) -> HttpResponse:
    row = own_chouette(require_account(request.user).pk, code)
    context = log_context(row, number_in(request.GET.get("before", "")))
    return render(request, "tournaments/desk/chouette_log.html", context)


@for_account
def chouette_file(request: HttpRequest, code: str) -> HttpResponse:
    """All of it, to keep or to take elsewhere."""
    row = own_chouette(require_account(request.user).pk, code)
    text = archive_text(chouette_export(chouette_id=row.pk))
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="chouette-{row.code}.json"'
    return response


def _step(request: HttpRequest, row: Chouette) -> None:
    sent, act = request.POST, staff_act(request)
    do, seat = sent.get("do", ""), posted_number(request, "seat")
    if do == "join":
        ahead = number_in(sent.get("ahead", ""))
        chouette_join(chouette_id=row.pk, name=sent.get("name", ""), ahead=ahead, act=act)
    elif do == "leave":
        chouette_leave(chouette_id=row.pk, seat=seat, act=act)
    elif do == "void_roll":
        seen = number_in(sent.get("seen", ""))
        chouette_void_roll(chouette_id=row.pk, act=act, seen=seen)
    elif do == "order":
        chouette_draw_order(chouette_id=row.pk, act=act)
    elif do == "link":
        chouette_new_link(chouette_id=row.pk, seat=seat, act=act)
    elif do == "close":
        chouette_close(chouette_id=row.pk, act=act)
    else:
        raise InvalidError("deed_unknown", _("That is nothing to do here."))


def _seats(request: HttpRequest, row: Chouette) -> dict[str, Any]:
    view = chouette_view(row)
    seats = []
    for line in player_lines(view):
        seat = view.seats[line["seat"]]
        link = public_link(request, "chouette_seat", seat_token(seat))
        seats.append(
            {
                "seat": seat,
                "role": line["role"],
                "signed": line["signed"],
                "sits": line["place"] is not None,
                "link": link,
                "qr": qr_svg(link),
            }
        )
    return {
        "row": row,
        "seats": seats,
        "thrown": view.thrown,
        "may_draw_order": view.may_draw_order,
        "between_games": view.table.is_between_games,
        "sitting": len(view.state.order),
        "on_this_machine": is_on_this_machine_only(request),
    }
