"""The entries of an archive and the people behind them, as they are read."""

from collections.abc import Sequence
from dataclasses import dataclass

from players.models import Club, Player
from players.services.people import PersonFacts
from tournaments.models import Entry
from tournaments.services.archive_following import NOTHING_BEFORE, read_came
from tournaments.services.archive_places import LARGE, Place
from tournaments.services.archive_rounds import ATTENDANCE, attendance_read
from tournaments.services.archive_teams import member_name


@dataclass(frozen=True, slots=True)
class EntryFacts:
    row: Entry
    person: PersonFacts
    members: Sequence[tuple[str, PersonFacts]] = ()  # by place: the name on the list, the person


def read_entry(place: Place) -> EntryFacts:
    part = place.record(
        "number",
        "name",
        "country",
        "club",
        "rating",
        "note",
        "created_at",
        "person",
        newer={**ATTENDANCE, **NOTHING_BEFORE, "members": []},
    )
    row = Entry(
        number=part["number"].whole(1, LARGE),
        name=part["name"].column(Entry, "name"),
        country=part["country"].column(Entry, "country"),
        club=part["club"].column(Entry, "club"),
        rating=part["rating"].maybe(lambda rating: rating.whole(0, LARGE)),
        note=part["note"].column(Entry, "note"),
        created_at=part["created_at"].moment(),
        **attendance_read(part),
        **read_came(part),
    )
    members = [_member(each) for each in part["members"].items()]
    return EntryFacts(row, _person(part["person"]), members)


def _member(place: Place) -> tuple[str, PersonFacts]:
    part = place.record("name", "person")
    return member_name(part["name"]), _person(part["person"])


def _person(place: Place) -> PersonFacts:
    part = place.record("name", "given", "family", "country", "club", "federation_no", "rating")
    return PersonFacts(
        name=part["name"].column(Player, "name"),
        given=part["given"].column(Player, "given"),
        family=part["family"].column(Player, "family"),
        country=part["country"].column(Player, "country"),
        club=part["club"].text(80) and part["club"].column(Club, "name"),
        federation_no=part["federation_no"].column(Player, "federation_no"),
        rating=part["rating"].maybe(lambda rating: rating.whole(0, 9999)),
    )
