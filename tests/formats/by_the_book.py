"""The published construction of a shuffle, written a second time and differently."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def shuffled_by_the_book(seed: str, items: Sequence[T]) -> list[T]:
    """What the description of `sha256-shuffle-1` says, with hexadecimal digits and division."""
    numbers = (
        int(sha256(bytes(f"{seed}:{k}", "utf-8")).hexdigest(), 16) for k in range(10 * len(items))
    )
    order = list(items)
    for last in reversed(range(1, len(order))):
        choices = last + 1
        for number in numbers:
            if number // choices < 2**256 // choices:
                break
        chosen = number - number // choices * choices
        order[last], order[chosen] = order[chosen], order[last]
    return order
