"""A game that was lost on the clock, in the record of the board on which it was played.

The board says nothing of why: the game is awarded, for the points that both sides told. Where the
board tells another score than they did, or is not played at any more, it is left as it is. Each
step assumes the match locked; the clock is for `clock_games`.
"""

from collections.abc import Sequence

from matches.engine.actions import Award, to_data
from matches.engine.match import MatchState
from matches.models import Match, Outcome
from matches.models_record import Record, RecordAction
from matches.selectors.live_sets import sets_played, sets_won
from matches.selectors.records import folded, newest_live, played
from matches.services.live_pairs import forget
from matches.services.live_steps import keep, log_set
from matches.services.steps import Verdict
from players.actors import Act


def game_lost(
    match: Match, winner: int, points: int, before: Sequence[int], act: Act
) -> Verdict | None:
    """Write the game down that `winner` won when the score was `before`; of a match of sets the
    verdict, if they decide it by that."""
    record = newest_live(match.pk)
    if record is None or record.closed_at is not None or not all(record.joined):
        return None
    now = played(record)
    if tuple(now.state.score) != tuple(before):
        return None
    action = Award(winner, points)
    state = now.state.apply(action)
    row = RecordAction.objects.create(
        record=record,
        number=now.length + 1,
        data=to_data(action),
        at=act.at,
        side=winner,
        by_name=act.by.name,
    )
    forget(record)
    if not state.is_over:
        ends = now.going_on(state, [row]).ends
        keep(record, folded=folded(state, ends=ends, rolls=now.rolls))
        return None
    return _set_over(match, record, state, act)


def _set_over(match: Match, record: Record, state: MatchState, act: Act) -> Verdict | None:
    """The record is closed with its result: so are the dice revealed."""
    score = state.shown_score
    keep(record, closed_at=act.at, winner=state.winner, score_1=score[0], score_2=score[1])
    if match.sets_to_win == 1:
        return None
    won = sets_won(sets_played(match))
    if max(won) < match.sets_to_win:
        log_set(match, record, won, act)
        return None
    return Verdict(state.winner, Outcome.PLAYED, won)
