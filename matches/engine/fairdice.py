"""Dice that nobody can choose and everybody can check: commit, seed, roll, reveal, verify.

The order of events is what makes the rolls fair:

1. **Commit.** The server picks a secret of 32 random bytes and publishes its commitment. From
   here on neither secret nor context can change: another pair with the same commitment would be a
   collision of SHA-256, and 256 bits of entropy leave nothing to guess the secret by.
2. **Seed.** Each player then gives one seed, any text. The server cannot have chosen a secret to
   suit seeds that came after it; a player who sees the other's seed first still lacks the secret.
3. **Roll.** Roll n follows from secret, context, seeds and n alone, so any roll can be computed
   without the ones before it. In an opening throw the first die is side 1's and the second side
   2's; a tie is thrown again with the next n.
4. **Reveal.** After the match the secret is published, and anybody recomputes every roll. The seeds
   revealed must be those that were given: a server that put another in the place of one could have
   tried many until the rolls suited. `verify` compares them with the `seeds` it is told.

>>> secret = bytes(range(32))  # for show: a real one comes from the system's secure random source
>>> commitment = commit(secret, context="match 17")
>>> dice = FairDice(secret, seeds=("alice's cat", "боб"), context="match 17")
>>> [dice.roll(n) for n in range(4)]
[(5, 5), (1, 5), (1, 1), (1, 3)]
>>> verify(dice.reveal(), commitment, [(5, 5), (1, 5), (6, 6), (1, 3)]).mismatches
(Mismatch(index=2, recorded=(6, 6), derived=(1, 1)),)

**The recipe**, for those who recompute it by other means. All is text in UTF-8, and every field is
a netstring: length in bytes, colon, field, comma. So no two lists of fields look the same.

- Commitment: SHA-256 of the fields ALGORITHM, `commit`, context, secret in hex.
- Roll n: the HMAC-SHA-256, keyed with the secret's 32 bytes, of the fields ALGORITHM, `roll`,
  context, seed of side 1, seed of side 2, n (decimal, from 0), attempt (decimal, from 0). Its
  first two bytes are the dice: byte mod 6, plus 1. If either is 252 or more, the six faces would
  not be equally likely: take the next attempt instead.

>>> import hashlib, hmac
>>> text = "18:hmac-sha256-dice-1,4:roll,8:match 17,11:alice's cat,6:боб,1:2,1:0,"
>>> block = hmac.new(secret, text.encode(), hashlib.sha256).digest()
>>> block[0], block[1], block[0] % 6 + 1, block[1] % 6 + 1
(114, 24, 1, 1)

Sources: HMAC is RFC 2104; deriving blocks from a key, a label, a context and a counter is the
counter mode of NIST SP 800-108; committing before the other side speaks and revealing afterwards
is Blum's "Coin flipping by telephone" (1981).

Seeds are used exactly as given: nothing is trimmed, case-folded or normalised. A blank seed is
refused, because it protects nobody. Equal seeds are not: fields are joined, never mixed, so a copy
cancels nothing and costs only the one who copied. What does matter is that the server could not
foresee both seeds, and that one of them comes from somebody who does not know the secret.

Left to others: making the secret, keeping it until the reveal (whoever knows it knows the rolls to
come), taking seeds only after the commitment is published, and storing dice in the order rolled.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import digest

from matches.engine.errors import EngineError

ALGORITHM = "hmac-sha256-dice-1"
SECRET_BYTES = 32
MAX_TEXT = 200  # characters of a seed, and of a context
MAX_INDEX = 2**32 - 1
MAX_RECORDED = 100_000  # rolls verified at once: many times the longest match

Roll = tuple[int, int]

_FAIR_BYTES = 252  # 42 * 6, the largest multiple of six in a byte
_HEX = re.compile(r"[0-9a-fA-F]{64}")


class FairDiceError(EngineError):
    """Not a secret, seed or context to roll from, or not what was committed to."""


def commit(secret: bytes, *, context: str) -> str:
    """The commitment to publish before any seed is taken: 64 lower-case hex digits.

    The context is committed to as well, or the server could try several after seeing the seeds.
    Raises FairDiceError `secret_...` and `context_...` as `FairDice` does.
    """
    _check_secret(secret)
    _check_text(context, "context")
    return sha256(_fields(ALGORITHM, "commit", context, secret.hex())).hexdigest()


@dataclass(frozen=True, slots=True)
class FairDice:
    """All the rolls of one match. `repr` keeps the secret.

    Raises FairDiceError: `secret_not_bytes`, `secret_too_short`, `secret_too_long` (32 bytes it
    is), `seeds_not_two`, and `seed_` or `context_` with `not_text` (a lone surrogate is none
    either), `blank`, `too_long` (above 200 characters); for a seed `detail["side"]` says whose.
    """

    secret: bytes = field(repr=False)
    seeds: tuple[str, str]  # of side 1, of side 2
    context: str

    def __post_init__(self) -> None:
        _check_secret(self.secret)
        _check_seeds(self.seeds)
        _check_text(self.context, "context")

    @property
    def commitment(self) -> str:
        return commit(self.secret, context=self.context)

    def roll(self, n: int) -> Roll:
        """The two dice of roll `n`, counted from 0 to 2**32 - 1, in the order rolled.

        Raises FairDiceError `index_not_whole`, `index_out_of_range`.
        """
        _check_index(n)
        attempt = 0
        while max(pair := self._bytes(n, attempt)) >= _FAIR_BYTES:
            attempt += 1
        return pair[0] % 6 + 1, pair[1] % 6 + 1

    def reveal(self) -> "Reveal":
        """What to publish when the match is over, and not before: it holds the secret."""
        return Reveal(self.secret.hex(), self.seeds, self.context)

    def _bytes(self, n: int, attempt: int) -> bytes:
        message = _fields(ALGORITHM, "roll", self.context, *self.seeds, str(n), str(attempt))
        return digest(self.secret, message, "sha256")[:2]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Everything the rolls follow from, as published: the secret is 64 hex digits.

    Raises FairDiceError: `secret_unreadable`, `algorithm_unknown`, and `seeds_...`, `seed_...`,
    `context_...` as `FairDice` does.
    """

    secret: str
    seeds: tuple[str, str]
    context: str
    algorithm: str = ALGORITHM

    def __post_init__(self) -> None:
        if self.algorithm != ALGORITHM:
            raise FairDiceError(
                "algorithm_unknown",
                "These dice were not rolled by %(known)s: use the program that knows their way.",
                known=ALGORITHM,
            )
        if not _is_hex(self.secret):
            raise FairDiceError(
                "secret_unreadable", "A revealed secret is written as 64 hexadecimal digits."
            )
        self.dice()

    def dice(self) -> FairDice:
        return FairDice(bytes.fromhex(self.secret), self.seeds, self.context)

    def as_dict(self) -> dict[str, object]:
        """For JSON: `algorithm`, `context`, `seeds` (a list of two), `secret`."""
        return {
            "algorithm": self.algorithm,
            "context": self.context,
            "seeds": list(self.seeds),
            "secret": self.secret,
        }


def read_reveal(data: object) -> Reveal:
    """The inverse of `as_dict`. Raises FairDiceError `reveal_unreadable`, or as `Reveal` does."""
    names = ("algorithm", "context", "secret", "seeds")
    if not isinstance(data, Mapping) or set(data) != set(names):
        raise FairDiceError(
            "reveal_unreadable",
            "A reveal has exactly these entries: %(names)s.",
            names=", ".join(names),
        )
    seeds = data["seeds"]
    if isinstance(seeds, list):
        seeds = tuple(seeds)
    return Reveal(data["secret"], seeds, data["context"], data["algorithm"])


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Roll `index` is recorded otherwise than derived; `recorded` is None if it is no roll."""

    index: int
    recorded: Roll | None
    derived: Roll


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of checking `checked` recorded rolls: it `holds` when everything agrees."""

    committed: str  # as published, in lower case
    revealed: str  # the commitment that the reveal leads to
    checked: int
    mismatches: tuple[Mismatch, ...]
    altered: tuple[int, ...] = ()  # the sides whose seed is not the one they gave

    @property
    def holds(self) -> bool:
        return self.committed == self.revealed and not self.altered and not self.mismatches

    @property
    def faults(self) -> tuple[FairDiceError, ...]:
        """Every fault, the commitment's first: `commitment_mismatch`, `seed_mismatch`,
        `roll_mismatch`, `roll_unreadable`. They are for showing; none is raised."""
        seeds = tuple(map(_seed_fault, self.altered))
        rolls = seeds + tuple(_roll_fault(mismatch) for mismatch in self.mismatches)
        if self.committed == self.revealed:
            return rolls
        broken = FairDiceError(
            "commitment_mismatch",
            "The secret and context revealed are not those committed to: they give %(revealed)s, "
            "and %(committed)s was published.",
            committed=self.committed,
            revealed=self.revealed,
        )
        return broken, *rolls


def verify(
    reveal: Reveal,
    commitment: str,
    rolls: Sequence[Roll],
    *,
    seeds: tuple[str | None, str | None] = (None, None),
) -> Verification:
    """Recompute a match: `rolls` are all its rolls in order, from roll 0, dice in order rolled.

    `seeds` are those that the sides gave, as far as whoever verifies knows them: each player knows
    his own, and it is the one that keeps the server honest.

    Lists every mismatch; what is no roll at all is one, too. Raises FairDiceError where there is
    nothing to compare: `reveal_unreadable`, `commitment_unreadable`, `rolls_not_list`,
    `rolls_too_many` (above 100,000), `seeds_not_two`.
    """
    _check_evidence(reveal, commitment, rolls)
    altered = _altered(reveal, seeds)
    dice = reveal.dice()
    derived = [dice.roll(n) for n in range(len(rolls))]
    recorded = [read_roll(roll) for roll in rolls]
    mismatches = tuple(
        Mismatch(n, *pair)
        for n, pair in enumerate(zip(recorded, derived, strict=True))
        if pair[0] != pair[1]
    )
    return Verification(commitment.lower(), dice.commitment, len(rolls), mismatches, altered)


def read_roll(recorded: object) -> Roll | None:
    """A roll as recorded, such as (3, 1) or JSON's [3, 1]; None if it is not two dice of 1 to 6."""
    if not isinstance(recorded, (tuple, list)) or len(recorded) != 2:
        return None
    first, second = recorded
    whole = type(first) is int and type(second) is int
    return (first, second) if whole and 1 <= first <= 6 and 1 <= second <= 6 else None


def _fields(*fields: str) -> bytes:
    """Netstrings, one after the other."""
    encoded = [text.encode() for text in fields]
    return b"".join(b"%d:%b," % (len(text), text) for text in encoded)


def _is_hex(text: object) -> bool:
    return isinstance(text, str) and _HEX.fullmatch(text) is not None


def _altered(reveal: Reveal, given: object) -> tuple[int, ...]:
    """The sides whose seed is known and is not the one revealed."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise _not_two_seeds()
    pairs = enumerate(zip(given, reveal.seeds, strict=True), start=1)
    return tuple(side for side, (own, used) in pairs if own is not None and own != used)


def _not_two_seeds() -> FairDiceError:
    return FairDiceError("seeds_not_two", "Dice need two seeds, one from each side.")


def _seed_fault(side: int) -> FairDiceError:
    return FairDiceError(
        "seed_mismatch",
        "The rolls do not follow from the seed that side %(side)s gave: another was put in its "
        "place.",
        side=side,
    )


def _roll_fault(mismatch: Mismatch) -> FairDiceError:
    derived = "{}-{}".format(*mismatch.derived)
    if mismatch.recorded is None:
        return FairDiceError(
            "roll_unreadable",
            "Roll %(index)s of the record is not two dice of 1 to 6; it was %(derived)s.",
            index=mismatch.index,
            derived=derived,
        )
    return FairDiceError(
        "roll_mismatch",
        "Roll %(index)s is recorded as %(recorded)s, and the secret and seeds give %(derived)s.",
        index=mismatch.index,
        recorded="{}-{}".format(*mismatch.recorded),
        derived=derived,
    )


def _check_secret(secret: object) -> None:
    if type(secret) is not bytes:
        raise FairDiceError("secret_not_bytes", "The secret is 32 bytes, not text or a number.")
    if len(secret) != SECRET_BYTES:
        raise FairDiceError(
            "secret_too_short" if len(secret) < SECRET_BYTES else "secret_too_long",
            "The secret has %(limit)s bytes, not %(length)s: fewer could be guessed, and more "
            "would hide no better.",
            limit=SECRET_BYTES,
            length=len(secret),
        )


def _check_seeds(seeds: object) -> None:
    if not isinstance(seeds, tuple) or len(seeds) != 2:
        raise _not_two_seeds()
    for side, seed in enumerate(seeds, start=1):
        _check_text(seed, "seed", side=side)


def _check_text(text: object, kind: str, **detail: object) -> None:
    if isinstance(text, str) and len(text) > MAX_TEXT:
        raise FairDiceError(
            f"{kind}_too_long",
            "Seeds and the context of the dice have %(limit)s characters at most.",
            limit=MAX_TEXT,
            **detail,
        )
    if type(text) is not str or any("\ud800" <= char <= "\udfff" for char in text):
        raise FairDiceError(
            f"{kind}_not_text",
            "Seeds and the context of the dice are texts: no numbers, no halves of characters.",
            **detail,
        )
    if not text.strip():
        raise FairDiceError(
            f"{kind}_blank",
            "Seeds and the context of the dice may not be blank: any words will do.",
            **detail,
        )


def _check_index(n: object) -> None:
    if type(n) is not int:
        raise FairDiceError("index_not_whole", "Rolls are numbered by whole numbers, from 0.")
    if not 0 <= n <= MAX_INDEX:
        raise FairDiceError(
            "index_out_of_range", "Rolls are numbered from 0 to %(limit)s.", limit=MAX_INDEX
        )


def _check_evidence(reveal: object, commitment: object, rolls: object) -> None:
    if not isinstance(reveal, Reveal):
        raise FairDiceError("reveal_unreadable", "Read the reveal first, then verify it.")
    if not _is_hex(commitment):
        raise FairDiceError(
            "commitment_unreadable", "A commitment is written as 64 hexadecimal digits."
        )
    if not isinstance(rolls, list | tuple):
        raise FairDiceError("rolls_not_list", "Give the recorded rolls as a list, in order.")
    if len(rolls) > MAX_RECORDED:
        raise FairDiceError(
            "rolls_too_many",
            "At most %(limit)s rolls are verified at once.",
            limit=MAX_RECORDED,
            rolls=len(rolls),
        )
