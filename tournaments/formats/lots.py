"""Drawing lots from a published seed, so that anybody can repeat the draw.

The construction, exactly, for those who recompute it in another language
(its name, `ALGORITHM`, is stored with every draw):

1. **Numbers.** The k-th number, k = 0, 1, 2, ..., is the SHA-256 digest of the text
   `<seed>:<k>` encoded as UTF-8, k in decimal without leading zeros; its 32 bytes are read as one
   unsigned big-endian integer of 256 bits. The seed is used as published: nothing is trimmed,
   case-folded or normalised.
2. **below(n).** Take the next number x. If x is not less than the largest multiple of n that
   does not exceed 2**256, throw it away and take the next one; otherwise the answer is x mod n.
   Every number is used once, thrown away or not, and `below(1)` uses one up, too.
3. **shuffled(items).** Positions count from 0. For i = len - 1 down to 1, let j = below(i + 1)
   and swap the items in positions i and j. (Fisher and Yates, from the end.)

A new `Lots` begins with k = 0, and everything it is asked continues the same sequence.
What is shuffled, and in which order it was before, is for the format to say.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

from tournaments.formats.errors import FormatError

ALGORITHM = "sha256-shuffle-1"

NUMBERS = 2**256  # how many different numbers a digest can be

T = TypeVar("T")


class Lots:
    """A sequence of lots, fixed by its seed. Asking moves it on."""

    def __init__(self, seed: str) -> None:
        """Begin with the first lot of `seed`; a blank seed is refused (`seed_missing`)."""
        if not seed.strip():
            raise FormatError(
                "seed_missing", "Give the draw a seed: any text, such as dice thrown in public."
            )
        self.seed = seed
        self._counter = 0

    def __repr__(self) -> str:
        return f"Lots({self.seed!r})"

    def below(self, n: int) -> int:
        """One of 0 ... n - 1, each equally likely. n < 1 or n > 2**256: `lots_out_of_range`."""
        if not 1 <= n <= NUMBERS:
            raise FormatError("lots_out_of_range", "Cannot draw one lot out of %(n)s.", n=n)
        limit = NUMBERS - NUMBERS % n
        while (number := self._next()) >= limit:
            pass
        return number % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order drawn by lot; what was passed in stays as it was."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def _next(self) -> int:
        digest = sha256(f"{self.seed}:{self._counter}".encode()).digest()
        self._counter += 1
        return int.from_bytes(digest, "big")
