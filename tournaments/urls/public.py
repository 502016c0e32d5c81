"""The addresses that everybody may read."""

from django.urls import path

from tournaments.views import (
    analyses,
    chouettes,
    clock_walls,
    public,
    records,
    watching,
    worker,
)

_EVENT = "t/<slug:tournament>/<slug:event>/"

urlpatterns = [
    path("", public.home, name="home"),
    path("sw.js", worker.service_worker, name="service_worker"),
    path("language/", public.language, name="language"),
    path("t/<slug:tournament>/", public.tournament, name="tournament"),
    path("t/<slug:tournament>/season/", public.season_page, name="season"),
    path(_EVENT, public.event_page, {"tab": "bracket"}, name="event"),
    path(f"{_EVENT}entries/", public.event_page, {"tab": "entries"}, name="event_entries"),
    path(f"{_EVENT}results/", public.event_page, {"tab": "results"}, name="event_results"),
    path(f"{_EVENT}standings/", public.event_page, {"tab": "standings"}, name="event_standings"),
    path(f"{_EVENT}draw/", public.event_page, {"tab": "draw"}, name="event_draw"),
    path(f"{_EVENT}prizes/", public.event_page, {"tab": "prizes"}, name="event_prizes"),
    path(f"{_EVENT}calcutta/", public.event_page, {"tab": "calcutta"}, name="event_calcutta"),
    path(f"{_EVENT}rules/", public.event_rules, name="event_rules"),
    path(f"{_EVENT}rules/variances/", public.event_variances, name="event_variances"),
    path(f"{_EVENT}clocks/", clock_walls.event_clocks, name="event_clocks"),
    path(f"{_EVENT}clocks/<str:key>/", clock_walls.event_clock, name="event_clock"),
    path(f"{_EVENT}sheet/", public.event_sheet, name="event_sheet"),
    path("matches/<int:match_id>/", watching.watch, name="match"),
    path("matches/<int:match_id>/records/", records.records, name="match_records"),
    path(
        "matches/<int:match_id>/records/<int:record_id>/analysis/",
        analyses.analysis,
        name="match_analysis",
    ),
    path(
        "matches/<int:match_id>/records/<int:record_id>/<slug:form>/",
        records.record_file,
        name="match_record_file",
    ),
    path("matches/<int:match_id>/fragment/", watching.watch_fragment, name="match_fragment"),
    path("matches/<int:match_id>/comments/", watching.comment, name="match_comment"),
    path("matches/<int:match_id>/dice/", watching.dice, name="match_dice"),
    path("matches/chouettes/<slug:code>/", chouettes.watch, name="chouette"),
    path(
        "matches/chouettes/<slug:code>/fragment/",
        chouettes.watch_fragment,
        name="chouette_fragment",
    ),
    path("matches/chouettes/<slug:code>/score/", chouettes.score, name="chouette_score"),
    path("matches/chouettes/<slug:code>/dice/", chouettes.dice, name="chouette_dice"),
    path("matches/chouettes/seat/<slug:token>/play/", chouettes.seat, name="chouette_seat"),
    path(
        "matches/chouettes/seat/<slug:token>/play/fragment/",
        chouettes.seat_part,
        name="chouette_seat_fragment",
    ),
    path(f"{_EVENT}fragment/<str:fragment>/", public.event_fragment, name="event_fragment"),
]
