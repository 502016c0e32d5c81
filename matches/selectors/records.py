"""From the rows of a record to the engine's match, and what is kept so that it is quick.

The state of a match is the replay of its actions. As a game ends, the match as the next one begins
is kept in `Record.folded`: score, games and who starts. Then only the current game is replayed.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from matches.engine.actions import Action, from_data
from matches.engine.game import new_game
from matches.engine.match import MatchState, new_match
from matches.engine.rules import Rules
from matches.engine.rules_data import rules_from_data
from matches.engine.scoring import GameResult, How
from matches.models_chouette import ChouetteAction
from matches.models_record import Record, RecordAction
from matches.selectors.watching import ALL, Sight

THROWS = ("opening", "roll")


class Played(NamedTuple):
    """A match as it stands: `rows` are those of the current game, `before` how many came earlier,
    `rolls` how often was thrown in the whole match."""

    state: MatchState
    rows: Sequence[RecordAction]
    before: int
    rolls: int

    @property
    def length(self) -> int:
        return self.before + len(self.rows)


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


def action_of(row: RecordAction) -> Action:
    return from_data(row.data)


def played(record: Record) -> Played:
    """Where the match stands. One query, for the rows of the current game."""
    before = int(record.folded.get("row", 0))
    rows = list(record.actions.filter(number__gt=before))
    state = unfolded(rules_of(record), record.folded)
    for row in rows:
        state = state.apply(action_of(row))
    return Played(state, rows, before, int(record.folded.get("rolls", 0)) + rolls_in(rows))


def rolls_in(rows: Iterable[RecordAction | ChouetteAction]) -> int:
    return sum(row.data["do"] in THROWS for row in rows)


def folded(state: MatchState, *, row: int, rolls: int) -> dict[str, Any]:
    """A match whose game has not begun, as JSON values; `row` is that of the last action so far."""
    return {
        "row": row,
        "rolls": rolls,
        "score": list(state.score),
        "games": [[g.winner, g.kind, g.cube, g.points, str(g.how)] for g in state.games],
        "crawford_done": state.crawford_done,
        "crawford": state.game.crawford,
        "starter": state.game.turn.starter,
    }


def refolded(rules: Rules, rows: Iterable[RecordAction]) -> tuple[dict[str, Any], MatchState]:
    """What is to be kept of a record with these rows, and where they lead. Raises as
    `MatchState.apply`."""
    state, rolls, kept = new_match(rules), 0, dict[str, Any]()
    for row in rows:
        games = len(state.games)
        state = state.apply(action_of(row))
        rolls += row.data["do"] in THROWS
        if len(state.games) > games and not state.is_over:
            kept = folded(state, row=row.number, rolls=rolls)
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
