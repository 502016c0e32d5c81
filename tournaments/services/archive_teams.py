"""Teams and pairs in an archive: their people, and the boards of ties, read and checked.

A member is called by the number of the entry and the place in it. What only teams have is left out
of the archives of other events.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.teams import TeamRules
from tournaments.models import Event, Fixture
from tournaments.models_teams import Member
from tournaments.services.archive_matches import MatchFacts, read_match
from tournaments.services.archive_places import SMALL, Place

MemberKey = tuple[int, int]  # the number of the entry, and the place in it
# What an archive of single players does not say.
NO_TEAMS: Mapping[str, Any] = {"entrants": Event.Entrants.SINGLES.value, "team_rules": None}
NO_BOARDS: Mapping[str, Any] = {"boards_won": None, "boards": []}


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """A board of a tie, not saved yet; who sits there as places in the two teams."""

    row: Fixture
    places: tuple[int, int]
    winner: int | None
    table: int | None
    match: MatchFacts | None


def team_rules_read(place: Place, entrants: str) -> dict[str, Any] | None:
    if entrants != Event.Entrants.TEAMS:
        if place.value is not None:
            raise place.fault(_("only teams have such rules"))
        return None
    return place.settings(lambda data: TeamRules.of(data).as_data())


def member_name(place: Place) -> str:
    return place.column(Member, "name")


def boards_won_read(place: Place) -> tuple[int | None, int | None]:
    if place.value is None:
        return None, None
    one, other = place.pair()
    return one.whole(0, SMALL), other.whole(0, SMALL)


def board_read(place: Place, tie: Fixture, numbers: Collection[int]) -> BoardFacts:
    part = place.record(
        "board", "member_1", "member_2", "status", "winner", "ready_at", "table", "match"
    )
    row = Fixture(
        board=part["board"].whole(1, SMALL),
        round=tie.round,
        number=tie.number,
        length=tie.length,
        sets_to_win=tie.sets_to_win,
        decider=tie.decider,
        play_by=tie.play_by,
        status=part["status"].choice(Fixture.Status.values),
        ready_at=part["ready_at"].maybe(Place.moment),
    )
    row.key = f"{tie.key}.{row.board}"
    return BoardFacts(
        row=row,
        places=(part["member_1"].whole(1, SMALL), part["member_2"].whole(1, SMALL)),
        winner=part["winner"].maybe(lambda each: each.known(numbers)),
        table=part["table"].maybe(lambda table: table.whole(1, SMALL)),
        match=part["match"].maybe(lambda match: read_match(match, row.key, numbers)),
    )
