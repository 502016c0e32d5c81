"""The service worker of the site, at its root so that it may act for all pages.

It is put together from the templates in `templates/worker/`, each a part that minds one thing.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# What the page of a match clock needs, to be opened without a network.
CLOCK_ASSETS = (
    "crawford.css",
    "clock.css",
    "clock_rules.js",
    "clock_time.js",
    "clock_signs.js",
    "clock.js",
    "favicon.svg",
)


@cache_control(no_cache=True)
@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    files = sorted((settings.BASE_DIR / "templates" / "worker").glob("*.js"))
    context = {"clock_assets": CLOCK_ASSETS}
    parts = (render_to_string(f"worker/{file.name}", context) for file in files)
    script = "\n".join(f"{{\n{part}}}" for part in parts)
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")
