"""What the pages of a chouette are told: the board, who has which cube, what is to be done now."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.board_svg import Drawn, board_svg
from matches.board_words import KINDS, game_name, move_words
from matches.engine.chouette import BOX, GameResult
from matches.engine.turn import Phase
from matches.pair_pages import ASKED
from matches.selectors.chouettes import (
    TableView,
    cube_seat,
    cubes_of,
    moves_of,
    player_data,
    routes_of,
)
from matches.selectors.live_data import moves, newest_play, position_data

Context = dict[str, Any]


def seat_context(view: TableView, seat: int, *, mirrored: bool = False) -> Context:
    """For who sits there: the own side is at the bottom."""
    below = 1 if seat == view.state.box else 2
    may, cubes = moves_of(view, seat), cubes_of(view, seat)
    game = view.table.game
    data = {
        "version": view.row.version,
        "routes": routes_of(view, seat),
        "position": position_data(game.position),
        "numbers": list(game.turn.numbers),
        "match": f"chouette-{view.row.pk}-{seat}",
        "side": below,
        "pins": False,
    }
    return {
        **_shown(view, below, mirrored=mirrored, playable=True),
        "seat": view.seats[seat],
        "seated": view.seats[seat].joined_at is not None,
        "may": may,
        "cubes": _cube_groups(view, cubes),
        "acts": bool({*may} - {"resign"} or cubes),
        "must_pass": "play" in may and game.legal_plays().must_pass,
        "data": json.dumps(data, separators=(",", ":")),
        "say": say(view, seat),
        "kinds": list(KINDS.items()),
        "faces": range(1, 7),
        "opening": view.table.is_between_games,
    }


def table_context(view: TableView) -> Context:
    """For everybody: the box is at the bottom."""
    return {
        **_shown(view, BOX),
        "say": say(view, 0),
        "at": view.shown_at,
        "length": view.length,
        "first": 0,
        "before": max(view.shown_at - 1, 0),
        "after": min(view.shown_at + 1, view.length),
        "ends": [
            (each.end, f"{each.number}. {scores_words(view, each.result)}") for each in view.ends
        ],
    }


def _shown(
    view: TableView, below: int, *, mirrored: bool = False, playable: bool = False
) -> Context:
    game = view.table.game
    drawn = Drawn(
        game.position,
        game.rules.variant,
        view.side_names,
        below,
        mirrored,
        dice=view.thrown or (),
        thrower=game.turn.side,
        cube=_one_cube(view),
        newest=newest_play(view.rows, view.shown_at),
    )
    return {
        "view": view,
        "row": view.row,
        "svg": SafeString(board_svg(drawn, playable=playable)),
        "sides": [_side(view, side) for side in (3 - below, below)],
        "players": player_lines(view),
        "lines": lines(view),
        "last": last_game(view),
        "game_words": game_name(view.row.game),
        "stake": view.state.rules.stake,
    }


def _one_cube(view: TableView) -> tuple[int, int] | None:
    """The cube on the board where there is one for all; else they stand beside the names."""
    running = view.state.game
    if running is None or running.rules.is_multi or not running.seats:
        return None
    cube = running.seats[0].cube
    return cube.value, cube.owner or 0


def _side(view: TableView, side: int) -> Context:
    crew = ", ".join(view.name(seat) for seat in view.state.crew)
    return {
        "number": side,
        "name": view.side_names[side - 1],
        "role": _("box") if side == BOX else _("captain"),
        "crew": "" if side == BOX else crew,
        "pips": view.table.game.position.pips(side),
        "acts": _is_going_on(view) and _acts(view) == side,
    }


def _is_going_on(view: TableView) -> bool:
    return not (view.is_over or view.is_end or view.table.is_between_games)


def _acts(view: TableView) -> int:
    waits = [seat.waits_for for seat in view.state.game.seats] if view.state.game else []
    return next((side for side in waits if side), view.table.game.decider)


def player_lines(view: TableView) -> list[Context]:
    """In the order of play, then those who have left."""
    told = [player_data(view, number) for number in view.seats]
    told.sort(key=lambda one: (one["place"] is None, one["place"] or 0, one["seat"]))
    return [
        {
            **one,
            "role": _role(view, one),
            "signed": signed(one["winnings"]),
            "sign": (one["points"] > 0) - (one["points"] < 0),
            "cube_words": _cube_words(view, one["seat"]),
        }
        for one in told
    ]


def _role(view: TableView, player: Mapping[str, Any]) -> str:
    if player["place"] is None:
        return _("left")
    if player["out"]:
        return _("dropped")
    if player["seat"] == view.state.box:
        return _("box")
    return _("captain") if player["seat"] == view.state.captain else ""


def signed(points: int) -> str:
    """`+3`, `−1`, `0`."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def _cube_words(view: TableView, number: int) -> str:
    """Where the cube between the box and a member stands."""
    seat = cube_seat(view, number)
    if seat is None or (view.is_end and seat.offer is not None):
        return ""
    if seat.offer is not None:
        offered = seat.cube.value << (seat.offer.stage + 1)
        if seat.offer.taken:
            return _("takes at %(n)s") % {"n": offered}
        return _("offered at %(n)s") % {"n": offered}
    if seat.cube.owner is None:
        return _("cube %(n)s in the middle") % {"n": seat.cube.value}
    if seat.cube.owner == BOX:
        return _("cube %(n)s with the box") % {"n": seat.cube.value}
    return _("has the cube at %(n)s") % {"n": seat.cube.value}


def _cube_groups(view: TableView, choices: Sequence[Mapping[str, Any]]) -> list[Context]:
    """The buttons for all cubes, then those for the cube of each member, with what they send."""
    members = sorted({choice["member"] for choice in choices}, key=lambda one: one or 0)
    several = len(members) > 1
    return [
        {
            "member": member,
            "title": view.name(member) if member is not None else _("All cubes") if several else "",
            "buttons": [
                (choice["do"], str(ASKED[choice["do"]]))
                for choice in choices
                if choice["member"] == member
            ],
        }
        for member in members
    ]


# --- Words ---------------------------------------------------------------------------------------
def say(view: TableView, seat: int) -> str:
    """What is to be done now, for who sits there or (0) for whoever watches."""
    if view.is_over:
        return _("This chouette is over.")
    if view.is_end and view.state.last is not None:
        return _("The game is over: %(points)s.") % {"points": scores_words(view, view.state.last)}
    if view.state.game is None:
        return _before_game(view)
    if view.state.game.exchange is not None:
        return _exchange(view, seat)
    if view.table.game.resigned is not None:
        side, kind = view.table.game.resigned
        return _("%(name)s offers to resign: %(kind)s.") % {
            "name": view.side_names[side - 1],
            "kind": KINDS[kind],
        }
    return _turn(view, seat)


def _before_game(view: TableView) -> str:
    if not view.is_complete:
        return _("A chouette needs three players: somebody has to join.")
    if not view.is_ready:
        return _("Wait until two of you have sat down.")
    box, captain = view.side_names
    return _("%(box)s is in the box against %(captain)s, the captain. One of them throws.") % {
        "box": box,
        "captain": captain,
    }


def _exchange(view: TableView, seat: int) -> str:
    asked = {each["do"] for each in cubes_of(view, seat)} if seat else set()
    if "drop" in asked:
        return _("A cube waits for your answer.")
    running = view.state.game
    assert running is not None
    waited = [
        running.box if each.waits_for == BOX else each.member
        for each in running.seats
        if each.waits_for
    ]
    names = ", ".join(view.name(number) for number in dict.fromkeys(waited))
    return _("A cube was turned: waiting for %(names)s.") % {"names": names}


def _turn(view: TableView, seat: int) -> str:
    may = moves_of(view, seat) if seat else []
    doubles = bool(seat and cubes_of(view, seat))
    if "play" in may:
        game = view.table.game
        if game.legal_plays().must_pass:
            return _("You cannot move.")
        numbers = "-".join(str(number) for number in game.turn.numbers)
        return _("Your turn: play %(numbers)s.") % {"numbers": numbers}
    if "roll" in may:
        return _("Your turn: throw, or double.") if doubles else _("Your turn: throw.")
    name = view.side_names[view.table.game.decider - 1]
    if doubles and view.table.game.turn.phase is Phase.ROLL:
        return _("%(name)s is to throw: you may double first.") % {"name": name}
    return _("%(name)s is on turn.") % {"name": name}


def last_game(view: TableView) -> list[str]:
    """`Anna +3`, for everybody who was in it; of one that is looked at, when it is over."""
    last = view.state.last
    if last is None or not (view.is_end or view.table.is_between_games):
        return []
    return _scores(view, last)


def scores_words(view: TableView, result: GameResult) -> str:
    return ", ".join(_scores(view, result))


def _scores(view: TableView, result: GameResult) -> list[str]:
    return [f"{view.name(seat)} {signed(points)}" for seat, points in result.scores]


def lines(view: TableView) -> Sequence[Context]:
    """What was done since the last game ended, in words, or in the game that is looked at."""
    rows = {row.number: row for row in view.rows}
    names = {number: seat.name for number, seat in view.seats.items()}
    return [
        {
            "at": line["at"],
            "now": line["at"] == view.shown_at,
            "side": line["side"],
            "name": view.name(rows[line["at"]].seat or rows[line["at"]].data.get("player")),
            "words": line_words(line, rows[line["at"]].data, names),
        }
        for line in moves(view.rows)
    ]


def line_words(line: Mapping[str, Any], data: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """An action in words, as `matches.selectors.live_data` tells it; `names` by seat."""
    if data["do"] == "draw_order":
        return _("The order is drawn by the dice %(dice)s") % {"dice": " ".join(data["dice"])}
    said = {"join": _("sits down"), "leave": _("leaves")}.get(data["do"]) or move_words(line)
    member = data.get("member")
    return said if member is None else f"{said}: {names[member]}"
