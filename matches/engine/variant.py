"""The rules that differ from game to game, as one value with typed options.

    >>> from matches.engine.presets import BACKGAMMON, TAVLA
    >>> BACKGAMMON.bearoff_mandatory, TAVLA.bearoff_mandatory
    ('optional', 'strict')
    >>> BACKGAMMON.replace(hit_and_run_home=False).hit_and_run_home
    False

`presets` has the ten games and the known house forms of them; `replace` makes others. What does not
belong to a game - match length, Jacoby, beavers, what happens to illegal plays - is in `rules`.

Options that mean nothing in a game must stay at their defaults there, and options that contradict
one another are refused when the variant is made: VariantError, by name.
"""

import dataclasses
from dataclasses import dataclass, field
from typing import Any, Literal, Self, get_args, get_origin, get_type_hints

from matches.engine.dice import Dice
from matches.engine.errors import VariantError, quoted
from matches.engine.position import CHECKERS, HAND, POINTS, Position

Geometry = Literal["contrary", "parallel", "none"]
Contact = Literal["hit", "pin", "block", "none"]
Opening = Literal["play", "reroll"]
Starter = Literal["roll", "winner"]
BearOff = Literal["optional", "strict", "die", "roll"]
Head = Literal["free", "one"]
HeadFirst = Literal["any_two", "only_346", "any_double", "needed", "none"]
HeadScope = Literal["each_player", "game"]
Block = Literal["off", "ahead", "home", "never"]
BlockCheck = Literal["step", "turn"]
HomeMars = Literal["off", "all_home", "first_quarter"]
Mother = Literal["off", "full", "draw_only"]
CascadeScope = Literal["player", "game"]
Unused = Literal["lost", "opponent"]
ExpressPass = Literal["doubles", "all"]
CubeUse = Literal["on", "off", "never"]

Start = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One game. Raises VariantError: `option_unknown`, `option_not_for_game`, `option_conflict`,
    `start_not_fifteen`, `start_impossible`.

    `start` holds (place, checkers) of either side. Sources of the options and of their defaults:
    docs/rules.md.
    """

    name: str
    start: Start
    geometry: Geometry = "contrary"
    contact: Contact = "hit"
    opening: Opening = "play"
    next_game_starter: Starter = "roll"
    bearoff_mandatory: BearOff = "optional"
    bearoff_exact: bool = False
    triple: bool = True
    value: Literal["normal", "single"] = "normal"
    cube: CubeUse = "never"
    deadlock: Literal["draw", "none"] = "draw"
    last_chance_draw: bool = False
    # games that hit
    hit_and_run_home: bool = True
    hand_counts_as_bar: bool = True
    enter_all_first: bool = False
    ad_reroll_needs_full_double: bool = True
    acey_european: bool = False
    # games in which one checker closes a point
    head: Head = "free"
    head_first_turn: HeadFirst = "none"
    head_first_scope: HeadScope = "each_player"
    block6: Block = "off"
    block_check: BlockCheck = "step"
    home_mars: HomeMars = "off"
    # games that pin
    mother: Mother = "off"
    mother_points: Literal[2, 3] = 2
    pinned_blocks_bearoff: bool = True
    # doubles that run on to 6-6, and numbers that pass to the opponent
    cascade_from_turn: int | None = None
    cascade_scope: CascadeScope = "player"
    cascade_obligation: Literal["stage"] = "stage"
    cascade_unused: Unused = "lost"
    express_escalate: bool = False
    express_pass: ExpressPass | None = None
    # the game without a track
    eureka_overhigh: bool = False
    eureka_double: Literal[2, 4] = 4
    #: Whether checkers begin in the hand; it follows from the start.
    enters_from_hand: bool = field(init=False)

    def __post_init__(self) -> None:
        _check_types(self)
        _check_start(self)
        from_hand = any(place == HAND for place, _ in self.start)
        object.__setattr__(self, "enters_from_hand", from_hand)
        _check_places(self)
        _check_conflicts(self)
        _check_first_position(self)

    def replace(self, **options: Any) -> Self:
        """The same game with other options. Raises VariantError as making one does."""
        unknown = sorted(set(options) - set(OPTIONS))
        if unknown:
            raise VariantError(
                "option_unknown", "There is no option named %(option)s.", option=quoted(unknown[0])
            )
        return dataclasses.replace(self, **options)

    @property
    def starting_position(self) -> Position:
        return Position.of(dict(self.start), dict(self.start))

    def numbers(self, dice: Dice) -> tuple[int, ...]:
        """The numbers a roll gives to play, before anything special the game does with it."""
        if dice.is_double and self.contact == "none":
            return (dice.high,) * self.eureka_double
        return dice.numbers

    def runs_on(self, *, turn: int) -> bool:
        """Whether a double thrown on the `turn`-th turn (from 1) goes on to 6-6."""
        if self.express_escalate:
            return True
        return self.cascade_from_turn is not None and turn >= self.cascade_from_turn

    def passes_on(self, dice: Dice) -> bool:
        """Whether the numbers of this roll that cannot be played go to the opponent."""
        if self.express_pass is not None:
            return dice.is_double or self.express_pass == "all"
        return self.cascade_unused == "opponent" and dice.is_double


#: All options by name with their defaults; `name` and `start` have none.
OPTIONS: dict[str, Any] = {
    option.name: option.default for option in dataclasses.fields(Variant) if option.init
}
_HINTS = {
    name: hint
    for name, hint in get_type_hints(Variant).items()
    if name in OPTIONS and name != "start"
}

#: The options that not every game has, by how its checkers meet, or for games with a hand: in the
#: others they must stay at their defaults.
_ONLY_WHERE: dict[str, tuple[str, ...]] = {
    "hit": ("bearoff_mandatory", "hit_and_run_home"),
    "hand": (
        "hand_counts_as_bar",
        "enter_all_first",
        "ad_reroll_needs_full_double",
        "acey_european",
    ),
    "block": (
        "head",
        "head_first_turn",
        "head_first_scope",
        "block6",
        "block_check",
        "home_mars",
        "cascade_from_turn",
        "cascade_scope",
        "cascade_unused",
    ),
    "pin": (
        "mother",
        "mother_points",
        "pinned_blocks_bearoff",
        "express_escalate",
        "express_pass",
    ),
    "none": ("eureka_overhigh", "eureka_double"),
}


def _check_types(variant: Variant) -> None:
    for name, hint in _HINTS.items():
        value = getattr(variant, name)
        if not _fits(value, hint):
            raise VariantError(
                "option_unknown",
                "%(option)s cannot be %(value)s: choose one of %(choices)s.",
                option=name,
                value=quoted(value),
                choices=_choices(hint),
            )


def _fits(value: object, hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return any(value == choice and type(value) is type(choice) for choice in get_args(hint))
    if hint is int:
        return type(value) is int and 1 <= value <= 99
    if hint in (bool, str):
        return type(value) is hint
    return any(
        value is None if part is type(None) else _fits(value, part) for part in get_args(hint)
    )


def _choices(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return ", ".join(str(choice) for choice in get_args(hint))
    return {bool: "true, false", str: "a name"}.get(hint, "a whole number from 1 to 99, or nothing")


def _check_start(variant: Variant) -> None:
    places = [*POINTS, HAND]
    start: Any = variant.start
    sound = isinstance(start, tuple) and all(
        isinstance(pair, tuple)
        and list(map(type, pair)) == [int, int]
        and pair[0] in places
        and pair[1] > 0
        for pair in start
    )
    if not sound or sum(count for _, count in start) != CHECKERS or len(dict(start)) != len(start):
        raise VariantError(
            "start_not_fifteen",
            "Each side starts with 15 checkers on points of its own or in the hand.",
            start=quoted(start, 80),
        )


def _check_places(variant: Variant) -> None:
    """Each option in a game that has it."""
    has = {variant.contact, "hand"} if variant.enters_from_hand else {variant.contact}
    for where, options in _ONLY_WHERE.items():
        for option in options:
            if where not in has and getattr(variant, option) != OPTIONS[option]:
                raise VariantError(
                    "option_not_for_game",
                    "%(option)s means nothing in %(game)s: leave it out.",
                    option=option,
                    game=variant.name,
                )


def _check_conflicts(variant: Variant) -> None:
    for clash, first, second in _conflicts(variant):
        if clash:
            raise VariantError(
                "option_conflict",
                "%(first)s and %(second)s contradict each other in %(game)s: change one of them.",
                first=first,
                second=second,
                game=variant.name,
            )


def _check_first_position(variant: Variant) -> None:
    if variant.starting_position.status(variant):
        raise VariantError(
            "start_impossible",
            "Both sides cannot start so in %(game)s: they would stand on the same points, or where "
            "nobody may.",
            game=variant.name,
            start=quoted(variant.start, 80),
        )


def _conflicts(variant: Variant) -> list[tuple[bool, str, str]]:
    """(whether they clash, one option, the other)."""
    v = variant
    return [
        ((v.geometry == "none") != (v.contact == "none"), "geometry", "contact"),
        (v.contact == "block" and v.geometry != "parallel", "geometry", "contact"),
        (v.contact in ("hit", "pin") and v.geometry != "contrary", "geometry", "contact"),
        (v.enters_from_hand and v.contact != "hit", "start", "contact"),
        (v.head == "free" and v.head_first_turn != "none", "head", "head_first_turn"),
        (v.head_first_turn == "none" and v.head_first_scope == "game", *_HEAD_FIRST),
        (v.block6 == "off" and v.block_check == "turn", "block6", "block_check"),
        (v.home_mars != "off" and not v.triple, "home_mars", "triple"),
        (v.value == "single" and v.triple, "value", "triple"),
        (v.mother != "full" and v.mother_points != 2, "mother", "mother_points"),
        (v.mother != "off" and v.triple, "mother", "triple"),
        (v.express_escalate and v.express_pass is None, "express_escalate", "express_pass"),
        (v.cascade_from_turn is None and v.cascade_scope != "player", *_CASCADE_SCOPE),
        (v.cascade_from_turn is None and v.cascade_unused != "lost", *_CASCADE_UNUSED),
        (v.acey_european and not v.bearoff_exact, "acey_european", "bearoff_exact"),
        (v.bearoff_mandatory != "optional" and v.bearoff_exact, *_BEAROFF),
        (v.eureka_overhigh and v.bearoff_exact, "eureka_overhigh", "bearoff_exact"),
    ]


_HEAD_FIRST = ("head_first_turn", "head_first_scope")
_CASCADE_SCOPE = ("cascade_from_turn", "cascade_scope")
_CASCADE_UNUSED = ("cascade_from_turn", "cascade_unused")
_BEAROFF = ("bearoff_mandatory", "bearoff_exact")


#: For each geometry, what the opponent calls the player's points 1 to 24; at 0 there is none.
OPPONENT_POINT: dict[str, tuple[int, ...]] = {
    "contrary": (0, *(25 - point for point in POINTS)),
    "parallel": (0, *(point + 12 if point <= 12 else point - 12 for point in POINTS)),
    "none": (0, *POINTS),
}


def opponent_point(variant: Variant, point: int) -> int:
    """What the opponent calls the player's `point` (1 to 24) on this game's board."""
    return OPPONENT_POINT[variant.geometry][point]
