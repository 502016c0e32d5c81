"""The draw as its director looks at it: how many, from which seed, who meets whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats import MAIN
from tournaments.models import Event
from tournaments.selectors.brackets import BracketView, bracket_views
from tournaments.selectors.draws import NOTICES, altered_words, options_words
from tournaments.selectors.fixtures import (
    FixtureView,
    fixture_rows,
    fixture_views,
)
from tournaments.selectors.groups import GroupView, group_views
from tournaments.selectors.round_pages import RoundPage, RoundsView, rounds_view


@dataclass(frozen=True, slots=True)
class DraftView:
    """`seed` and `brackets` are empty before the first draft."""

    entries: int
    seed: str
    algorithm: str
    notices: Sequence[str]
    brackets: Sequence[BracketView]
    options: Sequence[str] = ()
    altered: Sequence[str] = ()
    groups: Sequence[GroupView] = ()
    rounds: RoundsView | None = None  # of an event of rounds: the first, and what is known of more

    @property
    def round(self) -> RoundPage | None:
        return self.rounds.first if self.rounds else None

    @property
    def byes(self) -> int:
        if self.round is not None:
            return len(self.round.pairings) - self.round.matches
        return sum(view.is_bye for view in self._openings)

    @property
    def dropping(self) -> int:
        """How many lose a match played in the first round: the players of a consolation."""
        return len(self._openings) - self.byes

    @property
    def _openings(self) -> Sequence[FixtureView]:
        mains = [one for one in self.brackets if one.letter == MAIN]
        return mains[0].rounds[0].fixtures if mains else ()


def draft_view(event: Event) -> DraftView:
    drawn = event.draw or {}
    entries = list(event.entries.order_by("number"))
    names = {entry.number: entry.name for entry in entries}
    in_rounds = event.in_rounds and event.draw is not None
    return DraftView(
        entries=len(entries),
        seed=drawn.get("seed", ""),
        algorithm=drawn.get("algorithm", ""),
        # Those of a round are told with it.
        notices=[] if in_rounds else [str(NOTICES.get(c, c)) for c in drawn.get("notices", ())],
        brackets=[] if in_rounds else bracket_views(fixture_views(fixture_rows(event))),
        rounds=rounds_view(event, fixture_rows(event)) if in_rounds else None,
        groups=group_views(event, entries),
        options=options_words(drawn, names),
        altered=altered_words(drawn, names),
    )
