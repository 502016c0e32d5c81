"""One message says all that one act did at a match, and nobody gets a second one of it."""

from typing import Any

import pytest
from django.core import mail

from matches.services.deadlines import fire_due
from matches.services.lateness import match_here
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, make_running_event
from tests.matches.lateness import Called
from tests.tournaments.rulings import Scene
from tests.tournaments.telling import card, mails_are_on, nothing_untold, reach, reach_staff, tell
from tests.tournaments.test_play_by import make_league, travel, utc
from tournaments.models_notices import Contact, Notice
from tournaments.selectors.notices import card_notices
from tournaments.services import notices
from tournaments.services.attendance import entry_withdraw
from tournaments.services.disqualifying import entry_disqualify
from tournaments.services.notices import notices_make
from tournaments.services.overdue import overdue_set
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "{}@mail.example".format


@pytest.fixture(autouse=True)
def _mails(settings: Any) -> None:
    mails_are_on(settings)


@pytest.fixture
def scene() -> Scene:
    found = Scene()
    for name in "ABCDEFGH":
        reach(name)
    return found


def body() -> str:
    return " ".join(str(mail.outbox[-1].body).split())


def test_a_ruling_with_points_and_a_result_is_one_message_with_all_of_it(scene: Scene) -> None:
    one, other = (player.name for player in scene.players)
    scene.rule(5, reason="Seen by all", penalty=(1, 2), verdict=Verdict(2, "forfeit"))
    assert sorted(line.split(":")[0] for line in tell(5)) == sorted(
        ADDRESS(name.lower()) for name in (one, other)
    )
    assert f"penalty of 2 points against {one}" in body()
    assert f"{other} wins by forfeit" in body()
    assert "Seen by all" in body()
    assert body().count("2 points") == 1


def test_the_card_says_it_once_as_well(scene: Scene) -> None:
    name = scene.players[0].name
    before = len(card_notices(card(name), [scene.event.pk], 20))
    scene.rule(5, penalty=(1, 2))
    found = card_notices(card(name), [scene.event.pk], 20)
    assert len(found) == before + 1
    assert "ruling 1" in found[0].title
    assert "penalty of 2 points" in found[0].text


def test_who_wants_no_rulings_is_told_of_the_points(scene: Scene) -> None:
    name = scene.players[0].name
    Contact.objects.filter(card=card(name)).update(muted=["ruling"])
    scene.rule(5, penalty=(1, 2))
    mine = [line for line in tell(5) if line.startswith(ADDRESS(name.lower()))]
    assert len(mine) == 1
    assert "penalty of 2 points" in mine[0]


def test_a_warning_is_told_with_its_ruling(scene: Scene) -> None:
    scene.rule(5, warning=2)
    assert len(tell(5)) == 2
    assert "Warning" in body()


def test_the_last_point_for_coming_late_and_the_loss_are_one_message() -> None:
    called = Called(length=3)
    reach("A")
    reach("B")
    match_here(match_id=called.match.pk, sides=[1], act=by_director(1))
    fire_due(by_director(5).at)
    tell(5)
    fire_due(by_director(10).at)
    assert len(tell(10)) == 2
    assert "did not come" in mail.outbox[-1].subject
    assert "after 10 minutes" in body()


def test_the_hour_given_to_a_match_is_told_with_that_it_was_not_played() -> None:
    event = make_league(names="AB")
    overdue_set(event_id=event.pk, rules={"then": "slot"}, act=by_director())
    reach("A")
    reach_staff()
    travel(utc(2026, 12, 7, 22), start=utc(2026, 12, 7, 22))
    while notices_make(at=utc(2026, 12, 7, 22)):
        pass
    told = Notice.objects.values_list("entry__action", "contact__card")
    assert sorted(told) == [("round.overdue", None), ("round.slot_assigned", card("A").pk)]


def test_whose_opponent_has_left_is_told_that_he_has_won() -> None:
    stage = Stage(make_running_event("ABCD"))
    one, other = stage.names("M1.1")
    reach(str(other))
    leaver = stage.event.entries.get(name=one)
    entry_withdraw(event_id=stage.event.pk, entry_id=leaver.pk, act=by_director(5))
    told = tell(5)
    assert len(told) == 1
    assert f"walkover for {other}" in told[0]


def test_who_is_disqualified_is_told_and_sees_it_on_the_card() -> None:
    stage = Stage(make_running_event("ABCD"))
    reach("A")
    reach("B")
    stage.play_out()
    nothing_untold()
    row = stage.event.entries.get(name="A")
    entry_disqualify(event_id=stage.event.pk, entry_id=row.pk, act=by_director(9, "Cheated"))
    assert [line.split(":")[0] for line in tell(9)] == ["a@mail.example"]
    assert card_notices(card("A"), [stage.event.pk])[0].title.startswith("Disqualified A")
    assert not any(
        "Disqualified" in one.title for one in card_notices(card("B"), [stage.event.pk], 20)
    )


def test_a_walkover_that_the_desk_enters_is_told_and_a_score_is_not() -> None:
    stage = Stage(make_running_event("ABCD"))
    for name in "ABCD":
        reach(name)
    stage.win("M1.1")
    assert [line for line in tell(1) if "result entered" in line] == []
    verdict = Verdict(1, "walkover")
    result_enter(event_id=stage.event.pk, key="M1.2", verdict=verdict, act=by_director(2))
    assert len([line for line in tell(2) if "walkover" in line]) == 2


def test_what_one_act_did_is_not_torn_apart_where_there_is_much_to_tell(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "BATCH", 1)
    scene.rule(5, penalty=(1, 2))
    assert len(tell(5)) == 2
