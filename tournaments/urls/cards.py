"""Addresses of players' cards, of the clock and the board between two of them, and of messages."""

from django.urls import path

from tournaments.views import (
    card_check_in,
    card_ladders,
    card_rulings,
    cards,
    clocks,
    live,
    messages,
)

urlpatterns = [
    path("p/<str:token>/", cards.open_link, name="pass_open"),
    path("me/<int:pass_id>/", cards.show_card, name="card"),
    path("me/<int:pass_id>/fragment/", cards.card_fragment, name="card_fragment"),
    path("me/<int:pass_id>/match/<int:match_id>/report/", cards.report, name="card_report"),
    path("me/<int:pass_id>/match/<int:match_id>/answer/", cards.answer, name="card_answer"),
    path("me/<int:pass_id>/match/<int:match_id>/here/", cards.here, name="card_here"),
    path("me/<int:pass_id>/match/<int:match_id>/clock/", clocks.card_clock, name="card_clock"),
    path("me/<int:pass_id>/check-in/<int:event_id>/", card_check_in.check_in, name="card_check_in"),
    path("me/<int:pass_id>/messages/", messages.card_messages, name="card_messages"),
    path("me/<int:pass_id>/seen/", messages.card_seen, name="card_seen"),
    path("messages/confirm/<str:token>/", messages.confirm, name="contact_confirm"),
    path("messages/stop/<str:token>/", messages.stop, name="contact_stop"),
    path("me/<int:pass_id>/match/<int:match_id>/call/", card_rulings.call, name="card_call"),
    path(
        "me/<int:pass_id>/match/<int:match_id>/call/fragment/",
        card_rulings.call_fragment,
        name="card_call_fragment",
    ),
    path(
        "me/<int:pass_id>/match/<int:match_id>/rulings/<int:number>/",
        card_rulings.appeal,
        name="card_appeal",
    ),
    path("matches/<int:match_id>/play/", live.play, name="live_play"),
    path("matches/<int:match_id>/play/fragment/", live.play_fragment, name="live_play_fragment"),
    path("clock/<str:token>/", clocks.clock_page, name="clock"),
    path(
        "me/<int:pass_id>/ladder/<int:event_id>/",
        card_ladders.challenge,
        name="card_challenge",
    ),
]
