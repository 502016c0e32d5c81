"""Who looks at a match that is played on the site: what he sees at once, reads and may say.

Players are known by the cards that their browser holds and by their logins, as far as there are
any. Whoever plays the match sees it as it is and reads no comments while it goes on, whatever else
he is; somebody who looks from a browser that the site does not know is a spectator like all others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from matches.models import Match, Side
from matches.selectors.comments import are_for_players
from matches.selectors.watching import ALL, Sight, sight
from players.models import User
from tournaments.models import Fixture, Pass
from tournaments.selectors.access import SCORE, Visitor, may

Held = Sequence[Sequence[int]]  # (id, epoch) of each card that a browser holds


@dataclass(frozen=True, slots=True)
class Spectator:
    """`plays`: on a side of the match; `is_let_in` by a card that still opens it, or a login.
    `card` is one of the tournament by which he is known."""

    plays: bool = False
    is_let_in: bool = False
    is_staff: bool = False
    card: Pass | None = None

    @property
    def sees_all(self) -> bool:
        """Whether he sees the match as it is, whatever delay there is."""
        return self.is_let_in or self.is_staff

    @property
    def may_speak(self) -> bool:
        return not self.plays and (self.is_staff or self.card is not None)

    def sight(self, match_id: int, at: datetime) -> Sight:
        return ALL if self.sees_all else sight(match_id, at)

    def reads(self, match: Match) -> bool:
        """Whether he may read what others say of it."""
        return not self.plays or are_for_players(match)


ANYBODY = Spectator()


def spectator(place: Fixture, user: Visitor, held: Held = ()) -> Spectator:
    """Whoever looks at the match of this place. Nothing is asked of a visitor whom the site does
    not know."""
    one = user if isinstance(user, User) else None
    if one is None and not held:
        return ANYBODY
    is_staff = one is not None and may(one, SCORE, place.event)
    valid, known = _players(one, held)
    sides = Side.objects.filter(match=place.match_id, players__in=known)
    if playing := set(sides.values_list("players", flat=True)):
        return Spectator(plays=True, is_let_in=not playing.isdisjoint(valid), is_staff=is_staff)
    return Spectator(is_staff=is_staff, card=None if is_staff else _card(place, one, held))


def card_spectator(place: Fixture, one: Pass) -> Spectator:
    """Whoever has this card, which may be one of another tournament."""
    return spectator(place, AnonymousUser(), [(one.pk, one.epoch)])


def _players(user: User | None, held: Held) -> tuple[set[int], set[int]]:
    """Those whose cards and login are good, and all: cards that were renewed since open nothing,
    and still tell who it is."""
    epochs = {card[0]: card[1] for card in held}
    cards = list(Pass.objects.filter(pk__in=epochs))
    good = {one.player_id for one in cards if epochs[one.pk] == one.epoch}
    if user is not None and (own := getattr(user, "player", None)) is not None:
        good.add(own.pk)
    return good, good | {one.player_id for one in cards}


def _card(place: Fixture, user: User | None, held: Held) -> Pass | None:
    """The newest of those that are held, else the one of whoever is logged in."""
    here = Pass.objects.filter(tournament=place.event.tournament_id).select_related("player")
    cards = here.in_bulk([ident for ident, _epoch in held])
    for ident, epoch in reversed(held):
        if ident in cards and cards[ident].epoch == epoch:
            return cards[ident]
    return None if user is None else here.filter(player__user=user).first()
