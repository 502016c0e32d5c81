"""The actions of a match, as they were done or stored one after the other, as a record.

    >>> from matches.engine import Award, Rules
    >>> record = from_actions(("Ann", "Bo"), Rules(length=3), [Award(1, 2), Award(2, 1)])
    >>> [game.score for game in record.games], record.score
    ([(0, 0), (2, 0)], (2, 1))

A word that ends the whole match and no game of it (a match awarded, or lost on time) is in no
game: the last one stays unfinished.
"""

from collections.abc import Iterable

from matches.engine import Action, MatchState, Rules, new_match
from matches.records.values import Event, GameRecord, MatchRecord


def from_actions(
    players: tuple[str, str],
    rules: Rules,
    actions: Iterable[Action],
    facts: tuple[tuple[str, str], ...] = (),
) -> MatchRecord:
    """The record of a match. Raises EngineError at the first action that cannot be."""
    match = begun = new_match(rules)
    games: list[GameRecord] = []
    events: list[Event] = []
    for action in actions:
        before, match = match, match.apply(action)
        if match.is_over and len(match.games) == len(before.games):
            break
        events.append(action)
        if len(match.games) > len(games):
            games.append(_game(begun, events, match))
            events, begun = [], match
    if events:
        games.append(_game(begun, events, match))
    return MatchRecord(players, rules, tuple(games), facts)


def _game(begun: MatchState, events: list[Event], after: MatchState) -> GameRecord:
    result = after.games[-1] if len(after.games) > len(begun.games) else None
    game = begun.game
    return GameRecord(begun.score, game.crawford, tuple(events), result, game.turn.starter)
