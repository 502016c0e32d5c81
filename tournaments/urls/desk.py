"""Addresses of the desk: everything that staff do."""

from django.urls import path

from tournaments.views.desk import (
    drawing,
    entries,
    fixture,
    floor,
    home,
    late,
    log,
    printing,
    setting_up,
    staffing,
    undoing,
)

T = "<slug:tournament>/"
E = "<slug:tournament>/<slug:event>/"

# The words that follow a slug here are reserved in `services.setting_up`; fixture keys have a dot.
urlpatterns = [
    path("", home.desk, name="desk"),
    path("new/", setting_up.tournament_new, name="tournament_new"),
    path(T, home.tournament_desk, name="tournament_desk"),
    path(f"{T}settings/", setting_up.tournament_settings, name="tournament_settings"),
    path(f"{T}staff/", staffing.tournament_staff, name="tournament_staff"),
    path(f"{T}log/", log.tournament_log, name="tournament_log"),
    path(f"{T}cards/", printing.card_sheet, name="tournament_cards"),
    path(f"{T}cards/<int:pass_id>/", printing.one_card, name="tournament_card"),
    path(f"{T}cards/<int:pass_id>/renew/", printing.renew_card, name="tournament_card_renew"),
    path(f"{T}new/", setting_up.event_new, name="event_new"),
    path(E, floor.event_desk, name="event_desk"),
    path(f"{E}fragment/", floor.event_desk_fragment, name="event_desk_fragment"),
    path(f"{E}settings/", setting_up.event_settings, name="event_settings"),
    path(f"{E}entries/", entries.event_entries_edit, name="event_entries_edit"),
    path(f"{E}entries/<int:entry>/", entries.entry_edit, name="entry_edit"),
    path(f"{E}entries/late/", late.entry_late, name="entry_late"),
    path(f"{E}entries/<int:entry>/leave/", late.entry_leave, name="entry_leave"),
    path(f"{E}draw/", drawing.event_draft, name="event_draft"),
    path(f"{E}undo/", undoing.event_undo_page, name="event_undo"),
    path(f"{E}log/", log.event_log, name="event_log"),
    path(f"{E}<str:key>/", fixture.fixture, name="fixture"),
]
