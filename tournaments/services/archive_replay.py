"""Whether the rounds of an archive agree with its seed, its entries and its fixtures.

The first round, and all of a round robin, are drawn again from the seed. Later rounds followed from
results that may have been corrected since, so of these it is checked that they could be.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from config.errors import in_words
from matches.models import Match
from tournaments.formats import (
    ALGORITHM,
    Bye,
    Entrant,
    FormatError,
    Node,
    NodeState,
    Outcome,
    node_key,
    settle,
)
from tournaments.formats.grouping import GROUPS_ALGORITHM
from tournaments.formats.pairing import Key, Member, Past, Result, Round as PureRound
from tournaments.formats.redraw import regrouped
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_plan import RoundKind
from tournaments.formats.sets import SetPlan
from tournaments.models import Event
from tournaments.selectors.boards import slot_alone
from tournaments.selectors.round_wishes import Pairs
from tournaments.selectors.rounds import groups_of, member_of, plan_of, pure_round, result_of
from tournaments.services.archive_facts import Archive
from tournaments.services.round_drafts import swaps_of


def rounds_differences(archive: Archive) -> Iterator[str]:
    """What the seed gives today, and what can be, against what is written down."""
    faults = list(_shape(archive))
    if faults:
        yield from faults
        return
    yield from _first(archive)
    try:
        event_of(archive).check()
    except FormatError as error:
        yield f"rounds: {in_words(error)}"
        return
    yield from _scheduled(archive)
    yield from _fixtures(archive)


def _shape(archive: Archive) -> Iterator[str]:
    """Rounds in order, the last of them in draft at most, all in the one stage."""
    event, rows = archive.event, [facts.row for facts in archive.rounds]
    assert event.draw is not None
    letter = plan_of(event).letter
    if [row.number for row in rows] != list(range(1, len(rows) + 1)) or not rows:
        yield _("rounds: they are numbered 1, 2, 3 and so on")
    if [(stage.bracket, stage.kind) for stage in archive.stages] != [(letter, event.format)]:
        yield _("stages: the rounds are of another format")
    if any(facts.bracket != letter for facts in archive.rounds):
        yield _("rounds: there is one of another stage")
    drafts = [row.number for row in rows if row.published_at is None]
    expected = [1] if event.state == Event.State.DRAFTED else [len(rows)]
    if drafts not in ([expected] if event.state == Event.State.DRAFTED else [[], expected]):
        yield _("rounds: the last one alone may be a draft")
    if drafts == [1] and event.state != Event.State.DRAFTED:
        yield _("rounds: the first one is not published")
    yield from _groups(event)


def _groups(event: Event) -> Iterator[str]:
    assert event.draw is not None
    number = plan_of(event).groups
    try:
        again = regrouped(event.draw, number) if number > 1 else ()
    except FormatError as error:
        yield f"draw: {in_words(error)}"
        return
    if again != groups_of(event.draw):
        yield _("draw.groups: the seed deals them otherwise")


def _first(archive: Archive) -> Iterator[str]:
    event = archive.event
    assert event.draw is not None
    drawn = [member for member in _members(archive) if member.first_round == 1]
    if event.draw["field"] != [member.id for member in drawn]:
        yield _("draw.field: these are not the entries in their order")
    plan, stored = plan_of(event), pure_round(archive.rounds[0].row)
    if plan.rounds is not None:
        plan = replace(plan, rounds=1)  # their number may be another one by now
    made_with = archive.rounds[0].row.made_with
    labels = made_with.get("labels", {})
    field = [Member(one.id, labels=frozenset(labels.get(str(one.id), ()))) for one in drawn]
    wishes = Pairs.of(made_with).wishes()
    try:
        groups = groups_of(event.draw)
        first = RoundEvent(plan, field, event.draw["seed"], groups=groups, wishes=wishes)
        again = first.altered(first.next_round(), swaps_of(archive.rounds[0].row))
    except FormatError as error:
        yield f"draw: {in_words(error)}"
        return
    if stored.pairings != again.pairings:
        yield _("rounds[0]: the seed pairs it otherwise")
    notices = [notice.code for notice in stored.notices]
    algorithm = GROUPS_ALGORITHM if groups else ALGORITHM
    if (event.draw["algorithm"], event.draw["notices"]) != (algorithm, notices):
        yield _("draw: the algorithm or the notices are not those of this draw")


def _scheduled(archive: Archive) -> Iterator[str]:
    """In a round robin whoever meets is to meet, or has nobody to meet as the other has left."""
    if archive.event.format != RoundKind.ROUND_ROBIN:
        return
    schedule = event_of(archive).schedule
    for n, facts in enumerate(archive.rounds):
        paired = pure_round(facts.row)
        to_meet = {
            one.number: one.entrants for round_ in schedule[n : n + 1] for one in round_.pairings
        }
        for one in paired.pairings:
            if not set(one.entrants) <= set(to_meet.get(one.number, ())):
                yield _("rounds[%(n)s]: the seed pairs it otherwise") % {"n": n}
                break


def _fixtures(archive: Archive) -> Iterator[str]:
    have = {fixture.row.key: fixture.node for fixture in archive.fixtures}
    wanted = {node.key: node for node in _nodes(archive)}
    for key in dict.fromkeys([*wanted, *have]):
        if key not in have:
            yield _("%(key)s: its round pairs it, and it is missing") % {"key": key}
        elif have[key] != wanted.get(key):
            yield _("%(key)s: its round pairs it otherwise") % {"key": key}


def _nodes(archive: Archive) -> Iterator[Node]:
    plan = plan_of(archive.event)
    letter = plan.letter
    for round_ in _published(archive):
        for one in round_.pairings:
            yield Node(
                node_key(letter, round_.number, one.number),
                letter,
                round_.number,
                one.number,
                Entrant(one.first),
                Bye() if one.second is None else Entrant(one.second),
                plan.length_of(round_.number, archive.event.length),
                SetPlan.of(archive.event.sets).sets,
            )


def _published(archive: Archive) -> list[PureRound]:
    return [pure_round(facts.row) for facts in archive.rounds if facts.row.published_at]


def _members(archive: Archive) -> list[Member]:
    return [member_of(facts.row) for facts in archive.entries]


def event_of(archive: Archive) -> RoundEvent:
    """The event as its archive tells it."""
    assert archive.event.draw is not None
    results: dict[Key, Result] = {}
    for fixture in archive.fixtures:
        row = fixture.match.row if fixture.match else None
        if row is not None and row.state == Match.State.DECIDED:
            winner = None if row.winner is None else fixture.winner
            results[fixture.row.round, fixture.row.number] = result_of(row, winner)
    past = Past(tuple(_published(archive)), results)
    draw = archive.event.draw
    return RoundEvent(
        plan_of(archive.event), _members(archive), draw["seed"], past, groups_of(draw)
    )


def is_over_by_results(archive: Archive) -> bool:
    try:
        return event_of(archive).is_over
    except FormatError:  # then the draw is at fault, and that is told
        return False


def states_of(archive: Archive, outcomes: Mapping[str, Outcome]) -> dict[str, NodeState]:
    """What the results say of each fixture, which stands for itself."""
    return {
        fixture.row.key: settle(
            slot_alone(fixture.node.first),
            slot_alone(fixture.node.second),
            outcomes.get(fixture.row.key),
        )
        for fixture in archive.fixtures
    }
