"""Groups on the pages of desk and public, and the pages of the event that follows."""

import re
from typing import Any

import pytest

from tests.builders import (
    Stage,
    by_director,
    enter,
    make_event,
    make_rounds,
    make_tournament,
    make_user,
)
from tests.pages.desk import Desk
from tests.pages.reading import text, words
from tournaments.models import Event
from tournaments.services.following import Cut, following_make
from tournaments.services.rounds import round_publish
from tournaments.services.setting_up import EventSpec
from tournaments.services.staffing import staff_invite

pytestmark = pytest.mark.django_db(transaction=True)


def played(names: str = "ABCDEFGH", groups: int = 2) -> Desk:
    event = make_rounds(names, "round_robin", groups=groups)
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    Stage(event).play_by_name()
    return Desk(event)


def followed(desk: Desk) -> Desk:
    spec = EventSpec("Final stage", 9)
    made = following_make(event_id=desk.event.pk, spec=spec, cut=Cut(4), act=by_director(10))
    return Desk(made)


def drafted() -> Desk:
    event = make_event(format="round_robin", round_rules={"groups": 2})
    enter(event, "ABCDEF")
    desk = Desk(event)
    desk.post("event_draft", step="draw", seed="6-3", version=desk.version())
    return desk


def turn(desk: Desk, place_1: int, place_2: int) -> str:
    """The match of these two places of group A, now won by the other; returns its page's key."""
    entries = list(desk.event.followers.get().entries.filter(came_group=1).order_by("came_place"))
    ids = [entries[place_1 - 1].came_from_id, entries[place_2 - 1].came_from_id]
    row = desk.event.fixtures.get(entry_1__in=ids, entry_2__in=ids)
    return row.key


def test_the_form_takes_the_number_of_groups() -> None:
    tournament = make_tournament()
    desk = Desk(make_event(tournament))
    data: dict[str, Any] = {"name": "Groups", "length": 5, "rule_set": "club"}
    data |= {"format": "round_robin", "groups": 4}
    desk.client.post(f"/desk/{tournament.slug}/new/", data)
    made = Event.objects.get(name="Groups")
    assert made.round_rules is not None
    assert made.round_rules["groups"] == 4
    page = text(Desk(made).get("event_settings"))
    assert "Number of groups" in page


def test_the_draft_shows_the_groups_and_swaps_two() -> None:
    desk = drafted()
    page = text(desk.get("event_draft"))
    assert "Group A" in page
    assert "3 entrants" in page
    desk.event.refresh_from_db()
    assert desk.event.draw is not None
    first, second = (group[0] for group in desk.event.draw["groups"])
    ids = [desk.event.entries.get(number=number).pk for number in (first, second)]
    desk.post("event_draft", step="swap", one=ids[0], other=ids[1], version=desk.version())
    assert "swapped their groups" in text(desk.get("event_draft"))


def test_two_of_one_group_are_refused_beside_the_form() -> None:
    desk = drafted()
    desk.event.refresh_from_db()
    assert desk.event.draw is not None
    numbers = desk.event.draw["groups"][0][:2]
    ids = [desk.event.entries.get(number=number).pk for number in numbers]
    answer = desk.post("event_draft", step="swap", one=ids[0], other=ids[1], version=desk.version())
    assert answer.status_code == 400
    assert "name two of different groups" in text(answer)


def test_everybody_reads_rounds_tables_and_draw_by_groups() -> None:
    desk = played()
    for name in ("event", "event_standings", "event_draw", "event_sheet"):
        page = text(desk.get(name))
        assert "Group A" in page, name
        assert "Group B" in page, name
    assert text(desk.get("event_standings")).count("Final standings after 3 rounds.") == 1


def test_who_would_go_on_is_shown_before_the_end_and_made_after_it() -> None:
    event = make_rounds("ABCDEFGH", "round_robin", groups=2)
    desk = Desk(event)
    page = text(desk.get("event_next"))
    assert "Not all results are in" in page
    assert "Make this event" not in page
    assert "Make this event" in text(played().get("event_next"))


def test_the_event_that_follows_is_made_from_the_page() -> None:
    desk = played()
    page = {"name": "Final stage", "count": 4, "into": "elimination", "length": 9}
    answer = desk.post("event_next", **page, settled="", version=desk.version())
    made = Event.objects.get(name="Final stage")
    assert answer.status_code == 302
    assert answer["Location"] == Desk(made).url("event_draft")
    entries = text(Desk(made).get("event_entries_edit"))
    assert "The best 4 of Main." in entries
    assert "B2" in entries
    assert "The badges tell the places in Main." in text(Desk(made).get("event_entries"))


def test_a_tie_is_named_and_what_was_decided_stays_decided() -> None:
    desk = played("ABCDEFGHI", 3)
    page: dict[str, Any] = {"name": "Last", "count": 7, "into": "elimination", "length": 9}
    answer = desk.post("event_next", **page, settled="", version=desk.version())
    assert answer.status_code == 409
    assert "Decide first who comes before whom." in text(answer)
    assert re.search(r"\b[ABC]3 \w tied\b", words(text(answer)))
    assert 'value="Last"' in text(answer)
    ids = re.findall(r'name="tied_(\d+)"', text(answer))
    assert len(ids) == 3
    same = {f"tied_{pk}": 1 for pk in ids}
    refused = desk.post("event_next", **page, **same, settled="", version=desk.version())
    assert "a number of his own" in text(refused)
    order = {f"tied_{pk}": number for number, pk in enumerate(reversed(ids), start=1)}
    made = desk.post("event_next", **page, **order, settled="", version=desk.version())
    assert made.status_code == 302
    third = Event.objects.get(name="Last").entries.get(came_place=3)
    assert str(third.came_from_id) == ids[-1]


def test_a_count_that_cannot_be_is_said() -> None:
    desk = played()
    page = desk.client.get(desk.url("event_next") + "?count=99")
    assert "let 2 to 8 go on" in text(page)


def test_a_bracket_sends_nobody_on() -> None:
    assert Desk(make_event()).get("event_next").status_code == 404


def test_a_correction_warns_and_the_event_that_follows_says_what_changed() -> None:
    desk = played()
    after = followed(desk)
    key = turn(desk, 1, 2)
    match = Stage(desk.event).match(key)
    loser = 2 if match.winner == 1 else 1
    asked = {"winner": loser, "reason": "read wrongly", "version": match.version}
    page = text(desk.post("fixture", key, step="correct", **asked))
    assert "Others would go on into Final stage." in page
    Stage(desk.event).win(key, loser, act=by_director(20, "read wrongly"))
    for name in ("event_desk", "event_entries_edit", "event_draft"):
        assert "The table of Main has changed since." in text(after.get(name)), name
    answer = after.post("event_origin", step="refresh", settled="", version=after.version())
    assert answer.status_code == 302
    assert "The best 4 of Main." in text(after.get("event_entries_edit"))


def test_what_was_decided_by_lot_stays_when_they_are_entered_anew() -> None:
    desk = played("ABCDEFGHIJKL", 3)
    spec = EventSpec("Final stage", 9)
    cut = Cut(8, by_lot=True)
    made = following_make(event_id=desk.event.pk, spec=spec, cut=cut, act=by_director(10))
    after = Desk(made)
    before = set(made.entries.values_list("name", flat=True))
    desk.event.followers.update(qualifying={**(made.qualifying or {}), "qualified": []})
    assert "has changed since" in text(after.get("event_origin"))
    settled = re.search(r'name="settled" value="([0-9,]+)"', text(after.get("event_origin")))
    assert settled is not None
    answer = after.post("event_origin", step="refresh", settled=settled[1], version=after.version())
    assert answer.status_code == 302
    assert set(made.entries.values_list("name", flat=True)) == before


def test_it_is_taken_back_from_its_page() -> None:
    desk = played()
    after = followed(desk)
    answer = after.post("event_origin", step="remove", version=after.version() - 1)
    assert answer.status_code == 409
    answer = after.post("event_origin", step="remove", version=after.version())
    assert answer["Location"] == desk.url("event_desk")
    assert not desk.event.followers.exists()


def test_scorers_make_no_event_that_follows() -> None:
    desk = played()
    make_user("sam")
    tournament_id = desk.event.tournament_id
    staff_invite(tournament_id=tournament_id, username="sam", role="scorer", act=by_director())
    assert Desk(desk.event, "sam").get("event_next").status_code == 403
