"""Teams and pairs through the API: set up, entered, seated, played board by board."""

from typing import Any

import pytest

from tests.api.talking import director, player, visitor
from tests.builders import Stage, by_director, make_event, make_ties, make_tournament, squad
from tournaments.models import Event
from tournaments.services.drawing import event_draft, event_publish

pytestmark = pytest.mark.django_db(transaction=True)

RULES = {"boards": 3, "reserves": 1, "bonus": 1}


def version(event: Event) -> str:
    event.refresh_from_db()
    return str(event.version)


def test_an_event_of_teams_goes_in_and_comes_out_the_same() -> None:
    tournament = make_tournament()
    body = {"name": "Cup", "length": 7, "entrants": "teams", "team_rules": RULES}
    made = director().post(f"/tournaments/{tournament.slug}/events/", body)
    assert made.status_code == 201, made.data
    assert made.data["entrants"] == "teams"
    assert made.data["team_rules"].items() >= RULES.items()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"entrants": "teams"}, "setting_missing"),
        ({"entrants": "teams", "team_rules": {"boards": 10}}, "boards_out_of_range"),
        ({"entrants": "pairs", "team_rules": {"boards": 3}}, "setting_unknown"),
        ({"entrants": "families"}, "invalid_input"),
    ],
)
def test_what_cannot_be_is_refused(more: dict[str, Any], code: str) -> None:
    tournament = make_tournament()
    body = {"name": "Cup", "length": 7, **more}
    refused = director().post(f"/tournaments/{tournament.slug}/events/", body)
    assert (refused.status_code, refused.data["code"]) == (400, code)


def test_the_rows_of_the_preview_are_entered_as_they_are() -> None:
    event = make_event(entrants="teams", team_rules=RULES)
    path = f"/events/{event.pk}/entries/"
    text = "Kyiv: Anna, Boris, Clara, David\nLviv: Elena, Farid, Greta"
    preview = director().post(f"{path}preview/", {"text": text})
    added = director().post(path, {"rows": preview.data["rows"]}, if_match=version(event))
    assert added.status_code == 201, added.data
    kyiv, lviv = visitor().get(path).data["entries"]
    assert [one["name"] for one in kyiv["members"]] == ["Anna", "Boris", "Clara", "David"]
    assert [one["place"] for one in lviv["members"]] == [1, 2, 3]


def test_a_pair_without_a_name_is_called_by_its_two() -> None:
    event = make_event(entrants="pairs")
    row = {"name": "", "members": [{"name": "Anna"}, {"name": "Boris"}]}
    path = f"/events/{event.pk}/entries/"
    assert director().post(path, {"rows": [row]}, if_match=version(event)).status_code == 201
    assert visitor().get(path).data["entries"][0]["name"] == "Anna / Boris"


@pytest.mark.parametrize(
    ("spec", "row", "code"),
    [
        ({}, {"name": "", "members": []}, "invalid_input"),
        ({}, {"name": "Kyiv", "members": [{"name": "Anna"}]}, "no_members_here"),
        ({"entrants": "pairs"}, {"name": "Kyiv", "members": [{"name": "A"}]}, "pair_of_two"),
        (
            {"entrants": "teams", "team_rules": RULES},
            {"name": "Kyiv", "members": [{"name": "A"}, {"name": "B"}]},
            "too_few_members",
        ),
    ],
)
def test_a_squad_that_cannot_be_is_refused(
    spec: dict[str, Any], row: dict[str, Any], code: str
) -> None:
    event = make_event(**spec)
    path = f"/events/{event.pk}/entries/"
    refused = director().post(path, {"rows": [row]}, if_match=version(event))
    assert (refused.status_code, refused.data["code"]) == (400, code)
    assert not event.entries.exists()


def test_the_members_are_changed_before_the_draw() -> None:
    event = make_event(entrants="pairs")
    row = {"name": "Dice", "members": [{"name": "Anna"}, {"name": "Boris"}]}
    path = f"/events/{event.pk}/entries/"
    director().post(path, {"rows": [row]}, if_match=version(event))
    own = f"{path}{event.entries.get().pk}/members/"
    body = {"members": [{"name": "Anna"}, {"name": "Clara"}]}
    changed = director().send("PUT", own, body, if_match=version(event))
    assert [one["name"] for one in changed.data["members"]] == ["Anna", "Clara"]
    stale = director().send("PUT", own, body, if_match="1")
    assert (stale.status_code, stale.data["code"]) == (409, "version_conflict")


def test_a_tie_shows_its_boards_and_a_reserve_is_seated() -> None:
    event = make_ties(("Kyiv", "Lviv"), size=4)
    path = f"/events/{event.pk}/fixtures/M1.1/"
    tie = visitor().get(path).data
    assert [board["key"] for board in tie["boards"]] == ["M1.1.1", "M1.1.2", "M1.1.3"]
    first = tie["slots"][0]
    entries = visitor().get(f"/events/{event.pk}/entries/").data["entries"]
    ids = [one["id"] for e in entries if e["id"] == first["entry"] for one in e["members"]]
    body = {"entry": first["entry"], "seats": [ids[0], ids[3], ids[2]]}
    seated = director().send("PUT", f"{path}lineup/", body, if_match=version(event))
    assert seated.status_code == 200, seated.data
    assert seated.data["boards"][1]["slots"][0]["name"] == f"{first['name']} 4"
    swapped = {"entry": first["entry"], "seats": [ids[1], ids[0], ids[2]]}
    refused = director().send("PUT", f"{path}lineup/", swapped, if_match=version(event))
    assert (refused.status_code, refused.data["code"]) == (400, "order_fixed")


def test_boards_are_played_and_corrected_under_their_own_keys() -> None:
    event = make_ties(("Kyiv", "Lviv"))
    path = f"/events/{event.pk}/fixtures/M1.1"
    for board in (1, 2, 3):
        entered = director().send(
            "POST",
            f"{path}.{board}/result/",
            {"winner": 1},
            if_match=_version_of(f"{path}.{board}/"),
        )
        assert entered.status_code == 200, entered.data
    tie = visitor().get(f"{path}/").data
    assert (tie["status"], [slot["score"] for slot in tie["slots"]]) == ("decided", [3, 0])
    refused = director().send(
        "POST", f"{path}/result/", {"winner": 2, "reason": "x"}, if_match=_version_of(f"{path}/")
    )
    assert refused.data["code"] == "tie_by_boards"


def _version_of(path: str) -> str:
    return str(visitor().get(path).data["version"])


def test_a_member_sees_his_team_and_reports_his_own_board() -> None:
    event = make_ties(("Kyiv", "Lviv"))
    first, second = Stage(event).names("M1.1")
    assert first
    assert second
    (me,) = player(f"{first} 2").get("/me/").data["events"]
    assert me["team"]["members"] == squad(first)
    (match,) = me["current"]
    assert (match["opponent"], match["opponent_team"], match["board"]) == (
        f"{second} 2",
        second,
        2,
    )
    path = f"/me/matches/{match['id']}/report/"
    said = player(f"{first} 2").post(path, {"own": 7, "other": 3})
    assert said.status_code == 200, said.data
    stranger = player(f"{first} 1").post(path, {"own": 7, "other": 3})
    assert stranger.data["code"] == "not_your_match"


def test_a_late_team_comes_with_its_members() -> None:
    event = make_event(entrants="teams", team_rules={"boards": 2})
    for name in ("Kyiv", "Lviv", "Odesa"):
        rows = [{"name": name, "members": [{"name": one} for one in squad(name, 2)]}]
        director().post(f"/events/{event.pk}/entries/", {"rows": rows}, if_match=version(event))
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event_publish(event_id=event.pk, act=by_director())
    holder = event.fixtures.get(status="bye").winner
    assert holder is not None
    body = {
        "name": "Poltava",
        "members": [{"name": one} for one in squad("Poltava", 2)],
        "way": "fill_bye",
        "beside": holder.pk,
    }
    late = director().post(f"/events/{event.pk}/entries/late/", body, if_match=version(event))
    assert late.status_code == 201, late.data
    key = event.fixtures.get(entry_2__name="Poltava").key
    assert Stage(event).boards(key)[1] == f"{holder.name} 2 – Poltava 2"
