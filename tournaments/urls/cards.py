"""Addresses of players' cards, and of the sheets on which staff print them."""

from django.urls import path

from tournaments.views import cards, printing

_CARDS = "desk/<slug:tournament>/cards/"

urlpatterns = [
    path("p/<str:token>/", cards.open_link, name="pass_open"),
    path("me/<int:pass_id>/", cards.show_card, name="card"),
    path("me/<int:pass_id>/fragment/", cards.card_fragment, name="card_fragment"),
    path("me/<int:pass_id>/match/<int:match_id>/report/", cards.report, name="card_report"),
    path("me/<int:pass_id>/match/<int:match_id>/answer/", cards.answer, name="card_answer"),
    path(_CARDS, printing.card_sheet, name="tournament_cards"),
    path(f"{_CARDS}<int:pass_id>/", printing.one_card, name="tournament_card"),
    path(f"{_CARDS}<int:pass_id>/renew/", printing.renew_card, name="tournament_card_renew"),
]
