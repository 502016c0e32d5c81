"""Fixtures as the pages and the API show them: names, scores, table, and where slots come from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _

from matches.models import Match, Report
from tournaments.formats import CONSOLATION, MAIN, LoserOf, Source, WinnerOf
from tournaments.formats.graph import FINALS, LAST_CHANCE, PRELIMINARY
from tournaments.formats.ladder_rules import LETTER as LADDER
from tournaments.formats.round_plan import LETTERS
from tournaments.formats.sets import Sets
from tournaments.models import Entry, Event, Fixture
from tournaments.selectors.beginnings import Begins, begins
from tournaments.selectors.boards import decode_source, sets_of


@dataclass(frozen=True, slots=True)
class SlotView:
    """One side of a fixture. `label` is what to print whatever is known."""

    kind: Literal["entry", "bye", "open"]
    label: str
    entry_id: int | None = None
    player_id: int | None = None
    country: str = ""
    score: int | None = None
    won: bool = False
    team: str = ""  # of whom sits at a board of a tie

    @property
    def full_label(self) -> str:
        """With the team: `Anna (Kyiv)`."""
        return f"{self.label} ({self.team})" if self.team else self.label


@dataclass(frozen=True, slots=True)
class FixtureView:
    """A fixture with all that a page says of it. `match_state` is empty without a match."""

    key: str
    bracket: str
    round: int
    number: int
    length: int
    sets: Sets
    status: str
    slots: tuple[SlotView, SlotView]
    match_id: int | None
    match_state: str
    match_version: int
    outcome: str
    table: int | None
    ready_at: datetime | None
    called_at: datetime | None
    decided_at: datetime | None
    play_by: date | None = None  # the last day for it, in leagues and on ladders
    is_conditional: bool = False  # whether it is played is known after another match only
    is_tie: bool = False  # the scores are boards won, and the boards are matches of their own
    tie: str = ""  # of a board: the key of its tie
    board: int | None = None
    boards: tuple["FixtureView", ...] = ()
    begins: Begins | None = None  # with a match

    @property
    def tables(self) -> list[int]:
        """Where it is played: one table, or those of the boards of a tie."""
        at = [self.table, *(one.table for one in self.boards)]
        return sorted(table for table in at if table is not None)

    @property
    def is_level(self) -> bool:
        """A tie in which both teams have won as many boards."""
        return self.is_tie and self.slots[0].score == self.slots[1].score

    @property
    def decider(self) -> "FixtureView | None":
        """The board that decides a level tie."""
        regular = sum(slot.score or 0 for slot in self.slots)
        extra = (one for one in self.boards if one.winner and (one.board or 0) > regular)
        return next(extra, None) if self.is_level else None

    @property
    def is_stopped(self) -> bool:
        """A board that need not be played, as the tie is decided."""
        return self.board is not None and self.match_id is None

    @property
    def is_maybe(self) -> bool:
        """Whether it may turn out not to be needed."""
        return self.is_conditional and self.status == Fixture.Status.WAITING

    @property
    def is_bye(self) -> bool:
        return self.status in NOBODY_PLAYS

    @property
    def is_match(self) -> bool:
        """Whether two entrants meet here, now or later."""
        return not self.is_bye and all(slot.kind != "bye" for slot in self.slots)

    @property
    def target(self) -> int:
        """What the winner's score is: points, or sets where there are several."""
        return self.sets.to_win if self.sets.to_win > 1 else self.length

    @property
    def winner(self) -> SlotView | None:
        return next((slot for slot in self.slots if slot.won), None)

    @property
    def waits_since(self) -> datetime | None:
        """When the match was called to its table, or was ready for one."""
        return self.called_at or self.ready_at

    @property
    def playing(self) -> bool:
        return self.match_state == Match.State.OPEN

    @property
    def score_text(self) -> str:
        """`7–3`, or empty when there is no score."""
        first, second = (slot.score for slot in self.slots)
        return "" if first is None or second is None else f"{first}–{second}"

    @property
    def names(self) -> str:
        return f"{self.slots[0].full_label} – {self.slots[1].full_label}"


NOBODY_PLAYS = frozenset({Fixture.Status.BYE, Fixture.Status.EMPTY})
SHOWN_WITH = ("stage", "match", "entry_1", "entry_2", "table")
BOARD_SHOWN_WITH = (*SHOWN_WITH, "member_1", "member_2")


def fixture_rows(event: Event) -> list[Fixture]:
    """One query for all fixtures of an event and everything shown with them, in play order.

    In an event of teams these are the ties, and one query more brings their boards.
    """
    rows = event.fixtures.select_related(*SHOWN_WITH).order_by("stage_id", "round", "number")
    return with_boards(rows)


def with_boards(rows: Iterable[Fixture]) -> list[Fixture]:
    """The rows, with the boards of the ties among them for `fixture_view`: one query for all."""
    listed = list(rows)
    boards = Fixture.places.select_related(*BOARD_SHOWN_WITH).order_by("board")
    ties = [row for row in listed if row.boards_1 is not None]
    prefetch_related_objects(ties, Prefetch("boards", boards, to_attr="shown_boards"))
    return listed


def fixture_views(rows: Iterable[Fixture]) -> list[FixtureView]:
    return [fixture_view(row) for row in rows]


def fixture_view(row: Fixture) -> FixtureView:
    match = row.match
    table = getattr(row, "table", None)
    slots = _slot(row, 1), _slot(row, 2)
    return FixtureView(
        key=row.key,
        bracket=row.stage.bracket,
        round=row.round,
        number=row.number,
        length=row.length,
        sets=sets_of(row),
        status=row.status,
        slots=slots,
        match_id=row.match_id,
        match_state=match.state if match else "",
        match_version=match.version if match else 0,
        outcome=match.outcome if match else "",
        table=table.number if table else None,
        ready_at=row.ready_at,
        called_at=table.called_at if table else None,
        decided_at=match.decided_at if match else None,
        is_conditional=_is_conditional(row),
        play_by=row.play_by,
        is_tie=row.boards_1 is not None,
        tie="" if row.board is None else row.key.rpartition(".")[0],
        board=row.board,
        boards=tuple(fixture_view(board) for board in getattr(row, "shown_boards", ())),
        begins=begins(match, (slots[0].full_label, slots[1].full_label)) if match else None,
    )


def _is_conditional(row: Fixture) -> bool:
    sources = decode_source(row.source_1), decode_source(row.source_2)
    return any(isinstance(source, LoserOf) and source.slot is not None for source in sources)


def _slot(row: Fixture, side: Literal[1, 2]) -> SlotView:
    entry: Entry | None = row.entry_1 if side == 1 else row.entry_2
    source = decode_source(row.source_1 if side == 1 else row.source_2)
    if entry is None:
        return _empty_slot(row, source)
    member = None
    if row.board is not None:
        member = row.member_1 if side == 1 else row.member_2
    return SlotView(
        kind="entry",
        label=member.name if member else entry.name,
        entry_id=entry.pk,
        player_id=member.player_id if member else entry.player_id,
        country=entry.country,
        score=_score(row, side),
        won=row.winner_id == entry.pk,
        team=entry.name if member else "",
    )


def _score(row: Fixture, side: Literal[1, 2]) -> int | None:
    """Of a match, or of a tie, whose own match has none: the boards won."""
    if row.boards_1 is not None:
        return row.boards_1 if side == 1 else row.boards_2
    if row.match is None:
        return None
    return row.match.score_1 if side == 1 else row.match.score_2


def _empty_slot(row: Fixture, source: Source) -> SlotView:
    match source:
        case WinnerOf(key=key) if row.status not in NOBODY_PLAYS:
            return SlotView("open", _("Winner of %(key)s") % {"key": key})
        case LoserOf(key=key, slot=slot) if row.status not in NOBODY_PLAYS:
            words = _("Loser of %(key)s") if slot is None else _("Loser of %(key)s, if needed")
            return SlotView("open", words % {"key": key})
        case _:
            return SlotView("bye", _("bye"))


# --- Brackets ------------------------------------------------------------------------------------


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


# --- Reports -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report that still counts, as shown to the opponent and the director."""

    id: int
    match_id: int
    side: int
    by_name: str
    score_1: int
    score_2: int
    state: str
    created_at: datetime


def live_reports(match_ids: Iterable[int]) -> dict[int, list[ReportView]]:
    """The pending and disputed reports of these matches, by match."""
    found: dict[int, list[ReportView]] = {}
    live = Report.objects.filter(match_id__in=list(match_ids), state__in=Report.LIVE)
    for report in live:
        view = ReportView(
            report.pk,
            report.match_id,
            report.side,
            report.by_name,
            report.score_1,
            report.score_2,
            report.state,
            report.created_at,
        )
        found.setdefault(report.match_id, []).append(view)
    return found
