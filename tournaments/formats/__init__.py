"""Formats: who plays whom, worked out from a published seed and the results so far.

Pure functions over frozen values. Nothing here knows a database, a clock or the rules of the game.
"""

from tournaments.formats.draw import MAX_FIELD, Draw, DrawConfig, Notice, draw
from tournaments.formats.elimination import Lengths, knockout, layout, spread
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import (
    CONSOLATION,
    MAIN,
    Bye,
    Entrant,
    EntrantId,
    Graph,
    LoserOf,
    Node,
    Source,
    WinnerOf,
    node_key,
)
from tournaments.formats.lots import ALGORITHM, Lots

__all__ = [
    "ALGORITHM",
    "CONSOLATION",
    "MAIN",
    "MAX_FIELD",
    "Bye",
    "Draw",
    "DrawConfig",
    "Entrant",
    "EntrantId",
    "FormatError",
    "Graph",
    "Lengths",
    "LoserOf",
    "Lots",
    "Node",
    "Notice",
    "Source",
    "WinnerOf",
    "draw",
    "knockout",
    "layout",
    "node_key",
    "spread",
]
