"""GNU Match IDs: 12 characters for the cube, the score and whose turn it is.

    >>> situation = parse_match_id("QYkqASAAIAAE")
    >>> situation.match_length, situation.score, situation.cube, situation.cube_owner
    (9, (4, 2), 2, 2)
    >>> situation.on_roll, situation.dice, format_match_id(situation)
    (1, (5, 2), 'QYkqASAAIAAE')

GNU Backgammon's player 0 is side 2 of a situation, and its player 1 is side 1; see `situation`. The
position that goes with it is a Position ID (`positionid`), seen by the player on roll.

Bits, lowest first: cube exponent 4, owner 2 (3 in the middle), on roll 1, Crawford 1, state of the
game 3, to decide 1, doubled 1, resignation 2, dice 3 and 3, match length 15, score of player 0 and
of player 1 15 each, Jacoby not played 1, five of no meaning. The larger die is written first. In
match play the Jacoby bit says nothing and programs set it or not: there it is ignored when read,
and written as set.

Nothing tells whether beavers are played or how high the cube goes; a double that the doubler has to
answer is a beaver. A raccoon has no place at all.
"""

import binascii
import re
from typing import get_args

from matches.engine.errors import NotationError, quoted
from matches.engine.situation import CubeOffer, Progress, Situation, SituationError, reading

_MATCH_ID = re.compile(r"[A-Za-z0-9+/]{12}")
_STATES: tuple[Progress, ...] = get_args(Progress)
_CENTRED = 3
#: Names of the fields and how many bits they take, the lowest first.
_WIDTHS = {
    "exponent": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "state": 3,
    "to_decide": 1,
    "doubled": 1,
    "resignation": 2,
    "first_die": 3,
    "second_die": 3,
    "match_length": 15,
    "score_0": 15,
    "score_1": 15,
    "no_jacoby": 1,
    "unused": 5,
}


def parse_match_id(text: object) -> Situation:
    """Read a Match ID.

    Raises NotationError `match_id_unreadable` (not 12 characters of base64) or `match_id_field`,
    and SituationError as `Situation` does, with the `text` in their detail.
    """
    if not isinstance(text, str) or len(text) != 12 or not _MATCH_ID.fullmatch(text):
        raise NotationError(
            "match_id_unreadable",
            "%(text)s is not a Match ID: those have 12 letters, digits, + and /.",
            text=quoted(text),
        )
    bits = int.from_bytes(binascii.a2b_base64(text), "little")
    field = {}
    for name, width in _WIDTHS.items():
        field[name] = bits & (1 << width) - 1
        bits >>= width
    _check_fields(field, text)
    on_roll, to_decide = 2 - field["on_roll"], 2 - field["to_decide"]
    money = field["match_length"] == 0
    offer = _offer(field, money=money)
    dice = field["first_die"], field["second_die"]
    with reading(text):
        return Situation(
            on_roll=on_roll,
            to_decide=to_decide,
            dice=(max(dice), min(dice)) if any(dice) else None,
            cube=1 << field["exponent"],
            cube_owner=0 if field["owner"] == _CENTRED else 2 - field["owner"],
            cube_offer=offer,
            resignation=field["resignation"],
            match_length=field["match_length"],
            score=(field["score_1"], field["score_0"]),
            crawford=bool(field["crawford"]),
            state=_STATES[field["state"]],
            jacoby=money and not field["no_jacoby"],
            beaver=offer == "beaver",
        )


def format_match_id(situation: Situation) -> str:
    """Write the Match ID. Raises SituationError `raccoon_unwritable`."""
    if situation.cube_offer == "raccoon":
        raise SituationError(
            "raccoon_unwritable", "A Match ID has no raccoon: write the moment before it."
        )
    dice = situation.dice or (0, 0)
    owner = situation.cube_owner
    values = {
        "exponent": situation.cube.bit_length() - 1,
        "owner": 2 - owner if owner else _CENTRED,
        "on_roll": 2 - situation.on_roll,
        "crawford": situation.crawford,
        "state": _STATES.index(situation.state),
        "to_decide": 2 - situation.to_decide,
        "doubled": situation.cube_offer != "none",
        "resignation": situation.resignation,
        "first_die": max(dice),
        "second_die": min(dice),
        "match_length": situation.match_length,
        "score_0": situation.score[1],
        "score_1": situation.score[0],
        "no_jacoby": not situation.jacoby,
        "unused": 0,
    }
    bits = at = 0
    for name, width in _WIDTHS.items():
        bits |= values[name] << at
        at += width
    return binascii.b2a_base64(bits.to_bytes(9, "little"), newline=False).decode("ascii")


def _offer(field: dict[str, int], *, money: bool) -> CubeOffer:
    if not field["doubled"]:
        return "none"
    return "beaver" if money and field["on_roll"] == field["to_decide"] else "double"


def _check_fields(field: dict[str, int], text: str) -> None:
    """What the bits can say and no situation can hold."""
    dice = field["first_die"], field["second_die"]
    faults = {
        "owner": field["owner"] == 2,
        "state": field["state"] >= len(_STATES),
        "dice": max(dice) > 6 or (min(dice) == 0 and max(dice) > 0),
        "unused": field["unused"] > 0,
    }
    for name, wrong in faults.items():
        if wrong:
            raise NotationError(
                "match_id_field",
                "%(text)s is not a Match ID: its %(field)s cannot be.",
                text=quoted(text),
                field=name,
            )
