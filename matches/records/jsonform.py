"""A match as JSON, and back: the form of one's own, which loses nothing.

    >>> from matches.engine import Rules
    >>> record = MatchRecord(("Ann", "Bo"), Rules(length=3), final_score=(3, 1))
    >>> read_json(write_json(record))[0] == record
    True

Version 1. `rules` has `length` (null for money), `game` and what differs from the defaults. Events
are the engine's actions, `{"do": "roll", "side": 1, "dice": [3, 1]}`, and `{"do": "setup", ...}`.
Options of a game that are not those of a game by name cannot be kept, and are refused.
"""

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, Final

from matches.engine import (
    VARIANTS,
    EngineError,
    GameResult,
    How,
    Rules,
    RulesError,
    format_board,
    from_data,
    parse_board,
    to_data,
)
from matches.engine.errors import Remark, shortened
from matches.records.findings import finding
from matches.records.values import Event, Finding, GameRecord, MatchRecord, Setup

FORMAT: Final = "crawford-match"
VERSION: Final = 1
_MOST_GAMES: Final = 1_000
_MOST_EVENTS: Final = 10_000
_SIDES: Final = (1, 2)


def write_json(record: MatchRecord) -> str:
    """One line of JSON. Raises RulesError `variant_unnamed` for a game of one's own options."""
    return json.dumps(to_json(record), ensure_ascii=False)


def to_json(record: MatchRecord) -> dict[str, Any]:
    """The record as a dict of JSON values."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "players": list(record.players),
        "rules": _rules_data(record.rules),
        "facts": dict(record.facts),
        "games": [_game_data(game) for game in record.games],
    }
    if record.final_score is not None:
        data["final_score"] = list(record.final_score)
    return data


def looks_like_json(text: str) -> bool:
    """Whether it names this form at its beginning."""
    return text.lstrip()[:1] == "{" and f'"{FORMAT}"' in text[:1_000]


def read_json(text: str) -> tuple[MatchRecord | None, list[Finding]]:
    """The record in a text; None with a finding that says why when there is none."""
    try:
        return from_json(json.loads(text)), []
    except EngineError as error:
        return None, [_unreadable(error.remark)]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        return None, [_unreadable(shortened(f"{type(error).__name__} {error}", 80))]


def from_json(data: object) -> MatchRecord:
    """The record of a dict as `to_json` makes it.

    Raises EngineError for what the engine refuses, else KeyError, TypeError or ValueError.
    """
    whole = _mapping(data)
    if (whole["format"], whole["version"]) != (FORMAT, VERSION):
        raise ValueError("another format or version")
    players = [_text(name) for name in _list(whole["players"], 2)]
    if len(players) != 2:
        raise ValueError("two players are needed")
    facts = tuple((key, _text(value)) for key, value in _mapping(whole["facts"]).items())
    games = tuple(_game(each) for each in _list(whole["games"], _MOST_GAMES))
    final = _pair(whole["final_score"]) if "final_score" in whole else None
    return MatchRecord((players[0], players[1]), _rules(whole["rules"]), games, facts, final)


def _unreadable(what: Remark | str) -> Finding:
    return finding("json_unreadable", version=VERSION, what=what)


def _rules_data(rules: Rules) -> dict[str, Any]:
    if VARIANTS.get(rules.variant.name) != rules.variant:
        raise RulesError(
            "variant_unnamed", "%(game)s has options of its own.", game=rules.variant.name
        )
    data: dict[str, Any] = {"length": rules.length, "game": rules.variant.name}
    for name, default in _DEFAULTS.items():
        value = getattr(rules, name)
        if value != default:
            data[name] = value
    return data


_DEFAULTS: Final = {
    each.name: each.default
    for each in dataclasses.fields(Rules)
    if each.init and each.name not in ("length", "variant")
}


def _rules(data: object) -> Rules:
    given = dict(_mapping(data))
    game = given.pop("game")
    if game not in VARIANTS or set(given) - set(_DEFAULTS) - {"length"}:
        raise ValueError("unknown rules")
    return Rules(variant=VARIANTS[game], **given)


def _game_data(game: GameRecord) -> dict[str, Any]:
    data: dict[str, Any] = {
        "score": list(game.score),
        "crawford": game.crawford,
        "events": [event_data(event) for event in game.events],
    }
    if game.starter:
        data["starter"] = game.starter
    if game.result is not None:
        data["result"] = dataclasses.asdict(game.result)
    return data


def _game(data: object) -> GameRecord:
    game = _mapping(data)
    events = tuple(_event(each) for each in _list(game["events"], _MOST_EVENTS))
    result = _result(_mapping(game["result"])) if "result" in game else None
    if type(game["crawford"]) is not bool:
        raise TypeError("crawford is true or false")
    starter = _whole(game.get("starter", 0))
    if starter not in (0, *_SIDES):
        raise ValueError("no such side begins")
    return GameRecord(_pair(game["score"]), game["crawford"], events, result, starter)


def _result(data: Mapping[str, Any]) -> GameResult:
    winner, kind, cube, points = (_whole(data[name]) for name in _RESULT)
    if winner not in (0, *_SIDES) or kind > 3:
        raise ValueError("no such result")
    return GameResult(winner, kind, cube, points, How(data["how"]))


_RESULT: Final = ("winner", "kind", "cube", "points")


def event_data(event: Event) -> dict[str, Any]:
    """An action as the engine writes it, or a board that was set: `{"do": "setup", ...}`."""
    if not isinstance(event, Setup):
        return to_data(event)
    return {
        "do": "setup",
        "side": event.side,
        "board": format_board(event.position),
        "cube": event.cube,
        "owner": event.owner,
    }


def _event(data: object) -> Event:
    event = _mapping(data)
    if event.get("do") != "setup":
        return from_data(event)
    side, cube, owner = (_whole(event[name]) for name in ("side", "cube", "owner"))
    if side not in _SIDES or owner not in (0, *_SIDES) or cube not in _CUBES:
        raise ValueError("no such board")
    return Setup(side, parse_board(event["board"]), cube, owner)


_CUBES: Final = frozenset(1 << exponent for exponent in range(16))


def _mapping(data: object) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise TypeError("an object is expected")
    return data


def _list(data: object, most: int) -> list[Any]:
    if not isinstance(data, list) or len(data) > most:
        raise TypeError(f"a list of at most {most} is expected")
    return data


def _text(data: object) -> str:
    if not isinstance(data, str):
        raise TypeError("a text is expected")
    return data


def _whole(data: object) -> int:
    if type(data) is not int or not 0 <= data <= 99_999:
        raise TypeError("a whole number is expected")
    return data


def _pair(data: object) -> tuple[int, int]:
    first, second = _list(data, 2)
    return _whole(first), _whole(second)
