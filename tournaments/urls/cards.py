"""Addresses of players' cards, and of the clock between two of them."""

from django.urls import path

from tournaments.views import card_ladders, cards, clocks, worker

urlpatterns = [
    path("p/<str:token>/", cards.open_link, name="pass_open"),
    path("me/<int:pass_id>/", cards.show_card, name="card"),
    path("me/<int:pass_id>/fragment/", cards.card_fragment, name="card_fragment"),
    path("me/<int:pass_id>/match/<int:match_id>/report/", cards.report, name="card_report"),
    path("me/<int:pass_id>/match/<int:match_id>/answer/", cards.answer, name="card_answer"),
    path("me/<int:pass_id>/match/<int:match_id>/here/", cards.here, name="card_here"),
    path("me/<int:pass_id>/match/<int:match_id>/clock/", clocks.card_clock, name="card_clock"),
    path("sw.js", worker.service_worker, name="service_worker"),
    path("clock/<str:token>/", clocks.clock_page, name="clock"),
    path(
        "me/<int:pass_id>/ladder/<int:event_id>/",
        card_ladders.challenge,
        name="card_challenge",
    ),
]
