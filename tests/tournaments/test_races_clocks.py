"""Two at a clock at the same instant: a press counts once, and a flag falls once."""

import pytest

from matches.services.clock_flags import clock_check
from matches.services.deadlines import fire_due
from tests.matches.clocking import Table, second
from tests.tournaments.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

UP = 14 * 60 + 12


def test_a_press_that_two_requests_bring_at_once_counts_once() -> None:
    table = Table()
    table.press(2, 0)
    answers = at_once(*[lambda: table.press(1, 10, ident="a")] * 3)
    assert answers == ["", "", ""]
    assert [step.kind for step in table.steps()].count("press") == 2
    assert table.clock.running == 2


def test_both_pressing_at_once_is_one_press_and_one_refusal() -> None:
    table = Table()
    table.press(2, 0)
    answers = at_once(lambda: table.press(1, 10), lambda: table.press(2, 10))
    assert answers in (["", ""], ["", "pressed_twice"])
    numbers = [step.number for step in table.steps()]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_flag_falls_once_however_many_notice_at_once() -> None:
    table = Table()
    table.press(2, 0)
    at_once(
        lambda: fire_due(second(UP)),
        lambda: fire_due(second(UP)),
        lambda: clock_check(match_id=table.match_id, at=second(UP)),
    )
    assert [step.kind for step in table.steps()].count("flag") == 1
    assert table.match.winner == 2


def test_a_press_in_time_and_the_sweep_agree_on_one_of_the_two() -> None:
    table = Table()
    table.press(2, 0)
    code, _fired = at_once(lambda: table.press(1, UP - 1, sent=UP), lambda: fire_due(second(UP)))
    kinds = [step.kind for step in table.steps() if not step.refused]
    if code == "":
        assert (table.match.state, table.clock.running) == ("open", 2)
        assert kinds.count("flag") == 0
    else:
        assert (code, table.match.winner) == ("match_over", 2)
        assert kinds.count("flag") == 1
