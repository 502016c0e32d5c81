"""What the pages of the books of a chouette are told: the score sheet, who pays whom, the log."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from matches.chouette_pages import line_words, signed
from matches.models_chouette import Chouette, ChouetteStep
from matches.selectors.chouette_books import LogLine, books, log_page
from matches.selectors.live_data import one_move

PAGE = 100  # lines of the log
Context = dict[str, Any]


def score_context(row: Chouette) -> Context:
    """A line for each game and a column for each player."""
    told = books(row)
    names = {seat.number: seat.name for seat in told.seats}
    return {
        "row": row,
        "names": list(names.values()),
        "stake": told.stake,
        "games": [
            {
                "number": each.number,
                "end": each.end,
                "cells": [_cell(dict(each.result.scores).get(seat)) for seat in names],
            }
            for each in told.games
        ],
        "totals": [_cell(points) for points in told.points.values()],
        "winnings": [_cell(points * told.stake) for points in told.points.values()],
        "payments": [
            _("%(payer)s pays %(receiver)s %(n)s")
            % {"payer": names[payer], "receiver": names[receiver], "n": points * told.stake}
            for payer, receiver, points in told.payments
        ],
    }


def _cell(points: int | None) -> Context:
    """None is of somebody who was not in the game."""
    if points is None:
        return {"words": "", "sign": 0}
    return {"words": signed(points), "sign": (points > 0) - (points < 0)}


def log_context(row: Chouette, before: int | None = None) -> Context:
    """A page of the log, as `log_page`."""
    lines, older = log_page(row, before, PAGE)
    names = {seat.number: seat.name for seat in row.seats.all()}
    return {
        "row": row,
        "lines": [_log_line(line, names) for line in lines],
        "older": older,
    }


def _log_line(line: LogLine, names: Mapping[Any, str]) -> Context:
    scores = () if line.over is None else line.over.scores
    return {
        "at": line.at,
        "who": "" if line.by_name == names.get(line.seat) else line.by_name,
        "number": line.number,
        "what": _what(line, names),
        "scores": [f"{names[seat]} {signed(points)}" for seat, points in scores],
    }


def _what(line: LogLine, names: Mapping[Any, str]) -> str:
    if line.number is None:
        words = str(ChouetteStep.Kind(line.do).label)
    else:
        words = line_words(one_move(line.number, line.data), line.data, names)
    name = names.get(line.seat, "")
    return f"{name}: {words}" if name else words
