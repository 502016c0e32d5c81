"""Tie-breaks one by one, on rounds that fit on a line."""

from collections.abc import Sequence
from typing import cast

import pytest

from tests.formats.cast import letter, names
from tests.formats.refusal import refused
from tournaments.formats.round_results import Kind, RoundResult, Unplayed
from tournaments.formats.standings_table import Standings, standings
from tournaments.formats.tiebreaks import (
    Buchholz,
    BuchholzCut1,
    BuchholzMedian,
    DrawnLot,
    HeadToHead,
    LivesLeft,
    OpponentsWinRate,
    PlayOff,
    PointsDifference,
    Progressive,
    Score,
    SonnebornBerger,
    TieBreak,
    Wins,
    tie_break,
)


def won(pairs: str) -> list[RoundResult]:
    """`ab cd`: a beat b and c beat d; a letter alone had a bye."""
    return [result(pair, Kind.WIN if len(pair) == 2 else Kind.BYE) for pair in pairs.split()]


def result(pair: str, kind: Kind) -> RoundResult:
    a, *b = names(pair)
    return RoundResult(a, b[0] if b else None, kind)


def ranked(
    field: str,
    rounds: Sequence[Sequence[RoundResult]],
    *order: TieBreak,
    rule: Unplayed = Unplayed.CLUB,
) -> Standings:
    return standings(names(field), rounds, order, rule)


def written(found: Standings) -> list[str]:
    """`a 1-2 3 4½`: entrant, places, values."""
    return [
        " ".join((letter(row.entrant), f"{row.first}-{row.last}", *found.shown(row))).rstrip()
        for row in found.rows
    ]


THREE_ROUNDS = [won("ab cd"), won("ac bd"), won("da bc")]


def test_those_nothing_separates_share_their_places() -> None:
    assert written(ranked("abcd", THREE_ROUNDS, Score())) == [
        "a 1-2 2",
        "b 1-2 2",
        "c 3-4 1",
        "d 3-4 1",
    ]


def test_head_to_head_decides_between_two_who_met() -> None:
    assert written(ranked("badc", THREE_ROUNDS, Score(), HeadToHead())) == [
        "a 1-1 2 1",
        "b 2-2 2 0",
        "c 3-3 1 1",
        "d 4-4 1 0",
    ]


def test_head_to_head_needs_all_of_those_tied_to_have_met() -> None:
    rounds = [won("ab cd"), won("da bc")]  # everybody won once; a and c never met
    found = ranked("abcd", rounds, Score(), HeadToHead())
    assert written(found) == ["a 1-4 1", "b 1-4 1", "c 1-4 1", "d 1-4 1"]


def test_three_who_beat_each_other_in_a_circle_stay_tied() -> None:
    circle = [won("ab"), won("bc"), won("ca")]
    found = ranked("abc", circle, Score(), HeadToHead())
    assert written(found) == ["a 1-3 1 1", "b 1-3 1 1", "c 1-3 1 1"]


@pytest.mark.parametrize(
    ("criterion", "values"),
    [
        (Wins(), "2 2 1 1"),
        (Buchholz(), "4 4 5 5"),
        (BuchholzCut1(), "3 3 4 4"),
        (BuchholzMedian(), "1 1 2 2"),
        (SonnebornBerger(), "3 2 1 2"),
        (Progressive(), "5 3 3 1"),
        (OpponentsWinRate(), "44.44 44.44 55.55 55.55"),
    ],
    ids=lambda value: getattr(value, "code", None),
)
def test_every_criterion_has_the_value_worked_out_by_hand(criterion: TieBreak, values: str) -> None:
    found = ranked("abcd", THREE_ROUNDS, criterion)
    shown = {letter(row.entrant): found.shown(row)[0] for row in found.rows}
    assert [shown[each] for each in "abcd"] == values.split()


def test_points_difference_is_there_and_marked_as_discouraged() -> None:
    a, b, c, d = names("abcd")
    rounds = [[RoundResult(a, b, points=(7, 5)), RoundResult(c, d, points=(7, 0))]]
    found = ranked("abcd", rounds, PointsDifference())
    assert written(found) == ["c 1-1 +7", "a 2-2 +2", "b 3-3 -2", "d 4-4 -7"]
    assert PointsDifference.discouraged
    assert not Buchholz.discouraged


@pytest.mark.parametrize(
    ("kind", "scores", "lives"),
    [
        (Kind.WIN, "1 0", "3 2"),
        (Kind.DRAW, "½ ½", "3 3"),
        (Kind.WALKOVER, "1 0", "3 2"),
        (Kind.FORFEIT, "1 0", "3 2"),
        (Kind.DOUBLE_FORFEIT, "0 0", "2 2"),
        (Kind.DOUBLE_LOSS, "0 0", "2 2"),
        (Kind.DISQUALIFICATION, "1 0", "3 2"),
        (Kind.BYE, "1", "3"),
        (Kind.HALF_BYE, "½", "3"),
        (Kind.ABSENT, "0", "2"),
        (Kind.WITHDRAWN, "0", "3"),
        (Kind.REST, "0", "3"),
    ],
)
def test_every_kind_of_result_has_its_own_effect(kind: Kind, scores: str, lives: str) -> None:
    field = "ab"[: len(scores.split())]
    found = ranked(field, [[result(field, kind)]], Score(), LivesLeft(3))
    shown = {letter(row.entrant): found.shown(row) for row in found.rows}
    assert [shown[each][0] for each in field] == scores.split()
    assert [shown[each][1] for each in field] == lives.split()


def test_nobody_has_less_than_no_lives() -> None:
    found = ranked("ab", [won("ab")] * 3, LivesLeft(2))
    assert written(found) == ["a 1-1 2", "b 2-2 0"]


def test_who_did_not_come_is_no_opponent_and_who_lost_on_time_is_one() -> None:
    second = won("ac bd")  # a ends on 2 points, b and c on 1
    for kind, buchholz in ((Kind.FORFEIT, "2"), (Kind.WALKOVER, "3")):
        found = ranked("abcd", [[result("ab", kind), *won("cd")], second], Buchholz(), Score())
        shown = {letter(row.entrant): found.shown(row)[0] for row in found.rows}
        assert shown["a"] == buchholz


def test_a_bye_counts_as_an_opponent_with_the_own_score() -> None:
    found = ranked("abc", [won("ab c"), won("ca b"), won("bc a")], Score(), Buchholz())
    assert written(found) == ["a 1-3 2 6", "b 1-3 2 6", "c 1-3 2 6"]


LEFT = [won("ab cd"), [*won("ac b"), result("d", Kind.WITHDRAWN)], won("bc a")]


@pytest.mark.parametrize(("rule", "buchholz"), [(Unplayed.CLUB, "5"), (Unplayed.FIDE, "6")])
def test_opponents_who_left_count_by_the_rule(rule: Unplayed, buchholz: str) -> None:
    found = ranked("abcd", LEFT, Score(), Buchholz(), rule=rule)
    assert found.shown(found.rows[2]) == ("1", buchholz)
    assert found.rule.text


def test_who_has_left_loses_no_more_rounds_and_who_is_not_there_does() -> None:
    assert written(ranked("abcd", LEFT, LivesLeft(3))) == [
        "a 1-1 3",
        "b 2-3 2",
        "d 2-3 2",
        "c 4-4 1",
    ]
    absent = ranked("abcd", [won("ab cd"), won("ac b"), won("bc a")], LivesLeft(3))
    assert written(absent)[-1] == "d 4-4 0"


@pytest.mark.parametrize("rule", [Unplayed.CLUB, Unplayed.FIDE])
def test_rounds_after_leaving_count_as_opponents_with_the_own_score(rule: Unplayed) -> None:
    rounds = [won("da cb"), [*won("ac b"), result("d", Kind.WITHDRAWN)]]
    found = ranked("abcd", rounds, Buchholz(), rule=rule)
    shown = {letter(row.entrant): found.shown(row)[0] for row in found.rows}
    assert shown["d"] == "2"  # a has 1, and so has d


def test_rounds_after_leaving_do_not_lower_the_rate_of_wins() -> None:
    rounds = [won("da cb"), [*won("ac b"), result("d", Kind.WITHDRAWN)]]
    found = ranked("abcd", rounds, OpponentsWinRate())
    shown = {letter(row.entrant): found.shown(row)[0] for row in found.rows}
    assert shown["a"] == "75.00"  # d won all of one round, c half of two
    assert shown["d"] == "50.00"


def test_the_disqualified_come_last_and_take_no_place() -> None:
    rounds = [[result("ba", Kind.DISQUALIFICATION), *won("cd")], won("bc d")]
    found = ranked("abcd", rounds, Score(), Buchholz())
    assert [(letter(row.entrant), row.ranked) for row in found.rows] == [
        ("b", True),
        ("c", True),
        ("d", True),
        ("a", False),
    ]


def test_a_tie_for_first_asks_for_a_play_off_until_it_is_played() -> None:
    order = (Score(), PlayOff(), DrawnLot("dice"))
    asked = ranked("abcd", THREE_ROUNDS, *order)
    assert asked.play_offs == (tuple(names("ab")),)
    assert written(asked)[:2] == ["a 1-2 2", "b 1-2 2"]
    played = ranked("abcd", THREE_ROUNDS, Score(), PlayOff(tuple(won("ba"))))
    assert played.play_offs == ()
    assert written(played)[:2] == ["b 1-1 2 1", "a 2-2 2 0"]


def test_a_play_off_that_was_played_counts_for_any_place() -> None:
    found = ranked("abcd", THREE_ROUNDS, Score(), PlayOff(tuple(won("dc"))))
    assert written(found)[2:] == ["d 3-3 1 1", "c 4-4 1 0"]


def test_only_ties_for_the_places_at_stake_ask_for_a_play_off() -> None:
    found = ranked("abcd", THREE_ROUNDS, Score(), PlayOff(down_to=3))
    assert found.play_offs == (tuple(names("ab")), tuple(names("cd")))


def test_lots_settle_what_is_left_and_follow_from_their_seed() -> None:
    orders = {
        tuple(row.entrant for row in ranked("abcd", [], DrawnLot(f"{seed}")).rows)
        for seed in range(20)
    }
    assert len(orders) > 10
    once, again = (ranked("abcd", [], DrawnLot("dice")) for _ in range(2))
    assert once.rows == again.rows
    assert [found.split()[-1] for found in written(once)] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("results", "code"),
    [
        (won("ab ac"), "entrant_twice"),
        (won("ab a"), "entrant_twice"),
        (won("aa"), "plays_himself"),
        (won("az"), "unknown_entrant"),
        (won("z"), "unknown_entrant"),
        ([result("a", Kind.WIN)], "opponent_missing"),
        ([result("ab", Kind.BYE)], "opponent_unexpected"),
        ([result("ab", cast(Kind, "luck"))], "kind_unknown"),
    ],
)
def test_a_round_must_make_sense(results: list[RoundResult], code: str) -> None:
    with refused(code):
        ranked("abcd", [results], Score())


def test_a_field_must_make_sense() -> None:
    with refused("entrant_twice"):
        ranked("aba", [], Score())
    with refused("tie_break_unknown"):
        tie_break("solkoff")
    assert ranked("", [], Score()).rows == ()
