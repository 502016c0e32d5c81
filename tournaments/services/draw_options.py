"""How a director wants the lines given: what he asks for, and the facts that it goes by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import Count
from django.utils.translation import gettext as _

from config.errors import InvalidError
from matches.models import Outcome
from tournaments.formats import EntrantId
from tournaments.formats.seeding import BLIND, Byes, DrawOptions
from tournaments.formats.separation import Pair, Separation
from tournaments.models import Entry, Event, Fixture
from tournaments.selectors.qualifying import crossover_seeds
from tournaments.selectors.rounds import label_of

MET = "met"  # those who have met elsewhere in the tournament, or in the event before this one
#: What may keep entrants apart, and how much it counts: clubmates meet every week.
WEIGHTS = {"club": 2, "country": 1, MET: 2}


@dataclass(frozen=True, slots=True)
class DrawWish:
    """`seeds`: numbers of entry, best first. `byes`: see `Byes`. `apart`: names of `WEIGHTS`.

    `in_order`: seeds have the very lines of the layout, none by lot.
    """

    seeds: tuple[int, ...] = ()
    byes: str = Byes.LOTS.value
    apart: tuple[str, ...] = ()
    in_order: bool = False

    def as_data(self) -> dict[str, Any]:
        return {
            "seeds": list(self.seeds),
            "byes": self.byes,
            "apart": list(self.apart),
            "in_order": self.in_order,
        }

    @classmethod
    def of(cls, data: Mapping[str, Any] | None) -> Self:
        """The inverse of `as_data`; what is missing is by lot."""
        data = data or {}
        return cls(
            seeds=tuple(data.get("seeds", ())),
            byes=data.get("byes", Byes.LOTS.value),
            apart=tuple(data.get("apart", ())),
            in_order=data.get("in_order", False),
        )

    @classmethod
    def behind(cls, draw: Mapping[str, Any]) -> Self:
        """What was asked for when this was drawn."""
        options = draw.get("options") or {}
        return cls.of({**options, "apart": [each["by"] for each in options.get("apart", ())]})


BLIND_WISH = DrawWish()


def crossover_wish(event: Event) -> DrawWish:
    """Everybody who came from another event on the line of his place there; others by lot."""
    return DrawWish(seeds=crossover_seeds(event), in_order=True)


def drawn_before(draw: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What it takes to draw this again, for the log; its facts are those of the entries."""
    if draw is None:
        return None
    return {
        "seed": draw["seed"],
        "wish": DrawWish.behind(draw).as_data(),
        "altered": draw.get("altered", []),
    }


def require_blind(wish: DrawWish) -> None:
    if wish != BLIND_WISH:
        raise InvalidError("not_in_rounds", _("Seeds and byes are for the draw of a bracket."))


def group_options_for(event: Event, entries: Sequence[Entry], wish: DrawWish) -> DrawOptions:
    """The same for groups, where there are no byes and no lines."""
    if wish.byes != Byes.LOTS or wish.in_order:
        raise InvalidError("not_in_rounds", _("Byes and lines are for the draw of a bracket."))
    return options_for(event, entries, wish)


def options_for(event: Event, entries: Sequence[Entry], wish: DrawWish) -> DrawOptions:
    """The wish with the facts of today. Raises InvalidError `byes_unknown`, `apart_unknown`."""
    if wish == BLIND_WISH:
        return BLIND
    if wish.byes not in list(Byes):
        raise InvalidError("byes_unknown", _("Byes are drawn, balanced by rating, or by history."))
    for name in wish.apart:
        if name not in WEIGHTS or wish.apart.count(name) > 1:
            raise InvalidError(
                "apart_unknown",
                _("Keep clubs, countries or those who have met apart, each once."),
            )
    byes = Byes(wish.byes)
    ratings = {entry.number: entry.rating for entry in entries if entry.rating is not None}
    return DrawOptions(
        seeds=tuple(EntrantId(number) for number in wish.seeds),
        byes=byes,
        ratings=_by_id(ratings) if byes is Byes.BALANCED else {},
        byes_before=_by_id(_byes_before(event, entries)) if byes is Byes.FEWEST else {},
        apart=tuple(_separation(event, entries, name) for name in wish.apart),
        in_order=wish.in_order,
    )


def _separation(event: Event, entries: Sequence[Entry], name: str) -> Separation:
    if name == MET:
        return Separation(WEIGHTS[name], met=_met(event, entries))
    return Separation(WEIGHTS[name], _groups(entries, name))


def _met(event: Event, entries: Sequence[Entry]) -> frozenset[Pair]:
    """Who sat down against whom in other events of the tournament."""
    numbers = {entry.player_id: EntrantId(entry.number) for entry in entries}
    known = list(numbers)
    played = Fixture.objects.filter(
        event__tournament=event.tournament_id,
        match__outcome=Outcome.PLAYED,
        entry_1__player__in=known,
        entry_2__player__in=known,
    ).exclude(event=event)
    return frozenset(
        Pair((numbers[one], numbers[other]))
        for one, other in played.order_by().values_list("entry_1__player", "entry_2__player")
    )


def _groups(entries: Sequence[Entry], name: str) -> dict[EntrantId, str]:
    """By the club or the country; whoever has none is in no group."""
    said = {entry.number: label_of(entry, name) for entry in entries}
    return {EntrantId(number): group for number, group in said.items() if group}


def _byes_before(event: Event, entries: Sequence[Entry]) -> dict[int, int]:
    """How many byes each had in other brackets of this site, by number of entry."""
    numbers = {entry.player_id: entry.number for entry in entries}
    byes = (
        Fixture.objects.filter(
            status=Fixture.Status.BYE,
            winner__player__in=list(numbers),
            event__published_at__isnull=False,
            event__round_rules__isnull=True,
        )
        .exclude(event=event)
        .order_by()
        .values_list("winner__player")
        .annotate(Count("pk"))
    )
    return {numbers[player]: count for player, count in byes}


def _by_id(facts: Mapping[int, int]) -> dict[EntrantId, int]:
    return {EntrantId(number): value for number, value in facts.items()}
