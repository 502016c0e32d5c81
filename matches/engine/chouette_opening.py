"""Who sits in the box first: one die each, and those who tie throw again among themselves.

    >>> opening_order({"A": [3], "B": [5, 2], "C": [5, 6]})
    ('C', 'B', 'A')

When a tie is not broken yet, the error says who throws next:

    >>> try:
    ...     opening_order({"A": [3], "B": [5], "C": [5]})
    ... except ChouetteError as error:
    ...     print(error)
    These tie and throw again: B, C.

Nothing is thrown here; the throws come from the table.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from matches.engine.chouette_rules import MAX_PLAYERS, ChouetteError, Player, check_players

PlayerT = TypeVar("PlayerT", bound=Player)


def opening_order(throws: Mapping[PlayerT, Sequence[int]]) -> tuple[PlayerT, ...]:
    """The order of play by each player's throws of one die, first throw first: the box leads.

    Whoever ties throws again, among the tied only, until no two are equal (docs/rules.md).
    Raises ChouetteError `players_not_listed`, `not_a_player`, `too_few_players`,
    `too_many_players`, `not_a_die`, `tie_unbroken` (`players` have to throw again) and
    `needless_throw` (`player` threw more often than his ties asked for).
    """
    if not isinstance(throws, Mapping):
        raise ChouetteError("players_not_listed", "Give every player's throws by player.")
    check_players(list(throws), most=MAX_PLAYERS)
    dice = {player: _check_dice(player, thrown) for player, thrown in throws.items()}
    order = sorted(dice, key=lambda player: dice[player], reverse=True)
    needed = dict.fromkeys(order, 1)
    for above, below in pairwise(order):
        shared = _shared_throws(dice[above], dice[below])
        if shared == len(dice[below]):  # sorted so, the one below is never the longer
            tied = [player for player in order if dice[player] == dice[below]]
            raise ChouetteError(
                "tie_unbroken",
                "These tie and throw again: %(names)s.",
                names=", ".join(map(str, tied)),
                players=tuple(tied),
            )
        needed[above] = max(needed[above], shared + 1)
        needed[below] = max(needed[below], shared + 1)
    for player in order:
        if len(dice[player]) > needed[player]:
            raise ChouetteError(
                "needless_throw",
                "%(player)s threw %(count)s times, and %(needed)s settled it.",
                player=player,
                count=len(dice[player]),
                needed=needed[player],
            )
    return tuple(order)


def _check_dice(player: Player, thrown: object) -> tuple[int, ...]:
    if (
        not isinstance(thrown, list | tuple)
        or not thrown
        or any(type(die) is not int or not 1 <= die <= 6 for die in thrown)
    ):
        raise ChouetteError(
            "not_a_die",
            "%(player)s's throws are one number from 1 to 6 for each throw.",
            player=player,
        )
    return tuple(thrown)


def _shared_throws(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    shared = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        shared += 1
    return shared
