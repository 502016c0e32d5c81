"""The service worker of the site, at its root so that it may act for all pages.

It is put together from the files in `templates/worker/`, each a part that minds one thing.
"""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@cache
def _parts() -> str:
    folder = settings.BASE_DIR / "templates" / "worker"
    files = sorted(folder.glob("*.js"))
    return "\n".join(f"{{\n{file.read_text(encoding='utf-8')}}}" for file in files)


@cache_control(no_cache=True)
@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(_parts(), content_type="text/javascript")
