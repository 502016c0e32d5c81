"""Who is on turn, and with which numbers: games at random beside a second, slow machine."""

import random

import pytest

from matches.engine.actions import MakePlay, NameDouble, OpeningThrow, Roll
from matches.engine.dice import Dice
from matches.engine.game import GameState, new_game
from matches.engine.presets import (
    ACEY_DEUCEY,
    ACEY_EUROPEAN,
    EUREKA,
    GULBARA,
    GULBARA_STEAL,
    LONG_NARDY,
    PLAKOTO_EXPRESS,
    TAVLA,
)
from matches.engine.rules import Rules
from matches.engine.variant import Variant
from tests.engine.naive import Line
from tests.engine.naive_turns import NaiveGame

PLACES = {25: "bar", 26: "hand", 0: "off"}
FORMS = {
    "acey-deucey": ACEY_DEUCEY,
    "acey-deucey, any double rolls again": ACEY_DEUCEY.replace(ad_reroll_needs_full_double=False),
    "european": ACEY_EUROPEAN,
    "european, any double rolls again": ACEY_EUROPEAN.replace(ad_reroll_needs_full_double=False),
    "gul bara": GULBARA,
    "gul bara, by turns of the game": GULBARA.replace(cascade_scope="game"),
    "gul bara, numbers pass over": GULBARA_STEAL.replace(cascade_from_turn=1),
    "gul bara, with a head": GULBARA.replace(head="one", cascade_from_turn=1),
    "gul bara, with a head and numbers that pass over": GULBARA_STEAL.replace(
        head="one", head_first_turn="any_two", cascade_from_turn=1
    ),
    "express": PLAKOTO_EXPRESS,
    "express, all numbers pass over": PLAKOTO_EXPRESS.replace(express_pass="all"),
    "express, without a cascade": PLAKOTO_EXPRESS.replace(express_escalate=False),
    "eureka, doubles twice": EUREKA.replace(eureka_double=2),
    "long nardy, one first turn": LONG_NARDY.replace(head_first_scope="game"),
    "tavla": TAVLA,
}


def text(play: Line) -> str:
    return " ".join(
        f"{PLACES.get(start, start)}/{PLACES.get(max(end, 0), end)}" for start, end, _ in play.steps
    )


def moment(game: GameState | NaiveGame) -> tuple[object, ...]:
    """What both must agree on while the game goes on."""
    if isinstance(game, NaiveGame):
        return game.phase, game.side, tuple(game.stages), game.position
    return game.turn.phase.value, game.turn.side, game.turn.groups, game.position


class Pair:
    """The engine's game and the slow one, always given the same."""

    def __init__(self, variant: Variant, chance: random.Random) -> None:
        self.chance = chance
        first, second = chance.sample(range(1, 7), 2)
        throw = OpeningThrow(first, second)
        self.game = new_game(Rules(length=None, variant=variant)).apply(throw)
        self.naive = NaiveGame(variant, 0, variant.starting_position)
        self.naive.open_with(first, second)

    def go_on(self) -> None:
        side = self.naive.side
        if self.naive.phase == "roll":
            dice = self.chance.choice([(1, 2), *[tuple(self.chance.choices(range(1, 7), k=2))] * 3])
            self.game = self.game.apply(Roll(side, Dice(*dice)))
            self.naive.roll(*dice)
        elif self.naive.phase == "name":
            number = self.chance.randint(1, 6)
            self.game = self.game.apply(NameDouble(side, number))
            self.naive.name_double(number)
        else:
            play = self.chance.choice(self.naive.plays())
            self.game = self.game.apply(MakePlay(side, text(play)))
            self.naive.play(play)


@pytest.mark.parametrize("form", FORMS)
def test_the_same_side_has_the_same_numbers_to_play(form: str) -> None:
    pair = Pair(FORMS[form], random.Random(form))
    for _ in range(90):
        if pair.naive.phase == "over":
            break
        assert moment(pair.game) == moment(pair.naive)
        pair.go_on()
    assert pair.game.is_over == (pair.naive.phase == "over")
    assert pair.game.position == pair.naive.position
