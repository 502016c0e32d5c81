"""The draw as its director looks at it: how many, from which seed, who meets whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats import MAIN
from tournaments.models import Event
from tournaments.selectors.draws import NOTICES, altered_words, names_of, options_words
from tournaments.selectors.fixtures import (
    BracketView,
    FixtureView,
    bracket_views,
    fixture_rows,
    fixture_views,
)


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

    @property
    def byes(self) -> int:
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
    return DraftView(
        entries=event.entries.count(),
        seed=drawn.get("seed", ""),
        algorithm=drawn.get("algorithm", ""),
        notices=[str(NOTICES.get(code, code)) for code in drawn.get("notices", ())],
        brackets=bracket_views(fixture_views(fixture_rows(event))),
        options=options_words(drawn, names := names_of(event)),
        altered=altered_words(drawn, names),
    )
