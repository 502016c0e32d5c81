"""Who came where in each bracket of an event, as money and diplomas need it.

This is the one door to final places: other kinds of events answer here, too.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tournaments.formats import CONSOLATION, MAIN, EntrantId, Lots, Place, State, Status, places
from tournaments.formats.disqualified import places_without
from tournaments.formats.graph import LAST_CHANCE, Graph
from tournaments.formats.plans import Standing
from tournaments.formats.standings import standings
from tournaments.models import Event
from tournaments.selectors.boards import Board, load_board
from tournaments.selectors.brackets import bracket_name
from tournaments.selectors.ladders import load_ladder
from tournaments.selectors.rounds import load_rounds
from tournaments.selectors.shapes import NO_SHAPE, is_one_table, plan_of, shape_of


def brackets_of(event: Event) -> tuple[str, ...]:
    """The brackets with prizes of their own that an event has or will have.

    All rounds together are one, the main one; and so are brackets that lead to one final.
    """
    if not event.in_brackets or shape_of(event) == NO_SHAPE or is_one_table(event):
        return (MAIN,)
    has_more = plan_of(event).last_chance_length is not None
    return (MAIN, CONSOLATION, LAST_CHANCE) if has_more else (MAIN, CONSOLATION)


def bracket_title(event: Event, bracket: str) -> str:
    """What the bracket is called: rounds by the format of the event."""
    if not event.in_brackets and bracket == MAIN:
        return str(event.get_format_display())
    return bracket_name(bracket, two_lives=is_one_table(event))


def final_places(event: Event) -> Mapping[str, Standing]:
    """The places so far, by bracket; none before the draw is published. A fixed few queries."""
    if event.published_at is None:
        return {}
    if event.in_rounds:
        return {MAIN: _of_rounds(event)}
    if event.is_ladder:
        return {MAIN: _of_ladder(event)}
    board = load_board(event)
    state = board.state()
    to_play = {
        node.bracket
        for key, node in board.graph.items()
        if state[key].status in {Status.WAITING, Status.READY}
    }
    out = _disqualified(board)
    if is_one_table(event):
        found = _without(_all_together(board.graph, state), out)
        return {MAIN: Standing(found, not to_play)}
    return {
        bracket: Standing(
            _without(places(board.graph, state, bracket), out), bracket not in to_play
        )
        for bracket in board.graph.brackets()
    }


def _disqualified(board: Board) -> set[EntrantId]:
    return {
        EntrantId(entry.pk)
        for row in board.rows.values()
        for entry in (row.entry_1, row.entry_2)
        if entry is not None and entry.disqualified
    }


def _without(found: Sequence[Place], out: Collection[EntrantId]) -> list[Place]:
    """Who is disqualified is paid nothing, and the others move up."""
    left = places_without({one.entrant: (one.first, one.last) for one in found}, out)
    return [
        replace(one, first=left[one.entrant][0], last=left[one.entrant][1])
        for one in found
        if one.entrant in left
    ]


def _all_together(graph: Graph, state: State) -> list[Place]:
    """Matches are not counted here: who asks wants to know who came where."""
    return [
        Place(
            one.entrant,
            one.first,
            one.last,
            final=one.final,
            wins=0,
            losses=0,
            round_lost=one.round if one.final else None,
        )
        for one in standings(graph, state)
    ]


def overall_places(event: Event) -> Standing:
    """The places over all brackets: whoever went farther, in whichever bracket, is before."""
    by_bracket = final_places(event)
    if len(by_bracket) < 2:
        return by_bracket.get(MAIN, Standing())
    board = load_board(event)
    found = _without(_all_together(board.graph, board.state()), _disqualified(board))
    return Standing(found, all(one.finished for one in by_bracket.values()))


def _of_rounds(event: Event) -> Standing:
    """Until the end nobody's place is known, except where whoever is out of lives is out."""
    board = load_rounds(event)
    finished = event.state == Event.State.FINISHED
    found = [
        Place(
            EntrantId(board.by_number[row.entrant].pk),
            row.first,
            row.last,
            final=finished or row.is_out,
            wins=row.wins,
            losses=row.losses,
            round_lost=None,
        )
        for row in board.table.rows
        if not row.disqualified
    ]
    return Standing(found, finished)


def _of_ladder(event: Event) -> Standing:
    """The order, which is final once the ladder is closed."""
    board, finished = load_ladder(event), event.state == Event.State.FINISHED
    found = [
        Place(
            EntrantId(board.by_number[entrant].pk),
            place,
            place,
            final=finished,
            wins=board.won.get(entrant, 0),
            losses=board.lost.get(entrant, 0),
            round_lost=None,
        )
        for place, entrant in enumerate(board.now.order, start=1)
    ]
    return Standing(found, finished)


def lots_of(event: Event, entrants: list[EntrantId]) -> list[EntrantId]:
    """The entrants in an order drawn by lot, for cents that cannot be shared.

    The seed is that of the draw with `:money` after it, the order before it that of entry.
    """
    seed = event.draw["seed"] if event.draw else event.slug
    return Lots(f"{seed}:money").shuffled(entrants)
