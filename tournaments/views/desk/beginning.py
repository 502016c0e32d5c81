"""The beginning of a match at the desk: each step of its form, to be called by `fixture`."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from config.errors import NotFoundError
from matches.services.lateness import late_excuse, match_begun, match_here, match_not_here
from matches.services.penalties import penalty_add, penalty_remove
from tournaments.forms.beginning import ExcuseForm, HereForm, PenaltyForm, UnpenalizeForm
from tournaments.selectors.access import MANAGE, require
from tournaments.selectors.clocks import match_of
from tournaments.selectors.floor import FixturePage
from tournaments.web import staff_act

Step = Callable[[HttpRequest, FixturePage, Any], object]


def _match(page: FixturePage) -> int:
    return match_of(page.event, page.fixture.key)


def _here(request: HttpRequest, page: FixturePage, form: HereForm) -> object:
    begins = page.fixture.begins
    since = begins.called_at if begins and form.cleaned_data["from_call"] else None
    sides = form.cleaned_data["sides"]
    return match_here(match_id=_match(page), sides=sides, since=since, act=staff_act(request))


def _absent(request: HttpRequest, page: FixturePage, form: HereForm) -> object:
    sides = form.cleaned_data["sides"]
    return match_not_here(match_id=_match(page), sides=sides, act=staff_act(request))


def _begun(request: HttpRequest, page: FixturePage, _form: forms.Form) -> object:
    return match_begun(match_id=_match(page), act=staff_act(request))


def _excuse(request: HttpRequest, page: FixturePage, form: ExcuseForm) -> object:
    require(request.user, MANAGE, page.event)
    act = staff_act(request, form.cleaned_data["reason"])
    return late_excuse(match_id=_match(page), act=act)


def _penalty(request: HttpRequest, page: FixturePage, form: PenaltyForm) -> object:
    require(request.user, MANAGE, page.event)
    data = form.cleaned_data
    return penalty_add(
        match_id=_match(page),
        side=data["side"],
        points=data["points"],
        kind=data["kind"],
        act=staff_act(request, data["reason"]),
        seen_version=data["version"],
    )


def _unpenalize(request: HttpRequest, page: FixturePage, form: UnpenalizeForm) -> object:
    require(request.user, MANAGE, page.event)
    wanted = form.cleaned_data["penalty"]
    if wanted not in {one.id for one in page.penalties}:
        raise NotFoundError("no_such_penalty", _("There is no such penalty."))
    act = staff_act(request, form.cleaned_data["reason"])
    return penalty_remove(penalty_id=wanted, act=act)


BEGINNING: dict[str, tuple[type[Any], Step]] = {
    "here": (HereForm, _here),
    "absent": (HereForm, _absent),
    "begun": (forms.Form, _begun),
    "excuse": (ExcuseForm, _excuse),
    "penalty": (PenaltyForm, _penalty),
    "unpenalize": (UnpenalizeForm, _unpenalize),
}
