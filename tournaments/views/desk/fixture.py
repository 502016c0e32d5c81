"""One match at the desk: enter its result, settle it, seat it.

Results that exist already are changed in `correcting`; this page leads there.
"""

from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import ConflictError, DomainError
from matches.models import RULED
from matches.record_pages import disagreement_lines
from matches.services.steps import Verdict
from tournaments.forms.refusals import refuse
from tournaments.forms.results import (
    CorrectionForm,
    LineupForm,
    PlayByForm,
    ResultForm,
    TableForm,
    TakeBackForm,
    VersionForm,
)
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id, require
from tournaments.selectors.floor import FixturePage, fixture_page
from tournaments.services.dates import play_by_set
from tournaments.services.lineups import lineup_set
from tournaments.services.results import result_enter
from tournaments.services.tables import table_assign
from tournaments.views.desk.beginning import BEGINNING
from tournaments.views.desk.correcting import correct
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import number_in, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(SCORE)
def fixture(request: HttpRequest, event: "Event", key: str) -> HttpResponse:
    page = fixture_page(event, key)
    if request.method != "POST":
        return _page(request, page, VersionForm())
    steps = {
        "accept": _accept,
        "table": _table,
        "lineup": _lineup,
        "play_by": _play_by,
        "correct": _correct,
        "reopen": _correct,
        **dict.fromkeys(BEGINNING, _begin),
    }
    return steps.get(request.POST.get("step", ""), _enter)(request, page)


def _begin(request: HttpRequest, page: FixturePage) -> HttpResponse:
    """Who is there, whether it has begun, and penalties."""
    make, step = BEGINNING[request.POST["step"]]
    form = make(request.POST)
    if not form.is_valid():
        return _page(request, page, form, 400)
    try:
        step(request, page, form)
    except DomainError as error:
        return _refused(request, page, form, error)
    messages.success(request, _("Saved."))
    return redirect(request.path)


def _enter(request: HttpRequest, page: FixturePage) -> HttpResponse:
    """The first result of a match. One that has a result already is only changed on purpose."""
    form = ResultForm(request.POST)
    if not form.is_valid():
        return _page(request, page, form, 400)
    verdict = form.verdict()
    if page.decided and _is_already(page, verdict):
        return _done(request, page)
    try:
        _require_not_decided(page)
        _enter_verdict(request, page, verdict, form.cleaned_data["version"])
    except DomainError as error:
        return _refused(request, page, form, error)
    return _done(request, page)


def _accept(request: HttpRequest, page: FixturePage) -> HttpResponse:
    """Confirm a report, or settle a dispute for one of the claims."""
    form = VersionForm(request.POST)
    claim = page.claim(number_in(request.POST.get("report", "")))
    if not form.is_valid():
        return _page(request, page, form, 400)
    try:
        if claim is None:
            raise ConflictError(
                "report_replaced", _("This report was replaced meanwhile. Look at the new one.")
            )
        verdict = Verdict(claim.winner, scores=(claim.report.score_1, claim.report.score_2))
        _enter_verdict(request, page, verdict, form.cleaned_data["version"])
    except DomainError as error:
        return _refused(request, page, form, error)
    return _done(request, page)


def _table(request: HttpRequest, page: FixturePage) -> HttpResponse:
    form = TableForm(request.POST)
    if not form.is_valid():
        return _page(request, page, form, 400)
    number = form.cleaned_data["number"]
    try:
        table_assign(
            event_id=page.event.pk, key=page.fixture.key, number=number, act=staff_act(request)
        )
    except DomainError as error:
        return _refused(request, page, form, error)
    messages.success(request, _("Table %(n)s.") % {"n": number} if number else _("No table."))
    return redirect(request.path)


def _play_by(request: HttpRequest, page: FixturePage) -> HttpResponse:
    require(request.user, MANAGE, page.event)
    form = PlayByForm(request.POST)
    if not form.is_valid():
        return _page(request, page, form, 400)
    day = form.cleaned_data["play_by"]
    try:
        play_by_set(event_id=page.event.pk, key=page.fixture.key, day=day, act=staff_act(request))
    except DomainError as error:
        return _refused(request, page, form, error)
    messages.success(request, _("Saved."))
    return redirect(request.path)


def _lineup(request: HttpRequest, page: FixturePage) -> HttpResponse:
    """Seat the players of one team at the boards of the tie."""
    require(request.user, MANAGE, page.event)
    form = LineupForm(request.POST)
    if not form.is_valid():
        return _page(request, page, form, 400)
    data = form.cleaned_data
    try:
        lineup_set(
            event_id=page.event.pk,
            key=page.fixture.key,
            entry_id=data["entry"],
            seats=form.seats,
            act=staff_act(request),
            seen_version=data["version"],
        )
    except DomainError as error:
        return _refused(request, page, form, error)
    messages.success(request, _("The line-up is saved."))
    return redirect(request.path)


def _correct(request: HttpRequest, page: FixturePage) -> HttpResponse:
    require(request.user, MANAGE, page.event)
    form: CorrectionForm | TakeBackForm = (
        CorrectionForm(request.POST)
        if request.POST["step"] == "correct"
        else TakeBackForm(request.POST)
    )
    if not form.is_valid():
        return _page(request, page, form, 400)
    try:
        preview = correct(request, page, form)
    except DomainError as error:
        return _refused(request, page, form, error)
    return preview or _done(request, page)


def _require_not_decided(page: FixturePage) -> None:
    if page.decided:
        raise ConflictError(
            "already_decided",
            _("This match has another result already. Correct it below if it is wrong."),
        )


def _enter_verdict(request: HttpRequest, page: FixturePage, verdict: Verdict, version: int) -> None:
    result_enter(
        event_id=page.event.pk,
        key=page.fixture.key,
        verdict=verdict,
        act=staff_act(request),
        seen_version=version,
    )


def _is_already(page: FixturePage, verdict: Verdict) -> bool:
    """A button was tapped twice, or two directors entered the same."""
    first, second = page.fixture.slots
    known = verdict.scores in {None, (first.score, second.score)}
    return known and (page.winner, page.fixture.outcome) == (verdict.winner, verdict.outcome)


def _start(page: FixturePage) -> tuple[int, int] | None:
    """What its match begins with."""
    begins = page.fixture.begins
    return begins.start if begins else None


def _done(request: HttpRequest, page: FixturePage) -> HttpResponse:
    now = fixture_page(page.event, page.fixture.key)
    told = _("The result is taken back.")
    if _start(page) != _start(now):
        told = _("The result is taken back, and the points for coming late with it.")
    messages.success(request, now.result or told)
    return redirect("event_desk", page.event.tournament.slug, page.event.slug)


def _refused(
    request: HttpRequest, page: FixturePage, form: forms.Form, error: DomainError
) -> HttpResponse:
    return _page(request, page, form, refuse(form, error))


def _page(
    request: HttpRequest, page: FixturePage, form: forms.Form, status: int = 200
) -> HttpResponse:
    """The newest state, with what was typed and why it was refused."""
    event = access_event_by_id(page.event.pk)
    problems = [str(e) for errors in form.errors.values() for e in errors] if form.is_bound else []
    context = {
        **frame(request, event.tournament, event),
        "page": fixture_page(event, page.fixture.key),
        "outcomes": RULED,
        "typed": form.data,
        "problems": problems,
        "wrong": list(form.errors) if form.is_bound else [],
        "moved_on": status == 409,
        "disagreements": disagreement_lines(page.fixture.match_id or 0),
    }
    return render(request, "tournaments/desk/fixture.html", context, status=status)
