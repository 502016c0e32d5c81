"""What a director may change in a draw by hand, and late entries.

Each change gives a new draw that remembers it; `altered` replays them on the draw of the seed, so
that whoever repeats the draw comes to the same lines. The brackets are built anew over the changed
lines. That works while nothing is played, and later as long as every result still belongs to the
pair that played it: a change that would cost a result is refused.

A late entrant takes a bye as long as nobody has played on from it, whether or not the bye has been
advanced; or he plays a preliminary match against somebody for that one's line; or the bracket gets
twice as many lines, and all the others a bye.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.alterations import Alteration, Altering
from tournaments.formats.brackets import brackets
from tournaments.formats.draw import Draw, check_field
from tournaments.formats.elimination import layout, one_round
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import (
    PRELIMINARY,
    Bye,
    Entrant,
    EntrantId,
    Graph,
    Node,
    Source,
    WinnerOf,
)
from tournaments.formats.progress import Outcome, progress
from tournaments.formats.shapes import DrawConfig


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The part of a draw that changes. All that follow from it are built again."""

    field: tuple[EntrantId, ...]
    lines: tuple[Source, ...]
    preliminary: tuple[Node, ...]

    def line_of(self, entrant: EntrantId) -> int:
        try:
            return self.lines.index(Entrant(entrant))
        except ValueError:
            raise FormatError(
                "entrant_not_on_line",
                "Entrant %(entrant)s has no line of this main bracket.",
                entrant=entrant,
            ) from None

    def with_lines(self, lines: Mapping[int, Source]) -> "_Sheet":
        changed = (lines.get(place, line) for place, line in enumerate(self.lines))
        return replace(self, lines=tuple(changed))


def alter(
    draw: Draw,
    config: DrawConfig,
    alteration: Alteration,
    outcomes: Mapping[str, Outcome] | None = None,
) -> Draw:
    """The draw with this change. `config` is the one it was drawn with.

    Raises FormatError: `entrants_miscounted` (another number than the change is about),
    `entrant_not_on_line`, `entrant_twice`, `no_bye`, `bye_already`, `byes_left`, `no_room`,
    `result_in_the_way` (with `keys`), and what `draw` refuses.
    """
    _check_count(alteration)
    before = _Sheet(draw.field, draw.lines, draw.preliminary)
    after = _changed(before, alteration, config)
    check_field(after.field)
    graph, notices = brackets(after.lines, config, after.preliminary)
    check_results(draw.graph, graph, {} if outcomes is None else outcomes)
    return replace(
        draw,
        field=after.field,
        lines=after.lines,
        preliminary=after.preliminary,
        graph=graph,
        notices=notices,
        altered=(*draw.altered, alteration),
    )


def check_results(before: Graph, after: Graph, outcomes: Mapping[str, Outcome]) -> None:
    """Whether every result still belongs to the pair that played it. `result_in_the_way`."""
    lost = [key for key in outcomes if key not in after]
    state = progress(after, {key: outcomes[key] for key in outcomes if key in after})
    lost += [key for key in state.orphans if key not in progress(before, outcomes).orphans]
    if lost:
        raise FormatError(
            "result_in_the_way",
            "That is too late: it would cost the results of %(matches)s.",
            matches=", ".join(lost),
            keys=lost,
        )


def altered(draw: Draw, config: DrawConfig, alterations: Iterable[Alteration]) -> Draw:
    """The draw with all these changes, one after the other."""
    for alteration in alterations:
        draw = alter(draw, config, alteration)
    return draw


def swap_entrants(draw: Draw, config: DrawConfig, one: EntrantId, other: EntrantId) -> Draw:
    return alter(draw, config, Alteration(Altering.SWAP, (one, other)))


def move_bye(draw: Draw, config: DrawConfig, *, giver: EntrantId, taker: EntrantId) -> Draw:
    return alter(draw, config, Alteration(Altering.MOVE_BYE, (giver, taker)))


def _check_count(alteration: Alteration) -> None:
    count = len(alteration.entrants)
    if len(set(alteration.entrants)) < count:
        raise FormatError("entrant_twice", "The same entrant is named twice.")
    if count != 2 and (alteration.change is not Altering.GROW or not count):
        raise FormatError(
            "entrants_miscounted",
            "%(count)s entrants are not what %(change)s is about.",
            count=count,
            change=alteration.change.value,
        )


def _changed(sheet: _Sheet, alteration: Alteration, config: DrawConfig) -> _Sheet:
    match alteration.change:
        case Altering.SWAP:
            return _swap(sheet, *alteration.entrants)
        case Altering.MOVE_BYE:
            return _move_bye(sheet, *alteration.entrants)
        case Altering.FILL_BYE:
            return _fill_bye(sheet, *alteration.entrants)
        case Altering.PRELIMINARY:
            return _preliminary(sheet, alteration.entrants, config)
        case Altering.GROW:
            return _grow(sheet, alteration.entrants)


def _swap(sheet: _Sheet, one: EntrantId, other: EntrantId) -> _Sheet:
    here, there = sheet.line_of(one), sheet.line_of(other)
    return sheet.with_lines({here: sheet.lines[there], there: sheet.lines[here]})


def _bye_beside(sheet: _Sheet, entrant: EntrantId) -> int:
    line = sheet.line_of(entrant) ^ 1
    if sheet.lines[line] != Bye():
        raise FormatError("no_bye", "Entrant %(entrant)s has no bye to give.", entrant=entrant)
    return line


def _move_bye(sheet: _Sheet, giver: EntrantId, taker: EntrantId) -> _Sheet:
    bye, opponent = _bye_beside(sheet, giver), sheet.line_of(taker) ^ 1
    if sheet.lines[opponent] == Bye():
        raise FormatError("bye_already", "Entrant %(entrant)s has a bye.", entrant=taker)
    return sheet.with_lines({bye: sheet.lines[opponent], opponent: Bye()})


def _fill_bye(sheet: _Sheet, late: EntrantId, beside: EntrantId) -> _Sheet:
    bye = _bye_beside(sheet, beside)
    return replace(sheet, field=(*sheet.field, late)).with_lines({bye: Entrant(late)})


def _preliminary(sheet: _Sheet, pair: Sequence[EntrantId], config: DrawConfig) -> _Sheet:
    late, against = pair
    line = sheet.line_of(against)
    rounds = len(sheet.lines).bit_length()
    sources = [(node.first, node.second) for node in sheet.preliminary]
    sources.append((Entrant(against), Entrant(late)))
    nodes = one_round(PRELIMINARY, 1, sources, config.lengths, rounds)
    changed = _Sheet((*sheet.field, late), sheet.lines, nodes)
    return changed.with_lines({line: WinnerOf(nodes[-1].key)})


def _grow(sheet: _Sheet, late: Sequence[EntrantId]) -> _Sheet:
    """Newcomers go where the layout of the larger bracket has its next lines."""
    size = len(sheet.lines)
    if Bye() in sheet.lines:
        raise FormatError("byes_left", "There are byes left: let late entrants take these first.")
    if len(late) > size:
        raise FormatError(
            "no_room", "%(late)s more do not find room.", late=len(late), lines=2 * size
        )
    waiting = dict(enumerate(late, start=size + 1))
    lines: list[Source] = []
    for line, seed in zip(sheet.lines, layout(2 * size)[1::2], strict=True):
        lines += [line, Entrant(waiting[seed]) if seed in waiting else Bye()]
    return _Sheet((*sheet.field, *late), tuple(lines), sheet.preliminary)
