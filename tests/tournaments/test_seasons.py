"""Leagues: points and dates of a division, who goes up and down, and the next season."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from config.errors import ConflictError, InvalidError
from matches.models import Outcome
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, make_event, make_rounds, make_tournament
from tournaments.models import Event, Pass, Staff, Tournament
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.leagues import season
from tournaments.selectors.log import log_page
from tournaments.selectors.standings import standings
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.overdue import overdue_set
from tournaments.services.results import result_enter
from tournaments.services.rounds import round_publish
from tournaments.services.seasons import NextSeason, season_next
from tournaments.services.setting_up import EventSpec, event_change
from tournaments.services.undoing import event_undo

pytestmark = pytest.mark.django_db(transaction=True)

MONDAY = "2026-09-07"


def division(tournament: Tournament, number: int, order: str, **league: Any) -> Event:
    """Played out: whoever is earlier in `order` wins."""
    league = {"division": number, "starts_on": MONDAY, "days_per_round": 7, **league}
    name = f"Division {number}"
    event = make_rounds(order, "round_robin", tournament=tournament, name=name, league=league)
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    for key in Stage(event).open_keys():
        one, other = Stage(event).names(key)
        Stage(event).win(key, side=1 if order.index(one or "") < order.index(other or "") else 2)
    event.refresh_from_db()
    return event


def two_divisions() -> Tournament:
    tournament = make_tournament("Autumn", ends_on=date(2026, 12, 20), tables=0)
    division(tournament, 1, "ABC")
    division(tournament, 2, "DEF")
    return tournament


def following(tournament: Tournament, **chosen: Any) -> Tournament:
    spec = NextSeason("Winter", date(2027, 1, 11), chosen.get("chosen", {}))
    return season_next(tournament_id=tournament.pk, spec=spec, act=by_director(9))


def entered(tournament: Tournament) -> list[str]:
    return [
        "".join(event.entries.order_by("number").values_list("name", flat=True))
        for event in tournament.events.order_by("pk")
    ]


def test_points_are_those_of_the_league_and_rounds_have_their_last_day() -> None:
    event = division(make_tournament(), 1, "ABC", points="3-1")
    (table,) = standings(event)
    assert [(place.name, place.values[0]) for place in table.places] == [
        ("A", "6"),
        ("B", "4"),
        ("C", "2"),
    ]
    days = event.fixtures.exclude(match=None).order_by("round").values_list("round", "play_by")
    assert dict(days) == {1: date(2026, 9, 13), 2: date(2026, 9, 20), 3: date(2026, 9, 27)}


def test_who_does_not_come_has_no_point() -> None:
    event = make_rounds("AB", "round_robin", league={"points": "2-1"})
    walkover = Verdict(1, Outcome.WALKOVER)
    result_enter(event_id=event.pk, key="R1.1", verdict=walkover, act=by_director(1))
    assert [place.values[0] for place in standings(event)[0].places] == ["2", "0"]


def test_points_for_pairs_need_two_cycles() -> None:
    with pytest.raises(InvalidError) as error:
        make_event(format="round_robin", round_rules={"league": {"points": "3-2-1"}})
    assert error.value.code == "pairs_need_two_cycles"


def test_changed_settings_of_a_league_are_undone() -> None:
    event = make_event(format="round_robin", round_rules={"league": {"points": "2-1"}})
    spec = EventSpec.of(event)
    event_change(
        event_id=event.pk,
        spec=replace(spec, round_rules={"league": {"points": "3-1"}}),
        act=by_director(1),
    )
    deed = last_deed(event)
    assert deed is not None
    event_undo(event_id=event.pk, deed_id=deed.id, act=by_director(2))
    event.refresh_from_db()
    assert event.round_rules is not None
    assert event.round_rules["league"]["points"] == "2-1"


def test_it_is_told_who_goes_up_and_down() -> None:
    found = season(two_divisions())
    assert found.is_over
    assert not found.ties
    ways = [(one.name, one.way) for each in found.divisions for one in each.entrants if one.way]
    assert ways == [("C", "down"), ("D", "up")]


def test_the_next_season_has_everybody_where_he_belongs() -> None:
    old = two_divisions()
    new = following(old)
    assert entered(new) == ["ABD", "CEF"]
    assert (new.starts_on, new.ends_on) == (date(2027, 1, 11), date(2027, 1, 26))
    first = new.events.get(name="Division 1")
    assert first.round_rules is not None
    assert first.round_rules["league"]["starts_on"] == "2027-01-11"
    assert set(new.staff.values_list("user", "role")) == set(old.staff.values_list("user", "role"))
    assert Pass.objects.filter(tournament=new).count() == 6
    then = set(old.events.values_list("entries__player", flat=True))
    assert set(new.events.values_list("entries__player", flat=True)) == then
    event_draft(event_id=first.pk, seed="s", act=by_director(10))
    event_publish(event_id=first.pk, act=by_director(11))
    assert log_page(old).lines[0].what == "Set up the season Winter"


def test_a_season_that_is_not_over_has_no_next_one() -> None:
    tournament = two_divisions()
    result_enter(
        event_id=tournament.events.get(name="Division 2").pk,
        key="R1.1",
        verdict=None,
        act=by_director(5, "to be played again"),
    )
    with pytest.raises(ConflictError) as error:
        following(tournament)
    assert (error.value.code, error.value.detail["events"]) == ("season_not_over", ["Division 2"])
    assert not season(tournament).is_over


def test_a_tournament_without_a_league_has_no_season() -> None:
    with pytest.raises(ConflictError) as error:
        following(make_tournament())
    assert error.value.code == "no_league"


def tied() -> Tournament:
    """In division 1 all have won once, in division 2 D comes first."""
    tournament = make_tournament("Tied")
    assert all_equal(tournament).state == "finished"
    division(tournament, 2, "DEF")
    return tournament


def all_equal(tournament: Tournament) -> Event:
    event = make_rounds(
        "ABC",
        "round_robin",
        tournament=tournament,
        name="Division 1",
        tie_breaks=[],
        league={"division": 1},
    )
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    for key in Stage(event).open_keys():
        beats = {"A": "B", "B": "C", "C": "A"}
        one, other = Stage(event).names(key)
        Stage(event).win(key, side=1 if beats[one or ""] == other else 2)
    event.refresh_from_db()
    return event


def test_nobody_guesses_who_goes_of_those_who_share_a_place() -> None:
    tournament = tied()
    (tie,) = season(tournament).ties
    assert (tie.division, tie.way, tie.places, len(tie.entrants)) == (1, "down", 1, 3)
    with pytest.raises(ConflictError) as error:
        following(tournament)
    assert error.value.code == "ties_open"


def test_who_was_chosen_goes() -> None:
    tournament = tied()
    b = tournament.events.get(name="Division 1").entries.get(name="B").player_id
    assert entered(following(tournament, chosen={b: "down"})) == ["ACD", "BEF"]


def test_a_choice_that_is_none_is_refused() -> None:
    tournament = tied()
    d = tournament.events.get(name="Division 2").entries.get(name="D").player_id
    for chosen, code in (({d: "down"}, "not_tied"), ({d: "sideways"}, "way_unknown")):
        with pytest.raises(InvalidError) as error:
            following(tournament, chosen=chosen)
        assert error.value.code == code
    assert Tournament.objects.count() == 1
    assert Staff.objects.count() == 1


def test_the_next_season_keeps_what_becomes_of_matches_not_played() -> None:
    tournament = make_tournament()
    upper, _lower = division(tournament, 1, "ABC"), division(tournament, 2, "DEF")
    overdue_set(event_id=upper.pk, rules={"then": "loss"}, act=by_director(5))
    rules = following(tournament).events.order_by("pk").values_list("overdue_rules", flat=True)
    assert list(rules) == [{"then": "loss"}, {}]
