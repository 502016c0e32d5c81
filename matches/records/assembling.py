"""From what a file says to the record of a match: its rules, its games, and all findings.

Each reader of a format gives a `WrittenMatch`; everything that needs the rules of the game happens
here and in the modules that this one puts in order.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final

from matches.engine import VARIANTS, EngineError, Rules
from matches.engine.errors import quoted
from matches.engine.rules import HIGHEST_CUBE
from matches.records.chain import check_chain, is_crawford
from matches.records.ending import end_game
from matches.records.findings import finding
from matches.records.follower import GameFollower
from matches.records.telling import is_tellable
from matches.records.values import Finding, GameRecord, MatchRecord, score_after
from matches.records.written import (
    MOST_CELLS,
    MOST_FINDINGS,
    MOST_GAMES,
    Cell,
    Kind,
    WrittenGame,
    WrittenMatch,
)

_VARIANTS: Final = {"": "backgammon", "standard": "backgammon"}
#: Facts that say by which rules is played: they become `rules`.
RULE_FACTS: Final = ("Variation", "Crawford", "Jacoby", "Beaver", "Raccoon", "Cube", "CubeLimit")
MOST_TIES: Final = 19  # that can double the stake, by the engine
#: Facts that the record holds elsewhere.
_NO_FACTS: Final = frozenset((*RULE_FACTS, "Cubelimit", "Result"))


def assemble(written: WrittenMatch) -> tuple[MatchRecord, list[Finding]]:
    """The record, and what was found, in the order of the file."""
    found = list(written.findings)
    _bound(written, found)
    rules = rules_of(written, found)
    games: list[GameRecord] = []
    for number in range(1, len(written.games) + 1):
        games.append(_game(rules, written.games, number, games, found))
    lines = {number: game.line for number, game in enumerate(written.games, start=1)}
    told = {(each.code, each.game) for each in found}
    chain = (each for each in check_chain(rules, games) if (each.code, each.game) not in told)
    found += [replace(each, line=lines.get(each.game, 0)) for each in chain]
    final = None
    if not games:
        final = _final(written.facts.get("Result", ""))
        found += [] if final else [finding("no_games")]
    facts = tuple((key, value) for key, value in written.facts.items() if key not in _NO_FACTS)
    found.sort(key=lambda each: each.line)
    if len(found) > MOST_FINDINGS:
        found[MOST_FINDINGS:] = [finding("too_many_findings", limit=MOST_FINDINGS)]
    return MatchRecord(written.players, rules, tuple(games), facts, final), found


def _bound(written: WrittenMatch, found: list[Finding]) -> None:
    """Leave out what is beyond all measure."""
    games = written.games[:MOST_GAMES]
    left = MOST_CELLS
    for game in games:
        game.cells = game.cells[:left]
        left -= len(game.cells)
    if len(games) < len(written.games) or left == 0:
        found.append(finding("record_too_long", games=MOST_GAMES, limit=MOST_CELLS))
    written.games = games


def _game(
    rules: Rules,
    written: list[WrittenGame],
    number: int,
    before: list[GameRecord],
    found: list[Finding],
) -> GameRecord:
    this = written[number - 1]
    if before:
        _fit_score(this, number, score_after(before[-1]), found)
    last = number == len(written)
    following = None if last else _score_behind(this, written[number])
    game = GameFollower(rules, this, number, crawford=_crawford(rules, this, before))
    room = MOST_FINDINGS - len(found)
    for cell in _sided(this.cells):
        if len(game.findings) > room:  # there is no sense in what follows
            break
        game.cell(cell)
    end_game(game, following, last=last)
    found += game.findings
    return game.record()


def _fit_score(
    game: WrittenGame, number: int, expected: tuple[int, int], found: list[Finding]
) -> None:
    """The score that the games before lead to, where the file has none, or has it turned round."""
    if not game.has_score:
        game.score = expected
    elif game.may_be_turned and game.score[::-1] == expected != game.score:
        text = "{}-{}".format(*game.score)
        found.append(finding("score_turned", line=game.line, game=number, score=text))
        game.score = expected


def _score_behind(game: WrittenGame, following: WrittenGame) -> tuple[int, int] | None:
    """The score before the next game, if it can tell how this one ended."""
    won = any(cell.kind is Kind.WIN and cell.value for cell in game.cells)
    return (
        following.score if following.has_score and not (following.may_be_turned and won) else None
    )


def _sided(cells: list[Cell]) -> Iterator[Cell]:
    """A board is set for whoever acts next, where the file does not say for whom."""
    for cell, following in zip_longest(cells, cells[1:]):
        if cell.kind is Kind.SET and not cell.side and following is not None:
            yield cell._replace(side=following.side)
        else:
            yield cell


def _crawford(rules: Rules, game: WrittenGame, before: list[GameRecord]) -> bool:
    """By the file, then by the score; in doubt a game in which somebody doubles is none."""
    if game.crawford is not None:
        return game.crawford
    wanted = is_crawford(rules, game.score, [each.score for each in before])
    if wanted is None:
        return all(cell.kind is not Kind.DOUBLE for cell in game.cells)
    return wanted


def _final(text: str) -> tuple[int, int] | None:
    """`7-4`: the final score where there are no games."""
    first, _, second = text.partition("-")
    if all(part.isascii() and part.isdigit() and len(part) < 6 for part in (first, second)):
        return int(first), int(second)
    return None


def rules_of(written: WrittenMatch, found: list[Finding]) -> Rules:
    """The rules that the head of the file gives; what cannot be is left out with a finding."""
    facts = written.facts
    length = _length(written, found)
    options: dict[str, Any] = {"crawford": facts.get("Crawford", "").lower() != "off"}
    name = facts.get("Variation", "").lower()
    variant = VARIANTS.get(_VARIANTS.get(name, name.replace(" ", "_")))
    if variant is None or not is_tellable(variant):
        found.append(finding("variant_unknown", text=quoted(facts["Variation"])))
    else:
        options["variant"] = variant
    limit = facts.get("CubeLimit", facts.get("Cubelimit", ""))
    if len(limit) <= 5 and limit.isdecimal() and 2 <= int(limit) <= HIGHEST_CUBE:
        options["cube_max"] = int(limit)
    if facts.get("Cube", "").lower() == "off":
        options["cube"] = False
        options.pop("cube_max", None)
    if length is None:
        options |= _money(written)
    try:
        return Rules(length=length, **options)
    except EngineError as error:
        found.append(finding("rules_unreadable", why=error.remark))
        return Rules(length=length)


def _money(written: WrittenMatch) -> dict[str, Any]:
    """What a session may have; beavers are in use where the file says so or has one."""
    kinds = {cell.kind for game in written.games for cell in game.cells}
    at_once = max((_doubles_at_once(game.cells) for game in written.games), default=0)
    facts = {key: written.facts.get(key, "").lower() == "on" for key in RULE_FACTS}
    raccoons = facts["Raccoon"] or Kind.RACCOON in kinds or at_once > 2
    beavers = facts["Beaver"] or raccoons or Kind.BEAVER in kinds or at_once > 1
    ties = [sum(cell.kind is Kind.AUTO for cell in game.cells) for game in written.games]
    return {
        "jacoby": facts["Jacoby"],
        "beavers": beavers,
        "raccoons": raccoons,
        "auto_doubles": min(max(ties, default=0), MOST_TIES),
    }


def _doubles_at_once(cells: list[Cell]) -> int:
    """How many doubles of alternate sides come one after the other: 2 are a beaver."""
    most = count = side = 0
    for cell in cells:
        if cell.kind is not Kind.DOUBLE:
            count = 0
        else:
            count = count + 1 if count and cell.side != side else 1
        side, most = cell.side, max(most, count)
    return most


def _length(written: WrittenMatch, found: list[Finding]) -> int | None:
    """Points to play to, None for money."""
    if written.length is None:
        found.append(finding("length_missing"))
        return None
    if 1 <= written.length <= 99:
        return written.length
    if written.length != 0:
        found.append(finding("length_unreadable", text=str(written.length)))
    return None
