"""Fixtures as the pages and the API show them: names, scores, table, and where slots come from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType
from typing import Literal

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _

from matches.models import Match, Report
from tournaments.formats import LoserOf, Source, WinnerOf
from tournaments.formats.sets import Sets
from tournaments.models import Entry, Event, Fixture
from tournaments.selectors.beginnings import Begins, begins
from tournaments.selectors.boards import decode_source, sets_of
from tournaments.selectors.late_holds import NOT_LATE, Lateness


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
    slot_at: datetime | None = None  # the hour it was given, not having been played in time
    slot_table: int | None = None
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
KNOWN_BYES = "known_byes"
BOARD_SHOWN_WITH = (*SHOWN_WITH, "member_1", "member_2")
_NOBODY: Mapping[int, Lateness] = MappingProxyType({})


def fixture_rows(event: Event) -> list[Fixture]:
    """One query for all fixtures of an event and everything shown with them, in play order.

    In an event of teams these are the ties, and one query more brings their boards.
    """
    rows = event.fixtures.select_related(*SHOWN_WITH).order_by("stage_id", "round", "number")
    listed = with_boards(rows)
    _mark_byes(listed)
    return listed


def _mark_byes(rows: Iterable[Fixture]) -> None:
    """Note at each row, in play order, into which of its slots nobody can ever come.

    A bye has no loser, nor has a match against one that is still to come.
    """
    without_loser: set[str] = set()
    for row in rows:
        byes = [side for side in (1, 2) if _loses_to(row, side) in without_loser]
        if byes or row.status in NOBODY_PLAYS:
            without_loser.add(row.key)
        setattr(row, KNOWN_BYES, byes)


def _loses_to(row: Fixture, side: int) -> str:
    """The match whose loser is still to come into this slot, or empty."""
    entry, source = (row.entry_1_id, row.source_1) if side == 1 else (row.entry_2_id, row.source_2)
    found = decode_source(source) if entry is None else None
    return found.key if isinstance(found, LoserOf) else ""


def with_boards(rows: Iterable[Fixture]) -> list[Fixture]:
    """The rows, with the boards of the ties among them for `fixture_view`: one query for all."""
    listed = list(rows)
    boards = Fixture.places.select_related(*BOARD_SHOWN_WITH).order_by("board")
    ties = [row for row in listed if row.boards_1 is not None]
    prefetch_related_objects(ties, Prefetch("boards", boards, to_attr="shown_boards"))
    return listed


def fixture_views(
    rows: Iterable[Fixture], lateness: Mapping[int, Lateness] = _NOBODY
) -> list[FixtureView]:
    return [fixture_view(row, lateness) for row in rows]


def fixture_view(row: Fixture, lateness: Mapping[int, Lateness] = _NOBODY) -> FixtureView:
    """`lateness`, by match, where it is shown what coming late costs."""
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
        slot_at=row.slot_at,
        slot_table=row.slot_table,
        is_tie=row.boards_1 is not None,
        tie="" if row.board is None else row.key.rpartition(".")[0],
        board=row.board,
        boards=tuple(fixture_view(board, lateness) for board in getattr(row, "shown_boards", ())),
        begins=_begins(match, slots, lateness) if match else None,
    )


def _begins(
    match: Match, slots: tuple[SlotView, SlotView], lateness: Mapping[int, Lateness]
) -> Begins:
    names = slots[0].full_label, slots[1].full_label
    return begins(match, names, lateness.get(match.pk, NOT_LATE))


def _is_conditional(row: Fixture) -> bool:
    sources = decode_source(row.source_1), decode_source(row.source_2)
    return any(isinstance(source, LoserOf) and source.slot is not None for source in sources)


def _slot(row: Fixture, side: Literal[1, 2]) -> SlotView:
    entry: Entry | None = row.entry_1 if side == 1 else row.entry_2
    source = decode_source(row.source_1 if side == 1 else row.source_2)
    if entry is None:
        return _bye() if side in getattr(row, KNOWN_BYES, ()) else _empty_slot(row, source)
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
            return _bye()


def _bye() -> SlotView:
    return SlotView("bye", _("bye"))


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
