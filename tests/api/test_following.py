"""Groups and the event that follows, through the API."""

import pytest

from tests.api.talking import director, visitor
from tests.builders import Stage, by_director, enter, make_rounds, make_tournament
from tournaments.models import Event
from tournaments.services.rounds import round_publish

pytestmark = pytest.mark.django_db(transaction=True)


def played(names: str = "ABCDEFGH", groups: int = 2) -> Event:
    event = make_rounds(names, "round_robin", groups=groups)
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    Stage(event).play_by_name()
    return event


def test_groups_are_set_up_dealt_swapped_and_told() -> None:
    tournament = make_tournament()
    body = {"name": "Groups", "length": 5, "format": "round_robin", "round_rules": {"groups": 2}}
    made = director().post(f"/tournaments/{tournament.slug}/events/", body)
    assert made.data["round_rules"]["groups"] == 2
    event = Event.objects.get(pk=made.data["id"])
    enter(event, "ABCDEF")
    path = f"/events/{event.pk}/"
    director().post(f"{path}draft/", {"seed": "6-3", "seeds": [1, 2]}, if_match="*")
    draw = director().get(f"{path}draw/").data
    assert [len(group) for group in draw["groups"]] == [3, 3]
    one, other = (event.entries.get(number=group[0]).pk for group in draw["groups"])
    body = {"change": "swap", "entries": [one, other]}
    assert director().post(f"{path}draft/alterations/", body, if_match="*").status_code == 200
    after = director().get(f"{path}draw/").data
    assert after["groups"][0][0] == draw["groups"][1][0]
    director().post(f"{path}publish/", if_match="*")
    told = visitor().get(f"{path}standings/").data["standings"]
    assert [table["group"] for table in told] == ["A", "B"]
    first = visitor().get(f"{path}rounds/").data["published"][0]
    assert [one["group"] for one in first["pairings"]] == ["Group A"] * 2 + ["Group B"] * 2


def test_the_best_go_on_and_cross_over() -> None:
    event = played()
    path = f"/events/{event.pk}/"
    shown = director().get(f"{path}qualifiers/?count=4").data
    assert (shown["finished"], shown["ties"]) == (True, [])
    assert [one["came"] for one in shown["qualified"]] == ["A1", "B1", "A2", "B2"]
    body = {"name": "Final stage", "length": 9, "count": 4}
    made = director().post(f"{path}following/", body, if_match="*")
    assert (made.status_code, made.data["follows"]) == (201, event.pk)
    there = f"/events/{made.data['id']}/"
    assert director().post(f"{there}draft/", {"crossover": True}, if_match="*").status_code == 200
    options = director().get(f"{there}draw/").data["options"]
    assert (options["in_order"], len(options["seeds"])) == (True, 4)
    director().post(f"{there}publish/", if_match="*")
    names = {one["name"]: one["came"] for one in shown["qualified"]}
    fixtures = visitor().get(f"{there}fixtures/").data["fixtures"]
    pairs = [[names[slot["name"]] for slot in f["slots"]] for f in fixtures if f["round"] == 1]
    assert pairs == [["A1", "B2"], ["B1", "A2"]]


def test_ties_are_told_by_numbers_and_settled_by_an_order() -> None:
    event = played("ABCDEFGHIJKL", 3)
    path = f"/events/{event.pk}/following/"
    body = {"name": "Final stage", "length": 9, "count": 8}
    refused = director().post(path, body, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (409, "tie_at_cut")
    (tie,) = refused.data["detail"]["ties"]
    made = director().post(path, {**body, "settled": tie["entries"]}, if_match="*")
    assert made.status_code == 201


def test_a_correction_is_told_before_and_after_and_entered_anew() -> None:
    event = played()
    path = f"/events/{event.pk}/"
    body = {"name": "Final stage", "length": 9, "count": 4}
    made = director().post(f"{path}following/", body, if_match="*").data["id"]
    there = f"/events/{made}/"
    second, third = (
        next(row["name"] for row in table["places"] if row["first"] == place)
        for table in visitor().get(f"{path}standings/").data["standings"][:1]
        for place in (2, 3)
    )
    fixture = next(
        f
        for f in visitor().get(f"{path}fixtures/").data["fixtures"]
        if {slot["name"] for slot in f["slots"]} == {second, third}
    )
    winner = 1 + [slot["name"] for slot in fixture["slots"]].index(third)
    asked = {"winner": winner}
    told = director().post(f"{path}fixtures/{fixture['key']}/result/preview/", asked).data
    assert told["followers"] == [made]
    assert not visitor().get(f"{there}origin/").data["changed"]
    body = {"winner": winner, "reason": "read wrongly"}
    director().post(f"{path}fixtures/{fixture['key']}/result/", body, if_match="*")
    origin = visitor().get(f"{there}origin/").data
    assert (origin["changed"], origin["comes"], origin["goes"]) == (True, [third], [second])
    again = director().post(f"{there}origin/", {}, if_match="*")
    assert again.status_code == 200
    names = [one["name"] for one in visitor().get(f"{there}entries/").data["entries"]]
    assert third in names
    assert second not in names


def test_the_event_that_follows_is_taken_back() -> None:
    event = played()
    path = f"/events/{event.pk}/following/"
    made = director().post(path, {"name": "Final", "length": 9, "count": 4}, if_match="*").data
    back = director().send("DELETE", f"/events/{made['id']}/origin/", if_match="*")
    assert (back.status_code, back.data["id"]) == (200, event.pk)
    assert visitor().get(f"/events/{made['id']}/").status_code == 404


def test_an_event_that_stands_for_itself_follows_nothing() -> None:
    event = played()
    assert visitor().get(f"/events/{event.pk}/origin/").data["code"] == "follows_nothing"
    refused = director().post(f"/events/{event.pk}/origin/", {}, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (409, "follows_nothing")
