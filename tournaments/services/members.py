"""The people of a team or a pair: stored with their entry, and changed later.

The entry is under the name of the team, and so is the player it points to; the members are the
people, who have the private links and sit at the boards. All functions expect the event locked and
a transaction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, in_words
from players.models import Player
from players.services.people import PersonFacts, find_or_create_players
from tournaments.formats import FormatError
from tournaments.formats.teams import WITH_DRAWS, Level, TeamRules, check_squad
from tournaments.models import Entry, Event, Fixture
from tournaments.models_teams import Member
from tournaments.selectors.ties import team_rules
from tournaments.services.passes import give_passes
from tournaments.services.refusals import place_taken

DRAWS_COUNT = {Event.Format.SWISS, Event.Format.ROUND_ROBIN}
BETWEEN = " / "  # the two names of a pair that has none of its own


def team_rules_of(
    entrants: str,
    rules: Mapping[str, Any] | None,
    format_: str,
    round_rules: Mapping[str, Any] | None,
) -> dict[str, Any] | None:
    """The rules of teams as they are stored; None where others enter.

    Raises InvalidError `entrants_unknown`, `ladder_of_singles`, `setting_unknown`,
    `draws_not_counted`, and with the code of the FormatError.
    """
    if entrants not in Event.Entrants.values:
        raise InvalidError(
            "entrants_unknown",
            _("There are no such entrants. There are: %(names)s.")
            % {"names": ", ".join(Event.Entrants.values)},
        )
    if format_ == Event.Format.LADDER and entrants != Event.Entrants.SINGLES:
        raise InvalidError("ladder_of_singles", _("A ladder is for single players."))
    if entrants != Event.Entrants.TEAMS:
        if rules:
            raise InvalidError("setting_unknown", _("Only an event of teams has rules of teams."))
        return None
    try:
        found = TeamRules.of(rules or {})
    except FormatError as error:
        raise InvalidError.of(error) from error
    counted = format_ in DRAWS_COUNT and not (round_rules or {}).get("league")
    if found.level in WITH_DRAWS and not counted:
        raise InvalidError(
            "draws_not_counted",
            _("A tie can be drawn in a Swiss or a round robin without league points, not here."),
        )
    return found.as_data()


def rules_further_on(event: Event, format_: str) -> dict[str, Any] | None:
    """The rules of teams for an event in which those of this one play on: the same, save that no
    tie is drawn in a bracket."""
    rules = team_rules(event)
    if rules is None:
        return None
    if rules.level in WITH_DRAWS and format_ not in DRAWS_COUNT:
        rules = replace(rules, level=Level.POINTS)
    return rules.as_data()


def members_copy(event: Event, entries: Sequence[Entry]) -> None:
    """Those who are in these entries of another event are in the same ones of this, with links."""
    here = {row.player_id: row for row in event.entries.all()}
    members = Member.objects.filter(entry__in=[one.pk for one in entries])
    _write(
        event,
        [
            (here[one.entry.player_id], one.place, one.name, one.player)
            for one in members.select_related("entry", "player").order_by("entry", "place")
        ],
    )


def named(event: Event, person: PersonFacts, members: Sequence[PersonFacts]) -> PersonFacts:
    """A pair without a name of its own is called by its two."""
    if person.name.strip() or event.entrants != Event.Entrants.PAIRS:
        return person
    longest = (80 - len(BETWEEN)) // 2
    return replace(person, name=BETWEEN.join(one.name[:longest] for one in members))


def check_members(event: Event, name: str, members: Sequence[str]) -> None:
    """Raises InvalidError with the code of the FormatError, or `no_members_here`."""
    if event.of_singles:
        if members:
            raise no_members_here()
        return
    try:
        check_squad(team_rules(event), members)
    except FormatError as error:
        said = f"{name}: {in_words(error)}"
        raise InvalidError(error.code, said, **error.detail, entry=name) from error


def no_members_here() -> InvalidError:
    return InvalidError(
        "no_members_here", _("This is an event for single players: name them one by one.")
    )


def check_squads(event: Event) -> None:
    """Whether all entries may be drawn by the rules as they are now."""
    if event.of_singles:
        return
    members: dict[int, list[str]] = {}
    for entry_id, name in event.members.values_list("entry_id", "name"):
        members.setdefault(entry_id, []).append(name)
    for pk, name in event.entries.values_list("pk", "name"):
        check_members(event, name, members.get(pk, []))


def members_store(
    event: Event, rows: Sequence[Entry], people: Sequence[Sequence[PersonFacts]], at: datetime
) -> None:
    """Write the members of new entries, with links for them."""
    taken = set(event.members.values_list("player_id", flat=True))
    everybody = [person for each in people for person in each]
    players = iter(find_or_create_players(everybody, taken=taken, at=at))
    _write(
        event,
        [
            (row, place, person.name, next(players))
            for row, each in zip(rows, people, strict=True)
            for place, person in enumerate(each, start=1)
        ],
    )


def _write(event: Event, found: Sequence[tuple[Entry, int, str, Player]]) -> None:
    Member.objects.bulk_create(
        [
            Member(event=event, entry=entry, place=place, name=name, player=player)
            for entry, place, name, player in found
        ],
        batch_size=500,
    )
    give_passes(event.tournament_id, [player for *_rest, player in found])


def members_change(event: Event, entry: Entry, people: Sequence[PersonFacts], at: datetime) -> None:
    """The members of an entry are these, in this order.

    After the draw is published those who are there stay where they are: a name may be corrected,
    and reserves may join. Raises ConflictError `members_fixed`, and as `check_members` does.
    """
    if event.of_singles:
        raise no_members_here()
    check_members(event, entry.name, [person.name for person in people])
    have = list(entry.members.all())
    if event.published_at is None:
        entry.members.all().delete()
        have = []
    if len(people) < len(have):
        raise members_fixed(entry)
    for member, person in zip(have, people, strict=False):
        if member.name != person.name:
            member.name = person.name
            member.save(update_fields=["name"])
    taken = set(event.members.values_list("player_id", flat=True))
    new = people[len(have) :]
    players = find_or_create_players(new, taken=taken, at=at)
    places = range(len(have) + 1, len(people) + 1)
    _write(
        event,
        [
            (entry, place, person.name, player)
            for place, person, player in zip(places, new, players, strict=True)
        ],
    )


def members_fixed(entry: Entry) -> ConflictError:
    return ConflictError(
        "members_fixed",
        _("The draw is published: nobody can be taken out of %(name)s any more.")
        % {"name": entry.name},
    )


def members_said(entry: Entry) -> dict[str, Any]:
    """For the log: nothing of single players."""
    if entry.event.of_singles:
        return {}
    return {"members": list(entry.members.values_list("name", flat=True))}


def members_kept(entry: Entry) -> dict[str, Any]:
    """For the log, so that a removed entry can come back: who the members were."""
    if entry.event.of_singles:
        return {}
    return {"players": list(entry.members.values_list("player_id", flat=True))}


def members_restore(event: Event, entry: Entry, was: Mapping[str, Any]) -> None:
    """Raises ConflictError `place_taken` when one of them is in another team, or gone."""
    players = Player.objects.in_bulk(was.get("players", ()))
    elsewhere = event.members.filter(player__in=players)
    if elsewhere.exists() or len(players) < len(was.get("players", ())):
        raise place_taken(entry)
    names = zip(was.get("players", ()), was.get("members", ()), strict=True)
    _write(
        event,
        [(entry, place, name, players[pk]) for place, (pk, name) in enumerate(names, start=1)],
    )


def members_undo(event: Event, entry: Entry, was: Mapping[str, Any]) -> None:
    """The members are those of the log again, as its last change to them is undone.

    Raises ConflictError `members_fixed` when somebody who joined sits at a board.
    """
    if event.published_at is None:
        entry.members.all().delete()
        members_restore(event, entry, was)
        return
    rows = list(entry.members.all())
    joined = rows[len(was["members"]) :]
    if Fixture.places.filter(Q(member_1__in=joined) | Q(member_2__in=joined)).exists():
        raise members_fixed(entry)
    entry.members.filter(pk__in=[one.pk for one in joined]).delete()
    for member, name in zip(rows, was["members"], strict=False):
        member.name = name
    Member.objects.bulk_update(rows[: len(was["members"])], ["name"])
