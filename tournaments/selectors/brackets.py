"""Brackets and rounds as pages and the API show them: fixtures in order, and names for both."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats import CONSOLATION, MAIN
from tournaments.formats.graph import FINALS, LAST_CHANCE, PRELIMINARY
from tournaments.formats.ladder_rules import LETTER as LADDER
from tournaments.formats.round_plan import LETTERS
from tournaments.formats.sets import Sets
from tournaments.models import Event, Fixture
from tournaments.selectors.fixtures import FixtureView, SlotView


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    name: str
    length: int
    sets: Sets
    fixtures: Sequence[FixtureView]
    following: int | None = None  # how many fixtures the next round has

    @property
    def matches(self) -> int:
        return sum(fixture.is_match for fixture in self.fixtures)

    @property
    def played(self) -> int:
        return sum(fixture.status == Fixture.Status.DECIDED for fixture in self.fixtures)


@dataclass(frozen=True, slots=True)
class BracketView:
    letter: str
    name: str
    rounds: Sequence[RoundView]

    @property
    def champion(self) -> SlotView | None:
        """Who won its last match; nobody where several are left, for the finals.

        Who wins an event of rounds is told by its table.
        """
        last = self.rounds[-1].fixtures
        return last[0].winner if len(last) == 1 and self.letter not in ROUND_NAMES else None

    @property
    def current(self) -> frozenset[int]:
        """The rounds in which something can be played; else the next one; at the end the final."""
        ready = {
            stage.number
            for stage in self.rounds
            if any(fixture.status == Fixture.Status.READY for fixture in stage.fixtures)
        }
        unfinished = (stage.number for stage in self.rounds if stage.played < stage.matches)
        return frozenset(ready or {next(unfinished, self.rounds[-1].number)})


def bracket_views(views: Sequence[FixtureView]) -> list[BracketView]:
    """The fixtures by bracket and round, with names for both."""
    letters = sorted({view.bracket for view in views}, key=bracket_order)
    two_lives = FINALS in letters
    return [
        _bracket(letter, [v for v in views if v.bracket == letter], two_lives=two_lives)
        for letter in letters
    ]


def _bracket(letter: str, views: Sequence[FixtureView], *, two_lives: bool) -> BracketView:
    last = max(view.round for view in views)
    by_round = {n: [view for view in views if view.round == n] for n in range(1, last + 2)}
    rounds = []
    for number in range(1, last + 1):
        fixtures = by_round[number]
        if not fixtures:
            continue
        name = round_name(letter, number, last, len(fixtures))
        following = len(by_round[number + 1])
        first = fixtures[0]
        rounds.append(RoundView(number, name, first.length, first.sets, fixtures, following))
    return BracketView(letter, bracket_name(letter, two_lives=two_lives), rounds)


# What is not a bracket, by its letter.
ROUND_NAMES = {letter: Event.Format(kind).label for kind, letter in LETTERS.items()}
ROUND_NAMES[LADDER] = Event.Format.LADDER.label
ORDER = (PRELIMINARY, MAIN, CONSOLATION, FINALS, LAST_CHANCE)


def bracket_order(letter: str) -> tuple[int, str]:
    """Brackets are shown in this order."""
    return (ORDER.index(letter) if letter in ORDER else len(ORDER), letter)


def bracket_name(letter: str, *, two_lives: bool = False) -> str:
    """`two_lives`: whoever loses once can still win, so that below the main draw is no consolation.

    Such events have finals, by which they are known.
    """
    names = {
        PRELIMINARY: _("Preliminary matches"),
        MAIN: _("Main draw"),
        CONSOLATION: _("Lower bracket") if two_lives else _("Consolation"),
        FINALS: _("Finals"),
        LAST_CHANCE: _("Last chance"),
        **ROUND_NAMES,
    }
    return str(names.get(letter, letter))


def round_name(letter: str, number: int, last: int, matches: int | None = None) -> str:
    """The last three rounds have names if they have as many `matches`, all others have numbers."""
    if letter == PRELIMINARY:
        return _("Before round 1")
    if letter == LADDER:
        return _("Challenge")
    if letter == FINALS and last == 2 and matches == 1:
        return _("Final") if number == 1 else _("Second final")
    if matches is not None and matches != 1 << (last - number):
        return _("Round %(number)s") % {"number": number}
    named = {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}
    name = None if letter in ROUND_NAMES else named.get(last - number)
    return name or _("Round %(number)s") % {"number": number}


def round_from_end(left: int) -> str:
    """A round by how many are left with it, to go on with in a sentence: `final` for 1."""
    if left > 3:
        return _("%(rounds)s rounds before the end") % {"rounds": left}
    return round_name(MAIN, 1, left).lower()
