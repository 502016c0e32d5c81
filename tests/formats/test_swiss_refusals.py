"""A past that cannot be, and wishes that cannot be granted, are refused by name."""

import pytest

from tests.formats.cast import names
from tests.formats.swiss_play import SEVEN, members, past
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.pairing import How, Member, Pairing, Past, Result, Round
from tournaments.formats.swiss import SwissRules, pair_round
from tournaments.formats.swiss_wishes import NO_WISHES, Wishes

A, B, C, D = names("abcd")
ONE = past("ab cd").rounds[0]
GOOD = past("ab cd").results


def refusal(so_far: Past, wishes: Wishes = NO_WISHES, field: list[Member] | None = None) -> str:
    with pytest.raises(FormatError) as refused:
        pair_round(field or members(4), so_far, SEVEN, seed="s", wishes=wishes)
    assert "%(" not in refused.value.message
    return refused.value.code


@pytest.mark.parametrize(
    ("code", "so_far"),
    [
        ("rounds_out_of_order", Past((Round(2, ()),))),
        ("too_many_rounds", Past(tuple(Round(n, ()) for n in range(1, 66)))),
        ("results_missing", Past((ONE,), {(1, 1): Result(A)})),
        ("unknown_pairing", Past((ONE,), {**GOOD, (1, 3): Result(A)})),
        ("wrong_winner", Past((ONE,), {**GOOD, (1, 1): Result(C)})),
        ("wrong_winner", Past((ONE,), {**GOOD, (1, 1): Result(None)})),
        ("wrong_winner", Past((ONE,), {**GOOD, (1, 1): Result(A, How.DOUBLE_FORFEIT)})),
        ("paired_twice", Past((Round(1, (Pairing(1, A, A),)),))),
        ("number_twice", Past((Round(1, (Pairing(1, A, B), Pairing(1, C, D))),))),
        ("unknown_entrant", Past((Round(1, (Pairing(1, A, EntrantId(9)),)),))),
    ],
)
def test_a_past_that_cannot_be_is_refused(code: str, so_far: Past) -> None:
    assert refusal(so_far) == code


@pytest.mark.parametrize(
    ("code", "wishes"),
    [
        ("forced_twice", Wishes(forced=((A, B), (B, C)))),
        ("forced_twice", Wishes(forced=((A, A),))),
        ("forced_absent", Wishes(forced=((A, EntrantId(9)),))),
        ("forced_byes", Wishes(forced=((A, None),))),
        ("forced_forbidden", Wishes(forced=((A, B),), forbidden=((B, A),))),
        ("too_many_forbidden", Wishes(forbidden=tuple((A, EntrantId(n)) for n in range(2, 53)))),
        ("no_pairing", Wishes(forbidden=((A, B), (A, C), (A, D)))),
    ],
)
def test_wishes_that_cannot_be_granted_are_refused(code: str, wishes: Wishes) -> None:
    assert refusal(past("ab cd"), wishes) == code


def test_a_field_that_cannot_play_is_refused() -> None:
    assert refusal(Past(), field=[*members(3), Member(A)]) == "entrant_twice"
    assert refusal(Past(), field=members(1)) == "too_few_present"
    assert refusal(Past(), field=members(65_537)) == "field_too_large"


def test_no_round_is_paired_beyond_the_last_or_without_a_seed() -> None:
    for code, rules, seed in [("rounds_over", SwissRules(1), "s"), ("seed_missing", SEVEN, " ")]:
        with pytest.raises(FormatError) as refused:
            pair_round(members(4), past("ab cd"), rules, seed=seed)
        assert refused.value.code == code


def test_what_is_missing_is_named() -> None:
    with pytest.raises(FormatError, match=r"1\.1, 1\.2"):
        pair_round(members(4), Past((ONE,)), SEVEN, seed="s")
