"""Formats: who plays whom, worked out from a published seed and the results so far.

Pure functions over frozen values. `draw` makes a graph once; `progress` says where everybody is,
`places` who came where, `compare` what a correction would change. Nothing here knows a database,
a clock or the rules of the game.
"""

from tournaments.formats.correction import Change, Changes, compare
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
from tournaments.formats.places import Place, places
from tournaments.formats.progress import (
    BYE,
    NodeState,
    Outcome,
    Slot,
    State,
    Status,
    entrant_in,
    progress,
    settle,
)

__all__ = [
    "ALGORITHM",
    "BYE",
    "CONSOLATION",
    "MAIN",
    "MAX_FIELD",
    "Bye",
    "Change",
    "Changes",
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
    "NodeState",
    "Notice",
    "Outcome",
    "Place",
    "Slot",
    "Source",
    "State",
    "Status",
    "WinnerOf",
    "compare",
    "draw",
    "entrant_in",
    "knockout",
    "layout",
    "node_key",
    "places",
    "progress",
    "settle",
    "spread",
]
