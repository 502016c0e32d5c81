"""Undoing results: that before comes back, with what the two had said and what had hung on it."""

from collections.abc import Sequence

from matches.models import Side
from matches.services.steps import Verdict
from players.actors import Act
from tournaments.models import Event, Fixture, LogEntry
from tournaments.selectors.boards import load_board
from tournaments.selectors.deeds import Deed, told_before
from tournaments.selectors.ties import BY_BOARDS, is_needless, is_stopped
from tournaments.services.results import Impact, result_enter, result_preview, result_restore
from tournaments.services.ties import boards_open

NOTHING = Impact((), ())


def result_impact(event: Event, line: LogEntry) -> Impact:
    """What it would do to the fixtures further on. Reads only."""
    row = _place(event, line.fixture_key)
    verdict = _own(event, line)
    if row is not None and is_needless(row) and (verdict is None or not is_stopped(row)):
        return NOTHING
    return result_preview(event, line.fixture_key, verdict)


def result_undo(event: Event, deed: Deed, line: LogEntry, act: Act, *, clear: bool) -> None:
    """The result before `line` comes back, and so do those that the deed took with it.

    Where there was none, what the two had said until then counts again, and whoever had called
    the director waits for him again.
    """
    newest = event.log.latest("pk").pk
    _set_back(event, line, act, clear=clear)
    lines = [*_cleared_by_undoing(event, deed, newest), *deed.cleared()]
    gone = {line.fixture_key: line for line in lines if _is_own(event, line)}
    places = {key: place for place, key in enumerate(load_board(event).graph)}
    ties = dict(Fixture.places.filter(event=event, key__in=gone).values_list("key", "tie__key"))
    for key in sorted(ties, key=lambda key: (places.get(ties[key] or key, 0), key)):
        row = _place(event, key)
        if row is not None and _same_pair(row, gone[key]):
            result_enter(event_id=event.pk, key=key, verdict=_was(gone[key]), act=act)


def _set_back(event: Event, line: LogEntry, act: Act, *, clear: bool) -> None:
    """A board that the others made needless has no result to take away. One that it had all the
    same comes back, also that of one more board than there are, which nobody enters."""
    key, told, verdict = line.fixture_key, told_before(line), _own(event, line)
    row = _place(event, key)
    if row is not None and is_needless(row):
        if verdict is None:
            return
        boards_open(event, [row], act)
    if verdict is None and told is not None:
        result_restore(event_id=event.pk, key=key, told=told, act=act, clear=clear)
    else:
        result_enter(event_id=event.pk, key=key, verdict=verdict, act=act, clear=clear)


def _place(event: Event, key: str) -> Fixture | None:
    rows = Fixture.places.select_related("event", "match", "member_1", "member_2")
    return rows.filter(event=event, key=key).first()


def _cleared_by_undoing(event: Event, deed: Deed, newest: int) -> list[LogEntry]:
    """What had fitted the deed but goes with it now, and may fit again when the others are back.

    Not what the deed itself gave, to the opponents of whoever has left.
    """
    given = {line.fixture_key for line in deed.lines if line.action == "match.given"}
    since = event.log.filter(pk__gt=newest, action="match.voided").order_by("pk")
    return [line for line in since if line.before and line.fixture_key not in given]


def _own(event: Event, line: LogEntry) -> Verdict | None:
    """The result before; where boards had brought it, they will again once an award is gone."""
    return _was(line) if _is_own(event, line) else None


def _is_own(event: Event, line: LogEntry) -> bool:
    """Whether the result was entered there: that of a tie comes back with those of its boards."""
    before = line.before or {}
    is_board = line.fixture_key.count(".") > 1
    return not event.of_teams or is_board or before.get("outcome") not in BY_BOARDS


def _same_pair(row: Fixture, line: LogEntry) -> bool:
    """Whether those who meet there now are those whose result went."""
    then = _players(line.match_id)
    return bool(then) and then == _players_at(row)


def _players_at(row: Fixture) -> Sequence[tuple[int, int]]:
    if not is_stopped(row):
        return _players(row.match_id)
    members = enumerate((row.member_1, row.member_2), start=1)
    return [(number, member.player_id) for number, member in members if member is not None]


def _players(match_id: int | None) -> Sequence[tuple[int, int]]:
    sides = Side.objects.filter(match_id=match_id or 0).order_by("number")
    return list(sides.values_list("number", "players"))


def _was(line: LogEntry) -> Verdict | None:
    """The result before the line, None when there was none."""
    before = line.before
    if not before:
        return None
    scores = before["scores"]
    return Verdict(before["winner"], before["outcome"], tuple(scores) if scores else None)
