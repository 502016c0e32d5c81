"""Who sits in the box first: one die each, and those who tie throw again among themselves.

    >>> opening_order({"A": [3], "B": [5, 2], "C": [5, 6]})
    ('C', 'B', 'A')

When a tie is not broken yet, the error says who throws next:

    >>> try:
    ...     opening_order({"A": [3], "B": [5], "C": [5]})
    ... except ChouetteError as error:
    ...     print(error)
    These tie and throw again: B, C.

Dice that are dealt one after the other do the same:

    >>> dealt_order(["A", "B", "C"], "35526")
    ('C', 'B', 'A')

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


def dealt_order(players: Sequence[PlayerT], dice: object) -> tuple[PlayerT, ...]:
    """The order by dice such as "35526" in the order thrown: one for each of the players, then one
    for each of those who tie, as `opening_order` asks for them. One may be left over, as dice are
    thrown in pairs.

    Raises ChouetteError as `opening_order`, and `not_a_die`, `throws_missing`, `dice_left_over`.
    """
    thrown = _read_dice(dice)
    throws: dict[PlayerT, list[int]] = {player: [] for player in players}
    asked, used = list(players), 0
    while True:
        if len(thrown) < used + len(asked):
            raise ChouetteError(
                "throws_missing",
                "%(count)s dice are missing.",
                count=used + len(asked) - len(thrown),
            )
        for player, die in zip(asked, thrown[used:], strict=False):
            throws[player].append(die)
        used += len(asked)
        asked = _tied(throws)
        if not asked:
            break
    if len(thrown) > used + 1:
        raise ChouetteError(
            "dice_left_over",
            "%(count)s dice were thrown, and %(needed)s settled the order.",
            count=len(thrown),
            needed=used,
        )
    return opening_order(throws)


def _tied(throws: Mapping[PlayerT, Sequence[int]]) -> list[PlayerT]:
    """All who throw again now, in their order."""
    every = list(throws.values())
    return [player for player, own in throws.items() if every.count(own) > 1]


def _read_dice(dice: object) -> tuple[int, ...]:
    if not isinstance(dice, str) or not set(dice) <= set("123456"):
        raise ChouetteError("not_a_die", "Dice of an order are written as digits from 1 to 6.")
    return tuple(map(int, dice))


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
