"""A match of the demo that is played on the site: how its two players sit down and go on.

They play by a rule of thumb that somebody who looks on will not laugh at: points are made, blots
are not left where they are hit, and whoever can hit does. Nobody doubles.
"""

from datetime import datetime, timedelta

from matches.engine import BAR, OFF, Play, Position
from matches.engine.notation import format_play
from matches.engine.turn import Phase
from matches.models import Match
from matches.selectors.live import live_board
from matches.services.live_acting import Deed, live_act
from matches.services.live_begin import Table, live_begin, live_join
from players.actors import Act, Actor
from players.models import Player
from tournaments.formats import Lots

ACTIONS = 24  # throws and plays: nobody bears off so early
PACE = timedelta(seconds=30)
MADE = {5: 10, 4: 8, 7: 8, 20: 7, 6: 6, 21: 6, 8: 4, 3: 4, 18: 4}  # what points are worth
OTHER_POINT, HIT, PIP, STACKED = 2.0, 9.0, 0.3, 1.0
DIRECT, INDIRECT = 7.0, 2.0  # what a blot costs that is hit by one number, or by two
ONE_DIE, TWO_DICE = 6, 11
ENOUGH = 3  # checkers on one point


def board_begin(match: Match, players: tuple[Player, Player], lots: Lots, act: Act) -> None:
    """Both sit down at the board, and have the dice thrown by the site."""
    secret = bytes(lots.below(256) for _byte in range(32))
    live_begin(match_id=match.pk, table=Table(secret), act=act)
    for side, player in enumerate(players, start=1):
        seed = f"lot {lots.below(10**6)}"
        by = Act(Actor("player", player.pk, player.name), act.at)
        live_join(match_id=match.pk, side=side, seed=seed, act=by)


def board_play(match: Match, since: datetime) -> None:
    """Throw and play, at an even pace, to the middle of the first game."""
    for number in range(ACTIONS):
        board = live_board(match.pk)
        side = board.game.decider or 1
        what = {"do": "roll"}
        if board.game.turn.phase == Phase.PLAY:
            what = {"do": "play", "play": _text(max(board.game.legal_plays(), key=_worth))}
        (player,) = board.players(side)
        by = Act(Actor("player", player.pk, player.name), since + number * PACE)
        live_act(match_id=match.pk, deed=Deed(side, what), act=by)


def _text(play: Play) -> str:
    return "" if play.is_pass else format_play(play)


def _worth(play: Play) -> float:
    after = play.after
    points = {place: count for place, count in after.places(1).items() if place != OFF}
    made = sum(MADE.get(place, OTHER_POINT) for place, count in points.items() if count > 1)
    stacked = sum(max(0, count - ENOUGH) for count in points.values())
    good = made + HIT * after.count(2, BAR) - PIP * after.pips(1)
    return good - STACKED * stacked - _risk(after)


def _risk(after: Position) -> float:
    """How many blots the opponent reaches with one number, or with two."""
    hitters = [BAR - place for place, count in after.places(2).items() if count and place != OFF]
    risk = 0.0
    for blot in (place for place, count in after.places(1).items() if count == 1):
        ways = [blot - hitter for hitter in hitters if 0 < blot - hitter <= TWO_DICE]
        risk += 0.0 if not ways or blot == BAR else DIRECT if min(ways) <= ONE_DIE else INDIRECT
    return risk
