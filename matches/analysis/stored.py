"""An analysis as JSON values, and strictly back: what an archive brings was written by anybody."""

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any, Final

from matches.analysis.reasons import AnalysisError
from matches.analysis.values import Analysis, Choice, Figures, Judged

VERSION: Final = 1
MOST: Final = 20_000  # decisions; no record has as many
MAX_TEXT: Final = 60  # characters of a play
_LARGEST: Final = 10_000.0  # EMG
_DIGITS: Final = 5
_DICE: Final = re.compile("(?:[1-6][1-6])?")
_COUNTS: Final = ("plays", "unforced", "cube")
_SUMS: Final = ("play_error", "cube_error", "luck")


def to_data(analysis: Analysis) -> dict[str, Any]:
    """As JSON values; a decision is a list, as there are hundreds of them."""
    return {
        "version": VERSION,
        "plies": analysis.plies,
        "sides": [_figures_out(one) for one in analysis.sides],
        "judged": [_judged_out(one) for one in analysis.judged],
    }


def from_data(data: object) -> Analysis:
    """The inverse of `to_data`. Raises AnalysisError `analysis_unreadable`."""
    try:
        return _read(data)
    except (KeyError, TypeError, ValueError) as error:
        raise AnalysisError("analysis_unreadable") from error


def _figures_out(figures: Figures) -> dict[str, Any]:
    counts = {name: getattr(figures, name) for name in _COUNTS}
    return counts | {name: round(getattr(figures, name), _DIGITS) for name in _SUMS}


def _judged_out(one: Judged) -> list[Any]:
    place = [one.at, one.game, one.move, one.side, one.choice.value, one.chosen, one.best]
    return [*place, round(one.loss, _DIGITS), one.dice, round(one.luck, _DIGITS)]


def _read(data: Any) -> Analysis:
    if set(data) != {"version", "plies", "sides", "judged"} or data["version"] != VERSION:
        raise ValueError
    first, second = (_figures_in(one) for one in data["sides"])
    if not isinstance(data["judged"], list) or len(data["judged"]) > MOST:
        raise ValueError
    judged = tuple(_judged_in(one) for one in data["judged"])
    return Analysis(_whole(data["plies"], 0, 9), (first, second), judged)


def _figures_in(data: Mapping[str, Any]) -> Figures:
    if set(data) != {*_COUNTS, *_SUMS}:
        raise ValueError
    counts = {name: _whole(data[name], 0, MOST) for name in _COUNTS}
    play, cube, luck = (_number(data[name]) for name in _SUMS)
    return Figures(**counts, play_error=play, cube_error=cube, luck=luck)


def _judged_in(row: Any) -> Judged:
    at, game, move, side, choice, chosen, best, loss, dice, luck = row
    lost = _number(loss)
    if lost < 0:
        raise ValueError
    return Judged(
        at=_whole(at, 0, 2 * MOST),
        game=_whole(game, 1, MOST),
        move=_whole(move, 1, MOST),
        side=_whole(side, 1, 2),
        choice=Choice(choice),
        chosen=_text(chosen),
        best=_text(best),
        loss=lost,
        dice=_dice(dice),
        luck=_number(luck),
    )


def _whole(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError
    return value


def _number(value: Any) -> float:
    if type(value) not in {int, float} or not isfinite(value) or abs(value) > _LARGEST:
        raise ValueError
    return float(value)


def _dice(value: Any) -> str:
    if not isinstance(value, str) or not _DICE.fullmatch(value):
        raise ValueError
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT or not value.isprintable():
        raise ValueError
    return value
