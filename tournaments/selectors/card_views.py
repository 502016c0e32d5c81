"""What a card says of the player's matches and events, as values; see `cards` for the rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy

from matches.models import Match
from matches.selectors.live_boards import Seats
from matches.services.clock_rules import OBLIGATION, OFF, OPTION, PREFERENCE
from matches.services.report_rules import BOTH, EITHER, LOSER, WINNER
from tournaments.formats import MAIN
from tournaments.models import Event
from tournaments.selectors.beginnings import Begins, PenaltyView
from tournaments.selectors.brackets import bracket_name
from tournaments.selectors.fixtures import FixtureView, ReportView
from tournaments.selectors.ladder_pages import CardLadder
from tournaments.selectors.rulings import CallView, RulingView

ALL_TOGETHER = gettext_lazy("All together")


@dataclass(frozen=True, slots=True)
class Claim:
    """A report in the player's own words: whether he won by it, and `7–3`, the winner first."""

    report_id: int
    by_name: str
    i_won: bool
    score: str
    scores: tuple[int, int]  # in side order


@dataclass(frozen=True, slots=True)
class CardMatch:
    """One match of the player: `side` is his own (1 or 2)."""

    event: Event
    fixture: FixtureView
    bracket: str
    round: str
    side: int
    own_report: ReportView | None
    other_report: ReportView | None
    confirms_at: datetime | None  # when silence confirms the pending report
    rests_until: datetime | None = None  # before which the two are called to no table
    clock: str = OPTION  # who decides on a clock
    penalties: Sequence[PenaltyView] = ()  # those that hold
    reporter: str = EITHER  # who reports, by the rules of the match
    call: CallView | None = None  # the director is wanted there
    rulings: Sequence[RulingView] = ()  # latest first
    seats: Seats | None = None  # who has sat down at the board on the site, if there is one

    @property
    def i_sit(self) -> bool:
        return self.seats is not None and self.seats[self.side - 1]

    @property
    def other_sits(self) -> bool:
        return self.seats is not None and self.seats[2 - self.side]

    @property
    def clock_is_due(self) -> bool:
        return self.clock == OBLIGATION

    @property
    def clock_by_one(self) -> bool:
        return self.clock == PREFERENCE

    @property
    def has_no_clocks(self) -> bool:
        return self.clock == OFF

    @property
    def begins(self) -> Begins:
        found = self.fixture.begins
        assert found is not None  # whoever plays has a match
        return found

    @property
    def am_here(self) -> bool:
        """Whether it is known that this player is at the table."""
        return self.begins.here[self.side - 1]

    @property
    def other_is_here(self) -> bool:
        return self.begins.here[2 - self.side]

    @property
    def is_awaited(self) -> bool:
        """Whether the two have to say that they are there."""
        return self.fixture.playing and self.begins.begun_at is None

    @property
    def own_start(self) -> int:
        return self.begins.start[self.side - 1]

    @property
    def other_start(self) -> int:
        return self.begins.start[2 - self.side]

    @property
    def may_report(self) -> tuple[bool, bool]:
        """Whether the player is asked to report a win of his own, and one of the other."""
        return self.reporter != LOSER, self.reporter != WINNER

    @property
    def may_confirm(self) -> bool:
        """Whether a report of the other may simply be agreed to."""
        return self.reporter != BOTH

    @property
    def own_claim(self) -> Claim | None:
        return self._claim(self.own_report)

    @property
    def other_claim(self) -> Claim | None:
        return self._claim(self.other_report)

    def _claim(self, report: ReportView | None) -> Claim | None:
        if report is None:
            return None
        scores = (report.score_1, report.score_2)
        high, low = max(scores), min(scores)
        i_won = scores[self.side - 1] == high
        return Claim(report.id, report.by_name, i_won, f"{high}–{low}", scores)

    @property
    def opponent(self) -> str:
        return self.fixture.slots[2 - self.side].label

    @property
    def opponent_team(self) -> str:
        """The team for which the opponent sits at the board; empty elsewhere."""
        return self.fixture.slots[2 - self.side].team

    @property
    def own_score(self) -> int | None:
        return self.fixture.slots[self.side - 1].score

    @property
    def other_score(self) -> int | None:
        return self.fixture.slots[2 - self.side].score

    @property
    def won(self) -> bool:
        return self.fixture.slots[self.side - 1].won

    @property
    def calls_itself(self) -> bool:
        """Whether this side, or the phone between the two, has called the director."""
        return self.call is not None and any(
            voice.side in {None, self.side} for voice in self.call.voices
        )

    @property
    def open(self) -> bool:
        return self.fixture.match_state in {
            Match.State.OPEN,
            Match.State.REPORTED,
            Match.State.DISPUTED,
        }


@dataclass(frozen=True, slots=True)
class Own:
    """The entry that the player belongs to; `members` are those of a team or pair."""

    entry_id: int
    name: str
    members: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class CardEvent:
    """The player in one event: matches to play now, those played, and what comes next if known.

    `waiting_in`: the fixture in which the player stands without an opponent yet. `places`: where
    the player has come in each bracket that is over for him, as (bracket, "3–4").
    `has_tables`: whether a match that can be played waits for a table.
    """

    event: Event
    current: Sequence[CardMatch]
    played: Sequence[CardMatch]
    waiting_in: FixtureView | None
    places: Sequence[tuple[str, str]] = ()
    has_tables: bool = True
    ladder: CardLadder | None = None
    waiting_at: str = ""  # the bracket and the round of `waiting_in`
    own: "Own | None" = None
    ties: Sequence[FixtureView] = ()  # those that the player's team plays now
    present: bool = False  # said that he is here, before the draw
    may_check_in: bool = False

    @property
    def drawn(self) -> bool:
        return self.event.published_at is not None

    @property
    def waiting_for(self) -> str:
        """Who is to come, to go on with in a sentence: `loser of M1.4`."""
        slots = self.waiting_in.slots if self.waiting_in else ()
        label = next((slot.label for slot in slots if slot.kind == "open"), "")
        return label[:1].lower() + label[1:]

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play: the player is out, has won, or all is finished."""
        return self.drawn and not (self.current or self.ties) and self.waiting_in is None

    @property
    def has_won(self) -> bool:
        """Whether the player is first of all: not of a consolation, nor of a group."""
        return bool(self.places) and self.places[0] in {
            (ALL_TOGETHER, "1"),
            (bracket_name(MAIN), "1"),
            (self.event.get_format_display(), "1"),
        }

    @property
    def between_rounds(self) -> bool:
        """Whether the next opponent is told when the round is over."""
        return self.event.in_rounds and self.event.state == Event.State.RUNNING
