"""The books of an evening: every line adds up to nothing, and nothing that was done is missing."""

import pytest

from matches.chouette_books import log_context
from matches.selectors.chouette_books import books, chouette_log
from matches.services.chouettes import (
    chouette_close,
    chouette_join,
    chouette_leave,
    chouette_new_link,
    chouette_void_roll,
)
from tests.matches.chouettes import Evening, by_host

pytestmark = pytest.mark.django_db


def box_drops(evening: Evening) -> None:
    """The captain doubles out whoever is in the box."""
    box, captain = evening.table.mover(1), evening.table.mover(2)
    assert isinstance(box, int)
    assert isinstance(captain, int)
    evening.opens(3, 1)
    evening.do(box, "play", play="8/5 6/5")
    evening.do(captain, "double")
    assert evening.do(box, "drop") == ""


def test_the_score_sheet_tells_each_game_and_who_pays_whom() -> None:
    evening = Evening(stake=5)
    box_drops(evening)
    chouette_leave(chouette_id=evening.pk, seat=4, act=by_host(1))
    chouette_join(chouette_id=evening.pk, name="Emil", act=by_host(2))
    box_drops(evening)
    told = books(evening.row)
    assert [dict(each.result.scores) for each in told.games] == [
        {1: -3, 2: 1, 3: 1, 4: 1},
        {2: -3, 3: 1, 1: 1, 5: 1},
    ]
    assert told.points == {1: -2, 2: -2, 3: 2, 4: 1, 5: 1}
    assert told.payments == ((1, 3, 2), (2, 4, 1), (2, 5, 1))
    assert [each.end for each in told.games] == [4, 10]


def test_the_log_has_all_that_was_done_in_its_order() -> None:
    evening = Evening()
    chouette_new_link(chouette_id=evening.pk, seat=2, act=by_host(1))
    evening.opens()
    chouette_void_roll(chouette_id=evening.pk, act=by_host(2))
    chouette_join(chouette_id=evening.pk, name="Emil", act=by_host(3))
    box_drops(evening)
    chouette_leave(chouette_id=evening.pk, seat=1, act=by_host(4))
    chouette_close(chouette_id=evening.pk, act=by_host(5))
    lines = chouette_log(evening.row)
    assert [(line.do, line.seat) for line in lines] == [
        ("created", None),
        *(("sat", seat) for seat in (1, 2, 3, 4)),
        ("link", 2),
        ("opening", 1),
        ("void_roll", None),
        ("join", 5),
        ("opening", 1),
        ("play", 1),
        ("double", 2),
        ("drop", 1),
        ("leave", 1),
        ("closed", None),
    ]
    assert [line.ident for line in lines] == list(range(1, 16))
    assert {line.by_name for line in lines if line.do in {"link", "join", "closed"}} == {
        "Dana Director"
    }
    assert [line.do for line in lines if line.over is not None] == ["drop"]


def test_the_log_says_it_in_words_a_page_at_a_time() -> None:
    evening = Evening()
    box_drops(evening)
    said = [line["what"] for line in log_context(evening.row)["lines"]]
    assert said[0] == "Anna: drops"
    assert said[2] == "Anna: 8/5 6/5"
    assert said[-1] == "set up"
    assert log_context(evening.row)["lines"][0]["scores"] == [
        "Anna −3",
        "Berta +1",
        "Carla +1",
        "Dora +1",
    ]
    older = log_context(evening.row, before=3)
    assert [line["what"] for line in older["lines"]] == ["Anna: sat down", "set up"]
    assert older["older"] is None
