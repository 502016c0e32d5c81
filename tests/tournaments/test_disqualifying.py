"""Who is disqualified goes without a place and a prize; what he played still counts for others."""

import pytest

from config.errors import ConflictError, InvalidError
from tests.builders import Stage, by_director, make_rounds, make_running_event, undo_last
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Entry, Event
from tournaments.selectors.final_places import final_places
from tournaments.selectors.overall import overall
from tournaments.selectors.rounds import load_rounds
from tournaments.selectors.standings import standings
from tournaments.services.attendance import entry_reinstate, entry_withdraw
from tournaments.services.disqualifying import entry_disqualify, entry_requalify

pytestmark = pytest.mark.django_db


def disqualify(event: Event, name: str, reason: str = "Loaded dice", minutes: float = 30) -> Entry:
    pk = event.entries.get(name=name).pk
    return entry_disqualify(event_id=event.pk, entry_id=pk, act=by_director(minutes, reason))


def table(event: Event) -> list[tuple[str, str]]:
    return [(row.place, row.name) for row in standings(event)[0].places]


def test_the_winner_of_a_finished_event_loses_his_place_and_all_move_up() -> None:
    event = make_running_event("ABCD")
    Stage(event).play_out()
    before = table(event)
    winner = before[0][1]
    disqualify(event, winner)
    assert [place for place, _name in before] == ["1", "2", "3–4", "3–4"]
    assert [place for place, _name in table(event)] == ["1", "2–3", "2–3", "—"]
    assert table(event)[-1][1] == winner
    paid = final_places(event)["M"].places
    assert winner not in {event.entries.get(pk=one.entrant).name for one in paid}
    assert sorted((one.first, one.last) for one in paid) == [(1, 1), (2, 3), (2, 3)]


def test_in_the_middle_he_loses_what_he_would_still_play() -> None:
    event = make_running_event("ABCDEFGH", bracket_rules={"shape": "double"})
    gone, other = Stage(event).names("M1.1")
    disqualify(event, str(gone))
    assert Stage(event).match("M1.1").outcome == "walkover"
    assert other in Stage(event).names("M2.1")
    Stage(event).play_out()
    assert [(one.place, one.name) for one in overall(event)][-1] == ("—", gone)
    assert [one.place for one in overall(event)[:-1]] == ["1", "2", "3", "4", "5–6", "5–6", "7"]


def test_in_rounds_he_is_paired_no_more_and_listed_last() -> None:
    event = make_rounds("ABCD", rounds=2)
    Stage(event).play_out()
    leader = standings(event)[0].places[0].name
    disqualify(event, leader)
    rows = standings(event)[0].places
    assert (rows[-1].place, rows[-1].name, rows[-1].note) == ("—", leader, "disqualified")
    number = event.entries.get(name=leader).number
    coming = load_rounds(event).pure.next_round().pairings
    assert number not in {int(one) for pairing in coming for one in pairing.entrants}


def test_it_needs_a_reason_and_is_done_once() -> None:
    event = make_running_event("AB")
    with pytest.raises(InvalidError) as unsaid:
        disqualify(event, "A", reason=" ")
    assert unsaid.value.code == "reason_missing"
    disqualify(event, "A")
    with pytest.raises(ConflictError) as twice:
        disqualify(event, "A")
    assert twice.value.code == "already_disqualified"


def test_who_had_left_can_still_be_disqualified_and_comes_back_only_after_that_is_taken_back() -> (
    None
):
    event = make_running_event("ABCD")
    pk = event.entries.get(name="A").pk
    entry_withdraw(event_id=event.pk, entry_id=pk, act=by_director(5))
    disqualify(event, "A")
    with pytest.raises(ConflictError) as caught:
        entry_reinstate(event_id=event.pk, entry_id=pk, act=by_director(31))
    assert caught.value.code == "disqualified"
    entry_requalify(event_id=event.pk, entry_id=pk, act=by_director(32))
    entry_reinstate(event_id=event.pk, entry_id=pk, act=by_director(33))
    assert not Entry.objects.get(pk=pk).has_left


@pytest.mark.parametrize("rounds", [False, True])
def test_it_survives_an_archive(rounds: bool) -> None:
    event = make_rounds("ABCD", rounds=1) if rounds else make_running_event("ABCD")
    disqualify(event, "A")
    archive = exported(event)
    assert comparable(exported(imported(archive))) == comparable(archive)
    assert [entry["disqualified"] for entry in archive["entries"]] == [True, False, False, False]


def test_undo_leaves_one_away_who_had_left_before_he_was_disqualified() -> None:
    event = make_running_event("ABCD")
    pk = event.entries.get(name="A").pk
    entry_withdraw(event_id=event.pk, entry_id=pk, act=by_director(5))
    disqualify(event, "A")
    undo_last(event)
    row = event.entries.get(name="A")
    assert (row.disqualified, row.has_left) == (False, True)


def test_the_desk_asks_for_the_reason_and_everybody_sees_the_badge() -> None:
    event = make_running_event("ABCD", tournament=make_cast())
    desk = Desk(event, "dana")
    pk = event.entries.get(name="A").pk
    asked = desk.post("entry_leave", pk, step="disqualify", reason="", version=event.version)
    assert asked.status_code == 400
    event.refresh_from_db()
    done = desk.post("entry_leave", pk, step="disqualify", reason="Dice", version=event.version)
    assert done.status_code == 302
    assert "disqualified" in text(desk.get("event_standings"))
