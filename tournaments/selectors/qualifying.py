"""Who goes on from an event of rounds, and whether those in the event that follows still are they.

The rule is `formats.qualifying`; here the tables of an event go into it, and names come out.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from config.errors import InvalidError
from matches.models import Match
from tournaments.formats import EntrantId, FormatError
from tournaments.formats.crossing import Qualifier, crossover
from tournaments.formats.grouping import group_letter
from tournaments.formats.qualifying import Qualifying, Ranked, qualify
from tournaments.models import Entry, Event, Fixture
from tournaments.selectors.groups import group_name
from tournaments.selectors.places import place_range
from tournaments.selectors.rounds import RoundBoard, groups_of, load_rounds


@dataclass(frozen=True, slots=True)
class Rule:
    """How many go on; whether their order counts; the entrants in the order that settles ties."""

    count: int
    in_order: bool
    settled: tuple[int, ...] = ()

    @classmethod
    def of(cls, event: Event) -> "Rule":
        """That by which the entrants of this event came in."""
        kept = event.qualifying or {}
        return cls(kept["count"], kept["in_order"], tuple(kept["settled"]))


@dataclass(frozen=True, slots=True)
class QualifierView:
    """`entry` is that of the event they come from; `came` says as what: `A1`, or `1`.

    Who `is_tied` is listed for the time being: somebody else may have the place.
    """

    entry: Entry
    came: str
    is_tied: bool


@dataclass(frozen=True, slots=True)
class TieView:
    entries: Sequence[Entry]
    words: str


@dataclass(frozen=True, slots=True)
class QualifyingView:
    qualified: Sequence[QualifierView]
    ties: Sequence[TieView]
    groups: int


@dataclass(frozen=True, slots=True)
class OriginView:
    """Where the entrants of an event came from, and what is otherwise there by now.

    `source` is None when it is not on this site. `comes` would go on now, `goes` no longer; `moved`
    go on from another place.
    """

    source: Event | None
    name: str
    count: int
    comes: Sequence[str] = ()
    goes: Sequence[str] = ()
    moved: Sequence[str] = ()
    ties: Sequence[TieView] = ()
    trouble: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the event before is being played (again)."""
        return self.source is not None and self.source.state != Event.State.FINISHED

    @property
    def has_changed(self) -> bool:
        return bool(
            self.comes or self.goes or self.moved or self.ties or self.trouble or self.is_open
        )


def qualifying_of(board: RoundBoard, rule: Rule) -> Qualifying:
    """By number of entry. Who has left or is disqualified gives his place to the next one.

    May raise FormatError.
    """
    tables = [
        [
            Ranked(row.entrant, row.first, row.wins, row.losses)
            for row in table.rows
            if not row.disqualified and not board.by_number[row.entrant].has_left
        ]
        for table in board.tables
    ]
    settled = [EntrantId(number) for number in rule.settled]
    return qualify(tables, rule.count, in_order=rule.in_order, settled=settled)


def qualifying_view(event: Event, rule: Rule) -> QualifyingView:
    """Who would go on as it stands. Raises InvalidError `qualifiers_out_of_range` and others."""
    board = load_rounds(event)
    try:
        return named(board, qualifying_of(board, rule))
    except FormatError as error:
        raise InvalidError.of(error) from error


def likely_count(event: Event) -> int:
    """What a director may mean: two of each group, of one table half of it, a power of two."""
    groups, entries = len(groups_of(event.draw)), event.entries.count()
    if groups:
        return 2 * groups
    return 1 << (max(min(entries // 2, 16), 2).bit_length() - 1)


def named(board: RoundBoard, found: Qualifying) -> QualifyingView:
    groups = len(board.tables)
    tied = {entrant for tie in found.ties for entrant in tie.entrants}
    return QualifyingView(
        [
            QualifierView(
                board.by_number[one.entrant],
                came_words(one.group, one.place, groups),
                one.entrant in tied,
            )
            for one in found.qualified
        ],
        _ties(board, found),
        groups,
    )


def came_words(group: int, place: int, groups: int) -> str:
    return f"{group_letter(group)}{place}" if groups > 1 else str(place)


def _ties(board: RoundBoard, found: Qualifying) -> list[TieView]:
    ties = []
    for tie in found.ties:
        where = {"places": place_range(tie.first, tie.last)}
        if not tie.group:
            words = _("Level among those next in their groups, where not all go on")
        elif len(board.tables) == 1:
            words = _("Places %(places)s are shared") % where
        else:
            words = _("%(group)s: places %(places)s are shared") % {
                **where,
                "group": group_name(tie.group),
            }
        ties.append(TieView([board.by_number[one] for one in tie.entrants], words))
    return ties


def origin_view(event: Event) -> OriginView | None:
    """None for an event that stands for itself. A fixed number of queries."""
    kept = event.qualifying
    if kept is None:
        return None
    source = event.follows
    if source is None or source.published_at is None:
        trouble = "" if source is None else _("Its draw is not published any more.")
        return OriginView(source, kept["event"]["name"], kept["count"], trouble=trouble)
    board = load_rounds(source)
    try:
        found = qualifying_of(board, Rule.of(event))
    except FormatError as error:
        trouble = InvalidError.of(error).message
        return OriginView(source, source.name, kept["count"], trouble=trouble)
    if found.ties:  # who comes and who goes is not known then
        return OriginView(source, source.name, kept["count"], ties=_ties(board, found))
    was = {number: (group, place) for number, group, place in kept["qualified"]}
    now = {int(one.entrant): (one.group, one.place) for one in found.qualified}

    def names(numbers: Sequence[int]) -> list[str]:
        known = board.by_number
        return [known[number].name if number in known else str(number) for number in numbers]

    return OriginView(
        source,
        source.name,
        kept["count"],
        comes=names([number for number in now if number not in was]),
        goes=names([number for number in was if number not in now]),
        moved=names([number for number in now if number in was and was[number] != now[number]]),
    )


def crossover_seeds(event: Event) -> tuple[int, ...]:
    """Those who came from other groups, by number of entry, in the order of the lines they get."""
    rows = event.entries.exclude(came_place=None).order_by("came_place", "came_group")
    numbers = {Qualifier(row.came_group or 0, row.came_place or 0): row.number for row in rows}
    try:
        return tuple(numbers[one] for one in crossover(tuple(numbers)))
    except FormatError as error:
        raise InvalidError.of(error) from error


def followers_upset(event: Event, row: Fixture, after: Match) -> list[Event]:
    """The events whose entrants would be others if the match of this fixture were like `after`.

    One query where nothing follows rounds, none for brackets.
    """
    followers = list(event.followers.all()) if event.in_rounds else []
    if not followers:
        return []
    board = load_rounds(event)
    changed = copy(row)
    changed.match = after
    fixtures = [changed if one.pk == row.pk else one for one in board.fixtures]
    corrected = replace(board, fixtures=fixtures)
    return [one for one in followers if _outcome(board, one) != _outcome(corrected, one)]


def _outcome(board: RoundBoard, follower: Event) -> object:
    try:
        return qualifying_of(board, Rule.of(follower))
    except FormatError as error:
        return error.code


def came_of(entry: Entry, event: Event) -> str:
    """As what an entrant came in, `A1` or `1`; empty for whoever did not come from elsewhere."""
    if event.qualifying is None or entry.came_group is None or entry.came_place is None:
        return ""
    return came_words(entry.came_group, entry.came_place, event.qualifying["groups"])
