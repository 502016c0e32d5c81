"""Finding people again: the same person entered in two events is one `Player`."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from players.entrylists import same_person_key
from players.models import Club, Player


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What an entry list says about somebody; empty where it says nothing."""

    name: str
    given: str = ""
    family: str = ""
    country: str = ""
    club: str = ""
    federation_no: str = ""
    rating: int | None = None


@transaction.atomic
def find_or_create_players(
    people: Sequence[PersonFacts], *, taken: Collection[int], at: datetime
) -> list[Player]:
    """A player for each person, in order; nobody twice and nobody whose pk is in `taken`.

    A known player is the same person when the name agrees (order, case and accents aside) and
    nothing known about both differs. Two known players who both fit are an ambiguity that only
    people can resolve, so a new player is made.
    """
    clubs = _clubs({person.club for person in people if person.club})
    known: dict[str, list[Player]] = defaultdict(list)
    keys = {same_person_key(person.name) for person in people}
    for player in Player.objects.filter(name_key__in=keys).select_related("club"):
        known[player.name_key].append(player)
    used = set(taken)
    found: list[Player | None] = []
    for person in people:
        fits = [
            player
            for player in known[same_person_key(person.name)]
            if player.pk not in used and _could_be(person, player)
        ]
        found.append(fits[0] if len(fits) == 1 else None)
        used.update(player.pk for player in fits[:1] if len(fits) == 1)
    _learn_numbers(people, found)
    new = iter(
        Player.objects.bulk_create(
            [
                _new_player(person, clubs, at)
                for person, player in zip(people, found, strict=True)
                if player is None
            ],
            batch_size=500,
        )
    )
    return [player if player is not None else next(new) for player in found]


def _learn_numbers(people: Sequence[PersonFacts], found: Sequence[Player | None]) -> None:
    """Known players whose federation number is new to us have it from now on."""
    learnt = []
    for person, player in zip(people, found, strict=True):
        if player is not None and person.federation_no and not player.federation_no:
            player.federation_no = person.federation_no
            learnt.append(player)
    Player.objects.bulk_update(learnt, ["federation_no"], batch_size=500)


def _could_be(person: PersonFacts, player: Player) -> bool:
    club = player.club.name if player.club else ""
    pairs = (
        (person.country, player.country),
        (person.federation_no, player.federation_no),
        (person.club, club),
    )
    return all(said == known for said, known in pairs if said and known)


def _new_player(person: PersonFacts, clubs: dict[str, Club], at: datetime) -> Player:
    return Player(
        name=person.name,
        given=person.given,
        family=person.family,
        name_key=same_person_key(person.name),
        country=person.country,
        club=clubs.get(person.club),
        federation_no=person.federation_no,
        rating=person.rating,
        created_at=at,
    )


def _clubs(names: Collection[str]) -> dict[str, Club]:
    Club.objects.bulk_create([Club(name=name) for name in sorted(names)], ignore_conflicts=True)
    return {club.name: club for club in Club.objects.filter(name__in=names)}
