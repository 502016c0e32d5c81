"""Ladders: what a challenge does to the order, and who may make one."""

from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from hypothesis import given, strategies as st

from tests.formats.cast import entrants, letter, names
from tests.formats.refusal import refused
from tournaments.formats.graph import EntrantId
from tournaments.formats.ladder import (
    CalledOff,
    Challenged,
    ChallengeId,
    Decided,
    Happening,
    Joined,
    Ladder,
    NotPlayed,
    Withdrew,
    ladder,
    may_challenge,
    objection,
    steps,
)
from tournaments.formats.ladder_rules import LadderRules, Unplayed, Winning

DAY = date(2026, 12, 5)
CLUB = LadderRules()  # up to 5 places, one open challenge each, a week to play


def challenge(number: int, pair: str, on: date = DAY) -> Challenged:
    """`ca`: c challenges a."""
    challenger, challenged = names(pair)
    due = on + timedelta(days=7)
    return Challenged(on, ChallengeId(number), challenger, challenged, due)


def won(number: int, by: str) -> Decided:
    return Decided(DAY, ChallengeId(number), *names(by))


def order(rules: LadderRules, first: str, *happenings: Happening) -> str:
    return "".join(map(letter, ladder(rules, names(first), happenings).order))


def test_a_challenger_who_wins_takes_the_place_and_those_between_go_down() -> None:
    assert order(CLUB, "abcdef", challenge(1, "eb"), won(1, "e")) == "aebcdf"


def test_two_may_change_places_instead() -> None:
    swaps = LadderRules(winning=Winning.SWAPS)
    assert order(swaps, "abcdef", challenge(1, "eb"), won(1, "e")) == "aecdbf"


def test_a_challenger_who_loses_changes_nothing() -> None:
    assert order(CLUB, "abcdef", challenge(1, "eb"), won(1, "b")) == "abcdef"


def test_two_who_both_lose_change_nothing() -> None:
    nobody = Decided(DAY, ChallengeId(1), None)
    after = ladder(CLUB, names("abc"), [challenge(1, "ca"), nobody])
    assert after == Ladder.of(CLUB, names("abc"))


def test_a_challenger_who_has_come_to_stand_above_stays_there() -> None:
    both = LadderRules(made=2, in_all=4)
    happened = challenge(1, "cb"), challenge(2, "ca"), won(2, "c"), won(1, "c")
    assert order(both, "abc", *happened) == "cab"


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (CLUB, "adbce"),
        (LadderRules(unplayed=Unplayed.NOTHING), "abcde"),
        (LadderRules(unplayed=Unplayed.CHALLENGED_FALLS, fall=2), "acdbe"),
        (LadderRules(unplayed=Unplayed.CHALLENGED_FALLS, fall=8), "acdeb"),
    ],
)
def test_what_an_unplayed_challenge_means_is_for_the_rules(
    rules: LadderRules, expected: str
) -> None:
    missed = NotPlayed(DAY, ChallengeId(1))
    assert order(rules, "abcde", challenge(1, "db"), missed) == expected


def test_who_leaves_lets_all_below_up_and_who_joins_is_last() -> None:
    (b,) = names("b")
    assert order(CLUB, "abc", Withdrew(DAY, b), Joined(DAY, EntrantId(9)), Joined(DAY, b)) == "acib"


def test_challenges_of_who_leaves_are_over() -> None:
    now = ladder(CLUB, names("abcd"), [challenge(1, "ba"), challenge(2, "dc")])
    left = now.after(Withdrew(DAY, *names("a")))
    assert [one.challenge for one in left.open] == [2]


def test_a_challenge_called_off_was_never_made() -> None:
    happened: list[Happening] = [challenge(1, "ca"), CalledOff(DAY, ChallengeId(1))]
    assert ladder(CLUB, names("abc"), happened) == Ladder.of(CLUB, names("abc"))


def test_a_challenge_is_overdue_the_day_after_its_last() -> None:
    now = ladder(CLUB, names("ab"), [challenge(1, "ba")])
    assert CLUB.play_by(DAY) == date(2026, 12, 12)
    assert now.overdue(date(2026, 12, 12)) == ()
    assert [one.challenge for one in now.overdue(date(2026, 12, 13))] == [1]


def test_a_result_corrected_is_the_same_told_again() -> None:
    happened: list[Happening] = [challenge(1, "cb"), won(1, "c"), challenge(2, "ba"), won(2, "b")]
    assert order(CLUB, "abc", *happened) == "bac"
    happened[1] = won(1, "b")
    assert order(CLUB, "abc", *happened) == "bac"
    assert [s.after.place(EntrantId(2)) for s in steps(CLUB, names("abc"), happened)] == [
        2, 2, 2, 1,
    ]  # fmt: skip


# --- Who may challenge whom ----------------------------------------------------------------------
def why(now: Ladder, pair: str) -> str:
    found = objection(now, *names(pair))
    return found.code if found else ""


@pytest.mark.parametrize(
    ("pair", "code"),
    [
        ("fa", ""),
        ("ga", "out_of_reach"),
        ("ab", "not_above"),
        ("aa", "not_above"),
        ("za", "not_on_ladder"),
    ],
)
def test_a_challenge_goes_up_to_five_places_up(pair: str, code: str) -> None:
    assert why(Ladder.of(CLUB, names("abcdefgh")), pair) == code


def test_everybody_has_one_open_challenge() -> None:
    now = ladder(CLUB, names("abcde"), [challenge(1, "ca")])
    found = {pair: why(now, pair) for pair in ("ca", "cb", "ba", "da", "dc", "db")}
    assert found == {
        "ca": "already_open",
        "cb": "challenger_busy",
        "ba": "challenged_busy",
        "da": "challenged_busy",
        "dc": "challenged_busy",
        "db": "",
    }


def test_whom_one_may_challenge_is_who_raises_no_objection() -> None:
    now = ladder(CLUB, names("abcdefghij"), [challenge(1, "db")])
    for challenger in names("abcdefghijz"):
        free = tuple(one for one in now.order if objection(now, challenger, one) is None)
        assert may_challenge(now, challenger) == free
    assert may_challenge(now, *names("h")) == tuple(names("cefg"))


def test_several_may_challenge_one_where_the_rules_say_so() -> None:
    # Gamecolony: at most three challenges against one player.
    rules = LadderRules(reach=None, faced=3, in_all=4)
    made = [challenge(n, f"{who}a") for n, who in enumerate("hgf", start=1)]
    assert why(ladder(rules, names("abcdefgh"), made[:2]), "fa") == ""
    assert why(ladder(rules, names("abcdefgh"), made), "ea") == "challenged_busy"


def test_an_objection_is_a_refusal_in_words() -> None:
    found = objection(Ladder.of(CLUB, names("abcdefgh")), *names("ha"))
    assert found is not None
    assert str(found.error()) == "A challenge goes at most 5 places up, and this is 7."


@pytest.mark.parametrize(
    ("code", "happened"),
    [
        ("unknown_entrant", [challenge(1, "za")]),
        ("unknown_entrant", [Withdrew(DAY, EntrantId(9))]),
        ("entrant_twice", [Joined(DAY, EntrantId(1))]),
        ("plays_himself", [challenge(1, "aa")]),
        ("challenge_twice", [challenge(1, "ba"), challenge(1, "ca")]),
        ("no_such_challenge", [won(1, "a")]),
        ("no_such_challenge", [challenge(1, "ba"), won(1, "a"), NotPlayed(DAY, ChallengeId(1))]),
        ("not_in_challenge", [challenge(1, "ba"), won(1, "c")]),
    ],
)
def test_what_cannot_have_happened_is_refused(code: str, happened: list[Happening]) -> None:
    with refused(code):
        ladder(CLUB, names("abc"), happened)


@pytest.mark.parametrize(
    ("code", "data"),
    [
        ("ladder_unreadable", 5),
        ("setting_unknown", {"colour": "red"}),
        ("ladder_out_of_range", {"reach": 0}),
        ("ladder_out_of_range", {"days": 7.5}),
        ("rule_unknown", {"winning": "always"}),
    ],
)
def test_rules_that_make_no_sense_are_refused(code: str, data: dict[str, object]) -> None:
    with refused(code):
        LadderRules.of(data)


def test_rules_survive_being_stored() -> None:
    rules = LadderRules.of({"reach": None, "faced": 3, "unplayed": "nothing"})
    assert (rules.reach, rules.faced, rules.unplayed) == (None, 3, Unplayed.NOTHING)
    assert LadderRules.of(rules.as_data()) == rules


# --- Whatever happens ----------------------------------------------------------------------------
RULES = st.builds(
    LadderRules,
    reach=st.none() | st.integers(1, 6),
    made=st.integers(1, 3),
    faced=st.integers(1, 3),
    in_all=st.integers(1, 4),
    winning=st.sampled_from(Winning),
    unplayed=st.sampled_from(Unplayed),
    fall=st.integers(1, 9),
)


def next_happening(draw: st.DrawFn, now: Ladder, number: int) -> Happening:
    """Something that may happen on this ladder, challenges within the rules."""
    pairs = [(one, other) for one in now.order for other in may_challenge(now, one)]
    choices: list[Happening] = [Joined(DAY, EntrantId(100 + number))]
    choices += [
        Challenged(DAY, ChallengeId(number), one, other, now.rules.play_by(DAY))
        for one, other in pairs
    ]
    for made in now.open:
        choices += [Decided(DAY, made.challenge, who) for who in (made.challenger, made.challenged)]
        choices += [NotPlayed(DAY, made.challenge), CalledOff(DAY, made.challenge)]
    choices += [Withdrew(DAY, one) for one in now.order]
    return draw(st.sampled_from(choices))


@st.composite
def played(draw: st.DrawFn) -> tuple[LadderRules, Sequence[EntrantId], list[Happening]]:
    rules, first = draw(RULES), entrants(draw(st.integers(0, 7)))
    now, happened = Ladder.of(rules, first), []
    for number in range(draw(st.integers(0, 25))):
        happened.append(next_happening(draw, now, number))
        now = now.after(happened[-1])
    return rules, first, happened


@given(played())
def test_whatever_happens_the_order_holds_everybody_once_and_nobody_too_many_challenges(
    case: tuple[LadderRules, Sequence[EntrantId], list[Happening]],
) -> None:
    rules, first, happened = case
    here = set(first)
    for step in steps(rules, first, happened):
        match step.happening:
            case Joined(entrant=entrant):
                here.add(entrant)
            case Withdrew(entrant=entrant):
                here.remove(entrant)
            case _:
                pass
        assert len(step.after.order) == len(here)
        assert set(step.after.order) == here
        for entrant in here:
            mine = step.after.open_of(entrant)
            assert len(mine) <= rules.in_all
            assert sum(one.challenger == entrant for one in mine) <= rules.made
            assert sum(one.challenged == entrant for one in mine) <= rules.faced


@given(played(), st.data())
def test_told_again_from_anywhere_it_comes_out_the_same(
    case: tuple[LadderRules, Sequence[EntrantId], list[Happening]], data: st.DataObject
) -> None:
    rules, first, happened = case
    at = data.draw(st.integers(0, len(happened)))
    now = ladder(rules, first, happened[:at])
    for happening in happened[at:]:
        now = now.after(happening)
    assert now == ladder(rules, first, happened)
