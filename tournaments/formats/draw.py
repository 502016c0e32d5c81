"""The draw of an elimination event: lines by lot or by options, and the brackets over them.

Without options it is blind: no seeds, every entrant equally likely on every line. Byes have fixed
lines (see `elimination.spread`), so the lot decides who gets one. The same field in the same order
with the same seed and options gives the same draw, today and anywhere: the caller stores them.
What a director may change in a draft is in `drafting`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.alterations import Alteration
from tournaments.formats.brackets import brackets
from tournaments.formats.elimination import spread
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Entrant, EntrantId, Graph, Node, Source
from tournaments.formats.lots import ALGORITHM, Lots
from tournaments.formats.seeding import BLIND, SEEDED_ALGORITHM, DrawOptions, seeded_lines
from tournaments.formats.shapes import DrawConfig, Notice

__all__ = ["MAX_FIELD", "Draw", "DrawConfig", "Notice", "check_field", "draw"]

MAX_FIELD = 65_536


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw with all that is needed to repeat it.

    `field` is in entry order, as it went into the lots; `lines` is the main bracket from the top.
    `altered` tells what was done by hand after the lots, oldest first; then the seed alone no
    longer gives these lines. `preliminary` are matches before round 1, made for late entries.
    """

    algorithm: str
    seed: str
    field: tuple[EntrantId, ...]
    lines: tuple[Source, ...]
    graph: Graph
    notices: tuple[Notice, ...]
    options: DrawOptions = BLIND
    preliminary: tuple[Node, ...] = ()
    altered: tuple[Alteration, ...] = ()


def draw(
    field: Sequence[EntrantId], config: DrawConfig, *, seed: str, options: DrawOptions = BLIND
) -> Draw:
    """Put the field on the lines by the seed's lots, build the brackets.

    The order of `field` counts; it must be one that anybody can tell from the list of entries.
    Raises FormatError: `field_too_small` (fewer than 2), `field_too_large` (more than 65,536),
    `entrant_twice`, `seed_missing`, and what `seeding` and `brackets` refuse.
    """
    check_field(field)
    lots = Lots(seed)
    if options.is_blind:
        algorithm, lines = ALGORITHM, spread([Entrant(one) for one in lots.shuffled(field)])
    else:
        algorithm, lines = SEEDED_ALGORITHM, seeded_lines(field, options, lots)
    graph, notices = brackets(lines, config)
    return Draw(algorithm, seed, tuple(field), lines, graph, notices, options)


def check_field(field: Sequence[EntrantId]) -> None:
    entrants = len(field)
    if entrants < 2:
        raise FormatError(
            "field_too_small",
            "A draw needs at least 2 entrants, and there are %(entrants)s. Add entries first.",
            entrants=entrants,
        )
    if entrants > MAX_FIELD:
        raise FormatError(
            "field_too_large",
            "A draw holds at most %(limit)s entrants, and there are %(entrants)s.",
            entrants=entrants,
            limit=MAX_FIELD,
        )
    seen: set[EntrantId] = set()
    for entrant in field:
        if entrant in seen:
            raise FormatError(
                "entrant_twice", "Entrant %(entrant)s is in the field twice.", entrant=entrant
            )
        seen.add(entrant)
