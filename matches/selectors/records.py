"""From the rows of a record to the engine's match, and what is kept so that it is quick.

The state of a match is the replay of its actions. As a game ends, the match as the next one begins
is kept in `Record.folded`: score, games, where they ended, and who starts. Then only the current
game is replayed, and whoever did something goes on from what he has replayed already.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from matches.engine.actions import Action, from_data
from matches.engine.game import new_game
from matches.engine.match import MatchState, new_match
from matches.engine.rules import Rules
from matches.engine.rules_data import rules_from_data
from matches.engine.scoring import GameResult, How
from matches.models_record import Record
from matches.selectors.watching import ALL, Sight

THROWS = ("opening", "roll")


class Row(Protocol):
    """An action by its number, of a match or of a chouette."""

    @property
    def number(self) -> int: ...
    @property
    def data(self) -> dict[str, Any]: ...


class SideRow(Row, Protocol):
    """What a board needs of a RecordAction; whole rows of a long game cost more than its replay."""

    @property
    def side(self) -> int | None: ...
    @property
    def by_name(self) -> str: ...


class Done(NamedTuple):
    number: int
    data: dict[str, Any]
    side: int | None
    by_name: str


class Played(NamedTuple):
    """A match as it stands: `rows` are those of the current game, or of the last one when the match
    is over, `ends` the numbers of the actions that ended the games before, `rolls` how often was
    thrown in the whole match."""

    record: Record
    state: MatchState
    rows: Sequence[SideRow]
    ends: tuple[int, ...]
    rolls: int

    @property
    def before(self) -> int:
        """How many actions came before this game."""
        return self.ends[-1] if self.ends else 0

    @property
    def length(self) -> int:
        return self.before + len(self.rows)

    def going_on(self, state: MatchState, rows: Sequence[SideRow]) -> "Played":
        """After these actions more, which led to `state`; none of them but the last ends a game."""
        rolls = self.rolls + rolls_in(rows)
        if len(state.games) == len(self.state.games) or state.is_over:
            return self._replace(state=state, rows=[*self.rows, *rows], rolls=rolls)
        return Played(self.record, state, [], (*self.ends, rows[-1].number), rolls)


def record_open() -> ConflictError:
    """Of a match that is still played, as far as whoever asks sees it."""
    words = _("The match is still played: come back when it is over.")
    return ConflictError("record_open", words)


def newest_live(match_id: int, set_number: int | None = None) -> Record | None:
    """What is played on the site, or was last; of a match of sets the newest set, or this one."""
    found = Record.objects.filter(match_id=match_id, source=Record.Source.LIVE)
    if set_number is not None:
        found = found.filter(set_number=set_number)
    return found.order_by("-set_number").first()


def live_record(match_id: int, set_number: int | None = None, *, sight: Sight = ALL) -> Record:
    """The same as far as it is seen. Raises NotFoundError `not_played_here`."""
    if not sight.is_whole:
        number = sight.set_number if set_number is None else set_number
        set_number = number if sight.knows_set(number) else 0  # there is none of it
    found = newest_live(match_id, set_number)
    if found is None:
        raise NotFoundError("not_played_here", _("This match is not played on the site."))
    return sight.record(found)


def rules_of(record: Record) -> Rules:
    return rules_from_data(record.rules)


def action_of(row: Row) -> Action:
    return from_data(row.data)


def played(record: Record) -> Played:
    """Where the match stands. One query, for the rows of the current game."""
    rules, kept = rules_of(record), record.folded
    if kept and "ends" not in kept:  # of the time before they were kept
        kept, _state = refolded(rules, record.actions.all())
    ends = tuple(kept.get("ends", ()))
    found = record.actions.filter(number__gt=ends[-1] if ends else 0)
    rows = [Done(*told) for told in found.values_list(*Done._fields)]
    state = unfolded(rules, kept)
    for row in rows:
        state = state.apply(action_of(row))
    return Played(record, state, rows, ends, kept.get("rolls", 0) + rolls_in(rows))


def rolls_in(rows: Iterable[Row]) -> int:
    return sum(row.data["do"] in THROWS for row in rows)


def folded(state: MatchState, *, ends: Sequence[int], rolls: int) -> dict[str, Any]:
    """A match whose game has not begun, as JSON values; `ends` are the actions that ended games."""
    return {
        "ends": list(ends),
        "rolls": rolls,
        "score": list(state.score),
        "games": [[g.winner, g.kind, g.cube, g.points, str(g.how)] for g in state.games],
        "crawford_done": state.crawford_done,
        "crawford": state.game.crawford,
        "starter": state.game.turn.starter,
    }


def refolded(rules: Rules, rows: Iterable[Row]) -> tuple[dict[str, Any], MatchState]:
    """What is to be kept of a record with these rows, and where they lead. Raises as
    `MatchState.apply`."""
    state, rolls, ends, kept = new_match(rules), 0, list[int](), dict[str, Any]()
    for row in rows:
        games = len(state.games)
        state = state.apply(action_of(row))
        rolls += row.data["do"] in THROWS
        if len(state.games) > games and not state.is_over:
            ends.append(row.number)
            kept = folded(state, ends=ends, rolls=rolls)
    return kept, state


def unfolded(rules: Rules, data: dict[str, Any]) -> MatchState:
    """The inverse of `folded`; {} is a match that has not begun."""
    if not data:
        return new_match(rules)
    first, second = data["score"]
    games = [
        GameResult(winner, kind, cube, points, How(how))
        for winner, kind, cube, points, how in data["games"]
    ]
    return MatchState(
        rules=rules,
        game=new_game(rules, crawford=data["crawford"], starter=data["starter"]),
        score=(first, second),
        games=tuple(games),
        crawford_done=data["crawford_done"],
    )
