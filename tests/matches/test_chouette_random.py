"""Whatever players do at a chouette, nothing is lost, and what is offered can be done."""

import random
from typing import Any

import pytest

from matches.engine.notation import format_play
from matches.selectors.chouette_course import watched_view
from matches.selectors.chouette_records import replayed
from tests.matches.chouettes import Evening

pytestmark = pytest.mark.django_db

RULES = [
    {},
    {"beaver": True, "raccoon": True, "jacoby": False},
    {"cube": "multi", "beaver": True, "box_takes_half": True},
    {"cube": "multi", "beaver": True, "sole_taker_beavers": True, "auto_double_limit": 2},
]


def deeds(evening: Evening) -> list[tuple[int, str, dict[str, Any]]]:
    """Everything that the table offers to anybody now."""
    found: list[tuple[int, str, dict[str, Any]]] = []
    for seat in range(1, 5):
        told = evening.state(seat)
        found += [(seat, do, {}) for do in told["can"]]
        found += [(seat, one["do"], {"member": one["member"]}) for one in told["cubes"]]
    return found


@pytest.mark.parametrize("rules", RULES)
def test_all_that_is_offered_is_accepted_and_kept(rules: dict[str, Any]) -> None:
    evening, chance = Evening(**rules), random.Random(str(rules))
    for _ in range(60):
        offered = deeds(evening)
        assert offered, "somebody can always do something"
        seat, do, what = chance.choice(offered)
        if do == "roll":
            what = {"dice": [chance.randint(1, 6), chance.randint(1, 6)]}
        elif do == "play":
            play = chance.choice(list(evening.table.game.legal_plays()))
            what = {"play": "" if play.is_pass else format_play(play)}
        elif do == "resign":
            what = {"kind": chance.randint(1, 3)}
        assert evening.do(seat, do, **what) == "", (seat, do, what)
        assert sum(evening.points()) == 0
    assert evening.table == evening.replayed()
    assert evening.row.actions.count() == 60
    assert evening.view.games > 0
    rows = list(evening.row.actions.all())
    for at in range(61):
        seen, then = watched_view(evening.row, at), replayed(evening.row, rows[:at])
        assert seen.state.ledger == then.chouette.ledger
        assert seen.is_end or seen.table == then
        assert len(seen.ends) == seen.games + seen.is_end
