"""The analysis of a record by GNU Backgammon: to look at for everybody, to ask for by some.

Whoever may hand in a file of the match may ask.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from matches.analysis_pages import analysis_context
from matches.models import Match
from matches.selectors.analyses import record_to_analyse
from matches.services.analyses import analysis_ask
from tournaments.views.records import Visitor, visitor_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def analysis(request: HttpRequest, match_id: int, record_id: int) -> HttpResponse:
    visitor = visitor_of(request, match_id)
    if request.method != "POST":
        return _page(visitor, match_id, record_id)
    try:
        analysis_ask(match_id=match_id, record_id=record_id, act=visitor.act())
    except DomainError as error:
        return _page(visitor, match_id, record_id, error)
    messages.success(request, _("The match will be analysed."))
    return redirect(request.get_full_path())


def _page(
    visitor: Visitor, match_id: int, record_id: int, error: DomainError | None = None
) -> HttpResponse:
    match = Match.objects.prefetch_related("sides").get(pk=match_id)
    record = record_to_analyse(match, record_id, visitor.sight)
    context = {
        **analysis_context(match, record),
        "place": visitor.place,
        "visitor": visitor,
        "error": error,
    }
    status = error.status if error else 200
    return render(visitor.request, "matches/analysis.html", context, status=status)
