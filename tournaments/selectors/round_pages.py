"""The rounds of an event with names, results, and the reason for each pairing; and what is next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext, gettext_lazy

from config.errors import in_words
from tournaments.formats import EntrantId, node_key
from tournaments.formats.draw import Notice
from tournaments.formats.lives import Stage as LivesStage
from tournaments.formats.pairing import Pairing, Reason, Round as PureRound
from tournaments.formats.round_event import ENTRANT_FACTS, RoundEvent
from tournaments.formats.round_plan import RoundKind
from tournaments.formats.sets import ONE_SET, SetPlan, Sets
from tournaments.models import Entry, Event, Fixture, Round
from tournaments.selectors.boards import has_begun
from tournaments.selectors.fixtures import FixtureView, fixture_rows, fixture_view
from tournaments.selectors.groups import group_name, group_numbers
from tournaments.selectors.rounds import RoundBoard, load_rounds, pure_round

NOTICES = {
    "rematches_possible": gettext_lazy(
        "With %(rounds)s rounds for so few entrants, matches may have to be repeated after round"
        " %(safe)s."
    ),
    "rematches": gettext_lazy("Matches that are repeats: %(matches)s."),
}


@dataclass(frozen=True, slots=True)
class PairingView:
    """`second` is empty for a bye; `fixture` is None before the round is published."""

    key: str
    first: str
    second: str
    why: Sequence[str]
    fixture: FixtureView | None = None
    group: str = ""  # the name of the group, where there are several


@dataclass(frozen=True, slots=True)
class RoundPage:
    """`drafts` counts the drafts that differed, up to this one; `length` is that of its matches,
    or of each of their `sets`."""

    number: int
    pairings: Sequence[PairingView]
    length: int
    drafts: int = 1
    notices: Sequence[str] = ()
    sitting_out: Sequence[str] = ()  # those of the field who are not paired
    play_by: date | None = None  # in a league with dates
    sets: Sets = ONE_SET

    @property
    def matches(self) -> int:
        return sum(bool(one.second) for one in self.pairings)

    @property
    def played(self) -> int:
        fixtures = (one.fixture for one in self.pairings)
        return sum(f is not None and f.status == Fixture.Status.DECIDED for f in fixtures)

    @property
    def is_open(self) -> bool:
        return self.played < self.matches


@dataclass(frozen=True, slots=True)
class RoundsView:
    """`published` has the latest round first; `coming` are those a round robin has after them.

    `total` is None where it is not known how many rounds there will be, as with lives; `said` is
    how the end of such an event stands, empty until it has come so far.
    """

    published: Sequence[RoundPage]
    coming: Sequence[RoundPage]
    draft: RoundPage | None
    total: int | None
    said: str = ""

    @property
    def first(self) -> RoundPage | None:
        """The round of the draw, in draft or published."""
        return self.published[-1] if self.published else self.draft

    @property
    def last(self) -> RoundPage | None:
        return self.published[0] if self.published else None


@dataclass(frozen=True, slots=True)
class Attending:
    """An entrant as the next round will find him."""

    entry: Entry
    is_away: bool
    may_miss: bool
    is_out: bool = False  # of an event of lives


@dataclass(frozen=True, slots=True)
class RoundDesk:
    """What the director may do next. `entries` are those whose coming and going he decides on."""

    rounds: RoundsView
    entries: Sequence[Attending]
    open: Sequence[FixtureView]
    is_swiss: bool
    is_robin: bool
    may_come_late: bool
    is_over: bool
    may_take_back: bool
    next_length: int

    @property
    def next_number(self) -> int:
        return len(self.rounds.published) + 1

    @property
    def may_pair(self) -> bool:
        """Whether the next round can be drafted now (a round robin needs no draft)."""
        return not self.is_over and not self.open and not self.is_robin

    @property
    def may_open(self) -> bool:
        return self.is_robin and bool(self.rounds.coming)


def rounds_view(event: Event, rows: list[Fixture]) -> RoundsView:
    """Two queries beside that for the `fixture_rows`; staff alone are shown the draft."""
    return _view(load_rounds(event, rows), rows)


def round_desk(event: Event) -> RoundDesk:
    rows = fixture_rows(event)
    board = load_rounds(event, rows)
    kind, last = board.pure.plan.kind, board.published[-1].number if board.published else 0
    begun = any(row.round == last and has_begun(row) for row in rows)
    return RoundDesk(
        rounds=_view(board, rows),
        entries=_attending(board, last + 1),
        open=[fixture_view(row) for row in rows if row.status == Fixture.Status.READY],
        is_swiss=kind is RoundKind.SWISS,
        is_robin=kind is RoundKind.ROUND_ROBIN,
        may_come_late=kind is not RoundKind.ROUND_ROBIN
        and event.state == Event.State.RUNNING
        and last != board.pure.last_round,
        is_over=board.pure.is_over,
        next_length=board.pure.plan.length_of(last + 1, event.length),
        may_take_back=last > 1 and not begun and board.draft is None,
    )


def _attending(board: RoundBoard, number: int) -> list[Attending]:
    last = board.pure.last_round
    to_come = board.event.state == Event.State.RUNNING and (last is None or number <= last)
    found = []
    for entry in board.entries:
        is_out = board.pure.is_out(EntrantId(entry.number))
        is_away = number in entry.away
        may_miss = to_come and not is_away and not is_out and _takes_part(entry, number)
        found.append(Attending(entry, is_away and not is_out, may_miss, is_out))
    return found


def _view(board: RoundBoard, rows: Sequence[Fixture]) -> RoundsView:
    shown = {row.key: fixture_view(row) for row in rows}
    letter = board.pure.plan.letter
    named = _Named(board, letter, shown)
    known = len(board.rounds)
    return RoundsView(
        published=[named.made(row) for row in reversed(board.published)],
        coming=[named.page(round_) for round_ in board.pure.schedule[known:]],
        draft=named.made(board.draft) if board.draft else None,
        total=board.pure.last_round,
        said=lives_words(board.pure) if board.pure.plan.kind is RoundKind.LIVES else "",
    )


def lives_words(pure: RoundEvent) -> str:
    """How the end of an event of lives stands; empty before it."""
    state, places = pure.lives_now, pure.plan.places
    if not pure.past.rounds or state.stage is LivesStage.OVER:
        return ""
    said = []
    if state.in_the_money and places is not None:
        text = gettext(
            "Play-off: %(left)s are left, and at most %(places)s places are paid, so all of them"
            " are in the money."
        )
        said.append(text % {"left": len(state.alive), "places": places})
    if state.plan is not None:
        said.append(
            gettext("Three are left with equal records: two matches decide, one waits by lot.")
        )
    return " ".join(said)


class _Named:
    """Pairings with names; a reason tells of entrants by name, too."""

    def __init__(self, board: RoundBoard, letter: str, shown: Mapping[str, FixtureView]) -> None:
        self.board = board
        self.event = board.event
        self.letter = letter
        self.is_lives = board.pure.plan.kind is RoundKind.LIVES
        self.league = board.pure.plan.league
        self.shown = shown
        self.groups = group_numbers(board.event)
        self.names = board.names

    def made(self, row: Round) -> RoundPage:
        """A round that is stored; of the first one the drafts of the draw count."""
        return self.page(pure_round(row), self.event.drafts if row.number == 1 else row.drafts)

    def page(self, round_: PureRound, drafts: int = 1) -> RoundPage:
        paired = {entrant for one in round_.pairings for entrant in one.entrants}
        return RoundPage(
            round_.number,
            [self._pairing(round_.number, one) for one in round_.pairings],
            self.board.pure.plan.length_of(round_.number, self.event.length),
            drafts,
            [_notice(notice) for notice in round_.notices],
            self._not_among(paired, round_.number),
            self.league.play_by(round_.number) if self.league else None,
            SetPlan.of(self.event.sets).sets,
        )

    def _not_among(self, paired: set[EntrantId], round_: int) -> list[str]:
        """Who is out of lives is told by the table; small groups are done before large ones."""
        if self.is_lives or self.groups:
            return []
        return [
            entry.name
            for entry in self.board.entries
            if entry.number not in paired and _takes_part(entry, round_)
        ]

    def _pairing(self, round_: int, pairing: Pairing) -> PairingView:
        key = node_key(self.letter, round_, pairing.number)
        return PairingView(
            key,
            self._name(pairing.first),
            "" if pairing.second is None else self._name(pairing.second),
            [self._why(reason) for reason in pairing.reasons],
            self.shown.get(key),
            group_name(group) if (group := self.groups.get(pairing.first)) else "",
        )

    def _name(self, number: int) -> str:
        return self.names[number]

    def _why(self, reason: Reason) -> str:
        return reason_words(reason, self.names)


def reason_words(reason: Reason, names: Mapping[int, str]) -> str:
    """Why two meet, telling of entrants by name."""
    detail = {
        fact: names[value] if fact in ENTRANT_FACTS and isinstance(value, int) else value
        for fact, value in reason.detail.items()
    }
    return in_words(Reason(reason.code, reason.template, detail))


def _takes_part(entry: Entry, round_: int) -> bool:
    """Whether he is of the field then, though he may be away."""
    return entry.first_round <= round_ and (entry.last_round is None or entry.last_round >= round_)


def _notice(notice: Notice) -> str:
    return str(NOTICES.get(notice.code, notice.code)) % dict(notice.detail)
