"""The desk and the public pages of brackets of every kind."""

from typing import Any

import pytest

from tests.builders import Stage, by_director, enter, entry_id, make_event, make_running_event
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import fixture, text, words
from tournaments.services.drawing import event_draft, event_publish

pytestmark = pytest.mark.django_db

DOUBLE: dict[str, Any] = {"bracket_rules": {"shape": "double", "second_final": True}}


def drafted(names: str = "ABCDEFGH", **spec: Any) -> Desk:
    event = make_event(make_cast(), **spec)
    enter(event, names)
    event_draft(event_id=event.pk, seed="s", act=by_director())
    return Desk(event)


def published(names: str = "ABCDEFGH", **spec: Any) -> Desk:
    desk = drafted(names, **spec)
    event_publish(event_id=desk.event.pk, act=by_director())
    desk.event.refresh_from_db()
    return desk


def test_every_bracket_is_shown_by_name_in_its_place() -> None:
    desk = published(consolation_length=5, bracket_rules={"last_chance_length": 3})
    page = text(desk.get("event"))
    heads = [page.index(f'id="head-{letter}"') for letter in ("M", "C", "LC")]
    assert heads == sorted(heads)
    assert "Last chance" in page


def test_a_second_final_is_if_needed_until_it_is_known() -> None:
    desk = published(**DOUBLE)
    page = text(desk.get("event"))
    assert "Only if needed" in fixture(page, "F2.1")
    assert "Loser of F1.1, if needed" in fixture(page, "F2.1")
    assert "if needed" not in fixture(page, "F1.1")
    stage = Stage(desk.event)
    while "F1.1" not in (keys := stage.open_keys()):
        for key in keys:
            stage.win(key)
    stage.win("F1.1", 2)
    assert "if needed" not in fixture(text(desk.get("event")), "F2.1")
    assert stage.match("F2.1").state == "open"


def test_everybody_has_one_place_beside_the_tables_of_the_brackets() -> None:
    desk = published(**DOUBLE)
    stage = Stage(desk.event)
    for key in ("M1.1", "M1.2", "M1.3", "M1.4", "C1.1", "C1.2"):
        stage.win(key)
    assert "Grey: what can still come." in text(desk.get("event_standings"))
    stage.play_out()
    page = text(desk.get("event_standings"))
    assert "Grey" not in page
    overall = page[page.index("All together") : page.index("</table>")]
    assert overall.count("<tr>") == 1 + 8
    champion = Stage(desk.event).fixture("F1.1").winner
    assert champion is not None
    assert f"1 {champion.name} Finals" in words(overall)
    sheet = text(desk.get("event_sheet"))
    assert "All together" in sheet
    tournament = words(text(desk.client.get(f"/t/{desk.event.tournament.slug}/")))
    assert f"Winner: {champion.name}" in tournament


def test_a_single_elimination_needs_no_table_of_all() -> None:
    assert "All together" not in text(published().get("event_standings"))


def test_seeds_by_rating_are_chosen_by_number() -> None:
    desk = drafted()
    desk.event.entries.filter(name__in="BD").update(rating=1700)
    response = desk.post(
        "event_draft", step="draw", seed="s", seed_count="2", version=desk.version()
    )
    assert response.status_code == 302
    assert "Seeded, best first: B, D" in text(desk.get("event_draft"))


@pytest.mark.parametrize("seeds", ["9", "1, 1", "one"])
def test_seeds_that_cannot_be_are_told_at_their_field_and_the_draft_stays(seeds: str) -> None:
    desk = drafted()
    response = desk.post("event_draft", step="draw", seed="t", seeds=seeds, version=desk.version())
    assert response.status_code == 400
    assert f'value="{seeds}"' in text(response)
    desk.event.refresh_from_db()
    assert desk.event.draw is not None
    assert desk.event.draw["seed"] == "s"


def test_a_swap_is_shown_to_the_director_and_to_everybody() -> None:
    desk = drafted()
    data = {
        "one": entry_id(desk.event, "A"),
        "other": entry_id(desk.event, "B"),
        "version": desk.version(),
    }
    assert desk.post("event_draft", step="swap", **data).status_code == 302
    said = "A and B swapped their lines"
    assert said in text(desk.get("event_draft"))
    event_publish(event_id=desk.event.pk, act=by_director())
    page = text(desk.get("event_draw"))
    assert said in page
    assert "&quot;altered&quot;" in page
    assert '<pre id="program">' not in page
    assert "Swapped two entrants in the draft: A – B" in text(desk.get("event_log"))


def test_a_change_by_hand_from_an_old_page_or_of_nobody_is_refused() -> None:
    desk = drafted()
    one, other = entry_id(desk.event, "A"), entry_id(desk.event, "B")
    old = desk.post("event_draft", step="swap", one=one, other=other, version=desk.version() - 1)
    assert old.status_code == 409
    nobody = desk.post("event_draft", step="swap", one=one, other="", version=desk.version())
    assert nobody.status_code == 400
    no_bye = desk.post("event_draft", step="move_bye", one=one, other=other, version=desk.version())
    assert no_bye.status_code == 400
    assert "Entrant A has no bye to give." in text(no_bye)


def test_a_late_entry_is_let_in_or_refused_with_the_reason() -> None:
    desk = published("ABCD")
    typed = {"name": "Late", "way": "fill_bye", "beside": entry_id(desk.event, "A")}
    refused = desk.post("entry_late", **typed, version=desk.version())
    assert refused.status_code == 400
    assert "Entrant A has no bye to give." in text(refused)
    assert 'value="Late"' in text(refused)
    typed["way"] = "preliminary"
    assert desk.post("entry_late", **typed, version=desk.version()).status_code == 302
    assert "Preliminary matches" in text(desk.get("event"))
    assert "Late came late and plays A for the place in round 1" in text(desk.get("event_draw"))
    assert "Let Late in late" in text(desk.get("event_log"))


def test_who_leaves_is_marked_and_may_come_back() -> None:
    desk = published("ABCD")
    one = entry_id(desk.event, "A")
    assert "walkover for the other" in text(desk.get("entry_leave", one))
    assert desk.post("entry_leave", one, step="leave", version=desk.version()).status_code == 302
    assert "has left" in text(desk.get("event_entries_edit"))
    assert "Let back in" in text(desk.get("entry_edit", one))
    again = desk.post("entry_leave", one, step="return", version=desk.version())
    assert again.status_code == 302
    assert "has left" not in words(text(desk.get("event_entries_edit")))
    assert "A is back" in text(desk.get("event_log"))


def test_scorers_change_neither_draft_nor_entrants() -> None:
    desk = published("ABCD")
    sam = Desk(desk.event, "sam")
    one = entry_id(desk.event, "A")
    assert sam.get("entry_late").status_code == 403
    assert sam.post("entry_leave", one, version=desk.version()).status_code == 403


@pytest.mark.parametrize("entrants", [8, 32])
def test_standings_cost_the_same_queries_in_an_event_of_any_size(
    entrants: int, django_assert_max_num_queries: Any
) -> None:
    event = make_event(make_cast(), **DOUBLE)
    enter(event, [f"Player {number}" for number in range(entrants)])
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event_publish(event_id=event.pk, act=by_director())
    desk = Desk(event)
    with django_assert_max_num_queries(4):
        assert desk.get("event_standings").status_code == 200


def test_who_wins_the_main_bracket_and_loses_the_finals_has_not_won() -> None:
    desk = published("ABCD", **DOUBLE)
    stage = Stage(desk.event)
    while "F1.1" not in (keys := stage.open_keys()):
        for key in keys:
            stage.win(key)
    upper, lower = stage.players("F1.1")
    stage.win("F1.1", 2)
    stage.win("F2.1", 1 if stage.players("F2.1")[0] == lower else 2)
    first, second = (
        words(text(phone.get(phone.home)))
        for phone in (Phone(desk.event, lower.name), Phone(desk.event, upper.name))
    )
    assert "You have won" in first
    assert "You have won" not in second
    assert "All together: place 2" in second


def test_below_the_main_draw_of_a_double_elimination_is_no_consolation() -> None:
    desk = Desk(make_running_event("ABCD", tournament=make_cast(), **DOUBLE), "dana")
    Stage(desk.event).win("M1.1")
    for page in ("event", "event_standings", "event_sheet"):
        told = text(desk.get(page))
        assert "Lower bracket" in told, page
        assert "Consolation" not in told, page
    assert "Lower bracket" in text(desk.get("fixture", "C1.1"))
