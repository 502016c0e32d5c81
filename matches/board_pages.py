"""What the pages of a board are told: the drawing, both sides, the games and what spectators say.

What it says in words is in `board_words`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.safestring import SafeString

from matches.board_svg import Drawn, board_svg
from matches.board_words import (
    KINDS,
    Context,
    game_name,
    game_result_words,
    games_offered,
    lines,
    say,
)
from matches.engine.clock import ClockState
from matches.engine.game import GameState
from matches.engine.shots import shots
from matches.engine.turn import ANSWERING, Phase
from matches.models import Match
from matches.models_clock import Clock, ms
from matches.models_record import Record
from matches.pair_pages import pair_names, suggestible, suggestion_lines
from matches.selectors.clock_words import settings_words
from matches.selectors.comments import comments_of
from matches.selectors.live import Board
from matches.selectors.live_data import live_state, newest_play
from matches.selectors.live_sets import sets_won
from matches.selectors.time_words import seconds_words
from matches.selectors.watching import ALL, Sight


def play_context(
    board: Board, side: int, at: datetime, *, mirrored: bool = False, player_id: int | None = None
) -> Context:
    """For the page of one who plays: `side` is at the bottom. `player_id` is of one with a
    partner."""
    state = live_state(board, side)
    may = state["can"]
    data = {
        **{name: state[name] for name in ("version", "routes", "position", "numbers")},
        "match": board.match.pk,
        "side": side,
        "pins": board.game.rules.variant.contact == "pin",
    }
    return {
        **_shown(board, side, at, mirrored=mirrored, playable=True),
        "may": may,
        "acts": bool({*may} - {"resign"}),
        "data": json.dumps(data, separators=(",", ":")),
        "say": say(board, side),
        "must_pass": bool(state["routes"]) and len(state["routes"]) == 1,
        "seated": board.record.joined[side - 1],
        "clock_asks": _clock_asks(board, side),
        "clock_stopped": _clock_stopped(board),
        "kinds": [(kind, word) for kind, word in KINDS.items() if kind <= state["most"]],
        "seed_wanted": board.record.dice == Record.Dice.SITE,
        "faces": range(1, 7),
        "opening": board.game.turn.phase is Phase.OPENING,
        "games": games_offered() if _is_offered(board) else (),
        "dice_by": Record.Dice.choices,
        "partners": [one.name for one in board.players(side) if one.pk != player_id],
        "suggestions": suggestion_lines(board, side, player_id),
        "may_suggest": suggestible(may),
        "may_agree": any(len(board.players(one)) > 1 for one in (1, 2)),
        "next_set": board.sets[-1].number + 1 if board.is_between_sets else None,
    }


def _is_offered(board: Board) -> bool:
    """Whether another game may be chosen still; all sets are of the same."""
    waits = board.is_open and not all(board.record.joined)
    return waits and board.record.set_number == 1


@dataclass(frozen=True, slots=True)
class Seen:
    """Who watches: how much of the match there is for him, and whether he reads the comments."""

    sight: Sight = ALL
    reads: bool = True


EVERYTHING = Seen()


def watch_context(board: Board, at: datetime, seen: Seen = EVERYTHING) -> Context:
    """For everybody: the first side is at the bottom. One query for the comments."""
    shown = _shown(board, 1, at)
    for side in shown["sides"]:
        side["shots"] = _shots(board, side["number"])
    is_live = board.record.is_live
    return {
        **shown,
        "comments": _said(board, seen.sight) if is_live and seen.reads else (),
        "comments_wait": board.match.watch_comments and not seen.reads,
        "behind": seconds_words(seen.sight.delay) if seen.sight.delay else "",
        "say": say(board, 0),
        "first": 0,
        "before": max(board.at - 1, 0),
        "after": min(board.at + 1, board.last),
        "where": "" if _is_shown_first(board) else f"record={board.record.pk}&",
        "sets": _set_lines(board),
        "games": [
            (f"{n}. {game_result_words(result, board.names)}", end)
            for n, (result, end) in enumerate(zip(board.state.games, board.ends, strict=False), 1)
        ],
    }


def _said(board: Board, sight: Sight) -> list[Context]:
    """What spectators say, each with the position that it is about."""
    records = {each.number: each.record_id for each in board.sets}
    return [
        {
            "pk": one.pk,
            "by_name": one.by_name,
            "text": one.text,
            "set": one.set_number if records else 0,
            "number": one.number,
            "where": f"record={found}&" if (found := records.get(one.set_number)) else "",
        }
        for one in comments_of(board.match.pk, sight)
    ]


def _is_shown_first(board: Board) -> bool:
    """Whether the page shows this record when it is asked for none: the newest of the site."""
    return board.record.is_live and (not board.sets or board.sets[-1].record_id == board.record.pk)


def _set_lines(board: Board) -> list[Context]:
    """All sets that were begun, each with its record."""
    return [
        {
            "number": each.number,
            "record": each.record_id,
            "score": None if each.score is None else "{}–{}".format(*each.score),
            "now": each.record_id == board.record.pk,
        }
        for each in board.sets
    ]


def _shown(
    board: Board, below: int, at: datetime, *, mirrored: bool = False, playable: bool = False
) -> Context:
    game, state = board.game, board.state
    drawn = drawing(game, board.names, below, dice=board.thrown or (), mirrored=mirrored)
    drawn = replace(drawn, newest=newest_play(board.rows, board.at))
    return {
        "board": board,
        "match": board.match,
        "svg": SafeString(board_svg(drawn, playable=playable)),
        "sides": [_side(board, side, at) for side in (3 - below, below)],
        "lines": lines(board),
        "game_words": game_name(game.rules.variant.name),
        "game_number": len(state.games) + (0 if state.is_over or board.ended else 1),
        "crawford": game.crawford,
        "is_over": board.match.state == Match.State.DECIDED,
        "ticks": board.is_latest and board.clock is not None,
    }


def drawing(
    game: GameState,
    names: tuple[str, str],
    below: int,
    *,
    dice: Sequence[int] = (),
    mirrored: bool = False,
) -> Drawn:
    """A moment of a game, to be drawn with a side at the bottom."""
    has_cube = game.rules.cube_in_play and not game.crawford
    return Drawn(
        game.position,
        game.rules.variant,
        names,
        below,
        mirrored,
        dice=dice,
        thrower=game.turn.side,
        cube=(game.cube.value, game.cube.owner) if has_cube else None,
        offered=(game.cube.value * 2, game.decider) if game.turn.phase in ANSWERING else None,
    )


def _side(board: Board, side: int, at: datetime) -> Context:
    return {
        "number": side,
        "name": board.names[side - 1],
        "players": pair_names(board, side),
        "score": board.state.shown_score[side - 1],
        "sets": sets_won(sets)[side - 1] if (sets := board.sets_so_far) else None,
        "pips": board.game.position.pips(side),
        "acts": board.is_open and board.game.decider == side,
        "clock": _clock(board, side, at),
    }


def _clock_asks(board: Board, side: int) -> Context | None:
    """A clock that stands at the match until both agree on it: `mine` while this side has not."""
    clock = board.clock
    if clock is None or not board.is_open or all(clock.confirmed):
        return None
    words = settings_words(ClockState.from_data(clock.state))
    return {"words": words, "mine": not clock.confirmed[side - 1]}


def _clock_stopped(board: Board) -> str | None:
    """Why both clocks stand, where that does not follow from what is played; empty where nobody has
    said it."""
    clock = board.clock
    if clock is None or not board.is_open or clock.running or board.time_up:
        return None
    if not clock.stopped_for:
        begun = ClockState.from_data(clock.state).on_turn is not None
        return "" if begun and all(clock.confirmed) else None
    if clock.stopped_for in {Clock.Stop.GAME, Clock.Stop.SET, Clock.Stop.CONCESSION}:
        return None
    return str(clock.get_stopped_for_display())


def _shots(board: Board, side: int) -> int:
    """In how many of 36 throws the side would hit, or pin, somebody; 0 once it is thrown."""
    game = board.game
    return (
        0 if game.is_over or board.thrown else shots(game.seen_by(side), game.rules.variant).count
    )


def _clock(board: Board, side: int, at: datetime) -> Context | None:
    """The time of a side as it runs on: milliseconds left, and those of the delay before them."""
    if board.clock is None or not board.is_latest:
        return None
    state = ClockState.from_data(board.clock.state)
    now = state.not_before(ms(at))
    runs = state.running == side
    free = state.delay_left(side, now) if runs and state.settings.kind != "increment" else 0
    return {"left": state.left(side, now), "free": free, "runs": runs}
