"""The figures of an analysis, by their definitions."""

import pytest

from matches.analysis import Analysis, Choice, Figures, Judged

ONE = Figures(plays=40, unforced=30, cube=10, play_error=0.5, cube_error=0.3, luck=1.5)
OTHER = Figures(plays=40, unforced=25, cube=0, play_error=0.1, cube_error=0.0, luck=-0.5)


def judged(at: int, loss: float) -> Judged:
    return Judged(at, 1, at, 1, Choice.PLAY, "8/5 6/5", "24/20", loss, "31")


def test_the_error_rate_is_what_was_lost_by_decisions_that_were_some() -> None:
    assert ONE.error == pytest.approx(0.8)
    assert ONE.rate == pytest.approx(1000 * 0.8 / 40)
    assert OTHER.rate == pytest.approx(1000 * 0.1 / 25)


def test_the_performance_rating_is_half_the_error_rate() -> None:
    assert ONE.rating == pytest.approx(500 * 0.8 / 40)


def test_snowie_divides_by_the_plays_of_both() -> None:
    analysis = Analysis(0, (ONE, OTHER), ())
    assert analysis.snowie(1) == pytest.approx(1000 * 0.8 / 80)
    assert analysis.snowie(2) == pytest.approx(1000 * 0.1 / 80)


def test_who_decided_nothing_has_no_rate() -> None:
    nobody = Figures()
    assert (nobody.rate, nobody.rating) == (None, None)
    assert Analysis(0, (nobody, nobody), ()).snowie(1) is None


def test_the_biggest_errors_come_first_and_what_cost_nothing_is_none() -> None:
    told = tuple(judged(at, loss) for at, loss in enumerate([0.02, 0.0, 0.3, 0.0004, 0.02], 1))
    worst = Analysis(0, (ONE, OTHER), told).worst(10)
    assert [one.at for one in worst] == [3, 1, 5]
    assert [one.at for one in Analysis(0, (ONE, OTHER), told).worst(1)] == [3]
