"""Players' private links: which of them a visitor holds, and the list that is printed as cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, QuerySet
from django.utils.translation import gettext as _

from config.errors import NotAllowedError, NotFoundError
from matches.models import Side
from tournaments.models import Entry, Event, Fixture, Pass, Tournament
from tournaments.models_teams import Member
from tournaments.selectors.card_views import CardMatch
from tournaments.selectors.cards import card


@dataclass(frozen=True, slots=True)
class CardHolder:
    """A card to print: the pass, and the events its player is in, `Cup (Kyiv)` for a team."""

    one: Pass
    events: Sequence[str]


def held_pass(held: Sequence[Sequence[int]], pass_id: int) -> Pass:
    """The pass with this id, if (id, epoch) is among those held.

    Raises NotAllowedError `no_card`, also when the card was renewed since it was opened.
    """
    epochs = [epoch for ident, epoch in held if ident == pass_id]
    one = _passes().filter(pk=pass_id, epoch__in=epochs).first()
    if one is None:
        raise NotAllowedError(
            "no_card",
            _(
                "This page needs the player's card: scan its code. If that does not work, ask the "
                "director for a new card."
            ),
        )
    return one


def own_match(one: Pass, match_id: int) -> CardMatch:
    """The match as its player sees it. Raises NotAllowedError `not_your_match` for any other."""
    for event in card(one):
        for match in (*event.current, *event.played):
            if match.fixture.match_id == match_id:
                return match
    raise NotAllowedError("not_your_match", _("You do not play in this match."))


def own_side(one: Pass, match_id: int) -> int:
    """The side on which the player is in a match of the tournament: 1 or 2. One query.

    Raises NotAllowedError `not_your_match`.
    """
    sides = Side.objects.filter(match_id=match_id, players=one.player_id)
    places = Fixture.places.filter(event__tournament=one.tournament_id, match_id=match_id)
    found = sides.filter(Exists(places)).values_list("number", flat=True).first()
    if found is None:
        raise NotAllowedError("not_your_match", _("You do not play in this match."))
    return found


def match_place(match_id: int) -> Fixture:
    """Where a match is played, with its event and tournament. One query.

    Raises NotFoundError `no_such_match`, also of one that no longer counts.
    """
    places = Fixture.places.filter(match_id=match_id).order_by()
    found = places.select_related("event__tournament", "match", "stage").first()
    if found is None:
        raise NotFoundError("no_such_match", _("There is no such match."))
    return found


def own_ladder(one: Pass, event_id: int) -> Event:
    """An open ladder that the player has been on. Raises NotFoundError `no_such_event`."""
    ladders = Event.objects.select_related("tournament").filter(
        tournament_id=one.tournament_id,
        entries__player_id=one.player_id,
        ladder_rules__isnull=False,
        published_at__isnull=False,
    )
    event = ladders.filter(pk=event_id).first()
    if event is None:
        raise NotFoundError("no_such_event", _("There is no such event."))
    return event


def card_holders(tournament: Tournament, *, event_slug: str = "") -> list[CardHolder]:
    """Everybody who is entered, or entered in one event, by name. Three queries.

    Of teams and pairs these are the members.
    """
    alone = Entry.objects.filter(event__entrants=Event.Entrants.SINGLES)
    singles = alone.filter(event__tournament=tournament).order_by("event_id")
    members = Member.objects.filter(event__tournament=tournament).order_by("event_id")
    where = ("player_id", "event__slug", "event__name")
    events: dict[int, list[tuple[str, str]]] = {}
    for player_id, slug, name in singles.values_list(*where):
        events.setdefault(player_id, []).append((slug, name))
    for player_id, slug, name, team in members.values_list(*where, "entry__name"):
        events.setdefault(player_id, []).append((slug, f"{name} ({team})"))
    chosen = {
        player_id
        for player_id, pairs in events.items()
        if not event_slug or event_slug in dict(pairs)
    }
    passes = _passes().filter(tournament=tournament).order_by("player__name", "pk")
    return [
        CardHolder(one, [name for _slug, name in events[one.player_id]])
        for one in passes
        if one.player_id in chosen
    ]


def card_holder(tournament: Tournament, pass_id: int) -> CardHolder:
    """One of them. Raises NotFoundError `no_such_card`."""
    for holder in card_holders(tournament):
        if holder.one.pk == pass_id:
            return holder
    raise NotFoundError("no_such_card", _("There is no such player in this tournament."))


def _passes() -> QuerySet[Pass]:
    return Pass.objects.select_related("player", "tournament")
