"""Whether an archive agrees with itself: everything in it is worked out again from the results.

The draw is repeated from its seed, the bracket filled from the decided matches by the same pure
functions as ever, and each difference is told in a line that begins with its place.
"""

from collections.abc import Iterator, Mapping
from itertools import chain

from django.utils.translation import gettext as _

from config.errors import in_words
from matches.engine.errors import ScoreError
from matches.engine.score import final_score
from matches.models import NO_WINNER, Match, Outcome as HowItEnded, Report
from tournaments.formats import (
    Draw,
    EntrantId,
    FormatError,
    Graph,
    NodeState,
    Outcome,
    Status,
    entrant_in,
    progress,
)
from tournaments.formats.redraw import redrawn
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import moment_of, outcome_for, sets_of
from tournaments.services.archive_boards import teams_differences
from tournaments.services.archive_facts import Archive, FixtureFacts
from tournaments.services.archive_following import following_differences
from tournaments.services.archive_ladder_check import ladder_differences
from tournaments.services.archive_late import late_differences
from tournaments.services.archive_matches import MatchFacts, SideFacts
from tournaments.services.archive_replay import is_over_by_results, rounds_differences, states_of
from tournaments.services.drawing import draw_config

PUBLISHED = {Event.State.RUNNING, Event.State.FINISHED}


def archive_differences(archive: Archive) -> list[str]:
    """Empty when everything in the archive follows from its entries, seed and results."""
    return [
        *_event(archive),
        *_repeat(archive),
        *_leaving(archive),
        *_progress(archive),
        *chain.from_iterable(_match(match) for match in archive.matches()),
        *_references(archive),
        *following_differences(archive),
        *teams_differences(archive),
    ]


def _event(archive: Archive) -> Iterator[str]:
    event = archive.event
    if (event.published_at is not None) != (event.state in PUBLISHED):
        yield _("event.published_at: this does not go with the state %(s)s") % {"s": event.state}
    if (event.finished_at is not None) != (event.state == Event.State.FINISHED):
        yield _("event.finished_at: this does not go with the state %(s)s") % {"s": event.state}
    if (event.draw is None) != (event.state == Event.State.ENTRIES):
        yield _("draw: this does not go with the state %(s)s") % {"s": event.state}
    if event.draw is None and (archive.fixtures or archive.stages or archive.rounds):
        yield _("fixtures: there are some without a draw")
    if archive.ladder and (event.draw is None or not event.is_ladder):
        yield _("ladder: nothing can have happened there")


def _repeat(archive: Archive) -> Iterator[str]:
    """What the seed gives today against what is written down."""
    if archive.event.draw is None:
        return
    if archive.event.in_rounds:
        yield from rounds_differences(archive)
        return
    if archive.event.is_ladder:
        yield from ladder_differences(archive)
        return
    if archive.rounds:
        yield _("rounds: this format has none")
    said = archive.event.draw
    try:
        drawn = redrawn(said, draw_config(archive.event))
    except FormatError as error:
        yield f"draw: {in_words(error)}"
        return
    numbers = sorted(entry.row.number for entry in archive.entries)
    if said["field"] != sorted(said["field"]) or sorted(drawn.field) != numbers:
        yield _("draw.field: these are not the entries in their order")
    if (said["algorithm"], said["notices"]) != (drawn.algorithm, [n.code for n in drawn.notices]):
        yield _("draw: the algorithm or the notices are not those of this draw")
    # A late entrant may bring a bracket with him, which is then written down last.
    if {stage.bracket for stage in archive.stages} != set(drawn.graph.brackets()):
        yield _("stages: the draw has the brackets %(b)s") % {
            "b": ", ".join(drawn.graph.brackets())
        }
    yield from _fixtures_of(drawn, archive)


def _fixtures_of(drawn: Draw, archive: Archive) -> Iterator[str]:
    have = {fixture.row.key: fixture.node for fixture in archive.fixtures}
    for key in dict.fromkeys([*drawn.graph, *have]):
        if key not in have:
            yield _("%(key)s: the seed draws this fixture, and it is missing") % {"key": key}
        elif key not in drawn.graph:
            yield _("%(key)s: the seed does not draw this fixture") % {"key": key}
        elif have[key] != drawn.graph[key]:
            yield _("%(key)s: the seed draws it otherwise (sources or length)") % {"key": key}


def _progress(archive: Archive) -> Iterator[str]:
    """What the results say of every fixture against what is written down."""
    outcomes = {f.row.key: outcome for f in archive.fixtures if (outcome := _outcome(f))}
    try:
        state = _states(archive, outcomes)
    except FormatError as error:
        yield f"fixtures: {in_words(error)}"
        return
    is_published = archive.event.published_at is not None
    for fixture in archive.fixtures:
        node = state[fixture.row.key]
        if not _agrees(fixture, node):
            yield _("%(key)s: by the results it is %(status)s with the entries %(a)s and %(b)s") % {
                "key": fixture.row.key,
                "status": node.status.value,
                "a": entrant_in(node.first) or "?",
                "b": entrant_in(node.second) or "?",
            }
        yield from _pair(archive, fixture, node, is_published=is_published)
    yield from _end(archive, state)


def _states(archive: Archive, outcomes: Mapping[str, Outcome]) -> Mapping[str, NodeState]:
    if not archive.event.in_brackets:
        return states_of(archive, outcomes)
    return progress(
        Graph(fixture.node for fixture in archive.fixtures), outcomes, _withdrawn(archive)
    )


def _leaving(archive: Archive) -> Iterator[str]:
    left = [entry.row.withdrawn_at for entry in archive.entries if entry.row.withdrawn_at]
    if len(set(left)) < len(left):
        yield _("entries: two have left at the same moment")


def _withdrawn(archive: Archive) -> dict[EntrantId, int]:
    return {
        EntrantId(entry.row.number): moment_of(entry.row.withdrawn_at)
        for entry in archive.entries
        if entry.row.withdrawn_at is not None
    }


def _outcome(fixture: FixtureFacts) -> Outcome | None:
    first, second = fixture.slots
    row = fixture.match.row if fixture.match else None
    if row is None or row.state != Match.State.DECIDED:
        return None
    if first is None or second is None:
        return None
    return outcome_for((EntrantId(first), EntrantId(second)), winner=row.winner)


def _agrees(fixture: FixtureFacts, node: NodeState) -> bool:
    return (*fixture.slots, fixture.row.status, fixture.winner) == (
        entrant_in(node.first),
        entrant_in(node.second),
        node.status.value,
        entrant_in(node.winner),
    )


def _pair(
    archive: Archive, fixture: FixtureFacts, node: NodeState, *, is_published: bool
) -> Iterator[str]:
    """A published fixture has a match exactly when its pair is complete, and of that pair."""
    key, match, pair = fixture.row.key, fixture.match, fixture.slots
    is_playable = is_published and node.status.value in {"ready", "decided"}
    if (match is not None) != is_playable:
        yield _("%(key)s: its match is missing, or should not be") % {"key": key}
    if match is None:
        if fixture.table is not None:
            yield _("%(key)s: it has a table and no match") % {"key": key}
        return
    if match.row.state == Match.State.VOID:
        yield _("%(key)s: its match is void") % {"key": key}
    if [sorted(side) for side in map(_players, match.sides)] != [
        _expected(archive, number) for number in pair
    ]:
        yield _("%(key)s: the sides of its match are not its two entries") % {"key": key}
    if (match.row.length, sets_of(match.row)) != (fixture.row.length, sets_of(fixture.row)):
        yield _("%(key)s: its match has another length") % {"key": key}


def _players(side: SideFacts) -> list[tuple[int, int]]:
    """Single players stand at place 0."""
    return [*((number, 0) for number in side.entries), *side.members]


def _expected(archive: Archive, number: int | None) -> list[tuple[int, int]]:
    """Who plays for an entry. In a tie nobody does: its boards are played."""
    match archive.event.entrants:
        case Event.Entrants.SINGLES:
            return [(number or 0, 0)]
        case Event.Entrants.PAIRS:
            return [(number or 0, place) for place in (1, 2)]
        case _:
            return []


def _end(archive: Archive, states: Mapping[str, NodeState]) -> Iterator[str]:
    if archive.event.is_ladder:
        return  # its director closes it
    says_so = archive.event.state == Event.State.FINISHED
    to_play = {Status.WAITING, Status.READY}
    is_over = all(node.status not in to_play for node in states.values())
    is_over &= all(board.row.status != Fixture.Status.READY for board in archive.boards())
    if is_over and archive.event.in_rounds and archive.event.draw is not None:
        is_over = is_over_by_results(archive)
    if archive.event.published_at is not None and is_over != says_so:
        yield _("event.state: by the results it should be otherwise")


def _match(match: MatchFacts) -> Iterator[str]:
    row, said = match.row, {"ref": match.ref}
    result = (row.winner, row.decided_at, row.outcome or None)
    if row.state == Match.State.DECIDED:
        if None in result[1:] or (row.winner is None) != (row.outcome in NO_WINNER):
            yield _("%(ref)s: it is decided without a winner, a time or an outcome") % said
        if not _is_score(row):
            yield _("%(ref)s: %(a)s–%(b)s is no result of this match") % {
                **said,
                "a": row.score_1,
                "b": row.score_2,
            }
    elif (*result, row.score_1, row.score_2) != (None,) * 5:
        yield _("%(ref)s: it has a result and is not decided") % said
    yield from late_differences(match.ref, row)
    yield from _reports(match)


def _is_score(row: Match | Report) -> bool:
    """Whether score and winner fit; a decided match may have none."""
    if row.score_1 is None or row.score_2 is None:
        return row.score_1 == row.score_2
    if isinstance(row, Match) and row.outcome != HowItEnded.PLAYED:
        return False
    length = row.target if isinstance(row, Match) else row.match.target
    try:
        return final_score(row.score_1, row.score_2, length=length).winner == row.winner
    except ScoreError:
        return False


EXPECTED_LIVE = {
    Match.State.REPORTED: [[Report.State.PENDING]],
    Match.State.DISPUTED: [[Report.State.CLAIMED], [Report.State.CLAIMED] * 2],
}


def _reports(match: MatchFacts) -> Iterator[str]:
    said = {"ref": match.ref}
    for report in match.reports:
        report.match = match.row
        if (report.settled_at is None) != (report.state in Report.LIVE):
            yield _("%(ref)s: a report has another state than its time of settling says") % said
        if not _is_score(report):
            yield _("%(ref)s: a report says %(a)s–%(b)s, which is no result of this match") % {
                **said,
                "a": report.score_1,
                "b": report.score_2,
            }
    live = [report for report in match.reports if report.state in Report.LIVE]
    expected = EXPECTED_LIVE.get(Match.State(match.row.state), [[]])
    if [report.state for report in live] not in expected:
        yield _("%(ref)s: its open reports do not go with its state") % said
    if len({report.side for report in live}) < len(live):
        yield _("%(ref)s: one side has two open reports") % said


def _references(archive: Archive) -> Iterator[str]:
    matches = archive.matches()
    if len({match.ref for match in matches}) < len(matches):
        yield _("void_matches: two matches have the same reference")
    for match in archive.void:
        if match.row.state != Match.State.VOID:
            yield _("%(ref)s: it is listed as void and is not") % {"ref": match.ref}
    reported = {m.ref for m in matches if m.row.state == Match.State.REPORTED}
    waiting = [ref for _kind, ref, _due in archive.deadlines]
    for ref in waiting:
        if ref not in reported:
            yield _("deadlines: %(ref)s waits for no confirmation") % {"ref": ref}
    if len(set(waiting)) < len(waiting):
        yield _("deadlines: one match has two")
