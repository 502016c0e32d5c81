"""A draw kept as data, through JSON, is the same draw again."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.formats.cast import entrants
from tests.formats.refusal import refused
from tests.formats.shaped import EVERY_CONFIG, FIVE, SEVEN
from tournaments.formats.alterations import Alteration, Altering
from tournaments.formats.drafting import altered
from tournaments.formats.draw import Draw, DrawConfig, draw
from tournaments.formats.graph import EntrantId
from tournaments.formats.redraw import alterations_of, draw_said, options_of, redrawn
from tournaments.formats.seeding import Byes, DrawOptions
from tournaments.formats.separation import Separation


def options(size: int, chance: Random) -> DrawOptions:
    field = entrants(size)
    return DrawOptions(
        seeds=tuple(chance.sample(field, chance.randint(0, size))),
        byes=chance.choice(list(Byes)),
        ratings={one: chance.randint(1000, 2000) for one in field},
        byes_before={one: chance.randint(0, 3) for one in field},
        apart=(Separation(2, {one: chance.choice("ABC") for one in field}),),
    )


def through_json(drawn: Draw) -> Any:
    return json.loads(json.dumps(draw_said(drawn, ["club"])))


@given(st.integers(4, 20), st.sampled_from(EVERY_CONFIG), st.integers().map(Random), st.booleans())
def test_the_same_data_give_the_same_draw(
    size: int, config: DrawConfig, chance: Random, blind: bool
) -> None:
    how = DrawOptions() if blind else options(size, chance)
    drawn = draw(entrants(size), config, seed="s", options=how)
    one, other = chance.sample(entrants(size), 2)
    drawn = altered(drawn, config, [Alteration(Altering.SWAP, (one, other))])
    again = redrawn(through_json(drawn), config)
    assert (again.lines, again.altered, again.algorithm) == (
        drawn.lines,
        drawn.altered,
        drawn.algorithm,
    )
    assert dict(again.graph) == dict(drawn.graph)


def test_late_entrants_are_not_in_the_field_that_was_drawn() -> None:
    config = DrawConfig(SEVEN, FIVE)
    drawn = draw(entrants(4), config, seed="s")
    late = Alteration(Altering.GROW, (EntrantId(5), EntrantId(6)))
    drawn = altered(drawn, config, [late])
    said = through_json(drawn)
    assert said["field"] == entrants(4)
    assert said["altered"] == [{"change": "grow", "entrants": [5, 6]}]
    assert redrawn(said, config).field == (*entrants(4), 5, 6)


def test_a_blind_draw_has_no_options_to_keep() -> None:
    assert through_json(draw(entrants(4), DrawConfig(SEVEN), seed="s"))["options"] == {}


GOOD: dict[str, Any] = {"seeds": [1], "byes": "lots", "ratings": {}, "byes_before": {}, "apart": []}


@pytest.mark.parametrize(
    "bad",
    [
        {"seeds": ["1"]},
        {"seeds": None},
        {"byes": "mine"},
        {"ratings": {"x": 1}},
        {"ratings": {"1": "high"}},
        {"byes_before": [1]},
        {"apart": [{"groups": {}}]},
        {"apart": [{"weight": "2", "groups": {}}]},
        {"apart": [{"weight": 2, "groups": {"1": 7}}]},
    ],
)
def test_options_that_nobody_wrote_are_refused(bad: dict[str, Any]) -> None:
    assert options_of(GOOD).seeds == (1,)
    with refused("draw_unreadable"):
        options_of({**GOOD, **bad})


@pytest.mark.parametrize(
    "bad", [{"change": "shuffle", "entrants": [1, 2]}, {"change": "swap"}, {"entrants": [1, 2]}, 7]
)
def test_changes_that_nobody_made_are_refused(bad: Any) -> None:
    with refused("draw_unreadable"):
        alterations_of([bad])
