"""What the pages of a board say in words: whose turn it is, what was done, how a game ended."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from matches.engine.clock import ClockState
from matches.engine.presets import VARIANTS
from matches.engine.scoring import GameResult
from matches.engine.turn import ANSWERING, PLAYING, Phase
from matches.models import Match
from matches.pair_pages import done_by
from matches.selectors.live import Board
from matches.selectors.live_data import can, moves
from matches.selectors.live_sets import sets_won

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
    if board.time_up:
        name = board.names[board.time_up - 1]
        return _("Time is up for %(name)s: please call the director.") % {"name": name}
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
        return _to_begin(board)
    return _you(board, side) if decider == side else _they(board, board.names[decider - 1])


def _to_begin(board: Board) -> str:
    """After a game first how it ended: nothing else on the page has changed."""
    throw = _("Throw for the first move: the higher die begins.")
    if board.rows or not board.state.games:
        return throw
    return f"{game_result_words(board.state.games[-1], board.names)} {throw}"


def _resigning(board: Board, side: int, who: int, kind: int) -> str:
    offered = _("%(name)s offers to resign: %(kind)s.") % {
        "name": board.names[who - 1],
        "kind": KINDS[kind],
    }
    question = _("Do you accept?")
    return f"{offered} {question}" if board.game.decider == side else offered


def _over(board: Board) -> str:
    sets = board.sets_so_far
    if sets and board.state.is_over and (board.is_between_sets or sets[-1] != board.sets[-1]):
        return _set_over(board)
    if board.match.state == Match.State.REPORTED:
        return _("A result was reported: nothing more is played here.")
    if board.match.state == Match.State.OPEN:
        return _("This board is closed, as there was a result: go on at another, and report it.")
    winner = board.match.winner if sets else board.state.winner or board.match.winner
    scores = sets_won(sets) if sets else board.state.shown_score
    if not winner:
        return _("The match is over.")
    if scores[winner - 1] < board.match.target:  # it was decided elsewhere, or goes on from here
        late = board.clock is not None and ClockState.from_data(board.clock.state).lost
        words = _("%(name)s has won the match.")
        if late == 3 - winner:
            words = _("Time is up: %(name)s has won the match.")
        return words % {"name": board.names[winner - 1]}
    return _("%(name)s has won the match, %(own)s–%(other)s.") % {
        "name": board.names[winner - 1],
        "own": scores[winner - 1],
        "other": scores[2 - winner],
    }


def _set_over(board: Board) -> str:
    winner = board.state.winner
    won, score = sets_won(board.sets_so_far), board.state.shown_score
    return _("%(name)s has won set %(n)s, %(own)s–%(other)s. The sets stand at %(sets)s.") % {
        "name": board.names[winner - 1],
        "n": board.record.set_number,
        "own": score[winner - 1],
        "other": score[2 - winner],
        "sets": f"{won[winner - 1]}–{won[2 - winner]}",
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
    """The moves of the game, each with the number of its action and in words; of a pair with who
    did it."""
    by = done_by(board)
    return [
        {
            "at": line["at"],
            "side": line["side"],
            "name": board.names[line["side"] - 1] if line["side"] else "",
            "words": move_words(line),
            "by": by.get(line["at"], ""),
            "now": line["at"] == board.at,
        }
        for line in moves(board.rows)
    ]


def move_words(line: Mapping[str, Any]) -> str:
    """`31: 8/5 6/5`; `doubles`."""
    if line["dice"]:
        return _throw_words(line)
    if line["do"] == "play":
        return str(line["play"] or _("cannot move"))
    if line["do"] == "resign":
        return _("offers to resign: %(kind)s") % {"kind": KINDS[line["kind"]]}
    if line["do"] == "name_double":
        return _("names %(n)s-%(n)s") % {"n": line["number"]}
    return str(_DEED_WORDS.get(line["do"], line["do"]))


def _throw_words(line: Mapping[str, Any]) -> str:
    if line["do"] == "opening" and not line["side"]:
        return _("Both threw %(n)s: again") % {"n": line["dice"][0]}
    thrown = "".join(str(die) for die in sorted(line["dice"], reverse=True))
    return thrown if line["play"] is None else f"{thrown}: {line['play'] or _('cannot move')}"


def games_offered() -> list[tuple[str, str]]:
    """The ten games, by name and in words."""
    return [(name, game_name(name)) for name in GAME_NAMES if name in VARIANTS]
