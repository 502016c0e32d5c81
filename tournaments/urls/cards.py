"""Addresses of players' cards, and of the clock and the board between two of them."""

from django.urls import path

from tournaments.views import card_ladders, cards, clocks, live

urlpatterns = [
    path("p/<str:token>/", cards.open_link, name="pass_open"),
    path("me/<int:pass_id>/", cards.show_card, name="card"),
    path("me/<int:pass_id>/fragment/", cards.card_fragment, name="card_fragment"),
    path("me/<int:pass_id>/match/<int:match_id>/report/", cards.report, name="card_report"),
    path("me/<int:pass_id>/match/<int:match_id>/answer/", cards.answer, name="card_answer"),
    path("me/<int:pass_id>/match/<int:match_id>/clock/", clocks.card_clock, name="card_clock"),
    path("matches/<int:match_id>/play/", live.play, name="live_play"),
    path("matches/<int:match_id>/play/fragment/", live.play_fragment, name="live_play_fragment"),
    path("clock/<str:token>/", clocks.clock_page, name="clock"),
    path(
        "me/<int:pass_id>/ladder/<int:event_id>/",
        card_ladders.challenge,
        name="card_challenge",
    ),
]
