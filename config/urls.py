from django.urls import include, path

from matches.views.health import health

urlpatterns = [
    path("healthz", health, name="health"),
    path("", include("tournaments.urls.accounts")),
    path("", include("tournaments.urls.cards")),
    path("desk/", include("tournaments.urls.desk")),
    path("api/", include("tournaments.api.urls")),
    path("", include("tournaments.urls.public")),
]
