"""Brackets through the API: set up, drawn with options, changed by hand, late entries, leaving."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from matches.models import Match
from tests.api.talking import director, member, visitor
from tests.builders import (
    Stage,
    by_director,
    enter,
    entry_id,
    make_event,
    make_running_event,
    make_tournament,
)
from tournaments.models import Event
from tournaments.services.drawing import event_draft

pytestmark = pytest.mark.django_db(transaction=True)

DOUBLE = {"shape": "double", "second_final": True, "finals_from_final": {"1": 11}}


def drafted(names: str = "ABCDEFG", **spec: Any) -> Event:
    event = make_event(**spec)
    enter(event, names)
    return event_draft(event_id=event.pk, seed="s", act=by_director())


def test_a_format_goes_in_and_comes_out_the_same() -> None:
    tournament = make_tournament()
    body = {"name": "Double", "length": 7, "bracket_rules": DOUBLE}
    made = director().post(f"/tournaments/{tournament.slug}/events/", body)
    assert made.status_code == 201, made.data
    assert made.data["bracket_rules"] == DOUBLE
    path = f"/events/{made.data['id']}/"
    plain = {"bracket_rules": None, "consolation_length": 5}
    changed = director().send("PATCH", path, plain, if_match=made["ETag"])
    assert changed.data["bracket_rules"] is None


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"shape": "triple"}, "invalid_input"),
        ({"shape": "progressive"}, "consolation_missing"),
        ({"shape": "playoff", "qualifiers": 3}, "qualifiers_uneven"),
        ({"shape": "double", "finals_from_final": {"0": 5}}, "round_unknown"),
    ],
)
def test_a_format_that_cannot_be_is_refused(rules: dict[str, Any], code: str) -> None:
    tournament = make_tournament()
    body = {"name": "Double", "length": 7, "bracket_rules": rules}
    refused = director().post(f"/tournaments/{tournament.slug}/events/", body)
    assert (refused.status_code, refused.data["code"]) == (400, code)
    assert not Event.objects.exists()


def test_anybody_can_repeat_a_draw_with_options_and_changes() -> None:
    event = drafted()
    path = f"/events/{event.pk}"
    body = {"seed": "s", "seeds": [2, 5], "byes": "balanced", "apart": ["club"]}
    drawn = director().post(f"{path}/draft/", body, if_match="*")
    assert drawn.status_code == 200, drawn.data
    swap = {"change": "swap", "entries": [entry_id(event, "A"), entry_id(event, "C")]}
    swapped = director().post(f"{path}/draft/alterations/", swap, if_match=drawn["ETag"])
    assert swapped.status_code == 200, swapped.data
    director().post(f"{path}/publish/", if_match="*")
    told = visitor().get(f"{path}/draw/").data
    assert told["options"]["seeds"] == [2, 5]
    assert told["altered"] == [{"change": "swap", "entrants": [1, 3]}]


def test_a_draw_from_before_there_were_options_is_told_as_blind() -> None:
    event = make_running_event("AB")
    assert event.draw is not None
    event.draw = {name: event.draw[name] for name in ("algorithm", "seed", "field", "notices")}
    event.save()
    told = visitor().get(f"/events/{event.pk}/draw/").data
    assert (told["options"], told["altered"]) == ({}, [])


def test_a_late_entry_is_made_once_and_refused_where_it_costs_a_result() -> None:
    event = make_running_event("ABCD")
    path = f"/events/{event.pk}/entries/late/"
    body = {"name": "Late", "way": "preliminary", "beside": entry_id(event, "A")}
    first = director().post(path, body, if_match="*", idempotency_key="late-1")
    again = director().post(path, body, if_match="*", idempotency_key="late-1")
    assert (first.status_code, again.data) == (201, first.data)
    assert event.entries.count() == 5
    Stage(event).play_out()
    refused = director().post(
        path, {**body, "name": "Later", "beside": entry_id(event, "B")}, if_match="*"
    )
    assert (refused.status_code, refused.data["code"]) == (409, "result_in_the_way")


def test_leaving_and_coming_back() -> None:
    event = make_running_event("ABCD", bracket_rules={"shape": "double"})
    path = f"/events/{event.pk}/entries/{entry_id(event, 'A')}"
    left = director().post(f"{path}/withdrawal/", {"reason": "ill"}, if_match="*")
    assert left.status_code == 200, left.data
    told = visitor().get(f"/events/{event.pk}/standings/").data["overall"]
    assert [one["name"] for one in told if one["left"]] == ["A"]
    back = director().send("DELETE", f"{path}/withdrawal/", if_match=left["ETag"])
    assert back.status_code == 200
    twice = director().send("DELETE", f"{path}/withdrawal/", if_match="*")
    assert (twice.status_code, twice.data["code"]) == (409, "not_withdrawn")


def test_a_second_final_is_if_needed() -> None:
    event = make_running_event("ABCD", bracket_rules=DOUBLE)
    told = visitor().get(f"/events/{event.pk}/fixtures/?bracket=F").data["fixtures"]
    assert [(one["key"], one["if_needed"], one["length"]) for one in told] == [
        ("F1.1", False, 7),
        ("F2.1", True, 11),
    ]
    assert told[1]["slots"][1]["fed_by"] == "loser:F1.1:1"


def test_only_directors_change_draws_and_entrants() -> None:
    event = make_running_event("ABCD")
    scorer = member(event.tournament, "scorer")
    one = entry_id(event, "A")
    for path in ("draft/alterations", "entries/late", f"entries/{one}/withdrawal"):
        assert visitor().post(f"/events/{event.pk}/{path}/").status_code == 401
        assert scorer.post(f"/events/{event.pk}/{path}/", if_match="*").status_code == 403


def test_a_late_entry_costs_the_points_of_the_rules_unless_they_are_waived() -> None:
    event = make_running_event("ABC", rule_set="usbgf")
    called = timezone.now() - timedelta(minutes=30)
    Match.objects.filter(fixture__event=event).update(called_at=called)
    dana = member(event.tournament, "director")
    row = event.fixtures.get(status="bye", round=1)
    body = {"name": "D", "way": "fill_bye", "beside": row.entry_1_id or row.entry_2_id}
    path = f"/events/{event.pk}/entries/late/"
    refused = dana.post(path, body, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (409, "late_entry_lost")
    entered = dana.post(path, {**body, "points": False}, if_match="*")
    assert entered.status_code == 201
    assert Stage(event).match(row.key).start == (0, 0)
