"""The service worker of the site: one script at its root, so that it may answer for every page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# What the page of a match clock needs, to be opened without a network.
CLOCK_ASSETS = (
    "crawford.css",
    "clock.css",
    "clock_rules.js",
    "clock_time.js",
    "clock.js",
    "favicon.svg",
)


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    context = {"clock_assets": CLOCK_ASSETS}
    return render(request, "sw.js", context, content_type="text/javascript; charset=utf-8")
