"""Swiss rounds on plain data: who is paired, why, and what is refused."""

import pytest

from tests.formats.cast import letter, names
from tests.formats.swiss_play import SEVEN, members, past
from tournaments.formats.errors import FormatError
from tournaments.formats.pairing import Member, Missed, Past, Round
from tournaments.formats.swiss import SwissRules, check_rounds, pair_round
from tournaments.formats.swiss_records import Absences, points, records
from tournaments.formats.swiss_wishes import NO_WISHES, Wishes

A, B, C, D, E = names("abcde")


def written(round_: Round) -> list[str]:
    """`ab same_score`, each pair in alphabetical order, in table order."""
    return [
        " ".join(
            ["".join(sorted(map(letter, pairing.entrants))), *(r.code for r in pairing.reasons)]
        )
        for pairing in round_.pairings
    ]


def paired(field: list[Member], so_far: Past, seed: str = "s", wishes: Wishes = NO_WISHES) -> Round:
    return pair_round(field, so_far, SEVEN, seed=seed, wishes=wishes)


def test_winners_meet_winners_at_the_first_tables() -> None:
    assert written(paired(members(4), past("ab cd"))) == ["ac same_score", "bd same_score"]


def test_the_first_round_is_drawn_by_lot() -> None:
    opponents = [
        next(p for p in paired(members(4), Past(), seed=str(n)).pairings if A in p.entrants)
        for n in range(300)
    ]
    # Three opponents, 300 draws: 100 each, give or take 8 (one sigma).
    for other in (B, C, D):
        assert 60 < sum(other in pairing.entrants for pairing in opponents) < 140


def test_the_bye_goes_to_the_lowest_score_without_one() -> None:
    round_ = paired(members(5), past("ab cd e", "ae cb d"))
    *_, bye = round_.pairings
    assert bye.is_bye
    assert bye.first == B
    assert bye.reasons[0].code == "bye_lowest"
    assert bye.reasons[0].message == "Bye: the lowest score, 0, of those who have had no bye."


def test_an_odd_group_sends_one_down_and_says_so() -> None:
    # After one round of six there are three winners, so one of them meets a loser.
    round_ = paired(members(6), past("ab cd ef"))
    assert [line[3:] for line in written(round_)] == ["same_score", "float_odd", "same_score"]


def test_who_has_met_his_group_goes_down_and_says_so() -> None:
    # a and c lead with two wins each, and have met (it was forfeited by both).
    so_far = past("a=c bd ef", "ae cf b=d", "ad cb e=f")
    codes = {code for line in written(paired(members(6), so_far)) for code in line.split()[1:]}
    assert "float_met_all" in codes
    assert "ac" not in {line[:2] for line in written(paired(members(6), so_far))}


def test_floats_are_counted_each_way() -> None:
    # Round 2: e had 1 point, b none. Round 3: b still had none, d had 1; a and e both had 2.
    book = records(members(6), past("ab cd ef", "ac eb df", "ae cf bd"), Absences())
    assert (book[E].downs, book[E].ups) == (1, 0)
    assert (book[B].downs, book[B].ups) == (0, 2)


def test_a_rematch_is_made_rather_than_nobody_left_unpaired() -> None:
    # Two triangles: a, b, c have met all of d, e, f, and each other three cannot pair off.
    so_far = past("ad be cf", "ae bf cd", "af bd ce")
    round_ = paired(members(6), so_far)
    assert [(notice.code, notice.detail) for notice in round_.notices] == [
        ("rematches", {"matches": 1})
    ]
    assert sum("rematch_unavoidable" in line for line in written(round_)) == 1


def test_two_meet_again_and_again_and_say_that_there_is_nobody_else() -> None:
    (pairing,) = paired(members(2), past("ab")).pairings
    assert [reason.code for reason in pairing.reasons][1:] == ["rematch_met_all"]
    assert pairing.reasons[1].detail == {"entrant": A, "opponent": B, "times": 1}


def test_a_forfeit_counts_as_met_and_as_a_loss() -> None:
    book = records(members(4), past("a=b c!d"), Absences())
    assert (book[A].score, book[A].losses, book[A].met) == (0, 1, {B: 1})
    assert (book[C].score, book[D].score, book[D].losses) == (2, 0, 1)
    assert "ab" not in {line[:2] for line in written(paired(members(4), past("a=b cd")))}


@pytest.mark.parametrize(
    ("missed", "score", "losses", "byes"),
    [(Missed.LOSS, 0, 2, 0), (Missed.HALF, 2, 0, 0), (Missed.BYE, 4, 0, 2)],
)
def test_a_late_joiner_has_what_was_announced(
    missed: Missed, score: int, losses: int, byes: int
) -> None:
    field = [*members(4), Member(E, first_round=3)]
    late = records(field, past("ab cd", "ac bd"), Absences(late=missed))[E]
    assert (late.score, late.losses, late.byes) == (score, losses, byes)
    round_ = pair_round(field, past("ab cd", "ac bd"), SwissRules(3, Absences(missed)), seed="s")
    assert E in [entrant for pairing in round_.pairings for entrant in pairing.entrants]


def test_who_is_away_or_has_left_is_not_paired() -> None:
    field = [*members(4)[:2], Member(C, away=frozenset({2})), Member(D, last_round=1)]
    assert written(paired(field, past("ac bd"))) == ["ab same_score"]
    after = records(field, past("ac bd", "ab"), Absences(away=Missed.HALF))
    assert (after[C].score, after[D].score, after[D].losses) == (1, 0, 1)


def test_clubmates_are_kept_apart_where_it_costs_nothing() -> None:
    kyiv, lviv = frozenset({"club:Kyiv"}), frozenset({"club:Lviv"})
    field = [Member(m.id, labels=kyiv if m.id % 2 else lviv) for m in members(8)]
    for number in range(10):
        for pairing in paired(field, Past(), seed=str(number)).pairings:
            assert pairing.second is not None
            assert (pairing.first + pairing.second) % 2


def test_a_club_does_not_outweigh_a_score_and_that_is_said() -> None:
    kyiv = frozenset({"club:Kyiv"})
    field = [Member(m.id, labels=kyiv if m.id in {A, C} else frozenset()) for m in members(4)]
    assert written(paired(field, past("ab cd"))) == [
        "ac same_score same_club",
        "bd same_score",
    ]


def test_forced_and_forbidden_pairs_are_kept() -> None:
    wishes = Wishes(forced=((A, D), (E, None)), forbidden=((B, C),))
    with pytest.raises(FormatError) as refused:
        paired(members(5), Past(), wishes=wishes)
    assert refused.value.code == "no_pairing"
    allowed = Wishes(forced=((A, D), (E, None)), forbidden=((A, B),))
    assert sorted(written(paired(members(5), Past(), wishes=allowed))) == [
        "ad forced",
        "bc same_score",
        "e forced_bye",
    ]


def test_points_are_written_with_halves() -> None:
    assert [points(halves) for halves in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]


def test_seven_rounds_for_six_are_a_round_robin() -> None:
    with pytest.raises(FormatError, match="play a round robin, or at most 5 rounds") as refused:
        check_rounds(6, 7)
    assert refused.value.code == "play_round_robin"
    assert [notice.detail for notice in check_rounds(6, 5)] == [{"safe": 3, "rounds": 5}]
    assert check_rounds(200, 1) == check_rounds(6, 3) == check_rounds(5, 3) == ()


@pytest.mark.parametrize(
    ("code", "entrants", "rounds"),
    [
        ("field_too_small", 1, 1),
        ("too_few_rounds", 8, 0),
        ("too_many_rounds", 200, 65),
        ("play_round_robin", 7, 8),
    ],
)
def test_rounds_that_cannot_be_are_refused(code: str, entrants: int, rounds: int) -> None:
    with pytest.raises(FormatError) as refused:
        check_rounds(entrants, rounds)
    assert refused.value.code == code
