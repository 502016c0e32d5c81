"""Which matches are rated."""

import pytest

from tournaments.rulesets.presets import PRESETS
from tournaments.rulesets.rated import Ending, is_rated

USBGF, WBGF, UKBGF = (PRESETS[code].rules for code in ("usbgf", "wbgf", "ukbgf"))
NOBODY_MOVED, ONE_MOVED = (False, False), (True, False)


@pytest.mark.parametrize("rules", [USBGF, WBGF, UKBGF], ids=lambda rules: rules.code)
def test_what_was_played_to_its_end_is_rated_and_a_walkover_never(rules: object) -> None:
    assert is_rated(rules, Ending(outcome="played"))  # type: ignore[arg-type]
    for outcome in ("walkover", "double_forfeit", "double_loss", "drawn"):
        assert not is_rated(rules, Ending(outcome=outcome))  # type: ignore[arg-type]


def test_a_club_rates_nothing() -> None:
    assert not is_rated(PRESETS["club"].rules, Ending(outcome="played"))


def test_a_forfeit_is_rated_only_where_it_is_enough_that_both_have_moved() -> None:
    forfeit = Ending(outcome="forfeit")
    assert [is_rated(rules, forfeit) for rules in (USBGF, WBGF, UKBGF)] == [False, True, False]


@pytest.mark.parametrize("moved", [NOBODY_MOVED, ONE_MOVED])
def test_in_norway_a_match_in_which_not_both_have_moved_never_started(
    moved: tuple[bool, bool],
) -> None:
    assert not is_rated(WBGF, Ending(outcome="forfeit", moved=moved))
    assert not is_rated(WBGF, Ending(outcome="played", moved=moved))


def test_a_settled_match_is_rated_only_where_settling_is_simply_allowed() -> None:
    settled = Ending(outcome="played", settled=True)
    assert not is_rated(UKBGF, settled)
    assert not is_rated(USBGF, settled)
    assert is_rated(USBGF.changed({"settlements": "allowed"}), settled)
    assert not is_rated(UKBGF.changed({"settlements": "allowed"}), settled)
