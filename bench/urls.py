from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def plain_bytes(request: HttpRequest, size: int) -> HttpResponse:
    """The least that a page of this size can cost in Django behind the same server."""
    return HttpResponse(b"x" * size)


urlpatterns = [
    path("bench/bytes/<int:size>", plain_bytes),
    path("", include("config.urls")),
]
