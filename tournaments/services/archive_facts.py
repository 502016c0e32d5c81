"""What an archive says, as rows that are not saved yet and numbers that tie them together.

Reading checks form only: types, lengths, and that whatever is referred to exists. Whether it
makes sense together is for `archive_check`, and storing it for `archive_in`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats import LoserOf, Node, WinnerOf
from tournaments.formats.sets import SetPlan
from tournaments.formats.settings import MAX_BRACKET_ROUNDS
from tournaments.models import Event, Fixture, Stage, Tournament
from tournaments.models_ladders import LadderStep
from tournaments.selectors.boards import decode_source, sets_of
from tournaments.services.archive_dates import NO_DATES, NO_DAY, dates_read, day_read
from tournaments.services.archive_draw import read_bracket_rules, read_draw
from tournaments.services.archive_entries import EntryFacts, read_entry
from tournaments.services.archive_following import read_qualifying
from tournaments.services.archive_ladder import ladder_rules_read, step_read
from tournaments.services.archive_log import LogFacts, deadline_read, log_read
from tournaments.services.archive_matches import (
    ONE_SET,
    MatchFacts,
    read_length,
    read_match,
    read_rules,
    read_sets,
    read_stage_rules,
)
from tournaments.services.archive_money import MoneyFacts, money_read
from tournaments.services.archive_out import FORMAT, VERSION
from tournaments.services.archive_places import LARGE, SMALL, Place, load
from tournaments.services.archive_rounds import (
    RoundFacts,
    apart_read,
    next_round_read,
    round_read,
    round_rules_read,
)
from tournaments.services.archive_rulings_read import NONE, RulingFacts, rulings_read
from tournaments.services.archive_teams import (
    NO_BOARDS,
    NO_TEAMS,
    BoardFacts,
    board_read,
    boards_won_read,
    team_rules_read,
)
from tournaments.services.archive_watching import NOT_WATCHED, watching_read
from tournaments.services.setting_up import RESERVED, TournamentSpec
from tournaments.services.tables import MAX_TABLES

_SLUG = re.compile(r"[-a-zA-Z0-9_]+")
_KEY = r"[A-Z]{1,2}[0-9]+\.[0-9]+"
_SOURCE = re.compile(rf"entrant:[0-9]{{1,10}}|winner:{_KEY}|loser:{_KEY}(:[12])?|bye")


@dataclass(frozen=True, slots=True)
class FixtureFacts:
    """A fixture with entry numbers where its row will have keys; `node` is it in the draw."""

    row: Fixture
    node: Node
    slots: tuple[int | None, int | None]
    winner: int | None
    table: int | None
    match: MatchFacts | None
    boards: Sequence[BoardFacts] = ()


@dataclass(frozen=True, slots=True)
class Archive:
    slug: str  # of the tournament
    tournament: TournamentSpec
    event: Event
    entries: Sequence[EntryFacts]
    stages: Sequence[Stage]
    rounds: Sequence[RoundFacts]
    ladder: Sequence[LadderStep]  # with numbers of entry where keys will be
    fixtures: Sequence[FixtureFacts]
    void: Sequence[MatchFacts]
    deadlines: Sequence[tuple[str, str, datetime]]  # kind, match, when
    log: Sequence[LogFacts]
    money: MoneyFacts | None
    rulings: RulingFacts

    def matches(self) -> list[MatchFacts]:
        ties = [fixture.match for fixture in self.fixtures if fixture.match]
        return ties + [board.match for board in self.boards() if board.match] + list(self.void)

    def boards(self) -> list[BoardFacts]:
        return [board for fixture in self.fixtures for board in fixture.boards]

    def seats(self) -> list[tuple[int, Fixture]]:
        """Which fixtures and boards are at which table."""
        places = _places(self.fixtures)
        return [(place.table, place.row) for place in places if place.table is not None]


def archive_read(content: bytes) -> Archive:
    """Raises InvalidError `archive_unreadable` with the place of the first fault."""
    top = _as_of_now(load(content))
    parts = top.record(
        "format",
        "version",
        "tournament",
        "event",
        "draw",
        "entries",
        "stages",
        "fixtures",
        "void_matches",
        "deadlines",
        "money",
        "log",
        newer={"rounds": [], "ladder": [], "rulings": NONE},
    )
    slug, tournament = _tournament(parts["tournament"])
    entries = [read_entry(place) for place in parts["entries"].items()]
    numbers = {entry.row.number for entry in entries}
    if len(numbers) < len(entries):
        raise parts["entries"].fault(_("two entries have the same number"))
    event = _event(parts["event"], numbers)
    event.draw = parts["draw"].maybe(lambda place: read_draw(place, numbers))
    fixtures = _fixtures(parts["fixtures"], numbers)
    void = [_void(place, numbers) for place in parts["void_matches"].items()]
    matches = [match for place in _places(fixtures) if (match := place.match)] + void
    refs = {match.ref for match in matches}
    penalties = {match.ref: len(match.late.penalties) for match in matches}
    return Archive(
        slug=slug,
        tournament=tournament,
        event=event,
        entries=entries,
        stages=[_stage(place) for place in parts["stages"].items()],
        rounds=[round_read(place, numbers) for place in parts["rounds"].items()],
        ladder=[
            step_read(place, n, numbers) for n, place in enumerate(parts["ladder"].items(), start=1)
        ],
        fixtures=fixtures,
        void=void,
        deadlines=[deadline_read(place, refs) for place in parts["deadlines"].items()],
        log=[log_read(place, numbers, refs) for place in parts["log"].items()],
        money=parts["money"].maybe(lambda place: money_read(place, numbers)),
        rulings=rulings_read(parts["rulings"], numbers, penalties),
    )


def _as_of_now(top: Place) -> Place:
    """The archive with whatever came up after its version."""
    if not isinstance(top.value, dict) or top.value.get("format") != FORMAT:
        raise top.fault(_("This is not the archive of an event: its format is not given as such."))
    version = Place(top.value.get("version"), "version").whole(1, LARGE)
    if version > VERSION:
        raise top.fault(
            _("The archive is of version %(n)s, made by a newer Crawford: update this one first.")
            % {"n": version}
        )
    return Place({"money": None, **top.value}, "") if version < 2 else top


def _tournament(place: Place) -> tuple[str, TournamentSpec]:
    part = place.record("name", "slug", "starts_on", "ends_on", "venue", "time_zone", "tables")
    spec = TournamentSpec(
        name=part["name"].column(Tournament, "name"),
        starts_on=part["starts_on"].day(),
        ends_on=part["ends_on"].day(),
        venue=part["venue"].column(Tournament, "venue"),
        time_zone=part["time_zone"].column(Tournament, "time_zone"),
        tables=part["tables"].whole(0, MAX_TABLES),
        for_the_record=True,
    )
    return _slug(part["slug"]), spec


def _event(place: Place, numbers: set[int]) -> Event:
    part = place.record(
        "name",
        "slug",
        "length",
        "lengths_from_final",
        "even_lengths",
        "consolation_length",
        "rule_set",
        "rules",
        "state",
        "drafts",
        "shows_forecast",
        "version",
        "created_at",
        "published_at",
        "finished_at",
        newer=NEWER,
    )
    entrants = part["entrants"].choice(Event.Entrants.values)
    rules = read_rules(part["rules"])
    format_ = part["format"].choice(Event.Format.values)
    return Event(
        name=part["name"].column(Event, "name"),
        slug=_slug(part["slug"]),
        format=format_,
        entrants=entrants,
        team_rules=team_rules_read(part["team_rules"], entrants),
        round_rules=round_rules_read(part["round_rules"], format_),
        apart=apart_read(part["apart"], numbers),
        play_offs=apart_read(part["play_offs"], numbers),
        next_round=next_round_read(part["next_round"], numbers),
        length=read_length(part["length"]),
        lengths_from_final=_lengths(part["lengths_from_final"]),
        even_lengths=part["even_lengths"].flag(),
        sets=part["sets"].settings(lambda data: SetPlan.of(data).as_data()),
        consolation_length=part["consolation_length"].maybe(read_length),
        bracket_rules=part["bracket_rules"].maybe(read_bracket_rules),
        ladder_rules=ladder_rules_read(part["ladder_rules"], format_),
        qualifying=part["qualifying"].maybe(read_qualifying),
        **dates_read(part),
        rule_set=part["rule_set"].column(Event, "rule_set"),
        rules=rules,
        stage_rules=read_stage_rules(part["stage_rules"], rules),
        state=part["state"].choice(Event.State.values),
        drafts=part["drafts"].whole(0, SMALL),
        shows_forecast=part["shows_forecast"].flag(),
        **watching_read(part["watching"]),
        version=part["version"].whole(1, LARGE),
        created_at=part["created_at"].moment(),
        published_at=part["published_at"].maybe(Place.moment),
        finished_at=part["finished_at"].maybe(Place.moment),
    )


# What an archive from before there were these settings would have said.
NEWER: Mapping[str, Any] = {
    "format": "elimination",
    "round_rules": None,
    "bracket_rules": None,
    **NO_TEAMS,
    "ladder_rules": None,
    "sets": {},
    "qualifying": None,
    "apart": [],
    "play_offs": [],
    "next_round": {},
    **NO_DATES,
    "stage_rules": {},
    **NOT_WATCHED,
}


def _slug(place: Place) -> str:
    slug = place.matching(_SLUG, 60)
    if slug in RESERVED:
        raise place.fault(_("%(text)s is not possible here") % {"text": slug})
    return slug


def _lengths(place: Place) -> dict[str, int]:
    part = place.record(*(place.value if isinstance(place.value, dict) else ()))
    for rounds, length in part.items():
        if rounds not in {str(n) for n in range(1, MAX_BRACKET_ROUNDS + 1)}:
            raise length.fault(_("rounds are counted from the final, which is 1"))
    return {rounds: read_length(length) for rounds, length in part.items()}


def _stage(place: Place) -> Stage:
    part = place.record("bracket", "kind")
    return Stage(
        bracket=part["bracket"].column(Stage, "bracket"), kind=part["kind"].column(Stage, "kind")
    )


def _fixtures(place: Place, numbers: set[int]) -> list[FixtureFacts]:
    places = place.items()
    fixtures = [_fixture(each, numbers) for each in places]
    keys = {fixture.row.key for fixture in fixtures}
    tables = [each.table for each in _places(fixtures) if each.table is not None]
    if len(keys) < len(fixtures):
        raise place.fault(_("two fixtures have the same key"))
    if len(set(tables)) < len(tables):
        raise place.fault(_("two fixtures are at the same table"))
    for each, fixture in zip(places, fixtures, strict=True):
        for key in fixture.node.feeders:
            if key not in keys:
                first = fixture.node.first
                is_first = isinstance(first, WinnerOf | LoserOf) and first.key == key
                name = "source_1" if is_first else "source_2"
                raise Place(key, f"{each.path}.{name}").fault(
                    _("there is no fixture %(key)s") % {"key": key}
                )
    return fixtures


def _places(fixtures: Sequence[FixtureFacts]) -> list[FixtureFacts | BoardFacts]:
    """The fixtures, and the boards that belong to them."""
    return [*fixtures, *(board for fixture in fixtures for board in fixture.boards)]


def _fixture(place: Place, numbers: set[int]) -> FixtureFacts:
    part = place.record(
        "key",
        "bracket",
        "round",
        "number",
        "length",
        "source_1",
        "source_2",
        "status",
        "entry_1",
        "entry_2",
        "winner",
        "ready_at",
        "table",
        "match",
        newer={**ONE_SET, **NO_DAY, **NO_BOARDS},
    )
    row = Fixture(
        key=part["key"].column(Fixture, "key"),
        round=part["round"].whole(1, SMALL),
        number=part["number"].whole(1, LARGE),
        length=read_length(part["length"]),
        **read_sets(part),
        source_1=_source(part["source_1"], numbers),
        source_2=_source(part["source_2"], numbers),
        status=part["status"].choice(Fixture.Status.values),
        ready_at=part["ready_at"].maybe(Place.moment),
        **day_read(part),
    )
    row.boards_1, row.boards_2 = boards_won_read(part["boards_won"])

    def entry(name: str) -> int | None:
        return part[name].maybe(lambda place: place.known(numbers))

    return FixtureFacts(
        row=row,
        node=Node(
            key=row.key,
            bracket=part["bracket"].column(Stage, "bracket"),
            round=row.round,
            number=row.number,
            first=decode_source(row.source_1),
            second=decode_source(row.source_2),
            length=row.length,
            sets=sets_of(row),
        ),
        slots=(entry("entry_1"), entry("entry_2")),
        winner=entry("winner"),
        table=part["table"].maybe(lambda table: table.whole(1, MAX_TABLES)),
        match=part["match"].maybe(lambda match: read_match(match, row.key, numbers)),
        boards=[board_read(each, row, numbers) for each in part["boards"].items()],
    )


def _source(place: Place, numbers: set[int]) -> str:
    text = place.matching(_SOURCE, 24)
    kind, _colon, what = text.partition(":")
    if kind == "entrant":
        Place(int(what), place.path).known(numbers)
    return text


def _void(place: Place, numbers: set[int]) -> MatchFacts:
    part = place.record("ref", "match")
    return read_match(part["match"], part["ref"].text(40, blank=False), numbers)
