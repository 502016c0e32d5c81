"""What the director decides of the rounds, through the API alone."""

from typing import Any

import pytest

from tests.api.talking import Talker, ask, member, visitor
from tests.builders import Stage, make_event, make_rounds
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def drafted(names: str = "ABCDEFG", **rules: Any) -> tuple[Event, Talker, str]:
    event = make_rounds(names, **rules)
    Stage(event).play_out()
    director, path = member(event.tournament, "director"), f"/events/{event.pk}"
    assert ask(director, "POST", f"{path}/rounds/draft/").status_code == 200
    return event, director, path


def ids(event: Event) -> dict[str, int]:
    return dict(event.entries.values_list("name", "pk"))


def pairs(talker: Talker, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = talker.get(f"{path}/rounds/").data["draft"]["pairings"]
    return found


def test_pairs_are_said_shown_and_followed_by_the_draft() -> None:
    event, director, path = drafted()
    entry = ids(event)
    first, second = (one["first"] for one in pairs(director, path)[:2])
    wishes = {
        "forced": [{"first": entry[first], "second": entry[second]}],
    }
    said = ask(director, "PUT", f"{path}/rounds/pairs/", wishes)
    assert said.status_code == 200, said.data
    shown = director.get(f"{path}/rounds/pairs/").data
    assert shown["round"] == 2
    assert shown["forced"] == [
        {
            "first": {"id": entry[first], "name": first},
            "second": {"id": entry[second], "name": second},
        }
    ]
    whys = {frozenset((one["first"], one["second"])): one["why"] for one in pairs(director, path)}
    assert whys[frozenset((first, second))] == ["Paired by the director."]
    assert visitor().get(f"{path}/rounds/pairs/").status_code == 401


def test_a_contradiction_is_refused_with_its_code_and_names() -> None:
    event, director, path = drafted()
    entry = ids(event)
    pair = {"first": entry["A"], "second": entry["B"]}
    refused = ask(director, "PUT", f"{path}/rounds/pairs/", {"forced": [pair], "apart": [pair]})
    assert (refused.status_code, refused.data["code"]) == (400, "forced_forbidden")
    assert refused.data["message"] == "A and B are both forced and forbidden to meet."
    unknown = ask(
        director, "PUT", f"{path}/rounds/pairs/", {"apart": [{"first": 1, "second": 10**6}]}
    )
    assert (unknown.status_code, unknown.data["code"]) == (404, "no_such_entry")
    assert director.get(f"{path}/rounds/pairs/").data["forced"] == []


def test_the_draft_is_altered_by_hand() -> None:
    event, director, path = drafted()
    entry = ids(event)
    first, second, third = (one["first"] for one in pairs(director, path)[:3])
    swap = {"first": entry[first], "second": entry[second]}
    assert ask(director, "POST", f"{path}/rounds/draft/swap/", swap).status_code == 200
    assert pairs(director, path)[0]["why"][0] == "Paired by the director by hand."
    given = ask(director, "POST", f"{path}/rounds/draft/bye/", {"entry": entry[third]})
    assert given.status_code == 200
    (bye,) = [one for one in pairs(director, path) if not one["second"]]
    assert (bye["first"], bye["why"]) == (third, ["Bye given by the director by hand."])
    again = ask(director, "POST", f"{path}/rounds/draft/bye/", {"entry": entry[third]})
    assert (again.status_code, again.data["code"]) == (400, "has_bye")
    assert ask(director, "POST", f"{path}/rounds/publish/", {}).status_code == 200
    published = visitor().get(f"{path}/rounds/").data["published"][0]
    assert [one["first"] for one in published["pairings"] if not one["second"]] == [third]


def test_lengths_by_round_are_set_changed_and_told() -> None:
    _event, director, path = drafted(lengths={"1": 5})
    changed = ask(director, "PUT", f"{path}/rounds/lengths/", {"lengths": {"1": 5, "2": 9}})
    assert changed.data["round_rules"]["lengths"] == {"1": 5, "2": 9}
    ask(director, "POST", f"{path}/rounds/publish/", {})
    rounds = visitor().get(f"{path}/rounds/").data["published"]
    assert [(one["number"], one["length"], one["drafts"]) for one in rounds] == [
        (2, 9, 1), (1, 5, 1),
    ]  # fmt: skip
    late = ask(director, "PUT", f"{path}/rounds/lengths/", {"lengths": {"1": 7}})
    assert (late.status_code, late.data["code"]) == (409, "round_published")


def test_a_late_entry_is_looked_at_before_it_is_made() -> None:
    event = make_rounds("ABCDE")
    director, path = member(event.tournament, "director"), f"/events/{event.pk}"
    body = {"name": "Zoe", "late": "half"}
    waiting = director.post(f"{path}/entries/late/preview/", body).data
    assert (waiting["waits"], waiting["round"], waiting["score"]) == (True, 2, "½")
    Stage(event).play_out()
    found = director.post(f"{path}/entries/late/preview/", body).data
    assert (found["waits"], found["missed"], found["lives"]) == (False, 1, None)
    assert event.entries.count() == 5
    ask(director, "POST", f"{path}/entries/late/", body)
    ask(director, "POST", f"{path}/rounds/draft/")
    (one,) = [p for p in pairs(director, path) if "Zoe" in {p["first"], p["second"]}]
    assert {found["opponent"], "Zoe"} == {one["first"], one["second"]}
    assert found["why"] == one["why"]


def test_who_would_have_no_life_left_is_not_let_in() -> None:
    event = make_rounds("ABCDE", "lives", lives=1)
    director, path = member(event.tournament, "director"), f"/events/{event.pk}"
    refused = director.post(f"{path}/entries/late/preview/", {"name": "Zoe"})
    assert (refused.status_code, refused.data["code"]) == (400, "no_life_left")
    entered = ask(director, "POST", f"{path}/entries/late/", {"name": "Zoe"})
    assert (entered.status_code, entered.data["code"]) == (400, "no_life_left")
    fine = director.post(f"{path}/entries/late/preview/", {"name": "Zoe", "late": "bye"})
    assert fine.data["lives"] == 1


def test_an_entrant_misses_the_next_round_and_plays_it_after_all() -> None:
    event = make_rounds("ABCDE")
    director, path = member(event.tournament, "director"), f"/events/{event.pk}"
    at = f"{path}/entries/{ids(event)['A']}/absence/"
    assert ask(director, "POST", at).status_code == 200
    again = ask(director, "POST", at)
    assert (again.status_code, again.data["code"]) == (409, "not_expected")
    assert ask(director, "DELETE", at).status_code == 200
    again = ask(director, "DELETE", at)
    assert (again.status_code, again.data["code"]) == (409, "not_away")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "rounds/pairs/", {}),
        ("POST", "rounds/draft/swap/", {"first": 1, "second": 2}),
        ("POST", "rounds/draft/bye/", {"entry": 1}),
        ("PUT", "rounds/lengths/", {"lengths": {}}),
        ("POST", "entries/1/absence/", {}),
        ("DELETE", "entries/1/absence/", None),
    ],
)
def test_these_are_for_directors_who_say_what_they_saw(method: str, path: str, body: Any) -> None:
    event = make_rounds("ABCD", rounds=3)
    at = f"/events/{event.pk}/{path}"
    assert member(event.tournament, "scorer").send(method, at, body).status_code == 403
    unseen = member(event.tournament, "director").send(method, at, body)
    assert (unseen.status_code, unseen.data["code"]) == (428, "version_required")


def test_nobody_chooses_in_a_bracket() -> None:
    event = make_event()
    director = member(event.tournament, "director")
    answer = director.get(f"/events/{event.pk}/rounds/pairs/")
    assert (answer.status_code, answer.data["code"]) == (404, "no_choice")
