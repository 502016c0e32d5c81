"""A game that is lost on time: what it costs is what stood on the board.

Where the rules say so, both players tell the score, the cube and the position; what both say alike
counts, and where they differ the director says it. The score goes on, and the clock is set for the
next game. Whoever ran out of time with nothing borne off has lost a gammon, or with a checker on
the bar or in the opponent's home a backgammon.
"""

from collections.abc import Collection
from datetime import datetime
from operator import lt
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.engine.clock import ClockState
from matches.engine.clock_game import CUBES, WORTH, GameSaid
from matches.models import Match, Outcome
from matches.models_clock import Clock, ClockStep, ms
from matches.selectors.clock_reserve import reserve_of, set_length
from matches.services.clock_steps import (
    SETTLED,
    keep,
    lock_clock,
    log_step,
    note,
    require_open,
    scored,
    state_of,
)
from matches.services.live_time import game_lost
from matches.services.steps import Verdict, decide, lock_match, result_data, save
from players.actors import Act


@transaction.atomic
def clock_say(*, match_id: int, sides: Collection[int], said: GameSaid, act: Act) -> Clock:
    """These sides say what stood on the board; staff, and a phone between the two, for both.

    Raises ConflictError `match_over`, `nothing_asked`, InvalidError `position_unknown`,
    `cube_unknown`, `score_impossible`, `score_below_start`.
    """
    match = lock_match(match_id)
    require_open(match)
    clock = lock_clock(match)
    if clock.asks != Clock.Ask.GAME:
        raise ConflictError(
            "nothing_asked", _("Nobody asks what stood on the board: no flag is down.")
        )
    _check(said, match, set_length(match, clock.sets_over))
    state = state_of(clock)
    claims = {side: said.text() if side in sides else _claim(clock, side) for side in (1, 2)}
    for side in sorted(sides):
        note(clock, ClockStep.Kind.CLAIM, act, state, side=side, note=said.text())
    if claims[1] == claims[2]:
        _settle(match, clock, state, said, act)
        return clock
    keep(clock, state, claim_1=claims[1], claim_2=claims[2])
    if all(claims.values()):
        save(match)  # the control room shows it
        log_step(match, "clock.contested", act, after={"claims": [claims[1], claims[2]]})
    return clock


def _claim(clock: Clock, side: int) -> str:
    return clock.claim_1 if side == 1 else clock.claim_2


def _check(said: GameSaid, match: Match, length: int) -> None:
    if said.position not in WORTH:
        raise InvalidError(
            "position_unknown", _("Say what is lost: one game, a gammon, a backgammon.")
        )
    if said.cube not in CUBES:
        raise InvalidError("cube_unknown", _("The cube shows 1, 2, 4, 8 and so on."))
    check_score(said.scores, length)
    if match.sets_to_win == 1 and any(map(lt, said.scores, match.start)):
        raise InvalidError(
            "score_below_start",
            _("The match began at %(score)s by penalties: they count in the score.")
            % {"score": "–".join(map(str, match.start))},
            start=list(match.start),
        )


def check_score(scores: tuple[int, int], length: int) -> None:
    """Raises InvalidError `score_impossible` for what is no score within a match, or a set."""
    if not all(0 <= points < length for points in scores):
        raise InvalidError(
            "score_impossible",
            _("While they play both have less than %(length)s points.") % {"length": length},
            length=length,
        )


def _settle(match: Match, clock: Clock, state: ClockState, said: GameSaid, act: Act) -> None:
    loser = state.lost
    assert loser is not None, "a game is asked for while a flag is down"
    length = set_length(match, clock.sets_over)
    points = list(said.scores)
    points[2 - loser] = min(length, points[2 - loser] + said.points)
    score = points[0], points[1]
    is_over = max(score) == length
    verdict = Verdict(3 - loser, Outcome.PLAYED, score)
    by_sets = game_lost(match, 3 - loser, said.points, said.scores, act)
    ends = by_sets is not None or (is_over and match.sets_to_win == 1)
    sets_over = clock.sets_over + (is_over and not ends)
    now = (0, 0) if sets_over > clock.sets_over else score
    clock.sets_over = sets_over
    if not ends:
        state = _set_again(match, clock, state, now, act.at)
    stop = Clock.Stop.SET if now != score else Clock.Stop.GAME
    keep(clock, state, stopped_for=stop, **scored(None if ends else now), **SETTLED)
    note(clock, ClockStep.Kind.GAME, act, state, side=loser, note=said.text())
    told: dict[str, Any] = {"side": loser, "points": said.points, "position": said.position}
    if ends:
        decide(match, by_sets or verdict, act.at)
    else:
        save(match)
    result = result_data(match) or {"score": list(score)}
    log_step(match, "clock.game_lost", act, after={**result, **told})


def _set_again(
    match: Match, clock: Clock, state: ClockState, score: tuple[int, int], at: datetime
) -> ClockState:
    """The clock of the next game: new for both where that is the rule, or for a new set; else
    whoever ran out of time gets the time of the points that are left."""
    loser, instant = state.lost, state.not_before(ms(at))
    assert loser is not None
    reserve = reserve_of(
        match,
        state.settings,
        each_game=clock.each_game,
        sets_over=clock.sets_over,
        scores=score,
    )
    if clock.each_game or score == (0, 0):
        return state.renew(reserve, instant)
    return state.set_reserve(loser, reserve, instant).stop(instant)
