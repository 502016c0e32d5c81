"""The money of an event at a glance: pools, prizes, what was paid out; on paper and as a file."""

import csv
from collections import defaultdict
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError, InvalidError
from tournaments.formats.currency import bare
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.accounts import accounts
from tournaments.selectors.calcutta import calcuttas
from tournaments.selectors.ledger import ledger
from tournaments.selectors.money import LineView, MoneyView, money
from tournaments.services.money_paying_out import payout_make, payout_take_back
from tournaments.services.money_setting_up import prizes_publish
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import posted_number, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event

PAGE = "tournaments/desk/money/money.html"


@for_event(MANAGE)
def event_money(request: HttpRequest, event: "Event") -> HttpResponse:
    if request.method != "POST":
        return _page(request, event)
    try:
        done = _step(request, event)
    except DomainError as error:
        return _page(request, event, said=error.message, status=error.status)
    messages.success(request, done)
    return redirect("event_money", event.tournament.slug, event.slug)


def _step(request: HttpRequest, event: "Event") -> str:
    """Do what a button says; returns what was done."""
    act, number = staff_act(request), posted_number(request, "number")
    match request.POST.get("step"):
        case "pay":
            payout_make(
                event_id=event.pk,
                number=number,
                bracket=request.POST.get("bracket", ""),
                entry_id=posted_number(request, "entry"),
                act=act,
                seen_amount=posted_number(request, "amount"),
            )
            return _("Paid out.")
        case "unpay":
            payout_take_back(event_id=event.pk, payout_id=posted_number(request, "payout"), act=act)
            return _("The payout is taken back.")
        case "publish":
            prizes_publish(event_id=event.pk, published=True, act=act)
            return _("The prize table is on the public page.")
        case "hide":
            prizes_publish(event_id=event.pk, published=False, act=act)
            return _("The prize table is no longer on the public page.")
        case _:
            raise InvalidError("unknown_step", _("The page did not say what to do: try again."))


def _page(
    request: HttpRequest, event: "Event", *, said: str = "", status: int = 200
) -> HttpResponse:
    now = access_event_by_id(event.pk)
    context = {
        **frame(request, now.tournament, now),
        "money": money(now),
        "calcuttas": calcuttas(now),
        "accounts": accounts(now),
        "said": said,
    }
    return render(request, PAGE, context, status=status)


@for_event(MANAGE)
def event_money_print(request: HttpRequest, event: "Event") -> HttpResponse:
    """The prizes on paper, and a line for everybody who is owed something to sign."""
    view = money(event)
    context = {
        **frame(request, event.tournament, event),
        "money": view,
        "receipts": _receipts(view),
        "calcuttas": calcuttas(event),
    }
    return render(request, "tournaments/desk/money/print.html", context)


def _receipts(view: MoneyView) -> list[tuple[str, list[LineView], int]]:
    """By person: the lines, and the sum of them."""
    found: dict[int, list[LineView]] = defaultdict(list)
    for purse in view.purses:
        for heap in purse.heaps:
            for line in heap.lines:
                found[line.entry_id].append(line)
    return [(lines[0].name, lines, sum(line.amount for line in lines)) for lines in found.values()]


@for_event(MANAGE)
def event_money_ledger(request: HttpRequest, event: "Event") -> HttpResponse:
    """What came in and went out, for a spreadsheet."""
    name = f"{event.tournament.slug}-{event.slug}-ledger.csv"
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
    response.write("\ufeff")  # without it spreadsheets take UTF-8 for something else
    writer = csv.writer(response)
    writer.writerow(["time", "kind", "name", "for", "amount", "currency", "by", "note"])
    zone, currency = ZoneInfo(event.tournament.time_zone), event.tournament.currency
    for row in ledger(event):
        texts = [row.name, row.what, row.by_name, row.note]
        name, what, by_name, note = (_cell(text) for text in texts)
        at = row.at.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")
        amount = bare(row.amount, currency)
        writer.writerow([at, row.kind.value, name, what, amount, currency, by_name, note])
    return response


def _cell(text: str) -> str:
    """A name that begins like a formula is a name: spreadsheets would compute it."""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@"} else text


def money_frame(request: HttpRequest, event: "Event") -> dict[str, Any]:
    return {**frame(request, event.tournament, event), "currency": event.tournament.currency}
