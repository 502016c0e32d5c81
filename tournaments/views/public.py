"""The pages that everybody may read.

For a visitor without a session they are the same bytes for everybody: no session, no form token, no
cookie. An event's page says to which version of the event it belongs, so that it can be answered
from memory until the event changes.
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.http import require_safe

from matches.live import cacheable
from tournaments.fragments import EVENT_FRAGMENTS, bracket_context, standings_context
from tournaments.models import Event
from tournaments.selectors import public
from tournaments.selectors.access import SCORE, access_event, access_tournament, may
from tournaments.selectors.leagues import has_league, season
from tournaments.selectors.rule_words import rules_view
from tournaments.web import is_personal, live_part, number_in

YEAR = 365 * 24 * 3600


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    page = number_in(request.GET.get("page", "")) or 1
    found = public.home(at=timezone.now(), page=page)
    return render(request, "tournaments/home.html", {"home": found, "page": page})


@require_safe
def tournament(request: HttpRequest, tournament: str) -> HttpResponse:
    one = access_tournament(tournament)
    cards = public.event_cards(one)
    context = {
        "tournament": one,
        "cards": cards,
        "has_league": has_league(card.event for card in cards),
    }
    return render(request, "tournaments/tournament.html", context)


@require_safe
def season_page(request: HttpRequest, tournament: str) -> HttpResponse:
    """The divisions of a league, and who goes up and down."""
    one = access_tournament(tournament)
    shown = season(one)
    if not shown.divisions:
        raise Http404
    context = {"tournament": one, "season": shown}
    return render(request, "tournaments/season.html", context)


@require_safe
def event_page(request: HttpRequest, tournament: str, event: str, tab: str) -> HttpResponse:
    """One tab of an event: a fragment in its frame."""
    one = access_event(tournament, event)
    fragment = EVENT_FRAGMENTS[tab]
    context = {
        **fragment.context(one),
        "tab": tab,
        "fragment_template": fragment.template,
        "lengths": public.lengths_text(one),
    }
    return _keep(request, render(request, "tournaments/event/page.html", context), one)


@require_safe
def event_sheet(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """All results on paper, with a line for the director's signature."""
    one = access_event(tournament, event)
    context = {
        **bracket_context(one),
        **standings_context(one),
        "lengths": public.lengths_text(one),
        "for_staff": is_personal(request) and may(request.user, SCORE, one),
    }
    return _keep(request, render(request, "tournaments/event/sheet.html", context), one)


@require_safe
def event_rules(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """All rules of an event in words."""
    return _rules(request, access_event(tournament, event), "tournaments/event/rules.html")


@require_safe
def event_variances(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """What differs from the rule set, on paper beside the draw."""
    return _rules(request, access_event(tournament, event), "tournaments/event/variances.html")


def _rules(request: HttpRequest, event: Event, template: str) -> HttpResponse:
    context = {"event": event, "rules": rules_view(event), "lengths": public.lengths_text(event)}
    return _keep(request, render(request, template, context), event)


@require_safe
def event_fragment(
    request: HttpRequest, tournament: str, event: str, fragment: str
) -> HttpResponse:
    """What a live page asks for again and again when it has no stream."""
    found = EVENT_FRAGMENTS.get(fragment)
    if found is None or not found.is_public:
        raise Http404
    one = access_event(tournament, event)
    return live_part(request, one.version, found.template, lambda: found.context(one))


@require_safe
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of the pages; a link, since public pages carry no form token."""
    back = request.GET.get("next", "/")
    if not url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        back = "/"
    # Not `redirect`, which would take a word for the name of a page.
    response = HttpResponseRedirect(back)
    chosen = request.GET.get("lang", "")
    if chosen in dict(settings.LANGUAGES) and check_for_language(chosen):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=YEAR,
            secure=settings.SECURE,
            samesite="Lax",
        )
    return response


def _keep(request: HttpRequest, response: HttpResponse, event: Event) -> HttpResponse:
    """Name the topic of the page, unless it was made for one visitor."""
    if not is_personal(request):
        cacheable(response, "event", event.pk, str(event.version))
    return response
