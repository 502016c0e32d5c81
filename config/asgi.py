"""The ASGI application: event streams, public pages from memory, Django in threads.

Django runs as WSGI: under its own ASGI handler a page costs about three times as much.
"""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

from matches.live.application import with_live_pages

# The two libraries describe the same protocol in types that do not meet.
_django: Any = WSGIMiddleware(cast("Any", get_wsgi_application()), workers=settings.WEB_THREADS)

application = with_live_pages(_django)
