"""What a score is worth, and a chance as equity."""

import pytest

from matches.analysis.equities import MatchTable

# To 3 points: chances are made up, and differ wherever a mistake could take one for another.
TABLE = MatchTable(
    3,
    ((0.5, 0.7, 0.8), (0.3, 0.5, 0.6), (0.2, 0.4, 0.5)),
    ((0.5, 0.48, 0.32), (0.5, 0.47, 0.31)),
)


@pytest.mark.parametrize(
    ("score", "winner", "points", "chance"),
    [
        ((0, 0), 1, 1, 0.6),
        ((0, 0), 2, 1, 0.4),
        ((0, 0), 2, 2, 0.2),
        ((0, 0), 1, 4, 1.0),
        ((0, 0), 2, 3, 0.0),
        ((2, 0), 2, 1, 1 - 0.47),
        ((0, 2), 1, 1, 0.48),
        ((2, 2), 1, 1, 1.0),
        ((2, 1), 2, 1, 0.5),
    ],
)
def test_a_score_is_worth_what_the_table_says_of_what_is_needed(
    score: tuple[int, int], winner: int, points: int, chance: float
) -> None:
    assert TABLE.chance(score, winner=winner, points=points) == pytest.approx(chance)


@pytest.mark.parametrize("side", [1, 2])
def test_a_game_is_worth_one_when_it_is_won_and_less_one_when_it_is_lost(side: int) -> None:
    for cube in (1, 2):
        for winner, worth in ((side, 1.0), (3 - side, -1.0)):
            chance = TABLE.chance((0, 1), winner=winner, points=cube)
            own = chance if side == 1 else 1 - chance
            found = TABLE.normalised(own, score=(0, 1), side=side, cube=cube)
            assert found == pytest.approx(worth)


def test_where_nothing_is_at_stake_nothing_is_lost() -> None:
    flat = MatchTable(3, ((0.5,) * 3,) * 3, ((0.5,) * 3,) * 2)
    assert flat.normalised(0.7, score=(0, 0), side=1, cube=1) == 0.0
