"""Calls that wait and what was ruled, as the pages, the cards and the API show it."""

import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from config.errors import NotFoundError
from matches.models import Side
from matches.services.clock_rules import BREAK_MINUTES
from tournaments.models import Event, Fixture, Tournament
from tournaments.models_rulings import Appeal, Call, Ruling, Seat, Voice
from tournaments.rulesets.appeals import NOBODY
from tournaments.rulesets.ruleset import MEANINGS
from tournaments.rulesets.stored import rules_or_usual
from tournaments.selectors.result_words import Names
from tournaments.selectors.ruling_words import (
    effect_words,
    rule_said,
    to_put_right,
)

LONGEST_BREAK = MEANINGS["break_minutes"].high  # minutes


@dataclass(frozen=True, slots=True)
class CallView:
    """A call that is open: who said what, latest last, and who is on the way."""

    row: Call
    fixture: str
    names: Names
    table: int | None
    voices: Sequence[Voice]

    @property
    def id(self) -> int:
        return self.row.pk

    @property
    def match_id(self) -> int:
        return self.row.match_id

    @property
    def event(self) -> Event:
        return self.row.event

    @property
    def called_at(self) -> datetime:
        return self.row.called_at

    @property
    def taken_by(self) -> str:
        return self.row.taken_by

    @property
    def latest(self) -> Voice | None:
        return self.voices[-1] if self.voices else None

    @property
    def asks_break(self) -> bool:
        return any(voice.kind == Call.Kind.BREAK for voice in self.voices)

    @property
    def is_for_break(self) -> bool:
        """Whether there is nothing to rule on."""
        return all(voice.kind == Call.Kind.BREAK for voice in self.voices)

    @property
    def break_minutes(self) -> int:
        """How long a break is by the rules of the match; 0: as the director says."""
        return rules_or_usual(self.row.match.rules).time.break_minutes

    @property
    def usual_minutes(self) -> int:
        """What a break lasts that the director grants without saying more."""
        return BREAK_MINUTES

    @property
    def most_minutes(self) -> int:
        return LONGEST_BREAK


@dataclass(frozen=True, slots=True)
class AppealView:
    row: Appeal
    seats: Sequence[Seat]

    @property
    def is_open(self) -> bool:
        return self.row.is_open

    @property
    def state_words(self) -> str:
        return str(self.row.get_state_display())

    @property
    def votes(self) -> str:
        """`2–1`, first those for the ruling; empty before there are any."""
        against = sum(seat.vote == Seat.Vote.OVERTURN for seat in self.seats)
        cast = sum(bool(seat.vote) for seat in self.seats)
        return f"{cast - against}–{against}" if cast else ""


@dataclass(frozen=True, slots=True)
class RulingView:
    """`effects` each with whether it still holds; `left` is what the director has to put right."""

    row: Ruling
    fixture: str
    names: Names
    kind_words: str
    against: str
    rule_words: str
    effects: Sequence[tuple[str, bool]]
    left: Sequence[str]
    policy: str  # who decides on appeals
    match_is_over: bool
    appeal: AppealView | None
    replaced_by: int | None

    @property
    def stands(self) -> bool:
        return self.row.stands

    @property
    def state_words(self) -> str:
        return str(self.row.get_state_display())

    @property
    def may_appeal(self) -> bool:
        """Whether the time to appeal is not known to be over."""
        if self.policy == NOBODY or not self.stands or self.appeal or self.row.final_at:
            return False
        return self.row.appeal_until is not None or not self.match_is_over

    @property
    def is_final(self) -> bool:
        """Whether nobody can do anything about it any more but the director."""
        return self.stands and not self.may_appeal and not self._is_appealed

    @property
    def stays(self) -> bool:
        """Whether players read it beside the result: something may become of it, or it was final at
        once, or it is why the match is over."""
        at_once = self.policy != NOBODY and self.row.final_at == self.row.made_at
        decided = "result" in self.row.effects and "result" not in self.row.taken_back
        return self.may_appeal or self._is_appealed or (self.stands and (at_once or decided))

    @property
    def _is_appealed(self) -> bool:
        return self.appeal is not None and self.appeal.is_open


def calls_of(event: Event) -> list[CallView]:
    """Those that wait, oldest first, then those to which somebody is on the way."""
    return _queue(event.calls.all())


def calls_of_tournament(tournament: Tournament) -> list[CallView]:
    """The same for all its events together."""
    return _queue(Call.objects.filter(event__tournament=tournament).select_related("event"))


def _queue(calls: QuerySet[Call]) -> list[CallView]:
    found = calls.filter(state__in=Call.OPEN).exclude(match__state="void")
    views = call_views(found.select_related("match"))
    return sorted(views, key=lambda view: bool(view.taken_by))


def queue_versions(tournament_ids: Collection[int]) -> dict[int, str]:
    """What is different after any change in one of its events, and so to its calls. One query."""
    found: dict[int, list[str]] = defaultdict(list)
    rows = Tournament.objects.filter(pk__in=tournament_ids).order_by("pk", "events")
    for pk, event_id, version in rows.values_list("pk", "events", "events__version"):
        found[pk].append(f"{event_id}.{version}")
    return {pk: f"{zlib.crc32(' '.join(told).encode()):x}" for pk, told in found.items()}


def call_of_match(match_id: int) -> CallView | None:
    return next(iter(call_views(open_calls([match_id]))), None)


def open_calls(match_ids: Collection[int]) -> QuerySet[Call]:
    found = Call.objects.filter(match__in=match_ids, state__in=Call.OPEN)
    return found.select_related("match")


def call_views(calls: Iterable[Call]) -> list[CallView]:
    """One query where there are none, else four for any number."""
    found = list(calls)
    if not found:
        return []
    voices: dict[int, list[Voice]] = defaultdict(list)
    for voice in Voice.objects.filter(call__in=found, withdrawn_at=None):
        voices[voice.call_id].append(voice)
    matches = [call.match_id for call in found]
    rows = Fixture.places.filter(match__in=matches).select_related("table").order_by()
    places = {row.match_id: row for row in rows}
    names = names_of_sides(matches)
    return [_call(call, places.get(call.match_id), names, voices[call.pk]) for call in found]


def _call(
    call: Call, row: Fixture | None, names: Mapping[int, Names], voices: Sequence[Voice]
) -> CallView:
    table = getattr(row, "table", None)
    return CallView(
        row=call,
        fixture=row.key if row else "",
        names=names[call.match_id],
        table=table.number if table else None,
        voices=voices,
    )


def names_of_sides(match_ids: Collection[int]) -> dict[int, Names]:
    found: dict[int, list[str]] = defaultdict(list)
    sides = Side.objects.filter(match__in=match_ids).order_by("match", "number")
    for match_id, name in sides.values_list("match_id", "name"):
        found[match_id].append(name)
    return {match_id: (names[0], names[1]) for match_id, names in found.items()}


def rulings_of_matches(match_ids: Collection[int]) -> dict[int, list[RulingView]]:
    """By match, latest first. One query where there are none, else four for any number."""
    found: dict[int, list[RulingView]] = defaultdict(list)
    for view in _views(Ruling.objects.filter(match__in=match_ids).order_by("-number")):
        found[view.row.match_id].append(view)
    return found


def ruling_in_force(match_id: int) -> RulingView | None:
    """The last one that stands, as long as the match is not over."""
    rulings = rulings_of_matches([match_id]).get(match_id, [])
    return next((one for one in rulings if one.stands and not one.match_is_over), None)


def rulings_of(event: Event) -> list[RulingView]:
    """All of an event, latest first."""
    return _views(event.rulings.order_by("-number"))


def ruling_view(event: Event, number: int) -> RulingView:
    """Raises NotFoundError `no_such_ruling`."""
    found = _views(event.rulings.filter(number=number))
    if not found:
        raise NotFoundError("no_such_ruling", _("There is no such ruling."))
    return found[0]


def open_appeals(event: Event) -> list[RulingView]:
    """Rulings that wait for a committee, the oldest first."""
    return _views(event.rulings.filter(appeal__state=Appeal.State.OPEN).order_by("number"))


def _views(rulings: QuerySet[Ruling]) -> list[RulingView]:
    found = list(rulings.select_related("appeal", "replaced_by", "match"))
    if not found:
        return []
    matches = [one.match_id for one in found]
    keys = dict(Fixture.places.filter(match__in=matches).order_by().values_list("match", "key"))
    names = names_of_sides(matches)
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(appeal__ruling__in=found):
        seats[seat.appeal_id].append(seat)
    return [_view(one, keys.get(one.match_id, ""), names[one.match_id], seats) for one in found]


def _view(row: Ruling, key: str, names: Names, seats: Mapping[int, Sequence[Seat]]) -> RulingView:
    appeal = getattr(row, "appeal", None)
    later = getattr(row, "replaced_by", None)
    return RulingView(
        row=row,
        fixture=key,
        names=names,
        kind_words=str(row.get_kind_display()),
        against=names[row.side - 1] if row.side else "",
        rule_words=rule_said(row.match, row.rule),
        effects=effect_words(row, names),
        left=to_put_right(row, names),
        policy=rules_or_usual(row.match.rules).rulings.appeals,
        match_is_over=row.match.is_over,
        appeal=AppealView(appeal, seats.get(appeal.pk, ())) if appeal else None,
        replaced_by=later.number if later else None,
    )
