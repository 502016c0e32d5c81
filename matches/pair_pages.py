"""What the pages of a board are told of players who consult: who is with whom, and what is said."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from matches.selectors.live import Board
from matches.selectors.live_pairs import suggestion_data

# What can be suggested by a button; a play is suggested from the board.
ASKED = {
    "double": gettext_lazy("Double"),
    "take": gettext_lazy("Take"),
    "drop": gettext_lazy("Drop"),
    "beaver": gettext_lazy("Beaver"),
    "raccoon": gettext_lazy("Raccoon"),
    "accept": gettext_lazy("Accept"),
    "refuse": gettext_lazy("No, play on"),
}
Context = dict[str, Any]


def pair_names(board: Board, side: int) -> str:
    """`Anna, Boris`; empty of a single player, and where the side is called so."""
    players = board.players(side)
    told = ", ".join(one.name for one in players)
    return told if len(players) > 1 and told != board.names[side - 1] else ""


def done_by(board: Board) -> dict[int, str]:
    """Who of a pair did it, by the number of the action."""
    several = [side for side in (1, 2) if len(board.players(side)) > 1]
    return {row.number: row.by_name for row in board.rows if row.side in several}


def suggestible(may: Sequence[str]) -> list[tuple[str, str]]:
    return [(do, str(ASKED[do])) for do in may if do in ASKED]


def suggestion_lines(board: Board, side: int, player_id: int | None) -> list[Context]:
    """What the side is told; `own` is the reader's, and `form` what agreeing sends."""
    return [
        {
            "by": one["by"],
            "own": one["player"] == player_id,
            "words": _words(one["deed"]),
            "form": one["deed"],
        }
        for one in suggestion_data(board.asked, side)
    ]


def _words(deed: Mapping[str, Any]) -> str:
    do = deed["do"]
    if do == "play":
        return str(deed["play"] or _("cannot move"))
    if do == "resign":
        return _("to resign")
    if do == "name_double":
        return f"{deed['number']}-{deed['number']}"
    return str(ASKED[do])
