"""The first screen, the control room, the log and the staff."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.services.reporting import match_report
from tests.builders import (
    Stage,
    by_director,
    by_player,
    enter,
    make_event,
    make_running_event,
    make_tournament,
)
from tests.pages.desk import Desk, login, make_cast
from tests.pages.reading import text, words
from tournaments.fragments import EventSource, desk_context
from tournaments.models import Staff, Tournament
from tournaments.selectors.access import access_event_by_id
from tournaments.selectors.staffed import is_today

pytestmark = pytest.mark.django_db


def test_the_first_screen_begins_with_todays_events() -> None:
    old = make_cast()
    today = timezone.now().date()
    tonight = make_tournament(
        "Tonight", starts_on=today - timedelta(days=1), ends_on=today + timedelta(days=1)
    )
    make_event(tonight, name="Blitz")
    page = text(login("dana").get("/desk/"))
    assert page.index("Blitz") < page.index(old.name)


def test_an_evening_that_goes_on_after_midnight_is_still_todays() -> None:
    day = date(2026, 12, 5)
    event = make_running_event("AB", tournament=make_tournament(time_zone="Europe/Kyiv"))
    # Half past midnight in Kyiv, where the clock is two hours ahead.
    late = datetime(2026, 12, 5, 22, 30, tzinfo=UTC)
    assert event.tournament.ends_on == day
    assert is_today(event.tournament, late)
    Stage(event).win("M1.1")
    assert not is_today(Tournament.objects.get(), late)


@pytest.mark.parametrize(("names", "step"), [("", "Add entries"), ("AB", "Make the draw")])
def test_an_event_says_what_to_do_next(names: str, step: str) -> None:
    event = make_event(make_cast())
    if names:
        enter(event, names)
    assert step in text(Desk(event).get("event_desk"))


def test_the_control_room_puts_disputes_first_with_both_claims() -> None:
    stage = Stage(make_running_event("ABCDEFGH", tournament=make_cast()))
    for side, scores in ((0, (7, 4)), (1, (5, 7))):
        player = stage.players("M1.2")[side]
        match_report(
            match_id=stage.match("M1.2").pk,
            player_id=player.pk,
            scores=scores,
            act=by_player(player),
        )
    page = text(Desk(stage.event).get("event_desk"))
    assert page.index("Disputed") < page.index("Playing")
    first, second = stage.names("M1.2")
    assert f"{first} says: {first} wins 7–4" in words(page)
    assert f"{second} says: {second} wins 7–5" in words(page)


@pytest.mark.parametrize("side", [1, 2])
def test_a_result_without_a_score_is_ticked_at_the_winner(side: int) -> None:
    stage = Stage(make_running_event("AB", tournament=make_cast()))
    desk = Desk(stage.event)
    desk.post("fixture", "M1.1", winner=side, version=stage.match("M1.1").version)
    winner = stage.names("M1.1")[side - 1]
    assert f"{winner} ✓ won" in words(text(desk.get("event_desk")))


def test_the_live_part_is_the_same_with_and_without_a_request() -> None:
    desk = Desk(make_running_event("ABCD", tournament=make_cast()))
    context = desk_context(access_event_by_id(desk.event.pk))
    alone = render_to_string("tournaments/desk/_floor.html", context)
    assert text(desk.get("event_desk_fragment")) == alone
    assert "csrf" not in alone
    assert "<form" not in alone


def test_before_the_draw_there_is_no_live_part() -> None:
    desk = Desk(make_event(make_cast()))
    assert desk.get("event_desk_fragment").status_code == 404
    assert EventSource().render(desk.event.pk, "desk", "en") is None


def test_a_reader_who_polls_gets_the_live_part_only_when_it_changed() -> None:
    stage = Stage(make_running_event("ABCD", tournament=make_cast()))
    desk = Desk(stage.event)
    etag = desk.get("event_desk_fragment").headers["ETag"]
    address = desk.url("event_desk_fragment")
    assert desk.client.get(address, headers={"if-none-match": etag}).status_code == 304
    stage.win("M1.1")
    assert desk.client.get(address, headers={"if-none-match": etag}).status_code == 200


def test_the_control_room_asks_the_database_as_often_for_64_as_for_4(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    small = Desk(make_running_event("ABCD", tournament=make_cast()))
    names = [f"Player {n}" for n in range(64)]
    large = Desk(make_running_event(names, tournament=small.event.tournament, name="Large"))
    for desk in (small, large):
        with django_assert_num_queries(14):
            desk.get("event_desk")
        with django_assert_num_queries(11):  # the forecast of this version is made already
            desk.get("event_desk")


def test_the_control_room_says_when_it_is_expected_to_end_and_who_is_slow() -> None:
    stage = Stage(make_running_event("ABCD", length=5, tournament=make_cast()))
    desk = Desk(stage.event)
    page = text(desk.get("event_desk"))
    assert "Expected to finish about 13:" in words(page)  # two matches to 5 from noon on
    assert "nine in ten: by" in words(page)
    assert "nine in ten are over by 13:00" in words(page)
    assert page.count('data-from="2026-12-05T13:00:00+00:00" hidden>Slow') == 2
    stage.win("M1.1", act=by_director(75))
    page = text(desk.get("event_desk"))
    # The event is played slowly, so the other match may last a little longer.
    assert len(re.findall(r'data-from="2026-12-05T13:(05|10):00\+00:00">Slow', page)) == 1
    assert "Matches here last" in words(page)
    assert "longer than usual, as learned from 1." in words(page)


def test_the_times_are_those_of_the_place() -> None:
    tournament = make_tournament(time_zone="Europe/Kyiv")
    desk = Desk(make_running_event("AB", tournament=tournament), "dana")
    assert "As of 14:00, the last change" in words(text(desk.get("event_desk")))


def test_the_queue_says_who_is_next_and_why() -> None:
    event = make_running_event("ABCDEFGH", tournament=make_tournament(tables=2))
    page = words(text(Desk(event).get("event_desk")))
    queue = page[page.index("Ready, without a table") : page.index("Coming")]
    assert queue.count("Next") == 1
    assert queue.index("Next") < queue.index("M1.3") < queue.index("M1.4")
    assert "the longest way to the end of the event first" in queue
    assert "starts about 12:" in queue or "starts about 13:" in queue


def test_an_event_that_is_over_expects_nothing() -> None:
    stage = Stage(make_running_event("AB", tournament=make_cast()))
    stage.win("M1.1")
    assert "Expected" not in text(Desk(stage.event).get("event_desk"))


def test_the_log_tells_everything_a_hundred_lines_a_page() -> None:
    event = make_running_event([f"Player {n:03}" for n in range(120)], tournament=make_cast())
    desk = Desk(event)
    first = desk.client.get(desk.url("event_log"))
    lines = [line.what for line in first.context["page"].lines]
    assert len(lines) == 100
    older = first.context["page"].older
    second = desk.client.get(desk.url("event_log"), {"before": older})
    assert "Entered Player 000" in second.content.decode()
    assert not set(lines) & {line.what for line in second.context["page"].lines}
    assert desk.client.get(desk.url("event_log"), {"before": "x"}).status_code == 200


def test_an_owner_invites_with_a_link_that_is_shown_once() -> None:
    address = f"/desk/{make_cast().slug}/staff/"
    client = login("dana")
    page = client.post(address, {"username": "nina", "role": "scorer"}).content.decode()
    assert "/join/" in page
    assert "/join/" not in client.get(address).content.decode()
    assert Staff.objects.get(user__username="nina").role == "scorer"


@pytest.mark.parametrize("bad", [{"username": "a b"}, {"username": ""}, {"role": "king"}])
def test_an_invitation_that_cannot_be_is_refused(bad: dict[str, str]) -> None:
    address = f"/desk/{make_cast().slug}/staff/"
    data = {"username": "nina", "role": "scorer", **bad}
    assert login("dana").post(address, data).status_code == 400


def test_the_last_owner_stays_and_others_can_be_removed() -> None:
    address = f"/desk/{make_cast().slug}/staff/"
    client: Client = login("dana")
    owner, scorer = (Staff.objects.get(user__username=name) for name in ("dana", "sam"))
    assert client.post(address, {"remove": owner.pk}).status_code == 409
    assert client.post(address, {"remove": scorer.pk}).status_code == 302
    assert client.post(address, {"remove": "x"}).status_code == 404
    assert not Staff.objects.filter(pk=scorer.pk).exists()
