"""Who pays whom at the end of an evening, so that everybody has what his account says.

    >>> settle({"A": -7, "B": 4, "C": -1, "D": 4})
    (('A', 'B', 4), ('A', 'D', 3), ('C', 'D', 1))

Fewer payments than players, always; who owes most pays first, to whom most is owed. What a point is
worth is for the caller.
"""

from collections.abc import Mapping
from typing import TypeVar

from matches.engine.chouette_rules import ChouetteError, Player

PlayerT = TypeVar("PlayerT", bound=Player)


def settle(accounts: Mapping[PlayerT, int]) -> tuple[tuple[PlayerT, PlayerT, int], ...]:
    """Payer, receiver and points of each payment. Raises ChouetteError `accounts_unbalanced`."""
    if sum(accounts.values()):
        raise ChouetteError("accounts_unbalanced", "All accounts together have to be 0.")
    owed = {player: points for player, points in accounts.items() if points > 0}
    debts = {player: -points for player, points in accounts.items() if points < 0}
    paid: list[tuple[PlayerT, PlayerT, int]] = []
    while debts:
        payer, receiver = _largest(debts), _largest(owed)
        points = min(debts[payer], owed[receiver])
        paid.append((payer, receiver, points))
        _reduce(debts, payer, points)
        _reduce(owed, receiver, points)
    return tuple(paid)


def _largest(amounts: Mapping[PlayerT, int]) -> PlayerT:
    """The first of those with the most."""
    return max(amounts, key=lambda player: amounts[player])


def _reduce(amounts: dict[PlayerT, int], player: PlayerT, points: int) -> None:
    amounts[player] -= points
    if not amounts[player]:
        del amounts[player]
