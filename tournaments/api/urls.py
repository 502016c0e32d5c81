from django.urls import path, re_path, register_converter

from . import (
    base,
    brackets,
    draw,
    entries,
    events,
    fixtures,
    log,
    parsing,
    players,
    results,
    schema,
    staff,
    tournaments,
    undo,
)

register_converter(parsing.FixtureKeyConverter, "fixture")

T = "v1/tournaments/<slug:slug>/"
E = "v1/events/<int:event_id>/"
F = f"{E}fixtures/<fixture:key>/"
M = "v1/me/matches/<int:match_id>/"

urlpatterns = [
    path("", schema.BrowsableView.as_view(), name="api"),
    path("schema/", schema.SchemaView.as_view(), name="api_schema"),
    path("v1/tournaments/", tournaments.TournamentsView.as_view()),
    path(T, tournaments.TournamentView.as_view()),
    path(f"{T}events/", events.EventsView.as_view()),
    path(f"{T}log/", log.TournamentLogView.as_view()),
    path(f"{T}staff/", staff.StaffListView.as_view()),
    path(f"{T}staff/<int:staff_id>/", staff.StaffMemberView.as_view()),
    path(f"{T}cards/", staff.CardsView.as_view()),
    path(f"{T}cards/<int:player_id>/renew/", staff.CardRenewView.as_view()),
    path(E, events.EventView.as_view()),
    path(f"{E}entries/", entries.EntriesView.as_view()),
    path(f"{E}entries/preview/", entries.EntriesPreviewView.as_view()),
    path(f"{E}entries/<int:entry_id>/", entries.EntryView.as_view()),
    path(f"{E}entries/late/", brackets.LateView.as_view()),
    path(f"{E}entries/<int:entry_id>/withdraw/", brackets.WithdrawView.as_view()),
    path(f"{E}entries/<int:entry_id>/reinstate/", brackets.ReinstateView.as_view()),
    path(f"{E}draft/alterations/", brackets.AlterView.as_view()),
    path(f"{E}draw/", draw.DrawView.as_view()),
    path(f"{E}draft/", draw.DraftView.as_view()),
    path(f"{E}publish/", draw.PublishView.as_view()),
    path(f"{E}undo/", undo.UndoView.as_view()),
    path(f"{E}fixtures/", fixtures.FixturesView.as_view()),
    path(F, fixtures.FixtureView.as_view()),
    path(f"{F}result/", results.ResultView.as_view()),
    path(f"{F}result/preview/", results.ResultPreviewView.as_view()),
    path(f"{F}table/", results.TableView.as_view()),
    path(f"{E}reports/", results.ReportsView.as_view()),
    path(f"{E}results/", fixtures.ResultsView.as_view()),
    path(f"{E}standings/", fixtures.StandingsView.as_view()),
    path(f"{E}log/", log.EventLogView.as_view()),
    path("v1/me/", players.MeView.as_view()),
    path(f"{M}report/", players.MyReportView.as_view()),
    path(f"{M}confirm/", players.MyConfirmView.as_view()),
    path(f"{M}dispute/", players.MyDisputeView.as_view()),
    path("v1/tokens/", staff.TokensView.as_view()),
    path("v1/tokens/<slug:key>/", staff.TokenView.as_view()),
    re_path("", base.UnknownView.as_view()),
]
