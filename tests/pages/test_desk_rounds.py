"""Rounds at the desk: set up, paired, published, taken back; who leaves and who comes late."""

from typing import Any

import pytest

from tests.builders import Stage, enter, make_event
from tests.pages.desk import Desk, login, make_cast
from tests.pages.reading import text
from tournaments.models import Event

pytestmark = pytest.mark.django_db

SWISS: dict[str, Any] = {"format": "swiss", "round_rules": {"rounds": 3}}


def desk(names: str = "ABCDEF", name: str = "dana", **spec: Any) -> Desk:
    event = make_event(make_cast(), **(spec or SWISS))
    enter(event, list(names))
    return Desk(event, name)


def running(names: str = "ABCDEF", **spec: Any) -> Desk:
    one = desk(names, **spec)
    one.post("event_draft", step="draw", seed="6-3", version=one.version())
    one.post("event_draft", step="publish", sure="on", version=one.version())
    return one


def step(one: Desk, name: str, **data: Any) -> Any:
    return one.post("event_rounds", step=name, version=one.version(), **data)


FORM = {"name": "Swiss", "length": 7, "rule_set": "club"}


def create(**data: Any) -> Any:
    tournament = make_cast()
    client = login("dana")
    return client.post(f"/desk/{tournament.slug}/new/", {**FORM, **data})


def test_a_swiss_is_set_up_with_its_rounds_and_tie_breaks_in_order() -> None:
    response = create(
        format="swiss", rounds=5, tie_1="buchholz", tie_2="lot", unplayed="fide",
        final_length=9, consolation="on",
    )  # fmt: skip
    assert response.status_code == 302
    event = Event.objects.get()
    assert (event.format, event.round_rules) == (
        "swiss", {"rounds": 5, "tie_breaks": ["buchholz", "lot"], "unplayed": "fide"},
    )  # fmt: skip
    assert (event.lengths_from_final, event.consolation_length) == ({}, None)
    shown = Desk(event).get("event_settings").context["form"].initial  # type: ignore[attr-defined]
    assert (shown["rounds"], shown["tie_2"], shown["unplayed"]) == (5, "lot", "fide")


def test_a_round_robin_may_do_without_tie_breaks() -> None:
    create(format="round_robin", cycles=2, tie_1="none")
    assert Event.objects.get().round_rules == {"cycles": 2, "tie_breaks": []}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"format": "swiss"}, "This format needs a number here."),
        ({"format": "lives"}, "This format needs a number here."),
        ({"format": "swiss", "rounds": 65}, "less than or equal to 64"),
        ({"format": "swiss", "rounds": 3, "tie_1": "wins", "tie_2": "wins"}, "in the list twice"),
    ],
)
def test_a_format_that_cannot_be_played_is_refused_at_its_field(
    data: dict[str, Any], said: str
) -> None:
    response = create(**data)
    assert response.status_code == 400
    assert said in text(response)
    assert not Event.objects.exists()


def test_the_draft_shows_the_first_round_with_a_reason_for_each_pairing() -> None:
    one = desk("ABCDE")
    one.post("event_draft", step="draw", seed="6-3", version=one.version())
    page = text(one.get("event_draft"))
    assert page.count("Both have 0.") == 2
    assert "Bye: the lowest score, 0, of those who have had no bye." in page
    one.post("event_draft", step="draw", seed="6-4", version=one.version())
    assert "Draft 2 of the draw" in text(one.get("event_draft"))


def test_the_director_pairs_looks_and_publishes_the_next_round() -> None:
    one = running()
    assert "Round 1 of 3" in text(one.get("event_desk"))
    Stage(one.event).play_out()
    assert "Pair round 2" in text(one.get("event_desk"))
    assert step(one, "draft").status_code == 302
    draft = text(one.get("event_rounds"))
    assert "Draft of round 2" in draft
    assert "Both have 1." in draft
    assert "Draft of round 2" not in text(login("otto").get(one.url("event")))
    assert step(one, "publish").status_code == 302
    assert one.event.fixtures.filter(round=2, match__isnull=False).count() == 3


def test_the_next_round_is_refused_while_a_match_is_open() -> None:
    one = running()
    response = step(one, "draft")
    assert response.status_code == 400
    assert "Enter first what is missing" in text(response)


def test_somebody_leaves_plays_again_and_somebody_comes_late() -> None:
    one = running("ABCDEFGH")
    who = one.event.entries.get(name="A")
    step(one, "withdraw", entry=who.pk)
    assert "left after round 1" in text(one.get("event_rounds"))
    step(one, "reinstate", entry=who.pk)
    assert "left after round 1" not in text(one.get("event_rounds"))
    late = one.post("event_rounds", step="late", name="Zoe", late="half")
    assert late.status_code == 302
    assert late.headers["Location"] == one.url("event_rounds") + "#"  # not where the form was
    assert "from round 2 on" in text(one.get("event_rounds"))
    again = one.post("event_rounds", step="late", name="Zoe", late="half")
    assert again.status_code == 400
    assert "is entered already" in text(again)


def test_a_round_is_taken_back_and_the_number_of_rounds_changed() -> None:
    one = running("ABCDEFGH")
    Stage(one.event).play_out()
    step(one, "draft")
    step(one, "publish")
    assert "Take round 2 back" in text(one.get("event_rounds"))
    step(one, "take_back")
    assert not one.event.fixtures.filter(round=2).exists()
    step(one, "set", rounds=1)
    one.event.refresh_from_db()
    assert one.event.state == "finished"
    assert "The last round is played." in text(one.get("event_rounds"))


def test_the_draft_of_a_round_robin_shows_all_rounds() -> None:
    one = desk("ABCD", format="round_robin")
    one.post("event_draft", step="draw", seed="6-3", version=one.version())
    page = text(one.get("event_draft"))
    assert "numbers 1 and 4 of the lot" in page
    assert "Rounds to come" in page
    assert "<h3>Round 3</h3>" in page


def test_a_round_robin_is_opened_round_by_round_or_at_once() -> None:
    one = running("ABCDEF", format="round_robin")
    assert "Open round 2" in text(one.get("event_rounds"))
    step(one, "publish")
    step(one, "publish_all")
    assert one.event.fixtures.count() == 15


def test_two_directors_cannot_both_pair_a_round() -> None:
    one = running()
    Stage(one.event).play_out()
    old = one.version()
    step(one, "draft")
    response = one.post("event_rounds", step="publish", version=old)
    assert response.status_code == 409
    assert "Somebody changed this event meanwhile" in text(response)


def test_a_correction_says_that_later_rounds_stay() -> None:
    one = running()
    Stage(one.event).play_out()
    step(one, "draft")
    step(one, "publish")
    version = Stage(one.event).match("S1.1").version
    response = one.post(
        "fixture", "S1.1", step="correct", winner=2, reason="Read wrongly", version=version
    )
    assert "Round 2 was paired on the old result and stays as it is." in text(response)


def test_a_bracket_has_no_page_of_rounds_and_scorers_pair_nothing() -> None:
    bracket = desk(format="elimination")
    assert bracket.get("event_rounds").status_code == 404
    sam = Desk(bracket.event, "sam")
    assert sam.get("event_rounds").status_code == 403


@pytest.mark.parametrize("players", [6, 30])
def test_the_page_makes_the_same_few_queries_for_any_field(
    players: int, django_assert_max_num_queries: Any
) -> None:
    one = running("".join(chr(65 + n) for n in range(players)))
    with django_assert_max_num_queries(11):
        assert one.get("event_rounds").status_code == 200
