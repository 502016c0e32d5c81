"""What the pages of a board are told: the drawing, whose turn it is in words, the list of moves."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from matches.board_svg import Drawn, board_svg
from matches.engine.clock import ClockState
from matches.engine.game import GameState
from matches.engine.presets import VARIANTS
from matches.engine.scoring import GameResult
from matches.engine.shots import shots
from matches.engine.turn import ANSWERING, PLAYING, Phase
from matches.models import Match
from matches.models_clock import ms
from matches.models_record import Record
from matches.selectors.comments import comments_of
from matches.selectors.live import Board, can, live_state, moves
from matches.selectors.watching import ALL, Sight

KINDS = {1: gettext_lazy("single"), 2: gettext_lazy("gammon"), 3: gettext_lazy("backgammon")}
GAME_NAMES = {
    "backgammon": pgettext_lazy("the game", "Backgammon"),
    "nackgammon": gettext_lazy("Nackgammon"),
    "longgammon": gettext_lazy("Longgammon"),
    "tavla": gettext_lazy("Tavla"),
    "long_nardy": gettext_lazy("Long nardy"),
    "gulbara": gettext_lazy("Gul bara"),
    "plakoto": gettext_lazy("Plakoto"),
    "plakoto_express": gettext_lazy("Plakoto Express"),
    "acey_deucey": gettext_lazy("Acey-deucey"),
    "eureka": gettext_lazy("Eureka"),
}
_DEED_WORDS = {
    "double": gettext_lazy("doubles"),
    "take": gettext_lazy("takes"),
    "drop": gettext_lazy("drops"),
    "beaver": gettext_lazy("beavers"),
    "raccoon": gettext_lazy("raccoons"),
    "accept": gettext_lazy("accepts"),
    "refuse": gettext_lazy("plays on"),
    "void_roll": gettext_lazy("throws again"),
    "draw": gettext_lazy("The game is void"),
    "setup": gettext_lazy("The board is set by hand"),
    "misplay": gettext_lazy("makes an illegal play"),
    "stand": gettext_lazy("lets it stand"),
    "correct": gettext_lazy("corrects the play"),
    "award": gettext_lazy("is given the game"),
    "award_match": gettext_lazy("is given the match"),
    "time_out": gettext_lazy("is out of time"),
}
Context = dict[str, Any]


def game_name(name: str) -> str:
    return str(GAME_NAMES.get(name, name))


def play_context(board: Board, side: int, at: datetime, *, mirrored: bool = False) -> Context:
    """For the page of one who plays: `side` is at the bottom."""
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
        "kinds": [(kind, word) for kind, word in KINDS.items() if kind <= state["most"]],
        "seed_wanted": board.record.dice == Record.Dice.SITE,
        "faces": range(1, 7),
        "opening": board.game.turn.phase is Phase.OPENING,
        "games": games_offered() if board.is_open and not all(board.record.joined) else (),
        "dice_by": Record.Dice.choices,
    }


@dataclass(frozen=True, slots=True)
class Seen:
    """Who watches: how much of the match there is for him, and whether he reads the comments."""

    sight: Sight = ALL
    reads: bool = True


EVERYTHING = Seen()


def watch_context(board: Board, at: datetime, seen: Seen = EVERYTHING) -> Context:
    """For everybody: the first side is at the bottom. One query for the comments."""
    live = board.record.Source.LIVE
    shown = _shown(board, 1, at)
    for side in shown["sides"]:
        side["shots"] = _shots(board, side["number"])
    is_live = board.record.source == live
    return {
        **shown,
        "comments": comments_of(board.match.pk, seen.sight) if is_live and seen.reads else (),
        "comments_wait": board.match.watch_comments and not seen.reads,
        "behind": _minutes(seen.sight.delay),
        "say": say(board, 0),
        "first": 0,
        "before": max(board.at - 1, 0),
        "after": min(board.at + 1, board.last),
        "where": "" if is_live else f"record={board.record.pk}&",
        "games": [
            (f"{n}. {game_result_words(result, board.names)}", end)
            for n, (result, end) in enumerate(zip(board.state.games, board.ends, strict=False), 1)
        ],
    }


def _minutes(seconds: int) -> str:
    """`5:00`; empty for none."""
    return f"{seconds // 60}:{seconds % 60:02}" if seconds else ""


def _shown(
    board: Board, below: int, at: datetime, *, mirrored: bool = False, playable: bool = False
) -> Context:
    game, state = board.game, board.state
    drawn = drawing(game, board.names, below, dice=board.thrown or (), mirrored=mirrored)
    last = board.state.games[-1] if board.state.games else None
    return {
        "board": board,
        "match": board.match,
        "svg": SafeString(board_svg(drawn, playable=playable)),
        "sides": [_side(board, side, at) for side in (3 - below, below)],
        "lines": lines(board),
        "game_words": game_name(game.rules.variant.name),
        "game_number": len(state.games) + (0 if state.is_over or board.ended else 1),
        "crawford": game.crawford,
        "last_game": game_result_words(last, board.names) if last else "",
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
    )


def _side(board: Board, side: int, at: datetime) -> Context:
    return {
        "number": side,
        "name": board.names[side - 1],
        "score": board.state.shown_score[side - 1],
        "pips": board.game.position.pips(side),
        "acts": board.is_open and board.game.decider == side,
        "clock": _clock(board, side, at),
    }


def _shots(board: Board, side: int) -> int:
    """In how many of 36 throws the side would hit, or pin, somebody."""
    game = board.game
    return 0 if game.is_over else shots(game.seen_by(side), game.rules.variant).count


def _clock(board: Board, side: int, at: datetime) -> Context | None:
    """The time of a side as it runs on: milliseconds left, and those of the delay before them."""
    if board.clock is None or not board.is_latest:
        return None
    state = ClockState.from_data(board.clock.state)
    now = state.not_before(ms(at))
    runs = state.running == side
    free = state.delay_left(side, now) if runs and state.settings.kind != "increment" else 0
    return {"left": state.left(side, now), "free": free, "runs": runs}


# --- Words ---------------------------------------------------------------------------------------
def say(board: Board, side: int) -> str:
    """What is to be done now, for one of the sides or (0) for whoever watches."""
    if board.record.source != board.record.Source.LIVE:
        return _of_file(board)
    if not board.is_open or board.state.is_over:
        return _over(board)
    if board.ended is not None:
        return game_result_words(board.state.games[-1], board.names)
    if not all(board.record.joined):
        return _waiting(board, side)
    return _going_on(board, side)


def _of_file(board: Board) -> str:
    if board.state.is_over:
        return _over(board)
    if board.ended is not None:
        return game_result_words(board.state.games[-1], board.names)
    return _("The record ends here.") if board.is_latest else _going_on(board, 0)


def _going_on(board: Board, side: int) -> str:
    if board.game.resigned is not None:
        return _resigning(board, side, *board.game.resigned)
    decider = board.game.decider
    if decider == 0:
        return _("Throw for the first move: the higher die begins.")
    return _you(board, side) if decider == side else _they(board, board.names[decider - 1])


def _resigning(board: Board, side: int, who: int, kind: int) -> str:
    offered = _("%(name)s offers to resign: %(kind)s.") % {
        "name": board.names[who - 1],
        "kind": KINDS[kind],
    }
    question = _("Do you accept?")
    return f"{offered} {question}" if board.game.decider == side else offered


def _over(board: Board) -> str:
    winner = board.state.winner or board.match.winner
    if board.match.state == Match.State.REPORTED:
        return _("A result was reported: nothing more is played here.")
    if board.match.state == Match.State.OPEN:
        return _("This board is closed, as there was a result: go on at another, and report it.")
    if not winner:
        return _("The match is over.")
    scores = board.state.shown_score
    return _("%(name)s has won the match, %(own)s–%(other)s.") % {
        "name": board.names[winner - 1],
        "own": scores[winner - 1],
        "other": scores[2 - winner],
    }


def _waiting(board: Board, side: int) -> str:
    if side and not board.record.joined[side - 1]:
        return _("The board is set up: sit down to play.")
    missing = [
        name for name, there in zip(board.names, board.record.joined, strict=True) if not there
    ]
    return _("Waiting for %(names)s to sit down.") % {"names": ", ".join(missing)}


def _they(board: Board, name: str) -> str:
    if board.game.turn.phase in ANSWERING:
        offered = board.game.cube.value * 2
        return _("%(name)s is offered the cube at %(n)s.") % {"name": name, "n": offered}
    return _("%(name)s is on turn.") % {"name": name}


def _you(board: Board, side: int) -> str:
    phase = board.game.turn.phase
    if phase in ANSWERING:
        return _("You are offered the cube at %(n)s: take or drop?") % {
            "n": board.game.cube.value * 2
        }
    if phase is Phase.NAME:
        return _("Name the double that you play.")
    if phase in PLAYING:
        if board.game.legal_plays().must_pass:
            return _("You cannot move.")
        numbers = "-".join(str(number) for number in board.game.turn.numbers)
        return _("Your turn: play %(numbers)s.") % {"numbers": numbers}
    if "double" in can(board, side):
        return _("Your turn: throw, or double.")
    return _("Your turn: throw.")


def game_result_words(result: GameResult, names: Sequence[str]) -> str:
    if not result.winner:
        return _("The game was drawn.")
    points = ngettext("%(n)s point", "%(n)s points", result.points) % {"n": result.points}
    return _("%(name)s won the game: %(points)s.") % {
        "name": names[result.winner - 1],
        "points": points,
    }


def lines(board: Board) -> list[Context]:
    """The moves of the game, each with the number of its action and in words."""
    return [
        {
            "at": line["at"],
            "side": line["side"],
            "name": board.names[line["side"] - 1] if line["side"] else "",
            "words": move_words(line),
            "now": line["at"] == board.at,
        }
        for line in moves(board.rows)
    ]


def move_words(line: Mapping[str, Any]) -> str:
    """`31: 8/5 6/5`; `doubles`."""
    if line["dice"]:
        thrown = "".join(str(die) for die in sorted(line["dice"], reverse=True))
        if line["play"] is None:
            return thrown
        return f"{thrown}: {line['play'] or _('cannot move')}"
    if line["do"] == "play":
        return str(line["play"] or _("cannot move"))
    if line["do"] == "resign":
        return _("offers to resign: %(kind)s") % {"kind": KINDS[line["kind"]]}
    if line["do"] == "name_double":
        return _("names %(n)s-%(n)s") % {"n": line["number"]}
    return str(_DEED_WORDS.get(line["do"], line["do"]))


def games_offered() -> list[tuple[str, str]]:
    """The ten games, by name and in words."""
    return [(name, game_name(name)) for name in GAME_NAMES if name in VARIANTS]
