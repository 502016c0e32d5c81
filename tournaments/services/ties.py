"""The boards of ties follow the ties, and the ties follow their boards.

When both teams of a tie are known its boards are made, with a match at each. When the results of
boards say so, the tie is decided; the bracket then follows the tie as it does any match. When the
pair of a tie changes, its boards go. All functions expect the event locked and a transaction.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import F, Q, QuerySet

from matches.models import Match
from matches.services.making import MatchSpec, SideSpec, matches_create
from matches.services.ruling import match_follow, match_void
from matches.services.watching import Watching
from players.actors import Act
from tournaments.formats.teams import TeamRules
from tournaments.models import Event, Fixture
from tournaments.models_teams import Member
from tournaments.selectors.boards import is_open
from tournaments.selectors.stage_rules import StageRules
from tournaments.selectors.ties import boards_of, is_awarded, rules_of, sheet_of, verdict_by
from tournaments.services.bringing_back import records_bring_back
from tournaments.services.forgetting import fixtures_forget

WRITTEN = ("member_1", "member_2", "status", "winner", "match", "match_version", "ready_at")

READY, DECIDED, STOPPED = Fixture.Status.READY, Fixture.Status.DECIDED, Fixture.Status.EMPTY


def ties_note(event: Event, act: Act, *, key: str, whole: bool) -> str:
    """Decide the ties by the boards that the event has not taken note of, or by that of the `key`.

    Returns the key of the fixture to go on from: for a board, that of its tie.
    """
    if not event.of_teams or event.published_at is None:
        return key
    ties = list(_to_note(event, key, whole=whole).select_related("match"))
    boards = boards_of(tie.pk for tie in ties)
    rules = rules_of(event)
    for tie in ties:
        if tie.pk in boards:
            _Tie(event, rules, tie, boards[tie.pk], act).settle()
    return ties[0].key if key and ties else key


def _to_note(event: Event, key: str, *, whole: bool) -> QuerySet[Fixture]:
    ties = event.fixtures.exclude(match=None)
    if whole:
        return ties
    boards = Fixture.places.filter(event=event).exclude(tie=None)
    if key:
        return ties.filter(Q(key=key) | Q(pk__in=boards.filter(key=key).values("tie")))
    behind = Q(match__version__gt=F("match_version"))
    return ties.filter(behind | Q(pk__in=boards.filter(behind).values("tie")))


class _Tie:
    """One tie with its boards, while they are made to agree with each other."""

    def __init__(
        self, event: Event, rules: TeamRules, tie: Fixture, boards: list[Fixture], act: Act
    ) -> None:
        self.event, self.rules, self.tie, self.boards, self.act = event, rules, tie, boards, act

    def settle(self) -> None:
        for row in self.boards:
            _note(row)
        sheet = sheet_of(self.rules, self.boards)
        self.tie.boards_1, self.tie.boards_2 = sheet.boards_won
        is_over = is_awarded(self.tie)
        if not is_over:
            assert self.tie.match is not None
            verdict = verdict_by(self.rules, sheet)
            self.tie.match = match_follow(match_id=self.tie.match.pk, verdict=verdict, act=self.act)
            is_over = verdict is not None
        if is_over:
            boards_stop(self.boards, self.act)
        else:
            self._go_on(decider=sheet.decider_due)
        boards_write(self.boards)
        self.tie.save(update_fields=["boards_1", "boards_2"])

    def _go_on(self, *, decider: bool) -> None:
        """Boards that were stopped are to be played after all; one more, if it has to decide."""
        regular = [row for row in self.boards if (row.board or 0) <= self.rules.boards]
        extra = [row for row in self.boards if (row.board or 0) > self.rules.boards]
        if decider and not extra:
            first = regular[0]
            extra = [_board(self.tie, self.rules.boards + 1, first.member_1, first.member_2)]
            self.boards += extra
        if not decider:
            boards_stop(extra, self.act)
        stopped = [row for row in [*regular, *(extra if decider else ())] if row.match is None]
        boards_begin(self.event, stopped, self.act)


def _note(row: Fixture) -> None:
    """The row as its match has it."""
    match = row.match
    if match is None:
        return
    row.match_version = match.version
    row.status = DECIDED if match.state == Match.State.DECIDED else READY
    sides = {1: row.entry_1_id, 2: row.entry_2_id}
    row.winner_id = sides.get(match.winner or 0)
    if match.state != Match.State.OPEN:
        row.ready_at = None
    elif row.ready_at is None:
        row.ready_at = match.created_at


# --- Boards come and go --------------------------------------------------------------------------
def boards_follow(event: Event, rows: Iterable[Fixture], act: Act) -> None:
    """Boards for the ties among the rows that have none; none goes on where a tie was awarded."""
    if not event.of_teams:
        return
    ties = [row for row in rows if row.match is not None and row.tie_id is None]
    boards = boards_of(tie.pk for tie in ties)
    _open(event, [tie for tie in ties if tie.status == READY and tie.pk not in boards], act)
    for tie in ties:
        if is_awarded(tie) and tie.pk in boards:
            boards_stop(boards[tie.pk], act)
            boards_write(boards[tie.pk])


def _open(event: Event, ties: Sequence[Fixture], act: Act) -> None:
    if not ties:
        return
    count = rules_of(event).boards
    members: dict[tuple[int, int], Member] = {
        (member.entry_id, member.place): member for member in event.members.filter(place__lte=count)
    }
    new = [
        _board(tie, n, members[tie.entry_1_id, n], members[tie.entry_2_id, n])
        for tie in ties
        if tie.entry_1_id is not None and tie.entry_2_id is not None
        for n in range(1, count + 1)
    ]
    boards_open(event, new, act)
    for tie in ties:
        tie.boards_1 = tie.boards_2 = 0
    Fixture.objects.filter(pk__in=[tie.pk for tie in ties]).update(boards_1=0, boards_2=0)


def _board(tie: Fixture, number: int, first: Member | None, second: Member | None) -> Fixture:
    return Fixture(
        event_id=tie.event_id,
        stage_id=tie.stage_id,
        key=f"{tie.key}.{number}",
        round=tie.round,
        number=tie.number,
        length=tie.length,
        sets_to_win=tie.sets_to_win,
        decider=tie.decider,
        play_by=tie.play_by,
        source_1=f"entrant:{tie.entry_1_id}",
        source_2=f"entrant:{tie.entry_2_id}",
        entry_1_id=tie.entry_1_id,
        entry_2_id=tie.entry_2_id,
        tie=tie,
        board=number,
        member_1=first,
        member_2=second,
        # Versions of its match begin above those of the boards that were there before.
        match_version=tie.match_version,
    )


def boards_open(event: Event, boards: Sequence[Fixture], act: Act) -> None:
    """They are to be played: a new match at each of these, and the rows as they are."""
    boards_begin(event, boards, act)
    boards_write(boards)


def boards_begin(event: Event, boards: Sequence[Fixture], act: Act) -> None:
    """A new match at each of these, between those who sit there; the rows are not written."""
    stages = StageRules(event)
    specs = [_spec(row, stages.kept(row)) for row in boards]
    matches = matches_create(specs, rules=event.rules, at=act.at, watching=Watching.of(event))
    pairs = list(zip(boards, matches, strict=True))
    records_bring_back(event, {row.key: match for row, match in pairs if row.match_version}, act)
    for row, match in pairs:
        row.match, row.match_version = match, match.version
        row.status, row.winner, row.ready_at = READY, None, act.at


def _spec(row: Fixture, rules: Mapping[str, Any]) -> MatchSpec:
    return MatchSpec(
        row.length,
        _side(row.member_1),
        _side(row.member_2),
        version=row.match_version + 1,
        sets_to_win=row.sets_to_win,
        decider=row.decider,
        rules=rules,
    )


def _side(member: Member | None) -> SideSpec:
    assert member is not None
    return SideSpec(member.name, [member.player_id])


def boards_stop(boards: Iterable[Fixture], act: Act) -> None:
    """Those that nobody has reported need not be played; the rows are not written."""
    for row in boards:
        if is_open(row):
            board_void(row, act)
            row.status, row.ready_at = STOPPED, None


def board_void(row: Fixture, act: Act) -> None:
    """Its match no longer counts; a result that came in meanwhile is a conflict."""
    assert row.match is not None
    voided = match_void(match_id=row.match.pk, act=act, seen_version=row.match.version)
    row.match, row.match_version = None, voided.version


def boards_drop(ties: Sequence[Fixture], act: Act) -> None:
    """The boards of these ties go, with their matches; what was there is in the log."""
    ties = [tie for tie in ties if tie.boards_1 is not None]
    found = boards_of(tie.pk for tie in ties) if ties else {}
    for tie in ties:
        for row in found.get(tie.pk, ()):
            if row.match is not None:
                board_void(row, act)
            tie.match_version = max(tie.match_version, row.match_version)
        tie.boards_1 = tie.boards_2 = None
    gone = [row.pk for rows in found.values() for row in rows]
    boards = Fixture.places.filter(pk__in=gone)
    fixtures_forget(boards)
    boards.delete()


def has_results(tie: Fixture) -> bool:
    """Whether one of its boards is decided; no for a fixture that is no tie."""
    if tie.boards_1 is None:
        return False
    boards = Fixture.places.filter(tie=tie, match__state=Match.State.DECIDED)
    return boards.exists()


def boards_write(boards: Sequence[Fixture]) -> None:
    """New ones are added, others changed."""
    new = [row for row in boards if not row.pk]
    known = [row for row in boards if row.pk]
    Fixture.places.bulk_create(new, batch_size=500)
    Fixture.places.bulk_create(
        known, 500, update_conflicts=True, unique_fields=["pk"], update_fields=WRITTEN
    )
