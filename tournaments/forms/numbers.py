"""Several numbers in one field: as people write them, and as a page keeps them."""

import re
from collections.abc import Sequence


def numbers_in(text: str) -> tuple[int, ...]:
    """Whatever stands between them; what is too long for a number of ours is cut off."""
    return tuple(int(number[:9]) for number in re.findall("[0-9]+", text))


def listed(numbers: Sequence[int]) -> str:
    """The inverse of `numbers_in`."""
    return ",".join(map(str, numbers))
