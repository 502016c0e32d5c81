"""Who leaves an event of brackets, and who comes back.

Whoever leaves keeps his results. The match he still has, and every one that he would get, is a
walkover for the other; `advancing` gives these as he comes to them.
"""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from config.errors import ConflictError
from matches.services.ruling import match_ungive
from matches.services.steps import Told
from players.actors import Act
from tournaments.formats import EntrantId
from tournaments.formats.correction import compare_states
from tournaments.models import Entry, Event, Fixture
from tournaments.selectors.access import access_entry
from tournaments.selectors.boards import Board, is_given_by_leaving, load_board
from tournaments.selectors.deeds import told_before
from tournaments.services.advancing import advance
from tournaments.services.locking import bump
from tournaments.services.log import log
from tournaments.services.refusals import left_already, not_left


def leave_brackets(
    event: Event, entry_id: int, act: Act, *, since: datetime | None = None
) -> Entry:
    """Needs the event locked and a transaction.

    `since`: he had left then, and came back by mistake; of two who left it decides who goes on.
    """
    row = access_entry(event, entry_id)
    _require_running(event)
    if row.withdrawn_at is not None:
        raise left_already(row)
    if since is None:
        act = Act(act.by, _free_moment(event, act.at), act.reason)
    row.withdrawn_at = act.at if since is None else _free_moment(event, since)
    row.save(update_fields=["withdrawn_at"])
    log(
        event.tournament_id,
        "entry.left",
        act,
        event=event,
        subject=row.name,
        before={"entry": row.pk},
    )
    bump(event)
    advance(event, act, whole=True)
    return row


def return_to_brackets(event: Event, entry_id: int, act: Act) -> Entry:
    """Needs the event locked and a transaction.

    Raises ConflictError `results_depend`, with the fixtures that were played on from a walkover.
    """
    row = access_entry(event, entry_id)
    _require_running(event)
    if row.withdrawn_at is None:
        raise not_left(row)
    board = load_board(event)
    _require_nothing_depends(board, row)
    log(
        event.tournament_id,
        "entry.returned",
        act,
        event=event,
        subject=row.name,
        before={"entry": row.pk, "at": row.withdrawn_at.isoformat()},
    )
    for fixture in _given_against(board, row):
        assert fixture.match_id is not None
        told = _told_before(event, fixture.match_id)
        match_ungive(match_id=fixture.match_id, act=act, told=told)
    row.withdrawn_at = None
    row.save(update_fields=["withdrawn_at"])
    bump(event)
    advance(event, act, whole=True)
    return row


def _free_moment(event: Event, at: datetime) -> datetime:
    """At once is one after the other: of two who have left, one goes on."""
    while event.entries.filter(withdrawn_at=at).exists():
        at += timedelta(microseconds=1)
    return at


def _given_against(board: Board, row: Entry) -> list[Fixture]:
    return [
        fixture
        for fixture in board.rows.values()
        if row.pk in {fixture.entry_1_id, fixture.entry_2_id}
        and is_given_by_leaving(fixture)
        and fixture.winner_id != row.pk
    ]


def _told_before(event: Event, match_id: int) -> Told | None:
    """What had been said of the match when it was given to the other."""
    given = event.log.filter(action="match.given", match_id=match_id).order_by("pk").last()
    return None if given is None else told_before(given)


def _require_nothing_depends(board: Board, row: Entry) -> None:
    others = {one: at for one, at in board.withdrawn.items() if one != EntrantId(row.pk)}
    changes = compare_states(board.state(), board.state(others))
    if changes.orphaned:
        keys = [change.key for change in changes.orphaned]
        raise ConflictError(
            "results_depend",
            _("Others have played on since then: %(keys)s. Take these results back first.")
            % {"keys": ", ".join(keys)},
            fixtures=keys,
        )


def _require_running(event: Event) -> None:
    if event.published_at is None:
        raise ConflictError(
            "not_published", _("The draw is not published: take the name off the entries.")
        )
