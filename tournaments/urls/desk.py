"""Addresses of the desk: everything that staff do."""

from django.urls import path

from tournaments.views.desk import (
    calcutta,
    calcutta_owners,
    calcutta_setup,
    clock,
    drawing,
    entries,
    fixture,
    floor,
    following,
    home,
    ladder,
    late,
    log,
    money,
    money_accounts,
    money_setup,
    printing,
    round_pairs,
    rounds,
    season,
    setting_up,
    staffing,
    undoing,
)

T = "<slug:tournament>/"
E = "<slug:tournament>/<slug:event>/"
M = f"{E}money/"
A = "event_money_calcutta"
C = f"{M}calcutta/<int:number>/"

# The words that follow a slug here are reserved in `services.setting_up`; fixture keys have a dot.
urlpatterns = [
    path("", home.desk, name="desk"),
    path("new/", setting_up.tournament_new, name="tournament_new"),
    path(T, home.tournament_desk, name="tournament_desk"),
    path(f"{T}settings/", setting_up.tournament_settings, name="tournament_settings"),
    path(f"{T}staff/", staffing.tournament_staff, name="tournament_staff"),
    path(f"{T}season/", season.tournament_season, name="tournament_season"),
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
    path(f"{E}rounds/", rounds.event_rounds, name="event_rounds"),
    path(f"{E}ladder/", ladder.event_ladder, name="event_ladder"),
    path(f"{E}next/", following.event_next, name="event_next"),
    path(f"{E}origin/", following.event_origin, name="event_origin"),
    path(f"{E}pairs/", round_pairs.event_pairs, name="event_pairs"),
    path(f"{E}log/", log.event_log, name="event_log"),
    path(M, money.event_money, name="event_money"),
    path(f"{M}setup/", money_setup.event_money_setup, name="event_money_setup"),
    path(f"{M}print/", money.event_money_print, name="event_money_print"),
    path(f"{M}ledger.csv", money.event_money_ledger, name="event_money_ledger"),
    path(f"{M}entries/", money_accounts.event_money_entries, name="event_money_entries"),
    path(f"{M}entries/<int:entry>/", money_accounts.event_money_entry, name="event_money_entry"),
    path(f"{M}pools/new/", money_setup.event_pool_new, name="event_pool_new"),
    path(f"{M}pools/<int:number>/", money_setup.event_pool, name="event_pool"),
    path(f"{M}deals/<int:number>/<str:bracket>/", money_setup.event_deal, name="event_deal"),
    path(f"{M}calcutta/new/", calcutta_setup.event_money_calcutta_new, name=f"{A}_new"),
    path(C, calcutta.event_money_calcutta, name=A),
    path(f"{C}terms/", calcutta_setup.event_money_calcutta_terms, name=f"{A}_terms"),
    path(f"{C}print/", calcutta.event_money_calcutta_print, name=f"{A}_print"),
    path(f"{C}lots/", calcutta_setup.event_money_calcutta_lots, name=f"{A}_lots"),
    path(f"{C}lots/<int:lot>/", calcutta.event_money_calcutta_lot, name=f"{A}_lot"),
    path(f"{C}owners/", calcutta_owners.event_money_calcutta_owners, name=f"{A}_owners"),
    path(f"{C}owners/<int:bidder>/", calcutta_owners.event_money_calcutta_owner, name=f"{A}_owner"),
    path(f"{E}<str:key>/clock/", clock.fixture_clock, name="fixture_clock"),
    path(f"{E}<str:key>/", fixture.fixture, name="fixture"),
]
