"""Round robins by the published tables, withdrawals, and groups."""

from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from tests.formats.cast import entrants, letter, names
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.pairing import How, Pairing, Result, Round
from tournaments.formats.robin import (
    berger,
    round_robin,
    settle_withdrawals,
    snake,
)

PUBLISHED = Path(__file__).parents[1] / "data" / "formats" / "berger.txt"


def published() -> dict[int, list[str]]:
    _, *sections = PUBLISHED.read_text().split("[")
    tables = {}
    for section in sections:
        players, *rounds = section.split("\n")
        tables[int(players.strip("]"))] = [line for line in rounds if line]
    return tables


@pytest.mark.parametrize("players", [4, 6, 8, 10, 12])
def test_tables_are_those_of_the_federation(players: int) -> None:
    made = [" ".join(f"{one}-{two}" for one, two in pairs) for pairs in berger(players)]
    assert made == published()[players]


def meetings(rounds: tuple[Round, ...]) -> Counter[frozenset[EntrantId]]:
    return Counter(
        frozenset(pairing.entrants)
        for round_ in rounds
        for pairing in round_.pairings
        if not pairing.is_bye
    )


@given(st.integers(2, 40), st.sampled_from([1, 2]))
def test_everybody_meets_everybody(size: int, cycles: int) -> None:
    field = entrants(size)
    rounds = round_robin(field, cycles=cycles)
    assert len(rounds) == (size + size % 2 - 1) * cycles
    assert meetings(rounds) == {frozenset(pair): cycles for pair in combinations(field, 2)}
    for round_ in rounds:
        assert sorted(e for pairing in round_.pairings for e in pairing.entrants) == field
        assert [p.is_bye for p in round_.pairings].count(True) == size % 2
        assert not any(pairing.is_bye for pairing in round_.pairings[:-1])


@given(st.integers(3, 40))
def test_nobody_meets_twice_in_a_row(size: int) -> None:
    for before, after in pairwise(round_robin(entrants(size), cycles=2)):
        assert not meetings((before,)).keys() & meetings((after,)).keys()


def test_the_last_two_rounds_of_the_first_cycle_change_places() -> None:
    rounds = round_robin(names("abcd"), cycles=2)
    written = ["".join(letter(e) for p in r.pairings for e in p.entrants) for r in rounds]
    assert written == ["adbc", "bdca", "dcab", "dacb", "cdba", "dbac"]


def withdrawn(words: str, left: str) -> tuple[dict[tuple[int, int], str], str, set[str]]:
    """Of five by the table, after matches won as in `ab cd`, with those of `left` gone."""
    rounds = round_robin(names("abcde"))
    results = {}
    for word in words.split():
        winner, loser = names(word)
        for round_ in rounds:
            for pairing in round_.pairings:
                if set(pairing.entrants) == {winner, loser}:
                    results[round_.number, pairing.number] = Result(winner)
    settled = settle_withdrawals(rounds, results, names(left))
    by_key = {
        key: f"{result.winner and letter(result.winner)} {result.how}"
        for key, result in settled.results.items()
    }
    gone = "".join(map(letter, sorted(settled.cancelled)))
    void = {
        "".join(sorted(map(letter, pairing.entrants)))
        for round_ in rounds
        for pairing in round_.pairings
        if (round_.number, pairing.number) in settled.void
    }
    return by_key, gone, void


def test_who_has_played_less_than_half_is_taken_out() -> None:
    results, gone, void = withdrawn("ab bc", "a")
    assert (gone, void) == ("a", {"ab", "ac", "ad", "ae"})
    assert list(results.values()) == ["b played"]


def test_who_has_played_half_loses_the_rest() -> None:
    results, gone, void = withdrawn("ab ac", "a")
    assert (gone, void) == ("", set())
    assert sorted(results.values()) == ["a played", "a played", "d walkover", "e walkover"]


def test_two_who_left_forfeit_their_match_both() -> None:
    results, gone, _ = withdrawn("ab ac db dc", "ad")
    assert gone == ""
    assert sorted(results.values()).count("None double_forfeit") == 1


def test_a_walkover_lost_is_not_a_match_played() -> None:
    one, two = names("ab")
    rounds = (Round(1, (Pairing(1, one, two),)),)
    results = {(1, 1): Result(two, How.WALKOVER)}
    assert settle_withdrawals(rounds, results, [one]).cancelled == {one}
    assert settle_withdrawals(rounds, results, [two]).cancelled == set()


def test_groups_are_dealt_like_a_snake() -> None:
    dealt = snake(names("abcdefghij"), 3)
    assert ["".join(map(letter, group)) for group in dealt] == ["afg", "beh", "cdij"]


@pytest.mark.parametrize(
    ("code", "field", "cycles"),
    [
        ("field_too_small", names("a"), 1),
        ("field_too_large", entrants(129), 1),
        ("entrant_twice", names("aba"), 1),
        ("cycles_out_of_range", names("abc"), 3),
    ],
)
def test_what_cannot_be_played_is_refused(code: str, field: list[EntrantId], cycles: int) -> None:
    with pytest.raises(FormatError) as refused:
        round_robin(field, cycles=cycles)
    assert refused.value.code == code


@pytest.mark.parametrize("groups", [0, 3])
def test_groups_that_cannot_be_are_refused(groups: int) -> None:
    with pytest.raises(FormatError, match="1 to 2 groups") as refused:
        snake(names("abcde"), groups)
    assert refused.value.code == "groups_out_of_range"
    with pytest.raises(FormatError):
        berger(5)
