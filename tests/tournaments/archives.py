"""Events worth archiving, and archives taken apart for comparing."""

import json
from typing import Any

from matches.models import Match
from matches.services.reporting import match_confirm, match_report
from matches.services.steps import Verdict
from players.actors import Act
from players.services.people import PersonFacts
from tests.builders import (
    NOON,
    Stage,
    by_director,
    by_player,
    entry_id,
    make_event,
    make_tournament,
)
from tests.tournaments.purses import HOUSE, heap, percent, set_pool, set_purse
from tournaments.models import Event
from tournaments.models_money import Payment
from tournaments.services.advancing import event_follow
from tournaments.services.archive_in import event_import
from tournaments.services.archive_out import archive_text, event_export
from tournaments.services.calls import call_make
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.entries import NewEntry, entries_add
from tournaments.services.money_paying_out import deal_set, payout_make
from tournaments.services.money_setting_up import prizes_publish
from tournaments.services.money_taking import fee_set, payment_add, payment_take_back, pool_fill
from tournaments.services.results import result_enter
from tournaments.services.ruling_effects import Effects
from tournaments.services.rulings import RulingSpec, ruling_make
from tournaments.services.showing import event_show_forecast

PEOPLE = [
    PersonFacts("Олена Ткаченко", "Олена", "Ткаченко", "UKR", "Київ", "UA-17", 1650),
    PersonFacts("Łukasz Żółć", "Łukasz", "Żółć", "POL", "Tric-trac Łódź"),
    PersonFacts("Ада <b>Мова</b>"),
    PersonFacts("José Núñez", country="ESP", rating=0),
    PersonFacts("Ивар Ёлкин", federation_no="8"),
    PersonFacts("Ann Lee"),
    PersonFacts("Ann Lee"),
    PersonFacts("Zoë Ångström", country="SWE"),
]


def make_entered(**spec: Any) -> Event:
    tournament = make_tournament("Кубок", venue='Hall "A" & B', time_zone="Europe/Kyiv")
    event = make_event(tournament, consolation_length=5, lengths_from_final={1: 9}, **spec)
    entries = [NewEntry(person, note=f"note {n}") for n, person in enumerate(PEOPLE)]
    entries_add(event_id=event.pk, entries=entries, act=by_director())
    return event


def make_drafted(**spec: Any) -> Event:
    event = make_entered(**spec)
    event_draft(event_id=event.pk, seed="first", act=by_director())
    return event_draft(event_id=event.pk, seed="жереб", act=by_director(1))


def make_busy() -> Event:
    """Mid-event: results entered, confirmed and walked over, a void match, a report, a dispute."""
    event = make_drafted()
    event_publish(event_id=event.pk, act=by_director(2))
    stage = Stage(event)
    stage.win("M1.1", loser_score=3)
    stage.win("M1.2", 2, loser_score=6)
    stage.win("M2.1", loser_score=1)
    stage.win("M1.1", 2, loser_score=4, act=by_director(9, "Read upside down"), clear=True)
    report(stage, "M1.3", 1, (7, 2), minutes=10)
    confirm(stage, "M1.3", 2, minutes=11)
    stage.win("M1.4", act=by_director(12))
    report(stage, "M2.1", 1, (7, 5), minutes=20)
    report(stage, "M2.2", 1, (7, 0), minutes=21)
    report(stage, "M2.2", 2, (6, 7), minutes=22)
    walk_over(stage, "C1.1")
    event_show_forecast(event_id=event.pk, shows=True, act=by_director(30))
    call_and_rule(stage)
    take_money(event)
    event.refresh_from_db()
    return event


def call_and_rule(stage: Stage) -> None:
    """Somebody calls and gets a warning; somebody else still waits."""
    for key in ("M2.2", "M2.1"):
        player = stage.players(key)[1]
        act = by_player(player, 31)
        call_make(match_id=stage.match(key).pk, player_id=player.pk, words="Сюди", act=act)
    spec = RulingSpec(kind="conduct", decision="Тихо", side=1, effects=Effects(warning=1))
    act = by_director(32, "Галас")
    ruling_make(event_id=stage.event.pk, key="M2.2", spec=spec, act=act)


def take_money(event: Event) -> None:
    """Fees paid, one taken back, one reduced; a side pool; a loser of the first round paid out."""
    set_purse(
        event,
        deductions=[HOUSE],
        added=1000,
        prizes=percent(40, 20, 10, 10, 5, 5, consolation=(10,)),
    )
    set_pool(event, "Шанс", split="preset", preset="three_50_30_20", prizes={})
    paid = [pay(event, "Ада <b>Мова</b>"), pay(event, "José Núñez", 1234)]
    payment_take_back(event_id=event.pk, payment_id=paid[0].pk, act=by_director(51))
    lucky = entry_id(event, "Zoë Ångström")
    fee_set(event_id=event.pk, entry_id=lucky, amount=0, act=by_director(52))
    members = list(event.entries.values_list("pk", flat=True)[:4])
    pool_fill(event_id=event.pk, number=1, entry_ids=members, act=by_director(53))
    line = heap(event).lines[0]
    payout_make(
        event_id=event.pk, number=0, bracket="M", entry_id=line.entry_id, act=by_director(54)
    )
    prizes_publish(event_id=event.pk, published=True, act=by_director(55))


def pay(event: Event, name: str, amount: int | None = None) -> Payment:
    who = entry_id(event, name)
    return payment_add(event_id=event.pk, entry_id=who, amount=amount, act=by_director(50))


def make_deal(event: Event) -> None:
    """On the side pool of a finished event."""
    first, second = heap(event, 1).lines[:2]
    shares = {first.entry_id: first.amount - 5, second.entry_id: second.amount + 5}
    act = by_director(60, "Домовилися")
    deal_set(event_id=event.pk, number=1, bracket="M", shares=shares, act=act)


def report(stage: Stage, key: str, side: int, scores: tuple[int, int], *, minutes: float) -> Match:
    player = stage.players(key)[side - 1]
    act = by_player(player, minutes)
    match_report(match_id=stage.match(key).pk, player_id=player.pk, scores=scores, act=act)
    return stage.match(key)


def confirm(stage: Stage, key: str, side: int, *, minutes: float) -> None:
    match, player = stage.match(key), stage.players(key)[side - 1]
    pending = match.reports.get(state="pending")
    act = by_player(player, minutes)
    match_confirm(match_id=match.pk, player_id=player.pk, report_id=pending.pk, act=act)
    event_follow(stage.event.pk, act.at)  # within one transaction nothing happens by itself


def walk_over(stage: Stage, key: str) -> None:
    verdict = Verdict(1, outcome="walkover")
    result_enter(event_id=stage.event.pk, key=key, verdict=verdict, act=by_director(30))


def exported(event: Event) -> dict[str, Any]:
    return event_export(event_id=event.pk, at=NOON)


def imported(archive: dict[str, Any], act: Act | None = None, *, into: str = "copy") -> Event:
    content = archive_text(archive).encode()
    return event_import(content=content, act=act or by_director(60), tournament_slug=into)


def comparable(archive: dict[str, Any]) -> dict[str, Any]:
    """Without the address of the tournament and the entry that tells of the import."""
    same: dict[str, Any] = json.loads(json.dumps(archive))
    del same["tournament"]["slug"]
    same["log"] = [entry for entry in same["log"] if entry["action"] != "event.imported"]
    return same
