"""Changing a result that others may depend on: first what it would do, then the deed.

The page posts back which results it said would go. When they are others by then, it is shown again
instead of clearing what nobody has seen.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.errors import ConflictError
from matches.services.steps import Verdict
from tournaments.forms.results import CorrectionForm, TakeBackForm
from tournaments.selectors.floor import FixturePage, names_of
from tournaments.selectors.result_words import result_words
from tournaments.services.results import Impact, result_enter, result_preview, result_swap
from tournaments.views.desk.doors import frame
from tournaments.web import staff_act


def correct(
    request: HttpRequest, page: FixturePage, form: CorrectionForm | TakeBackForm
) -> HttpResponse | None:
    """The page with the consequences; None when the correction was confirmed and is done."""
    if form.cleaned_data["version"] != page.fixture.match_version:
        raise version_conflict(page)
    verdict = form.verdict() if isinstance(form, CorrectionForm) else None
    impact = result_preview(page.event, page.fixture.key, verdict)
    said = request.POST.get("cleared")
    if said is None or said != _keys(impact):
        return _consequences(request, page, form, impact)
    deed: dict[str, Any] = {
        "event_id": page.event.pk,
        "key": page.fixture.key,
        "verdict": verdict,
        "act": staff_act(request, form.cleaned_data["reason"]),
        "seen_version": form.cleaned_data["version"],
    }
    if "swap" in request.POST and verdict is not None:
        result_swap(**deed)
    else:
        result_enter(clear=bool(impact.cleared), **deed)
    return None


def version_conflict(page: FixturePage) -> ConflictError:
    return ConflictError(
        "version_conflict",
        _("Somebody changed this match meanwhile. Look at where it stands and try again."),
        version=page.fixture.match_version,
    )


def _keys(impact: Impact) -> str:
    return " ".join(row.key for row in impact.cleared)


def _words(page: FixturePage, verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    data = {"winner": verdict.winner, "outcome": verdict.outcome, "scores": verdict.scores}
    return result_words(data, page.names)


def _consequences(
    request: HttpRequest, page: FixturePage, form: CorrectionForm | TakeBackForm, impact: Impact
) -> HttpResponse:
    verdict = form.verdict() if isinstance(form, CorrectionForm) else None
    context = {
        **frame(request, page.event.tournament, page.event),
        "page": page,
        "step": request.POST["step"],
        "carried": [(name, form[name].value()) for name in form.fields],
        "cleared_keys": _keys(impact),
        "refilled": names_of(impact.refilled, page.event),
        "cleared": names_of(impact.cleared, page.event),
        "kept": impact.kept,
        "swappable": impact.swappable,
        "followers": impact.followers,
        "will_be": _words(page, verdict),
        "reason": form.cleaned_data["reason"],
        "again": "cleared" in request.POST,
    }
    status = 409 if context["again"] else 200
    return render(request, "tournaments/desk/consequences.html", context, status=status)
