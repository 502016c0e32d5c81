"""What follows the last game of a match on the site, or of one of its sets; the match is locked.

The match is decided at once: both saw it. After a set that does not decide it, the clock is that of
the next one, which has a board and dice of its own.
"""

from matches.engine.match import MatchState
from matches.models import Match, Outcome
from matches.models_record import Record
from matches.selectors.live_sets import sets_played, sets_won
from matches.services.live_clock import press_set
from matches.services.live_steps import keep, log_set
from matches.services.steps import Verdict, close_reports, decide, save, tell
from players.actors import Act


def live_end(match: Match, record: Record, state: MatchState, act: Act) -> None:
    """Close the record with its result; nothing more is thrown in it, so its dice are revealed."""
    score = state.shown_score
    keep(record, closed_at=act.at, winner=state.winner, score_1=score[0], score_2=score[1])
    if match.sets_to_win > 1:
        won = sets_won(sets_played(match))
        if max(won) < match.sets_to_win:
            _end_set(match, record, won, act)
            return
        score = won
    verdict = Verdict(state.winner, Outcome.PLAYED, score)
    close_reports(match, verdict, act.at)
    decide(match, verdict, act.at)
    tell(match, "result.played", act)


def _end_set(match: Match, record: Record, won: tuple[int, int], act: Act) -> None:
    press_set(match, act)
    save(match)
    log_set(match, record, won, act)
