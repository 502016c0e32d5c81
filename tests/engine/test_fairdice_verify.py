"""After the reveal every roll of the record can be checked, and every difference is shown."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.fairdice import (
    ALGORITHM,
    FairDice,
    FairDiceError,
    Mismatch,
    Reveal,
    Roll,
    commit,
    read_reveal,
    verify,
)

DICE = FairDice(bytes(range(32)), seeds=("left", "right"), context="final")
RECORD = [DICE.roll(n) for n in range(50)]


def other_than(roll: Roll) -> Roll:
    return roll[0] % 6 + 1, roll[1]


def test_an_honest_record_holds() -> None:
    checked = verify(DICE.reveal(), DICE.commitment, RECORD)
    assert checked.holds
    assert (checked.checked, checked.mismatches, checked.faults) == (50, (), ())


def test_a_record_from_json_holds() -> None:
    published = json.loads(json.dumps({"reveal": DICE.reveal().as_dict(), "rolls": RECORD}))
    assert verify(read_reveal(published["reveal"]), DICE.commitment, published["rolls"]).holds


def test_a_match_without_rolls_holds_by_its_commitment_alone() -> None:
    assert verify(DICE.reveal(), DICE.commitment, []).holds
    assert not verify(DICE.reveal(), commit(bytes(32), context="final"), []).holds


def test_every_wrong_roll_is_listed() -> None:
    record = list(RECORD)
    for n in (3, 17, 49):
        record[n] = other_than(record[n])
    checked = verify(DICE.reveal(), DICE.commitment, record)
    assert not checked.holds
    assert checked.mismatches == tuple(Mismatch(n, record[n], RECORD[n]) for n in (3, 17, 49))


def test_dice_recorded_in_another_order_are_another_roll() -> None:
    n = next(n for n, (first, second) in enumerate(RECORD) if first != second)
    swapped = [*RECORD[:n], (RECORD[n][1], RECORD[n][0])]
    checked = verify(DICE.reveal(), DICE.commitment, swapped)
    assert [mismatch.index for mismatch in checked.mismatches] == [n]


def test_a_roll_left_out_shows_in_the_rolls_after_it() -> None:
    checked = verify(DICE.reveal(), DICE.commitment, RECORD[:10] + RECORD[11:])
    assert len(checked.mismatches) > 20
    assert checked.mismatches[0].index >= 10


@pytest.mark.parametrize(
    "garbage",
    [(0, 1), (1, 7), (True, 1), ("1", "2"), (1,), (1, 2, 3), "12", None, 7, (10**5000, 1)],
)
def test_what_is_no_roll_is_a_difference_too(garbage: Any) -> None:
    checked = verify(DICE.reveal(), DICE.commitment, [RECORD[0], garbage, RECORD[2]])
    assert checked.mismatches == (Mismatch(1, None, RECORD[1]),)
    first, second = RECORD[1]
    assert [(fault.code, str(fault)) for fault in checked.faults] == [
        (
            "roll_unreadable",
            f"Roll 1 of the record is not two dice of 1 to 6; it was {first}-{second}.",
        )
    ]


@pytest.mark.parametrize(
    "changed",
    [
        Reveal("00" * 32, DICE.seeds, DICE.context),
        Reveal(DICE.secret.hex(), DICE.seeds, "semi-final"),
    ],
    ids=["secret", "context"],
)
def test_another_secret_or_context_is_not_what_was_committed_to(changed: Reveal) -> None:
    record = [changed.dice().roll(n) for n in range(50)]
    checked = verify(changed, DICE.commitment, record)
    assert not checked.holds
    assert checked.mismatches == ()
    assert [fault.code for fault in checked.faults] == ["commitment_mismatch"]
    assert DICE.commitment in str(checked.faults[0])


def test_other_seeds_show_in_the_rolls() -> None:
    forged = Reveal(DICE.secret.hex(), ("left", "wrong"), DICE.context)
    checked = verify(forged, DICE.commitment, RECORD)
    assert len(checked.mismatches) > 30
    assert {fault.code for fault in checked.faults} == {"roll_mismatch"}


def test_faults_name_the_commitment_first_and_then_each_roll() -> None:
    record = [other_than(RECORD[0]), RECORD[1], other_than(RECORD[2])]
    checked = verify(DICE.reveal(), "0" * 64, record)
    assert [(fault.code, fault.detail.get("index")) for fault in checked.faults] == [
        ("commitment_mismatch", None),
        ("roll_mismatch", 0),
        ("roll_mismatch", 2),
    ]


def test_hex_may_be_written_in_capitals() -> None:
    reveal = Reveal(DICE.secret.hex().upper(), DICE.seeds, DICE.context)
    assert verify(reveal, DICE.commitment.upper(), RECORD).holds


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("reveal_unreadable", (DICE.reveal().as_dict(), DICE.commitment, RECORD)),
        ("commitment_unreadable", (DICE.reveal(), DICE.commitment[:-1], RECORD)),
        ("commitment_unreadable", (DICE.reveal(), "g" * 64, RECORD)),
        ("commitment_unreadable", (DICE.reveal(), DICE.commitment + "\n", RECORD)),
        ("commitment_unreadable", (DICE.reveal(), None, RECORD)),
        ("rolls_not_list", (DICE.reveal(), DICE.commitment, None)),
        ("rolls_not_list", (DICE.reveal(), DICE.commitment, "3-1")),
        ("rolls_not_list", (DICE.reveal(), DICE.commitment, iter(RECORD))),
        ("rolls_too_many", (DICE.reveal(), DICE.commitment, [(1, 1)] * 100_001)),
    ],
)
def test_where_there_is_nothing_to_compare_it_is_refused(
    code: str, arguments: tuple[Any, Any, Any]
) -> None:
    with pytest.raises(FairDiceError) as refused:
        verify(*arguments)
    assert refused.value.code == code


@given(st.text(min_size=1, max_size=9), st.text(min_size=1, max_size=9))
def test_every_reveal_survives_the_way_through_json(first: str, second: str) -> None:
    reveal = Reveal("5a" * 32, (f"1{first}", f"2{second}"), "x")
    assert read_reveal(json.loads(json.dumps(reveal.as_dict()))) == reveal
    assert reveal.as_dict()["algorithm"] == ALGORITHM


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("algorithm_unknown", {"algorithm": "hmac-sha256-dice-2"}),
        ("algorithm_unknown", {"algorithm": None}),
        ("secret_unreadable", {"secret": "00" * 31}),
        ("secret_unreadable", {"secret": "0" * 62 + " 0"}),
        ("secret_unreadable", {"secret": 7}),
        ("seeds_not_two", {"seeds": ["left"]}),
        ("seeds_not_two", {"seeds": {"left": 1, "right": 2}}),
        ("seed_not_text", {"seeds": ["left", 5]}),
        ("context_blank", {"context": " "}),
        ("reveal_unreadable", {"more": 1}),
    ],
)
def test_an_unreadable_reveal_is_refused_by_cause(code: str, change: dict[str, Any]) -> None:
    with pytest.raises(FairDiceError) as refused:
        read_reveal({**DICE.reveal().as_dict(), **change})
    assert refused.value.code == code


@pytest.mark.parametrize("data", [None, [], "reveal", 7, {}, {"secret": "00" * 32}])
def test_what_is_no_reveal_at_all_is_refused(data: Any) -> None:
    with pytest.raises(FairDiceError, match="exactly these entries: algorithm, context, secret"):
        read_reveal(data)


def test_a_seed_that_was_put_in_the_place_of_the_one_given_is_found() -> None:
    """Whoever knows the secret can try seeds until the rolls suit, and reveal the one he chose."""
    suited = FairDice(DICE.secret, seeds=("left", "chosen"), context="final")
    record = [suited.roll(n) for n in range(50)]
    assert verify(suited.reveal(), DICE.commitment, record).holds
    for seeds in (("left", "right"), (None, "right")):
        checked = verify(suited.reveal(), DICE.commitment, record, seeds=seeds)
        assert not checked.holds
        assert [(fault.code, fault.detail["side"]) for fault in checked.faults] == [
            ("seed_mismatch", 2)
        ]
    assert verify(DICE.reveal(), DICE.commitment, RECORD, seeds=("left", "right")).holds


@pytest.mark.parametrize("seeds", [None, "ab", ("left",), ("left", "right", "x"), {1: "left"}])
def test_seeds_to_compare_are_two(seeds: Any) -> None:
    with pytest.raises(FairDiceError) as refused:
        verify(DICE.reveal(), DICE.commitment, RECORD, seeds=seeds)
    assert refused.value.code == "seeds_not_two"
