"""The legal plays of every game are those of a slow oracle, which is first held against facts."""

import random
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from matches.engine.boards import format_board
from matches.engine.dice import ROLLS, Dice
from matches.engine.errors import VariantError
from matches.engine.plays import LegalPlays
from matches.engine.position import Position
from matches.engine.positionid import parse_position_id
from matches.engine.presets import BACKGAMMON, GAMES, TAVLA, VARIANTS
from matches.engine.variant import Variant
from tests.engine.facts import document, records, seen_by_mover
from tests.engine.naive import naive_plays
from tests.engine.naive_steps import board_of, over
from tests.engine.strategies import positions_of

Groups = tuple[tuple[int, int], ...]  # (number, how often), stage after stage

NAMES = sorted(VARIANTS)
#: What the legal plays of a roll do not depend on, or what makes another game.
APART = {"name", "start", "geometry", "contact", "opening", "next_game_starter", "cube", "deadlock"}
HINTS = {name: hint for name, hint in get_type_hints(Variant).items() if name not in APART}
#: From more places than these the oracle plays three numbers of a double: it tries every order.
MOST_PLACES = 9


def oracle(
    position: Position, numbers: tuple[int, ...], game: Variant, *, first_turn: bool = False
) -> set[Position]:
    plays = naive_plays(position, numbers, game, first_turn=first_turn)
    return {play.boards[-1].position() for play in plays}


def outcomes(position: Position, groups: Groups, game: Variant) -> set[tuple[Position, Groups]]:
    """Where a cascade can end, with the numbers that are left of it."""
    if not groups:
        return {(position, ())}
    (number, times), *rest = groups
    found: set[tuple[Position, Groups]] = set()
    for play in naive_plays(position, (number,) * times, game):
        after, left = play.boards[-1].position(), times - len(play.steps)
        if over(play.boards[-1], game):
            found.add((after, ()))
        elif left:
            found.add((after, ((number, left), *rest)))
        else:
            found |= outcomes(after, tuple(rest), game)
    return found


@pytest.mark.parametrize("case", document("variants_cases"), ids=lambda case: case["id"])
def test_the_oracle_agrees_with_the_cases_of_the_rules(case: dict[str, Any]) -> None:
    game = GAMES[case["game"]].replace(**case.get("options", {}))
    position = seen_by_mover(case, case["position"])
    if "dice" in case:
        numbers = Dice(*case["dice"]).numbers
        found = oracle(position, numbers, game, first_turn=case["first_turn"])
        assert found == {seen_by_mover(case, board) for board in case["results"]}
        return
    groups = tuple((number, times) for number, times in case["number_groups"])
    assert outcomes(position, groups, game) == {
        (seen_by_mover(case, end["result"]), tuple(map(tuple, end["unused"])))
        for end in case["outcomes"]
    }


@pytest.mark.parametrize(("name", "every"), [("legal_plays", 60), ("legal_plays_synthetic", 3)])
def test_the_oracle_agrees_with_other_programs(name: str, every: int) -> None:
    for record in records(name)[::every]:
        position = parse_position_id(record["position_id"])
        found = oracle(position, Dice(*record["dice"]).numbers, BACKGAMMON)
        expected = {parse_position_id(text).mirrored() for text in record["legal_position_ids"]}
        assert found == expected, (record["position_id"], record["dice"])


def values_of(hint: Any) -> Iterator[Any]:
    """Some values of an option by its type."""
    if hint is bool:
        yield from (False, True)
    elif hint is int:
        yield from (1, 4)
    elif hint is type(None):
        yield None
    for part in get_args(hint):
        yield from values_of(part) if isinstance(part, type) or get_args(part) else (part,)


OPTIONS = st.sampled_from(sorted(HINTS)).flatmap(
    lambda name: st.tuples(st.just(name), st.sampled_from(list(values_of(HINTS[name]))))
)


@st.composite
def house_forms(draw: st.DrawFn, name: str) -> Variant:
    """A game with any of its options changed, those that it accepts."""
    game = VARIANTS[name]
    for option, value in draw(st.lists(OPTIONS, max_size=12)):
        try:
            game = game.replace(**{option: value})
        except VariantError:
            continue
    return game


def numbers_used_up(draw: st.DrawFn, game: Variant) -> tuple[int, ...]:
    """The numbers of a roll, or what is left of a double to an opponent."""
    numbers = game.numbers(draw(st.sampled_from(ROLLS)))
    return numbers[draw(st.sampled_from((0, 0, 0, 0, 1))) :]


@st.composite
def questions(draw: st.DrawFn, name: str) -> tuple[Variant, Position, tuple[int, ...], bool]:
    game = draw(house_forms(name))
    position = draw(st.just(game.starting_position) | positions_of(game))
    numbers = numbers_used_up(draw, game)
    places = sum(1 for point in range(1, 25) if position.count(1, point))
    if places > MOST_PLACES:
        numbers = numbers[:3]
    return game, position, numbers, draw(st.booleans())


def agree(
    game: Variant, position: Position, numbers: tuple[int, ...], *, first_turn: bool
) -> set[Position]:
    """The oracle's results, after the engine has found the same."""
    expected = oracle(position, numbers, game, first_turn=first_turn)
    plays = LegalPlays(position, numbers, game, first_turn=first_turn)
    asked = game, format_board(position), numbers, first_turn
    assert plays.results == expected, asked
    return expected


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_engine_finds_the_plays_of_the_oracle(name: str, data: st.DataObject) -> None:
    game, position, numbers, first_turn = data.draw(questions(name))
    if not over(board_of(position), game):
        agree(game, position, numbers, first_turn=first_turn)


CROWDED = st.lists(st.integers(1, 8), min_size=1, max_size=6)


@settings(max_examples=100, deadline=None)
@given(CROWDED, st.sets(st.integers(1, 8)), st.sampled_from(ROLLS), st.data())
def test_they_agree_where_hitting_meets_a_compulsory_bear_off(
    own: list[int], blots: set[int], dice: Dice, data: st.DataObject
) -> None:
    mandatory = data.draw(st.sampled_from(("optional", "strict", "die", "roll")))
    game = TAVLA.replace(hit_and_run_home=False, bearoff_mandatory=mandatory)
    enemies = {25 - point: 1 for point in blots - set(own)}
    position = Position.of({point: own.count(point) for point in own}, enemies)
    if not over(board_of(position), game):
        agree(game, position, dice.numbers, first_turn=False)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_they_agree_all_through_games_played_at_random(name: str) -> None:
    game, chance = GAMES[name], random.Random(name)
    position, asked = game.starting_position, 0
    while asked < 40:
        numbers = game.numbers(chance.choice(ROLLS))
        ends = agree(game, position, numbers, first_turn=position == game.starting_position)
        position = chance.choice(sorted(ends, key=lambda end: end.bits)).mirrored()
        asked += 1
        if over(board_of(position), game):
            position = game.starting_position
