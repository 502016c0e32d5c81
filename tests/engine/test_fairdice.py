"""Rolls follow from secret, context and seeds by the published recipe, and from nothing else."""

import hashlib
from collections import Counter
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.fairdice import FairDice, FairDiceError, commit

SECRET = bytes(range(32))
SEEDS = ("alice's cat", "боб")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200).filter(
    lambda text: bool(text.strip())
)


def dice(secret: Any = SECRET, seeds: Any = SEEDS, context: Any = "match 17") -> FairDice:
    return FairDice(secret, seeds=seeds, context=context)


def netstrings(*texts: str) -> bytes:
    message = b""
    for text in texts:
        message += str(len(text.encode("utf-8"))).encode("ascii") + b":" + text.encode() + b","
    return message


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    """RFC 2104, section 2, for keys no longer than a block of 64 bytes."""
    padded = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def roll_by_hand(secret: bytes, seeds: tuple[str, str], context: str, n: int) -> tuple[int, int]:
    for attempt in range(100):
        fields = ("hmac-sha256-dice-1", "roll", context, *seeds, str(n), str(attempt))
        first, second, *_ = hmac_by_hand(secret, netstrings(*fields))
        if first < 252 and second < 252:
            return first % 6 + 1, second % 6 + 1
    raise AssertionError("a hundred attempts cannot all fail")


def test_rolls_are_those_that_openssl_computes() -> None:
    # openssl dgst -sha256 -mac HMAC -macopt hexkey:... of the recipe's text for n = 0 to 3 gives
    # f4ca..., a86a..., 7218... and ba1a...; sha256sum gives the commitment.
    first_bytes = [(0xF4, 0xCA), (0xA8, 0x6A), (0x72, 0x18), (0xBA, 0x1A)]
    assert [dice().roll(n) for n in range(4)] == [(a % 6 + 1, b % 6 + 1) for a, b in first_bytes]
    assert commit(SECRET, context="match 17") == (
        "69b19e8a6587d36291c8da801b01f30818db6622252e45938919d0679178925c"
    )


@given(st.binary(min_size=32, max_size=32), TEXTS, TEXTS, TEXTS, st.integers(0, 2**32 - 1))
def test_any_roll_can_be_recomputed_by_the_recipe_alone(
    secret: bytes, first: str, second: str, context: str, n: int
) -> None:
    seeds = (first, second)
    assert dice(secret, seeds, context).roll(n) == roll_by_hand(secret, seeds, context, n)


def test_bytes_that_would_favour_low_faces_are_drawn_again() -> None:
    def first_block(n: int) -> bytes:
        fields = ("hmac-sha256-dice-1", "roll", "match 17", *SEEDS, str(n), "0")
        return hmac_by_hand(SECRET, netstrings(*fields))

    biased = [n for n in range(1000) if max(first_block(n)[:2]) >= 252]
    assert len(biased) > 10
    assert [dice().roll(n) for n in biased] == [
        roll_by_hand(SECRET, SEEDS, "match 17", n) for n in biased
    ]


def test_sixty_thousand_rolls_are_spread_evenly() -> None:
    seen = Counter(dice().roll(n) for n in range(60_000))
    assert set(seen) == set(product(range(1, 7), repeat=2))
    expected = 60_000 / 36
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    assert 14.0 < chi_square < 66.6  # 35 degrees of freedom: .9995 and .001


def test_neighbouring_rolls_have_nothing_to_do_with_each_other() -> None:
    rolls = [dice().roll(n) for n in range(20_001)]
    again = sum(one == other for one, other in pairwise(rolls))
    assert abs(again - 20_000 / 36) < 4 * (20_000 * 35 / 36**2) ** 0.5


@pytest.mark.parametrize(
    "other",
    [
        dice(secret=bytes(32)),
        dice(context="match 18"),
        dice(seeds=("alice's cat ", "боб")),
        dice(seeds=("боб", "alice's cat")),
        dice(seeds=("alice's ca", "tбоб")),
        dice(seeds=("alice's cat,6:боб", "боб")),
    ],
    ids=["secret", "context", "blank", "order", "border", "netstring"],
)
def test_whatever_differs_gives_other_rolls(other: FairDice) -> None:
    assert [dice().roll(n) for n in range(30)] != [other.roll(n) for n in range(30)]


def test_the_commitment_binds_secret_and_context_and_no_seed() -> None:
    assert dice().commitment == dice(seeds=("other", "seeds")).commitment
    assert dice().commitment == commit(SECRET, context="match 17")
    assert len({dice().commitment, dice(context="x").commitment, dice(bytes(32)).commitment}) == 3


def test_equal_seeds_cancel_nothing() -> None:
    same = [dice(seeds=(word, word)).roll(n) for word in ("a", "b") for n in range(30)]
    assert same[:30] != same[30:]


def test_printing_dice_keeps_the_secret() -> None:
    assert "secret" not in repr(dice())
    assert repr(SECRET) not in repr(dice())


@pytest.mark.parametrize(
    ("code", "bad"),
    [
        ("secret_too_short", {"secret": bytes(31)}),
        ("secret_too_short", {"secret": b""}),
        ("secret_too_long", {"secret": bytes(33)}),
        ("secret_not_bytes", {"secret": "0" * 32}),
        ("secret_not_bytes", {"secret": bytearray(32)}),
        ("secret_not_bytes", {"secret": None}),
        ("seeds_not_two", {"seeds": ("a",)}),
        ("seeds_not_two", {"seeds": ["a", "b"]}),
        ("seeds_not_two", {"seeds": "ab"}),
        ("seed_blank", {"seeds": ("", "b")}),
        ("seed_blank", {"seeds": ("a", " \u3000\n")}),
        ("seed_too_long", {"seeds": ("a" * 201, "b")}),
        ("seed_too_long", {"seeds": ("a" * 10_000_000, "b")}),
        ("seed_not_text", {"seeds": ("a", 7)}),
        ("seed_not_text", {"seeds": ("a", "\ud83d")}),
        ("context_blank", {"context": ""}),
        ("context_too_long", {"context": "x" * 201}),
        ("context_not_text", {"context": 17}),
        ("context_not_text", {"context": "x\udfff"}),
    ],
)
def test_what_cannot_be_rolled_from_is_refused_by_cause(code: str, bad: dict[str, Any]) -> None:
    with pytest.raises(FairDiceError) as refused:
        dice(**bad)
    assert refused.value.code == code
    assert 10 < len(str(refused.value)) < 200


def test_a_bad_seed_is_refused_with_whose_it_is() -> None:
    with pytest.raises(FairDiceError) as refused:
        dice(seeds=("a", ""))
    assert refused.value.detail == {"side": 2}


@pytest.mark.parametrize("n", [-1, 2**32, 10**5000], ids=["below", "above", "huge"])
def test_roll_numbers_have_an_end(n: int) -> None:
    with pytest.raises(FairDiceError) as refused:
        dice().roll(n)
    assert (refused.value.code, str(refused.value)) == (
        "index_out_of_range",
        "Rolls are numbered from 0 to 4294967295.",
    )


@pytest.mark.parametrize("n", [True, 1.0, "1", None])
def test_roll_numbers_are_whole(n: Any) -> None:
    with pytest.raises(FairDiceError) as refused:
        dice().roll(n)
    assert refused.value.code == "index_not_whole"
