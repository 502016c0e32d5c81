"""Time on the desk: how long it will take, what if, and whether the public is told."""

from typing import Any

import pytest

from tests.builders import Stage, enter, make_event, make_rounds, make_running_event
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words

pytestmark = pytest.mark.django_db


def make_desk(names: str = "ABCDEFGH", name: str = "dana") -> Desk:
    event = make_event(make_cast(), consolation_length=5)
    if names:
        enter(event, list(names))
    return Desk(event, name)


def asked(desk: Desk, **what_if: Any) -> str:
    return words(text(desk.client.get(desk.url("event_draft"), what_if)))


def test_the_draw_page_says_how_long_it_will_take_and_how_many_matches_each_plays() -> None:
    page = words(text(make_desk().get("event_draft")))
    assert "from the first match to the last; nine in ten such events take less than" in page
    assert "That is for 8 entries, 10 matches, and 16 boards." in page
    assert "Everybody plays at least 2 matches, 2.5 on average, and 3 at most." in page


def test_it_compares_numbers_of_boards_and_marks_the_one_asked_for() -> None:
    desk = make_desk()
    page = desk.client.get(desk.url("event_draft"), {"boards": 2})
    ways = page.context["outlook"].ways
    assert [(way.boards, way.is_asked) for way in ways] == [
        (1, False),
        (2, True),
        (3, False),
        (4, False),
    ]
    assert ways[0].median > ways[1].median > ways[3].median


def test_with_a_start_it_tells_the_time_of_day_at_the_place() -> None:
    page = asked(make_desk("AB"), start="19:00")
    assert "Expected to finish about 19:55" in page or "Expected to finish about 19:50" in page


def test_what_if_more_came_before_anybody_has() -> None:
    desk = make_desk("")
    assert "from the first match" not in asked(desk)
    assert "That is for 32 entries, 46 matches, and 12 boards." in asked(
        desk, entries=32, boards=12
    )


@pytest.mark.parametrize("nonsense", [{"entries": 1}, {"boards": 0}, {"start": "soon"}])
def test_nonsense_is_told_and_the_page_stays_as_it_is(nonsense: dict[str, Any]) -> None:
    desk = make_desk()
    page = desk.client.get(desk.url("event_draft"), nonsense)
    assert page.status_code == 200
    assert page.context["what_if"].errors
    assert "That is for 8 entries" in words(text(page))


def test_a_published_draw_leaves_the_time_to_the_control_room() -> None:
    desk = Desk(make_running_event("ABCD", tournament=make_cast()))
    assert "How long it will take" not in text(desk.get("event_draft"))


def test_the_director_shows_the_forecast_to_the_public_while_it_runs() -> None:
    desk = Desk(make_running_event("ABCD", tournament=make_cast()))
    data = {"step": "forecast", "shows_forecast": "on", "version": desk.version()}
    done = desk.post("event_settings", **data)
    assert done.headers["Location"] == desk.url("event_settings")
    assert "Expected to finish about" in words(text(desk.get("event")))
    assert "The public page shows these times, too." in words(text(desk.get("event_desk")))
    hidden = desk.post("event_settings", step="forecast", version=desk.version())
    assert hidden.status_code == 302
    assert "Expected to finish about" not in words(text(desk.get("event")))


def test_two_directors_do_not_overwrite_each_other_unseen() -> None:
    desk = Desk(make_running_event("ABCD", tournament=make_cast()))
    old = desk.version()
    desk.post("event_settings", step="forecast", shows_forecast="on", version=old)
    late = desk.post("event_settings", step="forecast", version=old)
    assert late.status_code == 409
    assert "Somebody changed this event meanwhile" in text(late)
    assert f'name="version" value="{desk.version()}"' in text(late)


def test_a_scorer_does_not_decide_what_the_public_sees() -> None:
    desk = Desk(make_running_event("ABCD", tournament=make_cast()), "sam")
    refused = desk.post("event_settings", step="forecast", shows_forecast="on", version=1)
    assert refused.status_code == 403
    desk.event.refresh_from_db()
    assert not desk.event.shows_forecast


def make_rounds_desk(format_: str, **rules: Any) -> Desk:
    event = make_event(make_cast(), format=format_, round_rules=rules)
    enter(event, list("ABCDEFGHI"))
    return Desk(event)


def test_the_draw_page_of_a_swiss_tells_its_rounds_and_what_they_wait_for() -> None:
    page = words(text(make_rounds_desk("swiss", rounds=4).get("event_draft")))
    assert "from the first match to the last; nine in ten such events take less than" in page
    assert "That is for 9 entries, 16 matches, and 16 boards." in page
    assert "4 rounds. Everybody plays at least 3 matches, 3.6 on average, and 4 at most." in page
    assert "All wait for the last match of a round, and then five minutes" in page


def test_how_many_rounds_lives_will_have_is_told_as_a_guess() -> None:
    page = make_rounds_desk("lives", lives=2).get("event_draft")
    found = page.context["outlook"]  # type: ignore[attr-defined]
    # Of eighteen lives the winner keeps one or both, and every other one costs a match.
    assert found.matches in {16, 17}
    assert 2 * 16 / 9 <= found.mean <= 2 * 17 / 9
    assert f"{found.rounds[0]} to {found.rounds[1]} rounds are likely" in words(text(page))
    assert "A player plays 3." in words(text(page))


def test_a_round_robin_is_reckoned_round_by_round() -> None:
    desk = make_rounds_desk("round_robin", groups=2)
    assert "opened when the one before is over" in words(text(desk.get("event_draft")))
    few = desk.client.get(desk.url("event_draft"), {"boards": 2}).context["outlook"]
    assert few.asked.median > few.ways[-1].median


def test_the_floor_and_the_public_page_tell_the_end_of_the_round() -> None:
    desk = Desk(make_rounds("ABCDEFGH", rounds=3, tournament=make_cast()))
    floor = words(text(desk.get("event_desk")))
    assert "Expected to finish about" in floor
    assert "Round 1 ends about" in floor
    assert "Round 1 ends about" not in words(text(desk.get("event")))
    desk.post("event_settings", step="forecast", shows_forecast="on", version=desk.version())
    assert "Round 1 ends about" in words(text(desk.get("event")))
    Stage(desk.event).play_out()
    floor = words(text(desk.get("event_desk")))
    assert "Round 2 ends about" in floor
    assert "All matches of round 1 are decided." in floor


def test_free_tables_go_as_the_round_has_them() -> None:
    tournament = make_cast()
    tournament.tables.filter(number__gt=2).delete()
    desk = Desk(make_rounds("ABCDEFGH", rounds=3, tournament=tournament))
    floor = words(text(desk.get("event_desk")))
    assert "who has waited longest, then as the round has them" in floor
    assert "longest way to the end" not in floor
