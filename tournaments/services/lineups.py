"""Who sits at the boards of one tie: reserves for whoever is missing, named before play."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.models import Match
from matches.services.penalties import keep_late
from players.actors import Act
from tournaments.formats import FormatError
from tournaments.formats.teams import check_lineup
from tournaments.models import Event, Fixture
from tournaments.models_teams import Member
from tournaments.selectors.access import no_such_fixture
from tournaments.selectors.boards import is_open
from tournaments.selectors.ties import boards_of, rules_of
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.tables import tables_follow
from tournaments.services.ties import board_void, boards_open


@transaction.atomic
def lineup_set(
    *,
    event_id: int,
    key: str,
    entry_id: int,
    seats: Sequence[int],
    act: Act,
    seen_version: int | None = None,
) -> Fixture:
    """Seat members (by their ids, board 1 first) of a team at the boards of this tie.

    Those who sit elsewhere now get a new match, in which points for coming late still hold; a board
    with a result or a report keeps its player.
    Raises ConflictError `tie_not_open`, `board_begun`, InvalidError with the code of the
    FormatError.
    """
    event = lock_event(event_id, seen_version=seen_version)
    tie = _open_tie(event, key)
    side = {tie.entry_1_id: 1, tie.entry_2_id: 2}.get(entry_id)
    if side is None:
        raise NotFoundError("no_such_team", _("That team does not play this tie."))
    squad = {member.pk: member for member in Member.objects.filter(event=event, entry=entry_id)}
    _check(event, list(squad), seats)
    boards = [row for row in boards_of([tie.pk])[tie.pk] if (row.board or 0) <= len(seats)]
    before = [_member(row, side) for row in boards]
    moved = [row for row, pk in zip(boards, seats, strict=True) if _member(row, side).pk != pk]
    gone = [_seat(row, side, squad[seats[(row.board or 0) - 1]], act) for row in moved]
    boards_open(event, moved, act)
    log(
        event.tournament_id,
        "lineup.changed",
        act,
        event=event,
        fixture_key=tie.key,
        match_id=tie.match_id,
        subject=squad[seats[0]].entry.name,
        before={"lineup": _names(before), "seats": [one.pk for one in before], "entry": entry_id},
        after={"lineup": _names([squad[pk] for pk in seats])},
    )
    _keep_late(gone, moved, act)
    tables_follow(event, act)
    bump(event)
    return tie


def _open_tie(event: Event, key: str) -> Fixture:
    tie = event.fixtures.select_related("match").filter(key=key).first()
    if tie is None:
        raise no_such_fixture(key)
    if not event.of_teams or tie.status != Fixture.Status.READY or tie.match is None:
        raise ConflictError(
            "tie_not_open", _("Players are named for a tie that is to be played, and only then.")
        )
    return tie


def _check(event: Event, squad: Sequence[int], seats: Sequence[int]) -> None:
    try:
        check_lineup(rules_of(event), squad, seats)
    except FormatError as error:
        raise InvalidError.of(error) from error


def _member(row: Fixture, side: int) -> Member:
    member = row.member_1 if side == 1 else row.member_2
    assert member is not None
    return member


def _seat(row: Fixture, side: int, member: Member, act: Act) -> Match:
    """Returns the match that is none any more."""
    gone = row.match
    if gone is None or not is_open(row):
        raise ConflictError(
            "board_begun",
            _("Board %(board)s has a result already: its player stays.") % {"board": row.board},
            board=row.board,
        )
    board_void(row, act)
    if side == 1:
        row.member_1 = member
    else:
        row.member_2 = member
    return gone


def _keep_late(gone: Sequence[Match], boards: Sequence[Fixture], act: Act) -> None:
    """A reserve does not take away what the other team was given for its waiting."""
    for before, row in zip(gone, boards, strict=True):
        assert row.match is not None
        keep_late(before, row.match, act)


def _names(members: Sequence[Member]) -> Mapping[str, str]:
    return {str(board): member.name for board, member in enumerate(members, start=1)}
