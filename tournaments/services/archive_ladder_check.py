"""Whether the steps of a ladder in an archive can have happened, and agree with its fixtures."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _

from config.errors import in_words
from tournaments.formats import Entrant, EntrantId, FormatError
from tournaments.formats.ladder import Ladder, ladder
from tournaments.formats.ladder_rules import LETTER
from tournaments.models import Event, Fixture
from tournaments.models_ladders import LadderStep
from tournaments.selectors.ladders import ALGORITHM, challenge_key, happening_of, rules_of
from tournaments.services.archive_facts import Archive, FixtureFacts

Kind = LadderStep.Kind


def ladder_differences(archive: Archive) -> Iterator[str]:
    """What the steps give when they are told again, against what is written down."""
    faults = list(_shape(archive))
    if faults:
        yield from faults
        return
    try:
        now = _told(archive)
    except FormatError as error:
        yield f"ladder: {in_words(error)}"
        return
    yield from _left(archive, now)
    yield from _open(archive, now)
    yield from _decided(archive)


def _shape(archive: Archive) -> Iterator[str]:
    said, event = archive.event.draw, archive.event
    assert said is not None
    if event.state == Event.State.DRAFTED:
        yield _("event.state: a ladder has no draft")
    if said["algorithm"] != ALGORITHM or said["notices"]:
        yield _("draw: the algorithm or the notices are not those of this draw")
    if [(stage.bracket, stage.kind) for stage in archive.stages] != [(LETTER, event.format)]:
        yield _("stages: a ladder has one, and it is not this")
    if archive.rounds:
        yield _("rounds: this format has none")
    numbers = sorted(entry.row.number for entry in archive.entries)
    joined = {row.entry_id for row in archive.ladder if row.kind == Kind.JOINED}
    if said["field"] != [n for n in numbers if n not in joined or n in said["field"]]:
        yield _("draw.field: these are not the entries in their order")
    made = Counter(row.challenge for row in archive.ladder if row.kind == Kind.CHALLENGED)
    if any(count > 1 for count in made.values()):
        yield _("ladder: two challenges have the same number")


def _told(archive: Archive) -> Ladder:
    event, numbers = archive.event, {n.row.number: EntrantId(n.row.number) for n in archive.entries}
    assert event.draw is not None
    zone = archive.tournament.time_zone
    happened = [happening_of(row, numbers, zone) for row in archive.ladder]
    return ladder(rules_of(event), [EntrantId(n) for n in event.draw["field"]], happened)


def _left(archive: Archive, now: Ladder) -> Iterator[str]:
    """Whose entry says that he has left is not on the ladder any more."""
    for entry in archive.entries:
        if (entry.row.last_round is None) != bool(now.place(EntrantId(entry.row.number))):
            yield _("entries: %(name)s is on the ladder, or is not") % {"name": entry.row.name}


def _open(archive: Archive, now: Ladder) -> Iterator[str]:
    """Each open challenge has its fixture, with the same two and the same last day."""
    have = {
        (one.row.key, one.node.first, one.node.second, one.row.play_by)
        for one in archive.fixtures
        if one.row.status == Fixture.Status.READY
    }
    wanted = {
        (
            challenge_key(one.challenge),
            Entrant(one.challenger),
            Entrant(one.challenged),
            one.play_by,
        )
        for one in now.open
    }
    for key, *_rest in sorted(have ^ wanted, key=lambda one: one[0]):
        yield _("%(key)s: its challenge says otherwise") % {"key": key}


def _decided(archive: Archive) -> Iterator[str]:
    """Each result is a step, with the same winner."""
    steps = {
        challenge_key(row.challenge or 0): _result(row)
        for row in archive.ladder
        if row.kind in LadderStep.RESULTS
    }
    fixtures = {
        one.row.key: _of_fixture(one)
        for one in archive.fixtures
        if one.row.status == Fixture.Status.DECIDED
    }
    for key in sorted(steps.keys() | fixtures.keys()):
        if steps.get(key) != fixtures.get(key):
            yield _("%(key)s: the step on the ladder has another result") % {"key": key}


def _result(row: LadderStep) -> tuple[frozenset[int | None], int | None]:
    pair = frozenset((row.entry_id, row.opponent_id))
    return pair, row.entry_id if row.kind == Kind.DECIDED else None


def _of_fixture(one: FixtureFacts) -> tuple[frozenset[int | None], int | None]:
    return frozenset(one.slots), one.winner
