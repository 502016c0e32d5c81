"""An event of rounds through the API alone."""

from typing import Any

import pytest

from tests.api.talking import Talker, ask, member, staff, visitor
from tests.builders import Stage, make_rounds, make_tournament, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def director_of(event: Any) -> tuple[Talker, str]:
    return member(event.tournament, "director"), f"/events/{event.pk}"


def test_a_swiss_is_run_from_its_set_up_to_its_table() -> None:
    director = staff(make_user())
    make_tournament(owner=None)
    rules = {"rounds": 2, "tie_breaks": ["buchholz"]}
    made = director.post(
        "/tournaments/kyiv-open/events/",
        {"name": "Swiss", "length": 5, "format": "swiss", "round_rules": rules},
    )
    assert made.status_code == 201, made.data
    assert made.data["round_rules"] == {**rules, "unplayed": "club"}
    path = f"/events/{made.data['id']}"
    rows = [{"name": name} for name in ("Ada", "Boris", "Cleo", "Dan", "Eve")]
    ask(director, "POST", f"{path}/entries/", {"rows": rows})
    ask(director, "POST", f"{path}/draft/", {"seed": "snow"})
    assert visitor().get(f"{path}/rounds/").status_code == 404
    drafted = director.get(f"{path}/rounds/").data["draft"]
    assert [bool(one["second"]) for one in drafted["pairings"]] == [True, True, False]
    assert all(one["why"] for one in drafted["pairings"])
    ask(director, "POST", f"{path}/publish/")
    for number in (1, 2):
        for n in (1, 2):
            result = {"winner": 1, "scores": [5, n]}
            sent = ask(director, "POST", f"{path}/fixtures/S{number}.{n}/result/", result)
            assert sent.status_code == 200, sent.data
        if number == 1:
            assert ask(director, "POST", f"{path}/rounds/draft/").status_code == 200
            assert visitor().get(f"{path}/rounds/").data["draft"] is None
            assert ask(director, "POST", f"{path}/rounds/publish/").status_code == 200
    assert visitor().get(f"{path}/").data["state"] == "finished"
    table = visitor().get(f"{path}/standings/").data["standings"][0]
    assert (table["bracket"], table["criteria"]) == ("S", ["score", "buchholz"])
    assert sorted(place["values"][0] for place in table["places"]) == ["0", "1", "1", "2", "2"]
    assert "counts as one against an opponent with the same score" in table["rule"]
    rounds = visitor().get(f"{path}/rounds/").data
    assert (rounds["total"], [one["number"] for one in rounds["published"]]) == (2, [2, 1])


def test_people_come_and_go_through_the_api() -> None:
    event = make_rounds("ABCDEFGH")
    director, path = director_of(event)
    who = event.entries.get(name="A")
    gone = ask(director, "POST", f"{path}/entries/{who.pk}/withdrawal/")
    assert gone.status_code == 200, gone.data
    late = ask(director, "POST", f"{path}/entries/late/", {"name": "Zoe", "late": "bye"})
    assert late.status_code == 201, late.data
    listed = {one["name"]: one for one in visitor().get(f"{path}/entries/").data["entries"]}
    assert listed["A"]["last_round"] == 1
    assert (listed["Zoe"]["first_round"], listed["Zoe"]["late"]) == (2, "bye")
    back = ask(director, "DELETE", f"{path}/entries/{who.pk}/withdrawal/")
    assert back.status_code == 200
    again = ask(director, "DELETE", f"{path}/entries/{who.pk}/withdrawal/")
    assert (again.status_code, again.data["code"]) == (409, "not_withdrawn")


def test_a_round_is_discarded_taken_back_and_their_number_changed() -> None:
    event = make_rounds("ABCDEFGH")
    director, path = director_of(event)
    early = ask(director, "POST", f"{path}/rounds/draft/")
    assert (early.status_code, early.data["code"]) == (400, "results_missing")
    Stage(event).play_out()
    ask(director, "POST", f"{path}/rounds/draft/")
    assert ask(director, "DELETE", f"{path}/rounds/draft/").status_code == 200
    none = ask(director, "POST", f"{path}/rounds/publish/")
    assert (none.status_code, none.data["code"]) == (409, "no_draft")
    ask(director, "POST", f"{path}/rounds/draft/")
    ask(director, "POST", f"{path}/rounds/publish/")
    assert ask(director, "POST", f"{path}/rounds/take-back/").status_code == 200
    fewer = ask(director, "PUT", f"{path}/rounds/planned/", {"rounds": 1})
    assert fewer.data["state"] == "finished"


def test_a_round_robin_is_published_at_once() -> None:
    event = make_rounds("ABCD", "round_robin")
    director, path = director_of(event)
    coming = visitor().get(f"{path}/rounds/").data["coming"]
    assert [one["number"] for one in coming] == [2, 3]
    ask(director, "POST", f"{path}/rounds/publish/", {"everything": True})
    assert len(visitor().get(f"{path}/fixtures/").data["fixtures"]) == 6


def test_a_preview_names_the_rounds_that_stay() -> None:
    event = make_rounds("ABCDEFGH")
    director, path = director_of(event)
    Stage(event).play_out()
    ask(director, "POST", f"{path}/rounds/draft/")
    ask(director, "POST", f"{path}/rounds/publish/")
    preview = director.post(f"{path}/fixtures/S1.1/result/preview/", {"winner": 2}).data
    assert preview == {
        "refilled": [],
        "cleared": [],
        "kept_rounds": [2],
        "followers": [],
        "swappable": False,
    }


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "rounds/draft/"),
        ("DELETE", "rounds/draft/"),
        ("POST", "rounds/publish/"),
        ("POST", "rounds/take-back/"),
        ("PUT", "rounds/planned/"),
        ("POST", "entries/late/"),
        ("POST", "entries/1/withdrawal/"),
        ("DELETE", "entries/1/withdrawal/"),
    ],
)
def test_rounds_are_for_directors_who_say_what_they_saw(method: str, path: str) -> None:
    event = make_rounds("ABCD", rounds=3)
    at = f"/events/{event.pk}/{path}"
    body = {"rounds": 3, "name": "Zoe"}
    assert member(event.tournament, "scorer").send(method, at, body).status_code == 403
    unseen = member(event.tournament, "director").send(method, at, body)
    assert (unseen.status_code, unseen.data["code"]) == (428, "version_required")


def test_a_bracket_has_no_rounds() -> None:
    event = make_rounds("AB", rounds=1)
    event.format, event.round_rules = "elimination", None
    event.save()
    answer = visitor().get(f"/events/{event.pk}/rounds/")
    assert (answer.status_code, answer.data["code"]) == (404, "not_in_rounds")
