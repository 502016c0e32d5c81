"""What a chouette agrees on before it sits down: who plays, and by which house rules.

Players are opaque: whole numbers or short texts, whatever the caller calls people by.

    >>> rules = ChouetteRules(cube="multi", beaver=True)
    >>> rules.jacoby
    True
    >>> try:
    ...     ChouetteRules(raccoon=True)
    ... except ChouetteError as error:
    ...     print(error)
    A raccoon answers a beaver: allow beavers, or forbid raccoons.

The throws that seat them are for `matches.engine.chouette_opening`, what happens in a game for
`matches.engine.chouette_game`, and what happens between games for `matches.engine.chouette`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from matches.engine.errors import EngineError, check_choice, check_whole

Player: TypeAlias = int | str

MIN_PLAYERS = 3
MAX_PLAYERS = 30
MAX_STAKE = 1_000_000
MAX_NAME = 100  # characters of a player's name
MAX_ID = 2**63 - 1

CUBES = ("single", "multi")
ADVICE = ("always", "after_cube", "on_request")


class ChouetteError(EngineError):
    """The chouette's rules forbid it."""


def check_player(player: object) -> Player:
    """Return a player, if it is one. Raises ChouetteError `not_a_player`."""
    if type(player) is int and abs(player) <= MAX_ID:
        return player
    if type(player) is str and 0 < len(player) <= MAX_NAME:
        return player
    raise ChouetteError(
        "not_a_player",
        "A player is a whole number or a name of 1 to %(limit)s characters, and this is neither "
        "(it came as %(type)s).",
        type=type(player).__name__,
        limit=MAX_NAME,
    )


def check_players(players: object, *, most: int) -> tuple[Player, ...]:
    """Return 3 to `most` different players in the order given.

    Raises ChouetteError `players_not_listed`, `not_a_player`, `same_player_twice`,
    `too_few_players`, `too_many_players`.
    """
    if not isinstance(players, list | tuple):
        raise ChouetteError("players_not_listed", "Give the players as a list, the box first.")
    check_count(len(players), most=most)
    seen: list[Player] = []
    for player in map(check_player, players):
        if player in seen:
            raise ChouetteError(
                "same_player_twice", "%(player)s is in the order twice.", player=player
            )
        seen.append(player)
    return tuple(seen)


def check_count(count: int, *, most: int) -> None:
    """Raise ChouetteError `too_few_players` or `too_many_players` unless `count` can play."""
    if count < MIN_PLAYERS:
        raise ChouetteError(
            "too_few_players",
            "A chouette needs %(limit)s players at least, and there are %(count)s.",
            count=count,
            limit=MIN_PLAYERS,
        )
    if count > most:
        raise ChouetteError(
            "too_many_players",
            "This chouette is for %(limit)s players at most: with %(count)s, make two of it.",
            count=count,
            limit=most,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChouetteRules:
    """The house rules of a chouette. There are no contradictory ones.

    - `cube`: `single`, one cube that the captain turns for all, or `multi`, one for each member.
    - `crew_advice`: the crew may advise `always`, `after_cube` (once their own cube was turned)
      or `on_request` of the captain.
    - `jacoby`: gammons count only against those whose cube was turned. With `jacoby_auto_counts`
      an automatic double is a turn.
    - `beaver`, `raccoon`: the doubled may redouble at once and keep the cube, and the other side
      may redouble that.
    - `auto_double_limit`: how many equal opening throws double the stakes; None is every one.
    - `stake`: what a point is worth, in whole units of whatever is played for.
    - `box_takes_captain`, `box_takes_half` (multi): of the cubes that the team turns together, a
      box that takes any takes the captain's, or half of them at least. He may always drop all.
    - `sole_taker_beavers`: when the box doubles everybody and one alone takes, he must beaver,
      or drop with the others.
    - `max_players`: beyond it a chouette is split.

    Raises ChouetteError: `bad_cube`, `bad_crew_advice`, `not_a_switch`, `bad_auto_double_limit`,
    `bad_stake`, `bad_max_players`, `raccoon_without_beaver`, `sole_taker_without_beaver`,
    `auto_counts_without_jacoby`, `auto_counts_without_auto`, `box_takes_needs_multi`.
    """

    cube: Literal["single", "multi"] = "single"
    crew_advice: Literal["always", "after_cube", "on_request"] = "always"
    jacoby: bool = True
    jacoby_auto_counts: bool = False
    beaver: bool = False
    raccoon: bool = False
    auto_double_limit: int | None = 0
    stake: int = 1
    box_takes_captain: bool = False
    box_takes_half: bool = False
    sole_taker_beavers: bool = False
    max_players: int = MAX_PLAYERS

    def __post_init__(self) -> None:
        check_choice(ChouetteError, "cube", self.cube, CUBES)
        check_choice(ChouetteError, "crew_advice", self.crew_advice, ADVICE)
        for name in _SWITCHES:
            if type(getattr(self, name)) is not bool:
                raise ChouetteError("not_a_switch", "%(name)s is either on or off.", name=name)
        if self.auto_double_limit is not None:
            check_whole(
                ChouetteError, "auto_double_limit", self.auto_double_limit, least=0, most=MAX_STAKE
            )
        check_whole(ChouetteError, "stake", self.stake, least=1, most=MAX_STAKE)
        check_whole(
            ChouetteError, "max_players", self.max_players, least=MIN_PLAYERS, most=MAX_PLAYERS
        )
        _check_contradictions(self)

    @property
    def is_multi(self) -> bool:
        """Whether each member of the team has a cube of his own."""
        return self.cube == "multi"


_SWITCHES = (
    "jacoby",
    "jacoby_auto_counts",
    "beaver",
    "raccoon",
    "box_takes_captain",
    "box_takes_half",
    "sole_taker_beavers",
)


def _check_contradictions(rules: ChouetteRules) -> None:
    if rules.raccoon and not rules.beaver:
        raise ChouetteError(
            "raccoon_without_beaver",
            "A raccoon answers a beaver: allow beavers, or forbid raccoons.",
        )
    if rules.sole_taker_beavers and not rules.beaver:
        raise ChouetteError(
            "sole_taker_without_beaver",
            "A sole taker can only be made to beaver where beavers are allowed: allow them.",
        )
    if rules.jacoby_auto_counts and not rules.jacoby:
        raise ChouetteError(
            "auto_counts_without_jacoby",
            "Whether automatic doubles count as turns only matters under Jacoby: switch it on.",
        )
    if rules.jacoby_auto_counts and rules.auto_double_limit == 0:
        raise ChouetteError(
            "auto_counts_without_auto",
            "Automatic doubles cannot count as turns where there are none: allow one at least.",
        )
    if (rules.box_takes_captain or rules.box_takes_half) and not rules.is_multi:
        raise ChouetteError(
            "box_takes_needs_multi",
            "The box can only choose among cubes when everybody has one: play with multi cubes.",
        )
