"""Whether the teams of an archive and their boards go with the rules and the results."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from config.errors import in_words
from matches.models import Match
from tournaments.formats import FormatError
from tournaments.formats.teams import TeamRules, check_squad
from tournaments.models import Event, Fixture
from tournaments.selectors.ties import is_awarded, sheet_of, team_rules, verdict_by
from tournaments.services.archive_facts import Archive, FixtureFacts
from tournaments.services.archive_teams import BoardFacts

SIZES = frozenset(("too_few_members", "too_many_members"))


def teams_differences(archive: Archive) -> Iterator[str]:
    """What the members and the boards are not as the rules and the results say."""
    event = archive.event
    rules = team_rules(event)
    for entry in archive.entries:
        yield from _members(event, rules, entry.row.number, entry.members)
    members = {entry.row.number: len(entry.members) for entry in archive.entries}
    for fixture in archive.fixtures:
        if rules is None:
            if fixture.boards or fixture.row.boards_1 is not None:
                yield _("%(key)s: only a tie of teams has boards") % {"key": fixture.row.key}
        else:
            yield from _tie(rules, fixture, members)


def _members(
    event: Event, rules: TeamRules | None, number: int, members: Sequence[Any]
) -> Iterator[str]:
    if event.of_singles:
        if members:
            yield _("entry %(n)s: a single player has no members") % {"n": number}
        return
    try:
        check_squad(rules, [name for name, _person in members])
    except FormatError as error:
        # The rules may have changed since the entries were made: the draw will ask for others.
        if event.state != Event.State.ENTRIES or error.code not in SIZES:
            yield f"entry {number}: {in_words(error)}"


def _tie(rules: TeamRules, fixture: FixtureFacts, members: Mapping[int, int]) -> Iterator[str]:
    key, match = fixture.row.key, fixture.match
    if match is None:
        if fixture.boards or fixture.row.boards_1 is not None:
            yield _("%(key)s: it has boards and no match") % {"key": key}
        return
    fixture.row.match = match.row
    awarded = is_awarded(fixture.row)
    have = [board.row.board for board in fixture.boards]
    usual = list(range(1, rules.boards + 1))
    possible = [usual, [*usual, rules.boards + 1]]
    if have not in ([*possible, []] if awarded else possible):
        yield _("%(key)s: these are not the boards of a tie") % {"key": key}
        return
    for board in fixture.boards:
        yield from _board(fixture, board, members)
    yield from _result(rules, fixture, is_open=not awarded)


def _board(fixture: FixtureFacts, board: BoardFacts, members: Mapping[int, int]) -> Iterator[str]:
    said = {"key": board.row.key}
    seats = list(zip(fixture.slots, board.places, strict=True))
    if any(members.get(number or 0, 0) < place for number, place in seats):
        yield _("%(key)s: somebody sits there who is not in the team") % said
    match = board.match
    board.row.match = match.row if match else None
    if match is None:
        if (board.row.status, board.winner, board.table) != (Fixture.Status.EMPTY, None, None):
            yield _("%(key)s: a board without a match is one that need not be played") % said
        return
    decided = match.row.state == Match.State.DECIDED
    status = Fixture.Status.DECIDED if decided else Fixture.Status.READY
    winner = fixture.slots[match.row.winner - 1] if decided and match.row.winner else None
    if (board.row.status, board.winner) != (status, winner):
        yield _("%(key)s: its result is not that of its match") % said
    if [list(side.members) for side in match.sides] != [[seat] for seat in seats]:
        yield _("%(key)s: the sides of its match are not those who sit there") % said
    if match.row.state == Match.State.VOID or match.row.length != fixture.row.length:
        yield _("%(key)s: its match is void or has another length") % said


def _result(rules: TeamRules, fixture: FixtureFacts, *, is_open: bool) -> Iterator[str]:
    """What the boards say of the tie, against what is written down."""
    if not fixture.boards:
        return
    key, match = fixture.row.key, fixture.match
    assert match is not None
    sheet = sheet_of(rules, [board.row for board in fixture.boards])
    if (fixture.row.boards_1, fixture.row.boards_2) != sheet.boards_won:
        yield _("%(key)s: these are not the boards won") % {"key": key}
    said = verdict_by(rules, sheet)
    told = (said.winner, said.outcome) if said else (None, "")
    if is_open and told != (match.row.winner, match.row.outcome):
        yield _("%(key)s: by its boards the tie is otherwise") % {"key": key}
