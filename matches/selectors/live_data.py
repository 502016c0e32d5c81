"""A board that is played on the site as pages and programs are told of it: JSON values.

Positions are told side by side, each side's checkers in its own numbering: 24 to 1, 25 the bar, 26
the hand, 0 off. What may be moved is told as the moments within the legal plays (see
`matches.engine.routes`), so that whoever draws a board needs no rule.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matches.engine.actions import Double, Resign, Roll
from matches.engine.dice import Dice
from matches.engine.fairdice import Reveal, Verification, read_reveal, verify
from matches.engine.game import GameState
from matches.engine.notation import WrittenPlay, parse_play
from matches.engine.plays import LegalPlays
from matches.engine.position import Position
from matches.engine.routes import routes
from matches.engine.scoring import most_kind
from matches.engine.turn import ANSWERING, PLAYING, Phase
from matches.models_record import Record
from matches.selectors.live import Board
from matches.selectors.live_pairs import suggestion_data
from matches.selectors.live_sets import sets_data
from matches.selectors.records import THROWS, Row, live_record
from matches.selectors.watching import ALL, Sight

_ROLL = Dice(2, 1)


def live_state(board: Board, viewer: int = 0) -> dict[str, Any]:
    """All of a board in JSON values; `viewer` is a side, which is told what it may do, or 0."""
    state, game, record = board.state, board.game, board.record
    rules = state.rules
    return {
        "match": board.match.pk,
        "version": record.version,
        "state": board.match.state,
        "open": board.is_open,
        "names": list(board.names),
        "game": rules.variant.name,
        "length": rules.length,
        "score": list(state.shown_score),
        "sets": sets_data(board.match, board.sets_so_far),
        "players": [[one.name for one in board.players(side)] for side in (1, 2)],
        "by_agreement": record.by_agreement,
        "suggestions": suggestion_data(board.asked, viewer),
        "winner": state.winner or board.match.winner or 0,
        "game_number": len(state.games) + (0 if state.is_over else 1),
        "crawford": game.crawford,
        "post_crawford": state.is_post_crawford,
        "dice_by": record.dice,
        "joined": list(record.joined),
        "commitment": record.commitment,
        "phase": game.turn.phase.value,
        "on_turn": game.turn.side,
        "decider": game.decider,
        "thrown": None if board.thrown is None else list(board.thrown),
        "numbers": list(game.turn.numbers),
        "cube": cube_data(game),
        "resigned": list(game.resigned) if game.resigned else None,
        "position": position_data(game.position),
        "pips": [game.position.pips(1), game.position.pips(2)],
        "at": board.at,
        "last": board.last,
        "can": can(board, viewer) if viewer else [],
        "most": most_kind(rules.variant),
        "routes": _routes(board, viewer),
        "moves": moves(board.rows),
    }


def position_data(position: Position) -> dict[str, Any]:
    """`{"1": {"24": 2, ...}, "2": {...}, "pinned": [[], []]}`."""
    sides = {
        str(side): {str(place): n for place, n in position.places(side).items()} for side in (1, 2)
    }
    return {**sides, "pinned": [sorted(position.pinned(side)) for side in (1, 2)]}


def cube_data(game: GameState) -> dict[str, Any] | None:
    """None where there is no cube; `offered` is what it would show after a double that waits."""
    if not game.rules.cube_in_play:
        return None
    offered = game.cube.value * 2 if game.turn.phase in ANSWERING else None
    return {"value": game.cube.value, "owner": game.cube.owner, "offered": offered}


def can(board: Board, side: int) -> list[str]:
    """What the side may do now, by the names of the engine's actions; an opening is a roll."""
    game = board.game
    is_played = board.is_open and not board.state.is_over and not board.time_up
    if not is_played or not all(board.record.joined):
        return []
    if game.resigned is not None:
        return ["accept", "refuse"] if game.decider == side else []
    found = []
    if game.decider in (0, side):
        found = _of_phase(board, side)
    return [*found, "resign"] if Resign(side, 1) in board.state.legal_actions() else found


def _of_phase(board: Board, side: int) -> list[str]:
    phase, choices = board.game.turn.phase, board.state.legal_actions()
    if phase is Phase.OPENING:
        return ["roll"]
    if phase is Phase.ROLL:
        found = ["roll"] if Roll(side, _ROLL) in choices else []
        return [*found, "double"] if Double(side) in choices else found
    if phase is Phase.NAME:
        return ["name_double"]
    if phase in PLAYING:
        return ["play"]
    return sorted(choices.kinds - {"resign"})


def _routes(board: Board, viewer: int) -> list[Any]:
    """For whoever is to play."""
    game = board.game
    if not board.is_open or game.decider != viewer or game.turn.phase not in PLAYING:
        return []
    if game.resigned is not None or board.time_up:
        return []
    return routes_data(game.legal_plays())


def routes_data(plays: LegalPlays) -> list[Any]:
    """`[ends, [[start, end, number, hit, to], ...]]` for each moment within the legal plays."""
    return [
        [node.ends, [[*hop[:3], int(hop.hit), hop.to] for hop in node.hops]]
        for node in routes(plays)
    ]


# --- The list of moves ---------------------------------------------------------------------------
def moves(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """One line for each action; a throw and the play of it are one. `at` is the number of it."""
    lines: list[dict[str, Any]] = []
    for row in rows:
        data: Mapping[str, Any] = row.data
        before = lines[-1] if lines else None
        if data["do"] == "play" and before is not None and _is_throw_of(before, data["side"]):
            before.update({"do": "play", "at": row.number, "play": data["play"]})
        else:
            lines.append(one_move(row.number, data))
    return lines


def _is_throw_of(line: Mapping[str, Any], side: int) -> bool:
    return line["do"] in {"roll", "opening"} and line["side"] == side


def newest_play(rows: Sequence[Row], at: int) -> tuple[int, WrittenPlay] | None:
    """The last one up to the action `at`, with its side; None where the board was changed otherwise
    since."""
    for row in reversed(rows):
        do = row.data["do"]
        if row.number <= at and do in {"play", "setup", "misplay", "correct"}:
            return (row.data["side"], parse_play(row.data["play"])) if do == "play" else None
    return None


def one_move(number: int, data: Mapping[str, Any]) -> dict[str, Any]:
    """The line of an action by itself."""
    line = {"at": number, "do": data["do"], "side": data.get("side", 0)}
    if data["do"] == "opening":
        first, second = data["first"], data["second"]
        starter = 0 if first == second else 1 if first > second else 2
        return {**line, "side": starter, "dice": [first, second], "play": None}
    return {
        **line,
        "dice": data.get("dice"),
        "play": data.get("play"),
        "kind": data.get("kind"),
        "number": data.get("number"),
    }


# --- The whole record ----------------------------------------------------------------------------
def record_data(
    match_id: int, set_number: int | None = None, *, sight: Sight = ALL
) -> dict[str, Any]:
    """Rules and actions of a match, or of a set of it (None: the newest), as the engine replays
    them, and how its dice came about; the secret only once the record is closed. Two queries.
    Raises NotFoundError `not_played_here`."""
    record = live_record(match_id, set_number, sight=sight)
    return {
        "match": match_id,
        "set": record.set_number,
        "version": record.version,
        "kind": record.source,
        "rules": record.rules,
        "dice": record.dice,
        "commitment": record.commitment,
        "reveal": reveal(record),
        "actions": [row.data for row in record.actions.all()[: sight.last_of(record)]],
    }


def reveal(record: Record) -> dict[str, Any] | None:
    """What the dice of the site followed from, once nothing more is thrown; None before, and where
    nothing was."""
    if record.dice != Record.Dice.SITE or record.closed_at is None or not all(record.joined):
        return None
    return Reveal(record.secret, record.seeds, record.context).as_dict()


def thrown_in(rows: Iterable[Row]) -> list[tuple[int, int]]:
    """All throws in order, the dice in the order thrown."""
    return [
        (row.data["first"], row.data["second"])
        if row.data["do"] == "opening"
        else (row.data["dice"][0], row.data["dice"][1])
        for row in rows
        if row.data["do"] in THROWS
    ]


def verified(record: Record) -> Verification | None:
    """The dice of a closed record, recomputed from what was committed to; None as `reveal`."""
    told = reveal(record)
    if told is None:
        return None
    return verify(read_reveal(told), record.commitment, thrown_in(record.actions.all()))
