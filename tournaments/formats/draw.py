"""The blind draw of an elimination event, with a consolation for first-round losers if wanted.

Blind means: no seeds, every entrant equally likely on every line. Byes have fixed lines (see
`elimination.spread`), so the lot decides who gets one. The same field in the same order with the
same seed gives the same draw, today and anywhere: the caller stores both with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.elimination import Lengths, knockout, spread
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import (
    CONSOLATION,
    MAIN,
    Entrant,
    EntrantId,
    Graph,
    LoserOf,
    Node,
    Source,
)
from tournaments.formats.lots import ALGORITHM, Lots

MAX_FIELD = 65_536


@dataclass(frozen=True, slots=True)
class DrawConfig:
    """What a director chooses: match lengths, and whether (and how long) a consolation is."""

    lengths: Lengths
    consolation: Lengths | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the director should know about a draw that is nevertheless good.

    The draw is kept with the codes alone, so the words are with the page that shows it.
    """

    code: str
    detail: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw with all that is needed to repeat it.

    `field` is in entry order, as it went into the lots; `lines` is the main bracket from the top.
    """

    algorithm: str
    seed: str
    field: tuple[EntrantId, ...]
    lines: tuple[Source, ...]
    graph: Graph
    notices: tuple[Notice, ...]


def draw(field: Sequence[EntrantId], config: DrawConfig, *, seed: str) -> Draw:
    """Shuffle the field by the seed's lots, put it on the lines from the top, build the brackets.

    The order of `field` counts; it must be one that anybody can tell from the list of entries.
    Raises FormatError: `field_too_small` (fewer than 2), `field_too_large` (more than 65,536),
    `entrant_twice`, `seed_missing`.
    """
    _check_field(field)
    lines = spread([Entrant(entrant) for entrant in Lots(seed).shuffled(field)])
    main = knockout(MAIN, lines, config.lengths)
    consolation, notices = _consolation(main, config.consolation)
    return Draw(ALGORITHM, seed, tuple(field), lines, Graph(main + consolation), notices)


def _check_field(field: Sequence[EntrantId]) -> None:
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


def _consolation(
    main: Sequence[Node], lengths: Lengths | None
) -> tuple[tuple[Node, ...], tuple[Notice, ...]]:
    """The bracket of those who lose a match that is really played in main round 1.

    They are drawn together anew, in the order of the main bracket, with byes of their own: a main
    bye would otherwise leave a hole here, and two holes could meet.
    """
    if lengths is None:
        return (), ()
    losers = [LoserOf(node.key) for node in main if _is_opening_match(node)]
    if len(losers) < 2:
        return (), (Notice("consolation_too_small", {"matches": len(losers)}),)
    return knockout(CONSOLATION, spread(losers), lengths), ()


def _is_opening_match(node: Node) -> bool:
    return all(isinstance(source, Entrant) for source in node.sources)
