"""Every page in every language: nothing but names and what is typed stays in Latin letters."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.services.clock_links import clock_token
from matches.services.clocks import clock_set_up
from matches.services.deadlines import fire_due
from matches.services.lateness import match_here
from matches.services.penalties import penalty_add, penalty_remove
from matches.services.reporting import match_report
from tests.builders import (
    Stage,
    by_director,
    by_player,
    enter,
    make_event,
    make_ladder,
    make_rounds,
    make_running_event,
    make_ties,
)
from tests.i18n.test_translations import LANGUAGES
from tests.pages.cast import Phone
from tests.pages.desk import Desk, login, make_cast
from tests.tournaments.auctions import set_auction, view
from tests.tournaments.purses import percent, set_pool, set_purse
from tests.tournaments.rulings import Scene
from tests.tournaments.telling import give, mails_are_on
from tests.tournaments.test_ladders import challenge
from tournaments.models import Event
from tournaments.services.calcutta_lots import lots_order
from tournaments.services.calcutta_selling import Sale, lot_sell
from tournaments.services.calcutta_setting_up import auction_publish
from tournaments.services.contact_links import confirm_token, stop_token
from tournaments.services.following import Cut, following_make
from tournaments.services.money_setting_up import prizes_publish
from tournaments.services.money_taking import payment_add, pool_fill
from tournaments.services.round_wishes import pair_add
from tournaments.services.rounds import round_publish
from tournaments.services.setting_up import EventSpec
from tournaments.urls import accounts, cards, desk, public

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("language", LANGUAGES)]

SITE = ["home", "login"]
OWN = ["desk", "tournament_new", "account", "account_messages"]
TOURNAMENT = ["tournament", "tournament_desk", "tournament_settings", "tournament_staff"]
TOURNAMENT += ["tournament_log", "tournament_cards", "tournament_outbox", "event_new"]
TOURNAMENT += ["tournament_calls"]
EVENT = ["event", "event_entries", "event_results", "event_standings", "event_draw", "event_sheet"]
EVENT += ["event_desk", "event_settings", "event_entries_edit", "event_draft", "event_log"]
EVENT += ["event_prizes", "event_money", "event_money_setup", "event_money_entries"]
EVENT += ["event_money_print", "event_pool_new", "event_undo", "entry_late"]
EVENT += ["event_rules", "event_variances", "event_rules_edit", "event_rules_apply"]
EVENT += ["event_clocks"]
# Fragments of pages, links that open something, and forms that are only sent.
PARTS = ["event_fragment", "event_desk_fragment", "card_fragment", "language", "logout"]
PARTS += ["tournament_calls_fragment"]
PARTS += ["setup", "join", "pass_open", "account_password", "account_tokens"]
PARTS += ["account_token_revoke", "tournament_card_renew", "event_money_ledger"]
PARTS += ["card_seen", "card_address", "service_worker", "event_stage"]
DEEPER = [
    "fixture",
    "entry_edit",
    "entry_leave",
    "tournament_card",
    "card",
    "card_report",
    "card_answer",
]
DEEPER += ["event_money_entry", "event_pool", "event_deal", "event_rounds"]
EVENT += ["event_due"]
DEEPER += ["card_check_in"]
DEEPER += ["clock", "card_clock", "fixture_clock", "card_here"]
DEEPER += ["card_messages", "contact_confirm", "contact_stop"]
DEEPER += ["card_call", "card_appeal", "fixture_rulings", "fixture_ruling", "entry_sanctions"]
DEEPER += ["event_clock", "event_stage_rules"]
DEEPER += ["match", "match_dice", "match_records", "match_analysis", "live_play", "fixture_board"]
PARTS += ["live_play_fragment", "match_fragment", "match_comment", "match_record_file"]
DEEPER += ["chouettes", "chouette_new", "chouette_host"]
DEEPER += ["chouette", "chouette_dice", "chouette_seat", "chouette_log", "chouette_score"]
PARTS += ["card_call_fragment", "call_deed"]
PARTS += ["chouette_fragment", "chouette_seat_fragment", "chouette_file"]
DEEPER += ["event_pairs", "event_next", "event_origin"]
DEEPER += ["event_ladder", "card_challenge", "season", "tournament_season"]
EVENT += ["event_calcutta", "event_money_calcutta_new"]
AUCTION = ["", "_terms", "_print", "_lots", "_owners"]  # more of a calcutta's address
DEEPER += [f"event_money_calcutta{more}" for more in (*AUCTION, "_lot", "_owner")]

# Names of the cast and of things that are called so everywhere, and examples to be typed.
LATIN = re.compile(
    "Anna|Berta|Carla|Dora|Emil|Kyiv|Open|Main|Small|dana|dina|sam|otto|Dana|Director|Crawford"
    "|EUR|EMG|mEMG|Snowie|Debian|Ubuntu|Side|Late|USBGF|WBGF|EBGF|UKBGF"
    "|mat|txt|gam|sgf|bgf|sgg|tmg|json"
    "|EMAIL|English|Europe|UTC|UTF|SHA|ASCII|API|CSV|UKR|Ctrl|Python|PUBLIC|URL|manage|serve|lan|seed"
)


def latin(html: str) -> list[str]:
    """The Latin words that a reader sees or hears, without the known ones."""
    body = re.sub(r"<(pre|code|svg|script|textarea)\b.*?</\1>", " ", html, flags=re.DOTALL)
    chosen = r'<select name="(?:time_zone|currency|preset)".*?</select>'
    body = re.sub(chosen, " ", body, flags=re.DOTALL)
    heard = re.findall(r'(?:aria-label|placeholder|alt|content)="([^"]*)"', body)
    seen = re.sub(r"<[^>]+>", " ", body)
    text = unescape(" ".join([seen, *heard[1:]])).replace(".match", " ")  # how a file can end
    return [word for word in re.findall(r"[A-Za-z]{3,}", text) if not LATIN.fullmatch(word)]


@pytest.fixture
def event() -> Event:
    """Running, with a result waiting for its answer."""
    tournament = make_cast()
    event = make_running_event(
        ["Anna", "Berta", "Carla", "Dora", "Emil"], tournament=tournament, consolation_length=5
    )
    stage = Stage(event)
    key = next(key for key in ("M1.1", "M1.2", "M1.3", "M1.4") if None not in stage.names(key))
    match_report(
        match_id=stage.match(key).pk,
        player_id=stage.players(key)[0].pk,
        scores=(7, 3),
        act=by_player(stage.players(key)[0]),
    )
    set_purse(event, prizes=percent(60, 30, consolation=(10,)))
    set_pool(event, "Side")
    ids = list(event.entries.values_list("pk", flat=True))
    pool_fill(event_id=event.pk, number=1, entry_ids=ids, act=by_director())
    payment_add(event_id=event.pk, entry_id=ids[0], note="Late", act=by_director())
    prizes_publish(event_id=event.pk, published=True, act=by_director())
    number = set_auction(event, "Small")
    lots_order(event_id=event.pk, number=number, order="lots", seed="seed", act=by_director())
    sale = Sale(1000, "Berta", bought_back=2500)
    at = next(lot.row.number for lot in view(event, number).lots if lot.name != "Berta")
    lot_sell(event_id=event.pk, number=number, lot=at, sale=sale, act=by_director())
    auction_publish(event_id=event.pk, published=True, act=by_director())
    event.refresh_from_db()
    return event


def read(client: Client, url: str, language: str, **data: Any) -> str:
    headers = {"accept-language": language}
    response = client.post(url, data, headers=headers) if data else client.get(url, headers=headers)
    assert response.status_code == 200, url
    assert f'<html lang="{language}"' in response.content.decode()
    return response.content.decode()


def test_every_page_is_tried(language: str) -> None:
    urls = [accounts, cards, desk, public]
    names = {pattern.name for module in urls for pattern in module.urlpatterns}
    assert names == {*SITE, *OWN, *TOURNAMENT, *EVENT, *PARTS, *DEEPER}


def test_the_pages_for_everybody_are_in_the_language(event: Event, language: str) -> None:
    tournament = event.tournament.slug
    urls = [reverse(name) for name in SITE]
    urls += [reverse("tournament", args=[tournament])]
    urls += [reverse(name, args=[tournament, event.slug]) for name in EVENT[:6]]
    for url in urls:
        assert latin(read(Client(), url, language)) == [], url


@pytest.mark.parametrize("format_", ["swiss", "lives", "round_robin"])
def test_the_pages_of_rounds_are_in_the_language(language: str, format_: str) -> None:
    tournament = make_cast()
    event = make_rounds(["Anna", "Berta", "Carla", "Dora", "Emil"], format_, tournament=tournament)
    Stage(event).play_out()
    names = ["event", "event_standings", "event_draw", "event_sheet", "event_desk", "event_rounds"]
    for name in [*names, "event_settings", "event_entries_edit", "event_undo", "event_log"]:
        url = reverse(name, args=[tournament.slug, event.slug])
        assert latin(read(login("dana"), url, language)) == [], url


def test_the_pages_of_groups_and_what_follows_are_in_the_language(language: str) -> None:
    names = ["Anna", "Berta", "Carla", "Dora", "Emil", "Dana"]
    groups = make_rounds(names, "round_robin", tournament=make_cast(), groups=2)
    while Stage(groups).open_keys():
        Stage(groups).play_out()
        if groups.fixtures.count() < 6:
            round_publish(event_id=groups.pk, act=by_director(3), everything=True)
    spec, cut = EventSpec("Open", 9), Cut(2, by_lot=True)
    follower = following_make(event_id=groups.pk, spec=spec, cut=cut, act=by_director(10))
    client = login("dana")
    for event, pages in {
        groups: ["event", "event_standings", "event_draw", "event_sheet", "event_next"],
        follower: ["event_origin", "event_entries_edit", "event_draft", "event_desk"],
    }.items():
        for name in pages:
            url = reverse(name, args=[event.tournament.slug, event.slug])
            assert latin(read(client, url, language)) == [], url


def test_the_pages_of_a_clock_are_in_the_language(language: str) -> None:
    event = make_running_event(["Anna", "Berta", "Carla", "Dora"], tournament=make_cast())
    stage = Stage(event)
    match, (one, _other) = stage.match("M1.1"), stage.names("M1.1")
    phone = Phone(event, str(one))
    own = phone.page("M1.1", "clock")
    desk_page = reverse("fixture_clock", args=[event.tournament.slug, event.slug, "M1.1"])
    for put_on in (False, True):
        if put_on:
            clock_set_up(match_id=match.pk, act=by_director(1))
        assert latin(read(phone, own, language)) == [], own
        assert latin(read(login("dana"), desk_page, language)) == [], desk_page
    address = reverse("clock", args=[clock_token(match.clock, 0)])
    wall = reverse("event_clock", args=[event.tournament.slug, event.slug, "M1.1"])
    for url in (address, wall):
        assert latin(read(Client(), url, language)) == [], url


def test_the_pages_of_rulings_are_in_the_language(language: str) -> None:
    event = make_running_event(["Anna", "Berta", "Carla", "Dora"], tournament=make_cast())
    scene = Scene(event).set_rules(appeals="committee", committee=3)
    first, second = scene.rule(decision="2", reason="1"), scene.rule(decision="1", reason="2")
    scene.appeal(first, by=scene.players[0])
    scene.call()
    entry = event.entries.earliest("number").pk
    where = [event.tournament.slug, event.slug]
    urls = [reverse("event_desk", args=where), reverse("entry_sanctions", args=[*where, entry])]
    urls += [reverse(name, args=[*where, "M1.1"]) for name in ("fixture", "fixture_rulings")]
    urls += [
        reverse("fixture_ruling", args=[*where, "M1.1", one.number]) for one in (first, second)
    ]
    urls += [reverse("event_log", args=where)]
    for url in urls:
        assert latin(read(login("dana"), url, language)) == [], url
    phone = Phone(event, scene.players[0].name)
    for url in (phone.home, phone.page("M1.1", "call"), phone.page("M1.1", "rulings/2")):
        assert latin(read(phone, url, language)) == [], url


def test_the_pages_of_a_beginning_are_in_the_language(language: str) -> None:
    cast = ["Anna", "Berta", "Carla", "Dora"]
    event = make_running_event(cast, tournament=make_cast(), rule_set="ukbgf")
    stage = Stage(event)
    match, (one, other) = stage.match("M1.1"), stage.names("M1.1")
    match_here(match_id=match.pk, sides=[1], act=by_director(1))
    fire_due(by_director(5).at)
    late = by_director(6, "Late")
    given = penalty_add(match_id=match.pk, side=1, points=2, kind="conduct", act=late)
    penalty_remove(penalty_id=given.pk, act=late)
    dana = login("dana")
    for name in ("event_desk", "event_log"):
        url = reverse(name, args=[event.tournament.slug, event.slug])
        assert latin(read(dana, url, language)) == [], url
    for key in ("M1.1", "M1.2"):
        url = reverse("fixture", args=[event.tournament.slug, event.slug, key])
        assert latin(read(dana, url, language)) == [], url
    for who in (one, other):
        phone = Phone(event, str(who))
        for url in (phone.home, phone.page("M1.1", "here"), phone.page("M1.1", "report")):
            assert latin(read(phone, url, language)) == [], url


def test_the_page_of_pairs_is_in_the_language(language: str) -> None:
    event = make_rounds(["Anna", "Berta", "Carla", "Dora"], tournament=make_cast(), rounds=2)
    pair_add(event_id=event.pk, kind="apart", pair=(1, 2), act=by_director(1))
    url = reverse("event_pairs", args=[event.tournament.slug, event.slug])
    assert latin(read(login("dana"), url, language)) == []


def test_the_pages_of_teams_are_in_the_language(language: str) -> None:
    event = make_ties(["Anna", "Berta", "Carla", "Dora"], tournament=make_cast())
    client, where = login("dana"), [event.tournament.slug, event.slug]
    names = ["event", "event_standings", "event_draw", "event_sheet", "event_desk"]
    urls = [reverse(name, args=where) for name in [*names, "event_settings", "event_entries_edit"]]
    urls += [reverse("fixture", args=[*where, "M1.1"])]
    urls += [reverse("entry_edit", args=[*where, event.entries.earliest("number").pk])]
    for url in urls:
        assert latin(read(client, url, language)) == [], url


def test_the_pages_of_a_ladder_are_in_the_language(language: str) -> None:
    event = make_ladder(["Anna", "Berta", "Carla", "Dora"], tournament=make_cast())
    Stage(event).win(challenge(event, ("Carla", "Anna")))
    challenge(event, ("Dora", "Berta"), 2)
    names = ["event", "event_results", "event_standings", "event_draw", "event_sheet", "event_desk"]
    for name in [*names, "event_ladder", "event_settings", "event_entries_edit", "event_log"]:
        url = reverse(name, args=[event.tournament.slug, event.slug])
        assert latin(read(login("dana"), url, language)) == [], url
    phone = Phone(event, "Carla")
    for url in (phone.home, f"{phone.home}ladder/{event.pk}/"):
        assert latin(read(phone, url, language)) == [], url


def test_the_pages_of_a_league_are_in_the_language(language: str) -> None:
    league = {"starts_on": "2026-09-07"}
    names, tournament = ["Anna", "Berta", "Carla", "Dora"], make_cast()
    event = make_rounds(names, "round_robin", tournament=tournament, league=league)
    urls = [reverse(name, args=[tournament.slug]) for name in ("season", "tournament_season")]
    pages = ("event", "event_desk", "event_due")
    urls += [reverse(name, args=[tournament.slug, event.slug]) for name in pages]
    for url in urls:
        assert latin(read(login("dana"), url, language)) == [], url


def test_the_check_in_is_in_the_language(language: str) -> None:
    soon = timezone.now() + timedelta(days=1)
    event = make_event(make_cast(), checkin_close_at=soon, entries_close_at=soon)
    enter(event, ["Anna", "Berta"])
    phone, where = Phone(event, "Anna"), [event.tournament.slug, event.slug]
    for url in (phone.home, f"{phone.home}check-in/{event.pk}/"):
        assert latin(read(phone, url, language)) == [], url
    for name in ("event_due", "event_desk", "event_settings", "event_entries"):
        url = reverse(name, args=where)
        assert latin(read(login("dana"), url, language)) == [], url


def test_the_pages_of_the_desk_are_in_the_language(event: Event, language: str) -> None:
    tournament = event.tournament.slug
    entry = event.entries.earliest("number").pk
    card = event.tournament.passes.earliest("pk").pk
    urls = [reverse(name) for name in OWN]
    urls += [reverse(name, args=[tournament]) for name in TOURNAMENT]
    urls += [reverse(name, args=[tournament, event.slug]) for name in EVENT]
    of_entry = [tournament, event.slug, entry]
    urls += [reverse(name, args=of_entry) for name in ("entry_edit", "entry_leave")]
    urls += [reverse("event_money_entry", args=[tournament, event.slug, entry])]
    urls += [reverse("event_pool", args=[tournament, event.slug, 1])]
    urls += [reverse("event_deal", args=[tournament, event.slug, number, "M"]) for number in (0, 1)]
    urls += [
        reverse(f"event_money_calcutta{more}", args=[tournament, event.slug, 2]) for more in AUCTION
    ]
    urls += [
        reverse("event_money_calcutta_lot", args=[tournament, event.slug, 2, n]) for n in (1, 2)
    ]
    urls += [
        reverse("event_money_calcutta_owner", args=[tournament, event.slug, 2, one.bidder.pk])
        for one in view(event, 2).owners
    ]
    urls += [reverse("tournament_card", args=[tournament, card])]
    urls += [reverse("event_stage_rules", args=[tournament, event.slug, "C", 1])]
    urls += [
        reverse("fixture", args=[tournament, event.slug, key])
        for key in event.fixtures.values_list("key", flat=True)
    ]
    client = login("dana")
    for url in urls:
        assert latin(read(client, url, language)) == [], url


def test_the_cards_are_in_the_language(event: Event, language: str) -> None:
    for name in ("Anna", "Berta", "Carla", "Dora", "Emil"):
        phone = Phone(event, name)
        assert latin(read(phone, phone.home, language)) == [], name


def test_the_pages_of_messages_are_in_the_language(
    event: Event, language: str, settings: Any
) -> None:
    mails_are_on(settings)
    phone = Phone(event, "Anna")
    contact = give(phone.card, "anna@mail.example")
    for page in (f"{phone.home}messages/", phone.home):
        html = read(phone, page, language).replace("anna@mail.example", "")
        assert latin(html) == [], page
    for name, token in (
        ("contact_confirm", confirm_token(contact)),
        ("contact_stop", stop_token(contact)),
    ):
        url = reverse(name, args=[token])
        assert latin(read(Client(), url, language)) == [], url


def test_what_an_entry_list_lacks_is_told_in_the_language(language: str) -> None:
    small = make_event(make_cast(), name="Small")
    enter(small, ["Anna"])
    url = Desk(small).url("event_entries_edit")
    text = "Anna\nBerta\nBerta\nCarla 12x4\n"
    assert latin(read(login("dana"), url, language, step="read", text=text)) == []


def test_a_refused_score_is_told_in_the_language(event: Event, language: str) -> None:
    key = next(f.key for f in event.fixtures.all() if f.match and f.match.state == "open")
    response = login("dana").post(
        reverse("fixture", args=[event.tournament.slug, event.slug, key]),
        {"score_1": 5, "score_2": 3},
        headers={"accept-language": language},
    )
    assert response.status_code == 400
    assert latin(response.content.decode()) == []
