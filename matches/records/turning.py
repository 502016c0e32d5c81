"""A record with its players' sides exchanged, and which way round a file fits a match.

    >>> from matches.engine import OpeningThrow, Roll, Rules
    >>> from matches.engine.dice import Dice
    >>> game = GameRecord((2, 0), events=(OpeningThrow(3, 1),))
    >>> turned = exchanged(MatchRecord(("Ann", "Bo"), Rules(length=5), (game,)))
    >>> turned.players, turned.games[0].score, turned.games[0].events
    (('Bo', 'Ann'), (0, 2), (OpeningThrow(first=1, second=3),))
    >>> fit(("bo lee", "A. Kim"), ("Ann Kim", "Bo Lee"))
    Fit(exchanged=True, sure=True)

Plays stay as they are: each side has its own numbering. Who somebody is, is only guessed from the
names here; whether the guess is right is for people to say.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from matches.engine import Misplay, OpeningThrow
from matches.engine.errors import Remark
from matches.records.values import Event, Finding, GameRecord, MatchRecord, Setup

_WORD: Final = re.compile(r"\w+")
_SAME, _SHARED, _BEGUN = 6, 3, 1


class Fit(NamedTuple):
    """Whether the sides of the file are the other way round, and whether the names leave no doubt
    about that."""

    exchanged: bool
    sure: bool


def fit(written: tuple[str, str], players: tuple[str, str]) -> Fit:
    """How the names in a file fit the sides of a match."""
    first, second = written
    straight = _alike(first, players[0]) + _alike(second, players[1])
    crossed = _alike(first, players[1]) + _alike(second, players[0])
    return Fit(crossed > straight, abs(crossed - straight) >= _SHARED)


def _alike(one: str, other: str) -> int:
    """The more, the likelier two names are the same person's."""
    words, others = _words(one), _words(other)
    if words and words == others:
        return _SAME
    if words & others:
        return _SHARED
    begun = any(a[0] == b[0] and (len(a) == 1 or len(b) == 1) for a in words for b in others)
    return _BEGUN if begun else 0


def _words(name: str) -> frozenset[str]:
    """Without case, accents and order."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    return frozenset(_WORD.findall(letters.replace("_", " ")))


def exchanged(record: MatchRecord) -> MatchRecord:
    """The same match with side 1 as side 2."""
    final = record.final_score
    return replace(
        record,
        players=record.players[::-1],
        games=tuple(_game(game) for game in record.games),
        final_score=None if final is None else final[::-1],
    )


def exchanged_finding(found: Finding) -> Finding:
    """A finding in the file, with its sides as the exchanged record has them."""
    detail = _facts(found.detail)
    if found.code == "winner_column":
        detail["written"] = 3 - int(str(detail["written"]))
    return replace(found, detail=detail)


def _facts(detail: Mapping[str, object]) -> dict[str, object]:
    """With the sides exchanged, also in what is said within."""
    facts = dict(detail)
    for name in ("side", "winner", "actual_winner", "owner"):
        if facts.get(name) in (1, 2):
            facts[name] = 3 - int(str(facts[name]))
    for name in ("score", "expected"):
        first, dash, second = str(facts.get(name, "")).partition("-")
        if dash:
            facts[name] = f"{second}-{first}"
    for name, fact in facts.items():
        if isinstance(fact, Remark):
            facts[name] = replace(fact, detail=_facts(fact.detail))
    return facts


def _game(game: GameRecord) -> GameRecord:
    result = game.result
    if result is not None and result.winner:
        result = replace(result, winner=3 - result.winner)
    events = tuple(_event(event) for event in game.events)
    return replace(game, score=game.score[::-1], events=events, result=result)


def _event(event: Event) -> Event:
    if isinstance(event, OpeningThrow):
        return OpeningThrow(event.second, event.first)
    changes: dict[str, Any] = {"side": 3 - event.side} if hasattr(event, "side") else {}
    if isinstance(event, Misplay):
        changes["after"] = event.after.mirrored()
    if isinstance(event, Setup):
        changes["position"] = event.position.mirrored()
        changes["owner"] = event.owner and 3 - event.owner
    return replace(event, **changes)
