"""What a director may choose beside the format of an event of rounds, read from plain data.

Match lengths are told by the round from which on they hold, so that the same setting suits an
event of lives, of which nobody knows how many rounds it will have: `{1: 5, 4: 7}` is rounds 1 to 3
to 5 points and all others to 7. Whether a length is allowed is for whoever sets it up to check.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.formats.draw import MAX_FIELD
from tournaments.formats.errors import FormatError
from tournaments.formats.pairing import MAX_ROUNDS

APART = ("club", "country")  # in the order in which they are told; they weigh alike
MAX_POINTS = 99


def read_lengths(data: Any) -> dict[int, int]:
    """Lengths by round, in order of rounds; keys may be text, as JSON has them.

    Raises FormatError: `lengths_unreadable`, `length_round_unknown`.
    """
    if not isinstance(data, Mapping):
        raise _unreadable()
    found = {}
    for number, length in data.items():
        if type(length) is not int or not 1 <= length <= MAX_POINTS:
            raise _unreadable()
        found[_round(number)] = length
    return dict(sorted(found.items()))


def _round(said: Any) -> int:
    text = str(said)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    if not 1 <= number <= MAX_ROUNDS:
        raise FormatError(
            "length_round_unknown",
            "Say from which round on a length holds: 1 to %(most)s, not %(round)s.",
            round=text[:20],
            most=MAX_ROUNDS,
        )
    return number


def _unreadable() -> FormatError:
    return FormatError(
        "lengths_unreadable",
        "Give the lengths by the round from which on they hold, each 1 to %(most)s points,"
        ' as in {"1": 5, "4": 7}.',
        most=MAX_POINTS,
    )


def length_in(lengths: Mapping[int, int], round_: int, usual: int) -> int:
    """The length in this round: that of the last one named up to it, else the `usual` one."""
    named = [number for number in lengths if number <= round_]
    return lengths[max(named)] if named else usual


def read_apart(data: Any) -> tuple[str, ...]:
    """Raises FormatError `apart_unknown`."""
    if isinstance(data, Sequence) and not isinstance(data, str):
        given = [str(each) for each in data]
        if set(given) <= set(APART) and len(set(given)) == len(given):
            return tuple(name for name in APART if name in given)
    raise FormatError("apart_unknown", "Keep clubs or countries apart, each once.")


def check_places(places: object) -> None:
    """Raises FormatError `places_out_of_range`."""
    if places is not None and (type(places) is not int or not 1 <= places <= MAX_FIELD):
        raise FormatError(
            "places_out_of_range",
            "Pay 1 to %(most)s places, not %(places)s.",
            most=MAX_FIELD,
            places=places,
        )
