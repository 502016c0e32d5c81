"""Events of rounds on plain data: what comes next, when it is over, and how the table stands."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.formats.cast import letter, names
from tests.formats.refusal import refused
from tests.formats.swiss_play import members, past
from tournaments.formats.pairing import Key, Member, Missed, Past, Result
from tournaments.formats.round_event import ENTRANT_FACTS, TEMPLATES, RoundEvent
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.round_results import Kind
from tournaments.formats.round_table import RoundTable, Row, round_table


def event(
    kind: str, field: int | Sequence[Member], *rounds: str, seed: str = "s", **data: Any
) -> RoundEvent:
    who = members(field) if isinstance(field, int) else field
    return RoundEvent(RoundPlan.of(kind, data), who, seed, past(*rounds))


def swiss(field: int | Sequence[Member], *rounds: str, of: int = 3) -> RoundEvent:
    return event("swiss", field, *rounds, rounds=of)


def without(one: RoundEvent, *keys: Key) -> RoundEvent:
    """The same while these matches are still open."""
    results = {key: result for key, result in one.past.results.items() if key not in keys}
    return replace(one, past=Past(one.past.rounds, results))


def table(one: RoundEvent) -> RoundTable:
    return round_table(one, {})


def rows(one: RoundEvent) -> dict[str, Row]:
    return {letter(row.entrant): row for row in table(one).rows}


def places(one: RoundEvent) -> str:
    """`a b-c d`: the order, those who share a place joined."""
    groups: dict[int, list[str]] = {}
    for row in table(one).rows:
        groups.setdefault(row.first, []).append(letter(row.entrant))
    return " ".join("-".join(sorted(group)) for group in groups.values())


def test_a_swiss_ends_with_its_last_round_and_not_while_a_match_is_open() -> None:
    going = swiss(4, "ab cd", "ac bd")
    assert not going.is_over
    assert going.next_round().number == 3
    done = swiss(4, "ab cd", "ac bd", "ad bc")
    assert done.is_over
    assert not without(done, (3, 2)).is_over
    with refused("rounds_over"):
        done.next_round()


def test_the_next_round_waits_for_the_results_of_the_last() -> None:
    waiting = without(swiss(4, "ab cd"), (1, 2))
    assert waiting.open_matches == {(1, 2)}
    assert waiting.complete == 0
    with refused("results_missing") as error:
        waiting.next_round()
    assert "1.2" in str(error.value)


def test_more_rounds_than_opponents_are_refused_before_the_first_is_drawn() -> None:
    with refused("play_round_robin"):
        swiss(4, of=4).next_round()


def test_a_plan_that_may_need_repeats_says_so_with_the_first_round() -> None:
    first = swiss(6, of=5).next_round()
    assert [notice.code for notice in first.notices] == ["rematches_possible"]


@pytest.mark.parametrize("kind", ["swiss", "lives", "round_robin"])
def test_one_entrant_is_no_event(kind: str) -> None:
    data: dict[str, Any] = {"swiss": {"rounds": 1}, "lives": {"lives": 2}, "round_robin": {}}[kind]
    with refused("field_too_small"):
        event(kind, 1, **data).next_round()


def test_the_rounds_of_a_round_robin_are_known_from_the_seed() -> None:
    one = event("round_robin", 5)
    assert one.last_round == 5
    met = {frozenset(p.entrants) for r in one.schedule for p in r.pairings if not p.is_bye}
    assert len(met) == 10
    assert one.next_round() == one.schedule[0]
    assert event("round_robin", 5, seed="t").schedule != one.schedule


def robin(field: Sequence[Member], rounds: int, winner: str = "") -> RoundEvent:
    """Published so far, the first one winning; `winner` beats everybody."""
    one = event("round_robin", field)
    for number in range(1, rounds + 1):
        made = one.next_round()
        results = dict(one.past.results)
        for pairing in made.pairings:
            if not pairing.is_bye:
                best = [e for e in pairing.entrants if letter(e) == winner]
                results[number, pairing.number] = Result((best or [pairing.first])[0])
        one = replace(one, past=Past((*one.past.rounds, made), results))
    return one


def leaves(one: RoundEvent, who: str, after: int) -> RoundEvent:
    field = [
        replace(member, last_round=after) if letter(member.id) == who else member
        for member in one.members
    ]
    return RoundEvent(one.plan, field, one.seed, one.past)


def test_who_left_a_round_robin_is_met_by_nobody_any_more() -> None:
    one = leaves(robin(members(4), 1), "b", 1)
    alone = [p for p in one.next_round().pairings if p.is_bye]
    assert [reason.code for p in alone for reason in p.reasons] == ["opponent_left"]


def test_who_leaves_before_half_is_taken_out_of_the_table_and_later_keeps_results() -> None:
    early = leaves(robin(members(6), 2, winner="b"), "b", 2)
    assert rows(early)["b"].wins == 0
    late = leaves(robin(members(6), 3, winner="b"), "b", 3)
    assert rows(late)["b"].wins == 3


def test_nobody_is_last_in_a_round_robin_for_resting() -> None:
    one = robin(members(3), 3)
    assert one.is_over
    assert [cell.kind for row in table(one).rows for cell in row.cells].count(Kind.REST) == 3
    assert all(row.wins + row.losses == 2 for row in table(one).rows)


def test_an_open_match_counts_for_nobody() -> None:
    done = swiss(4, "ab cd", "ac bd")
    waiting = without(done, (2, 2))
    assert (rows(waiting)["a"].shown[0], rows(waiting)["b"].shown[0]) == ("2", "0")
    assert rows(waiting)["b"].losses == 1
    assert rows(waiting)["b"].cells[1].kind is None
    assert rows(waiting)["b"].cells[1].opponent == names("d")[0]


def test_a_round_that_was_just_published_changes_nothing() -> None:
    before = swiss(5, "ab cd e")
    published = without(swiss(5, "ab cd e", "ac de b"), (2, 1), (2, 2))
    assert {who: row.shown for who, row in rows(published).items()} == {
        who: row.shown for who, row in rows(before).items()
    }
    assert rows(published)["a"].cells[1].opponent == names("c")[0]


def test_ties_are_broken_in_the_order_of_the_plan() -> None:
    three = ("ab cd", "ac bd")  # a 2, b and c 1, d 0
    assert places(event("swiss", 4, *three, rounds=3, tie_breaks=[])) == "a b-c d"
    by_buchholz = event("swiss", 6, "ab cd ef", "ac eb df", rounds=3, tie_breaks=["buchholz"])
    # a met 0 and 1, e met 0 and 0; c met 1 and 2, d met 1 and 0; b met 2 and 2, f met 2 and 1.
    assert places(by_buchholz) == "a e c d b f"


def test_a_late_entrant_has_for_missed_rounds_what_was_said() -> None:
    first = ("ab cd",)
    for late, points in ((Missed.LOSS, "0"), (Missed.HALF, "½"), (Missed.BYE, "1")):
        field = [*members(4), Member(names("e")[0], first_round=2, late=late)]
        row = rows(swiss(field, *first))["e"]
        assert row.shown[0] == points
        assert (row.wins, row.losses) == (0, 0)
    late_ones = [Member(one, first_round=2, late=Missed.BYE) for one in names("ef")]
    second = swiss([*members(4), *late_ones], *first).next_round()
    meets = next(p for p in second.pairings if names("e")[0] in p.entrants)
    assert set(meets.entrants) < set(names("acef"))  # those with a point


def test_half_a_point_for_a_missed_round_is_no_thing_among_lives() -> None:
    field = [*members(4), Member(names("e")[0], first_round=2, late=Missed.HALF)]
    with refused("half_a_life"):
        event("lives", field, "ab cd", lives=2).next_round()


def test_lives_end_when_one_is_left_and_who_lasted_longer_is_before() -> None:
    going = event("lives", 4, "ab cd", lives=1)
    assert not going.is_over
    assert places(going) == "a-c b-d"
    assert [rows(going)[who].is_out for who in "abcd"] == [False, True, False, True]
    done = event("lives", 4, "ab cd", "ac", lives=1)
    assert done.is_over
    assert places(done) == "a c b-d"
    with refused("rounds_over"):
        done.next_round()


def test_a_correction_may_end_lives_earlier_than_they_were_played() -> None:
    """Round 3 was paired because b had a life left; by the corrected result he had none."""
    outrun = event("lives", 2, "ab", "ab", "ab", lives=2)
    assert outrun.is_over
    assert places(outrun) == "a b"
    with refused("past_the_end"):
        outrun.next_round()


def test_every_reason_can_be_written_from_its_facts() -> None:
    for one in (
        swiss(5), swiss(5, "ab cd e"), event("lives", 2, lives=2), event("round_robin", 5),
        event("lives", 4, "ab cd", "ac bd", lives=2), leaves(robin(members(4), 1), "b", 1),
    ):  # fmt: skip
        for pairing in one.next_round().pairings:
            assert pairing.reasons
            for reason in pairing.reasons:
                assert TEMPLATES[reason.code] == reason.template
                assert "%(" not in reason.message
                who = {reason.detail[name] for name in ENTRANT_FACTS & reason.detail.keys()}
                assert who <= {member.id for member in one.members}
