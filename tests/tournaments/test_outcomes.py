"""How a match may end without being played to its end, and what each end does to the rest."""

import pytest

from config.errors import InvalidError
from matches.models import Outcome
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, make_rounds, make_running_event
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Event
from tournaments.selectors.fixtures import fixture_view
from tournaments.selectors.log import log_page
from tournaments.selectors.round_tables import round_standings
from tournaments.selectors.rounds import load_rounds
from tournaments.selectors.standings import standings
from tournaments.services.results import result_enter, result_preview
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db

NEITHER_CAME = Verdict(None, Outcome.DOUBLE_FORFEIT)


def rule(event: Event, key: str, verdict: Verdict, reason: str = "") -> None:
    result_enter(event_id=event.pk, key=key, verdict=verdict, act=by_director(9, reason))


def test_after_a_double_forfeit_the_neighbour_goes_on_without_playing() -> None:
    event = make_running_event("ABCDEFGH")
    rule(event, "M1.1", NEITHER_CAME)
    stage = Stage(event)
    assert stage.fixture("M1.1").winner is None
    neighbour, _other = stage.names("M1.2")
    stage.win("M1.2")
    assert stage.fixture("M2.1").status == "bye"
    assert [slot.kind for slot in fixture_view(stage.fixture("M2.1")).slots] == ["bye", "entry"]
    assert neighbour in stage.names("M3.1")


def test_a_double_forfeit_in_both_feeders_leaves_two_later_rounds_without_anybody() -> None:
    event = make_running_event("ABCDEFGH")
    rule(event, "M1.1", NEITHER_CAME)
    rule(event, "M1.2", NEITHER_CAME)
    stage = Stage(event)
    assert stage.fixture("M2.1").status == "empty"
    stage.play_out()
    assert stage.fixture("M3.1").status == "bye"
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert sum(row.place == "1" for row in standings(event)[0].places) == 1


def test_a_double_forfeit_gives_the_consolation_no_loser() -> None:
    event = make_running_event("ABCDEFGH", consolation_length=5)
    stage = Stage(event)
    gone = set(stage.names("M1.1"))
    rule(event, "M1.1", NEITHER_CAME)
    stage.win("M1.2")
    assert gone.isdisjoint(stage.names("C1.1"))
    assert stage.fixture("C1.1").status == "bye"


def test_nobody_appears_and_the_event_ends_without_a_winner() -> None:
    event = make_running_event("ABCD")
    rule(event, "M1.1", NEITHER_CAME)
    rule(event, "M1.2", NEITHER_CAME)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert {row.place for row in standings(event)[0].places} == {"1–4"}


def test_in_rounds_both_lose_and_are_not_paired_again() -> None:
    event = make_rounds("ABCD", rounds=2)
    row = Stage(event).fixture("S1.1")
    assert row.entry_1 is not None
    assert row.entry_2 is not None
    pair = {row.entry_1.number, row.entry_2.number}
    rule(event, "S1.1", NEITHER_CAME)
    rule(event, "S1.2", Verdict(None, Outcome.DOUBLE_LOSS))
    (table,) = round_standings(load_rounds(event))
    assert [(row.wins, row.losses) for row in table.places] == [(0, 1)] * 4
    coming = load_rounds(event).pure.next_round().pairings
    assert pair not in [{int(one) for one in pairing.entrants} for pairing in coming]


def test_a_forfeit_counts_as_met_and_a_walkover_does_not() -> None:
    """By the rules of FIDE a walkover is a round unplayed; what was begun and forfeited is not."""
    event = make_rounds("ABCD", rounds=3, tie_breaks=["buchholz"])
    rule(event, "S1.1", Verdict(1, Outcome.FORFEIT))
    rule(event, "S1.2", Verdict(1, Outcome.WALKOVER))
    winners = {Stage(event).names(key)[0]: key for key in ("S1.1", "S1.2")}
    shown = {winners[p.name]: p.values for p in standings(event)[0].places if p.name in winners}
    assert shown["S1.1"] == ("1", "0")
    assert shown["S1.2"] == ("1", "1")


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        (Verdict(1, Outcome.DOUBLE_FORFEIT), "both_lost"),
        (Verdict(None), "winner_unknown"),
        (Verdict(None, Outcome.DOUBLE_LOSS, (3, 2)), "walkover_scored"),
        (Verdict(1, Outcome.FORFEIT, (7, 2)), "walkover_scored"),
        (Verdict(1, "abandoned"), "outcome_unknown"),
    ],
)
def test_an_end_that_contradicts_itself_is_refused(verdict: Verdict, code: str) -> None:
    event = make_running_event("AB")
    with pytest.raises(InvalidError) as caught:
        rule(event, "M1.1", verdict)
    assert caught.value.code == code
    assert Stage(event).match("M1.1").state == "open"


def test_it_is_corrected_with_a_preview_and_undone() -> None:
    event = make_running_event("ABCD")
    stage = Stage(event)
    stage.win("M1.1")
    stage.win("M1.2")
    stage.win("M2.1")
    impact = result_preview(event, "M1.1", NEITHER_CAME)
    assert [row.key for row in impact.cleared] == ["M2.1"]
    act = by_director(9, "Neither was seen")
    result_enter(event_id=event.pk, key="M1.1", verdict=NEITHER_CAME, act=act, clear=True)
    assert stage.fixture("M2.1").status == "bye"
    assert "double forfeit: neither came" in str(log_page(event.tournament, event=event).lines)
    found = undo_preview(event)
    assert found is not None
    event_undo(event_id=event.pk, deed_id=found.deed.id, act=by_director(10), clear=True)
    assert stage.match("M1.1").outcome == "played"
    assert stage.match("M2.1").winner == 1


def test_an_archive_keeps_every_kind_of_end() -> None:
    event = make_running_event("ABCDEFGH", consolation_length=5)
    rule(event, "M1.1", NEITHER_CAME)
    rule(event, "M1.2", Verdict(2, Outcome.FORFEIT))
    rule(event, "M1.3", Verdict(None, Outcome.DOUBLE_LOSS))
    rule(event, "M1.4", Verdict(1, Outcome.WALKOVER))
    archive = exported(event)
    assert comparable(exported(imported(archive))) == comparable(archive)
