"""Who judges a ruling, until when one may appeal, and what comes next on the ladder."""

import doctest
from datetime import UTC, datetime, timedelta

import pytest

from tournaments.rulesets import appeals, sanctions
from tournaments.rulesets.appeals import (
    Judge,
    appeal_closes,
    check_committee,
    committee_sizes,
    is_final_at_once,
    is_overturned,
    require_appeals,
)
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.running import RulingRules
from tournaments.rulesets.sanctions import LADDER, next_step

AT = datetime(2026, 12, 5, 20, 0, tzinfo=UTC)
COMMITTEE = RulingRules(appeals="committee", committee=3)
MIXED = RulingRules(appeals="with_director")
ABC = [Judge(who=name, name=name) for name in "ABC"]


def refusal(rules: RulingRules, *judges: Judge) -> str:
    with pytest.raises(RuleError) as caught:
        check_committee(rules, judges)
    return caught.value.code


def test_the_time_to_appeal_begins_with_the_ruling() -> None:
    assert appeal_closes(COMMITTEE, AT) == AT + timedelta(minutes=15)
    assert appeal_closes(RulingRules(appeals="committee", appeal_minutes=0), AT) is None
    assert appeal_closes(RulingRules(), AT) is None


def test_a_ruling_is_final_at_once_where_no_time_is_left_to_appeal() -> None:
    until_over = RulingRules(appeals="committee", appeal_minutes=0)
    assert is_final_at_once(until_over, match_is_over=True)
    assert not is_final_at_once(until_over, match_is_over=False)
    assert is_final_at_once(RulingRules(), match_is_over=False)
    assert not is_final_at_once(COMMITTEE, match_is_over=True)


def test_where_the_director_has_the_last_word_nobody_appeals_or_judges() -> None:
    with pytest.raises(RuleError, match="word is final"):
        require_appeals(RulingRules())
    assert refusal(RulingRules(), *ABC) == "appeal_final"


def test_a_committee_is_as_large_as_the_rules_say_else_of_three_or_five() -> None:
    assert committee_sizes(RulingRules(appeals="committee", committee=7)) == (7,)
    assert committee_sizes(MIXED) == (3, 5)
    check_committee(COMMITTEE, ABC)
    assert refusal(COMMITTEE, *ABC[:2]) == "committee_size"
    assert refusal(MIXED, *ABC, *(Judge(who=n, name=n) for n in "D")) == "committee_size"


@pytest.mark.parametrize(
    ("judge", "code"),
    [
        (Judge(who="D", name="D", ruled=True), "committee_ruled"),
        (Judge(who="D", name="D", plays=True), "committee_plays"),
        (Judge(who="A", name="A"), "committee_twice"),
    ],
)
def test_nobody_judges_the_own_ruling_or_the_own_match_or_twice(judge: Judge, code: str) -> None:
    for rules in (COMMITTEE, MIXED):
        assert refusal(rules, *ABC[:2], judge) == code


def test_a_director_judges_only_where_the_rules_let_one() -> None:
    dina = Judge(who="D", name="Dina", directs=True)
    check_committee(MIXED, [*ABC[:2], dina])
    assert refusal(COMMITTEE, *ABC[:2], dina) == "committee_directs"


@pytest.mark.parametrize(
    ("votes", "overturned"), [([1, 1, 0], True), ([1, 0, 0], False), ([1, 1, 0, 0, 1], True)]
)
def test_most_votes_decide(votes: list[int], overturned: bool) -> None:
    assert is_overturned([bool(vote) for vote in votes]) == overturned


def test_the_next_step_is_above_the_gravest_so_far_and_the_last_one_stays_the_last() -> None:
    assert [next_step(LADDER[:n]) for n in range(5)] == [*LADDER, "exclusion"]
    assert next_step(["forfeit", "warning"]) == "exclusion"


@pytest.mark.parametrize("module", [appeals, sanctions])
def test_the_examples_are_true(module: object) -> None:
    tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert (tried.failed, tried.attempted) == (0, 1)
