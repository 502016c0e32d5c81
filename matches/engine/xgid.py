"""XGIDs: the checkers and all the rest in one line, as eXtreme Gammon writes it.

    >>> text = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:63:4:2:0:9:10"
    >>> position, situation = parse_xgid(text)
    >>> situation.score, situation.cube, situation.cube_owner, situation.dice
    ((4, 2), 2, 2, (6, 3))
    >>> format_xgid(position, situation) == text
    True

Side 1 of the situation is the player at the bottom, side 2 the one at the top; see `situation`. The
board of an XGID does not turn with the player on roll, a `Position` does: as with a Position ID,
side 1 of the position is the player on roll, so that `format_position_id(position)` and
`format_match_id(situation)` are the same moment.

The fields: 26 letters of checkers, from the top player's bar by points 1 to 24 of the bottom player
to his bar, `A` to `O` his and `a` to `o` of the top player; cube exponent; its owner; who is on
roll; the dice, `00` before the roll, or `D`, `B`, `R` for a double, beaver, raccoon to be answered;
scores of bottom and top; Crawford, or Jacoby plus twice beavers in money play; match length, 0 for
money; highest cube exponent. A resignation on offer and a game that is over cannot be written.
"""

import re

from matches.engine.errors import NotationError, quoted
from matches.engine.position import BAR, POINTS, Position
from matches.engine.positionid import check_writable
from matches.engine.presets import BACKGAMMON
from matches.engine.situation import CubeOffer, Situation, SituationError, reading
from matches.engine.status import check_position

PREFIX = "XGID="
_LONGEST = 80
_NUMBER = r"0|[1-9][0-9]{0,4}"
#: What each field must be.
_FIELDS = {
    "position": re.compile(r"[-a-p][-A-Pa-p]{24}[-A-P]"),
    "cube": re.compile(r"[0-9]|1[0-5]"),
    "cube owner": re.compile(r"-1|0|1"),
    "turn": re.compile(r"-1|1"),
    "dice": re.compile(r"00|[1-6]{2}|[DBR]"),
    "score of the bottom player": re.compile(_NUMBER),
    "score of the top player": re.compile(_NUMBER),
    "rules": re.compile(r"[0-3]"),
    "match length": re.compile(_NUMBER),
    "highest cube": re.compile(r"[0-9]|1[0-5]"),
}
_SIDES = {"1": 1, "-1": 2, "0": 0}
_SIGNS = {side: sign for sign, side in _SIDES.items()}
_OFFERS: dict[str, CubeOffer] = {"D": "double", "B": "beaver", "R": "raccoon"}
_LETTERS: dict[CubeOffer, str] = {offer: letter for letter, offer in _OFFERS.items()}


def parse_xgid(text: object) -> tuple[Position, Situation]:
    """Read an XGID, with or without `XGID=`; side 1 of the position is the player on roll.

    Raises NotationError `xgid_unreadable` (not ten fields) or `xgid_field`, PositionError as
    `Position.of` and `check_position`, SituationError as `Situation`, with `text` in their detail.
    """
    board, exponent, owner, turn, dice, bottom, top, rules, length, highest = _split(text)
    money = length == "0"
    with reading(text):
        return _position(board, turn), Situation(
            on_roll=_SIDES[turn],
            dice=(int(dice[0]), int(dice[1])) if dice[0] in "123456" else None,
            cube=1 << int(exponent),
            cube_owner=_SIDES[owner],
            cube_offer=_OFFERS.get(dice, "none"),
            match_length=int(length),
            score=(int(bottom), int(top)),
            crawford=not money and rules == "1",
            jacoby=money and rules in "13",
            beaver=money and rules in "23",
            max_cube_exponent=int(highest),
        )


def format_xgid(position: Position, situation: Situation) -> str:
    """Write the XGID of a position seen by the player on roll.

    Raises PositionError as `format_position_id` does and SituationError `xgid_unwritable`.
    """
    check_writable(position)
    if situation.resignation or situation.state != "playing":
        raise SituationError(
            "xgid_unwritable",
            "An XGID has no resignation and no game that is over: write the moment before it.",
        )
    s = situation
    fields = [
        _board(position if s.on_roll == 1 else position.mirrored()),
        s.cube.bit_length() - 1,
        _SIGNS[s.cube_owner],
        _SIGNS[s.on_roll],
        _LETTERS.get(s.cube_offer) or "{}{}".format(*s.dice or (0, 0)),
        *s.score,
        s.jacoby + 2 * s.beaver if s.is_money else int(s.crawford),
        s.match_length,
        s.max_cube_exponent,
    ]
    return PREFIX + ":".join(map(str, fields))


def _split(text: object) -> list[str]:
    fields = []
    if isinstance(text, str) and len(text) <= _LONGEST:
        fields = text.removeprefix(PREFIX).split(":")
    if len(fields) != len(_FIELDS):
        raise NotationError(
            "xgid_unreadable",
            "%(text)s is not an XGID: those have ten fields with a colon between them.",
            text=quoted(text, _LONGEST),
        )
    for (name, pattern), field in zip(_FIELDS.items(), fields, strict=True):
        if not pattern.fullmatch(field):
            raise _field_refused(name, field, text)
    if fields[7] > "1" and fields[8] != "0":
        raise _field_refused("rules", fields[7], text)
    return fields


def _field_refused(name: str, value: str, text: object) -> NotationError:
    return NotationError(
        "xgid_field",
        "The %(field)s of an XGID cannot be %(value)s.",
        field=name,
        value=quoted(value),
        text=quoted(text, _LONGEST),
    )


def _position(board: str, turn: str) -> Position:
    bottom: dict[int, int] = {}
    top: dict[int, int] = {}
    for place, letter in enumerate(board):
        if letter.isupper():
            bottom[place] = ord(letter) - ord("A") + 1
        elif letter != "-":
            top[BAR - place] = ord(letter) - ord("a") + 1
    position = Position.of(bottom, top)
    check_position(position, BACKGAMMON)
    return position if turn == "1" else position.mirrored()


def _board(position: Position) -> str:
    """The 26 letters, for a position seen by the player at the bottom."""
    letters = ["-"] * 26
    for place in (*POINTS, BAR):
        if count := position.count(1, place):
            letters[place] = chr(ord("A") + count - 1)
        if count := position.count(2, place):
            letters[BAR - place] = chr(ord("a") + count - 1)
    return "".join(letters)
