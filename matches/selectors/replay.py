"""The course of a record, step by step, whether it was played on the site or read from a file.

What was played on the site is replayed from its rows. A file tells its games one by one, each with
the score before it; its events become rows that are in no table, so that whoever draws a match need
not know where it came from.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from django.db.models import QuerySet

from matches.engine.errors import EngineError
from matches.engine.game import GameState, new_game
from matches.engine.match import MatchHow, MatchResult, MatchState, new_match
from matches.engine.rules import Rules
from matches.models_record import Record, RecordAction
from matches.records import Depth, Event, GameRecord, MatchRecord, from_json
from matches.records.chain import is_crawford
from matches.records.jsonform import event_data
from matches.records.values import score_after
from matches.selectors.records import THROWS, action_of, rules_of


class Step(NamedTuple):
    """An action and the match after it; `ended` is the game that it ended, as it stood, `game` the
    number of its game."""

    row: RecordAction
    state: MatchState
    ended: GameState | None = None
    game: int = 1


def records_shown() -> QuerySet[Record]:
    """Those that anybody is shown, of all matches: as `Record.is_blank` says."""
    return Record.objects.exclude(source=Record.Source.SCORED, content__games=[])


def records_kept(match_id: int) -> list[Record]:
    """All records of a match with what was found in them, oldest first. One query."""
    records = records_shown().filter(match_id=match_id).select_related("file", "check_made")
    return list(records.defer("file__data").order_by("pk"))


def shown_record(kept: Sequence[Record], record_id: int | None = None) -> Record | None:
    """The record that a match is shown by: the one that is asked for, else that of the site, else
    the newest file that tells every throw."""
    found = kept[::-1]
    asked = (record for record in found if record.pk == record_id)
    live = (record for record in found if record.source == Record.Source.LIVE)
    files = (record for record in found if _tells_throws(record))
    return next(chain(asked, live, files), None)


def _tells_throws(record: Record) -> bool:
    return record.content is not None and from_json(record.content).depth is Depth.THROWS


def begun(record: Record) -> MatchState:
    """The match before its first action."""
    if record.content is None:
        return new_match(rules_of(record))
    told = from_json(record.content)
    return _before(told, 0, new_match(told.rules))


def course(record: Record) -> Iterator[Step]:
    """Each action in order. A game of a file that cannot be followed ends where it cannot."""
    if record.content is None:
        return _played(record)
    return _told(record, from_json(record.content))


def places(record: Record) -> dict[tuple[int, int], int]:
    """The number of the roll of each turn, or of what came before it where nothing was rolled, by
    game and turn; turn 0 is the whole game."""
    found: dict[tuple[int, int], int] = {}
    for step in course(record):
        state = step.ended or step.state.game
        turn = step.game, sum(state.turn.counts)
        if step.row.data["do"] in THROWS:
            found[turn] = step.row.number
        found.setdefault(turn, step.row.number)
        found.setdefault((step.game, 0), step.row.number)
    return found


def _played(record: Record) -> Iterator[Step]:
    state = new_match(rules_of(record))
    for row in record.actions.all():
        action = action_of(row)
        before, state = state, state.apply(action)
        over = len(state.games) > len(before.games) or state.is_over
        ended = before.game.apply(action) if over else None
        yield Step(row, state, ended, len(before.games) + 1)


def _told(record: Record, told: MatchRecord) -> Iterator[Step]:
    state, number = new_match(told.rules), 0
    for place, game in enumerate(told.games):
        state = _before(told, place, state)
        for last, event, after in _states(told.rules, game):
            number += 1
            row = RecordAction(
                record=record,
                number=number,
                data=event_data(event),
                at=record.created_at,
                side=getattr(event, "side", None),
            )
            if last and game.result is not None:
                state = _after(told, place, state._replace(game=after))
                yield Step(row, state, after, place + 1)
            else:
                state = state._replace(game=after)
                yield Step(row, state, None, place + 1)
        if not game.events and game.result is not None:
            state = _after(told, place, state)


def _states(rules: Rules, game: GameRecord) -> Iterator[tuple[bool, Event, GameState]]:
    try:
        for n, (event, after) in enumerate(game.states(rules), start=1):
            yield n == len(game.events), event, after
    except EngineError:
        return


def _before(told: MatchRecord, place: int, state: MatchState) -> MatchState:
    """As the game at that place begins: with the score and the Crawford rule that the file says, or
    as they follow where it ends."""
    if place < len(told.games):
        score, crawford = told.games[place].score, told.games[place].crawford
    else:
        earlier = [game.score for game in told.games]
        score, crawford = state.score, bool(is_crawford(told.rules, state.score, earlier))
    fresh = new_game(told.rules, crawford=crawford)
    done = state.crawford_done or crawford
    return state._replace(game=fresh, score=score, crawford_done=done)


def _after(told: MatchRecord, place: int, state: MatchState) -> MatchState:
    """With the result of the game that ended; the next one is there at once."""
    game, length = told.games[place], told.rules.length
    assert game.result is not None
    score, result = score_after(game), None
    if length is not None and max(score) >= length:
        result = MatchResult(game.result.winner, MatchHow.PLAYED)
    state = state._replace(score=score, games=(*state.games, game.result), result=result)
    return state if state.is_over else _before(told, place + 1, state)
