"""The addresses of all pages of the product, read from its URL modules so that none is left out."""

from collections.abc import Iterator
from importlib import import_module

from django.urls import URLPattern, reverse

from matches.services.chouette_links import seat_token
from matches.services.clock_links import clock_token
from matches.services.clocks import clock_set_up
from matches.services.live_begin import Table, live_begin
from players.models import User
from tests.builders import by_director
from tests.matches.chouettes import make_chouette
from tournaments.models import Event, Fixture, Pass
from tournaments.models_auction import Auction
from tournaments.services.passes import pass_token
from tournaments.services.rulings import RulingSpec, ruling_make
from tournaments.services.staffing import staff_invite

MODULES = ("accounts", "cards", "desk", "public")
NO_PAGES = {"account_password", "account_tokens", "account_token_revoke", "language", "logout"}
NO_PAGES |= {"card_fragment", "event_desk_fragment", "event_fragment", "tournament_card_renew"}
NO_PAGES |= {"event_money_ledger", "card_seen", "card_address", "service_worker", "event_stage"}
NO_PAGES |= {"live_play_fragment", "match_comment", "match_fragment", "match_record_file"}
NO_PAGES |= {"call_deed", "card_call_fragment"}
NO_PAGES |= {"chouette_fragment", "chouette_seat_fragment", "tournament_calls_fragment"}
NO_PAGES |= {"chouette_file"}
IN_ROUNDS = {
    "event_next",
    "event_pairs",
    "event_rounds",
}  # a bracket has none: see `pages_of_rounds`
ELSEWHERE = {"event_ladder", "card_challenge"}  # see `pages_of_ladders`
ELSEWHERE |= {"season", "tournament_season"}  # see `pages_of_leagues`
ELSEWHERE |= {"event_origin"}  # see test_groups
ELSEWHERE |= {"match_analysis"}  # see test_records
ELSEWHERE |= {"card_check_in"}  # see test_due
ELSEWHERE |= {"contact_confirm", "contact_stop"}  # see test_messages
BEFORE_ALL = {"setup"}  # nobody has an account yet: see test_setting_up


def patterns() -> Iterator[URLPattern]:
    for name in MODULES:
        for pattern in import_module(f"tournaments.urls.{name}").urlpatterns:
            if pattern.name not in NO_PAGES | IN_ROUNDS | ELSEWHERE | BEFORE_ALL:
                yield pattern


def pages(fixture: Fixture) -> list[str]:
    """Every page once: about this match where a page is about one, and its first player's card.

    The card's link comes first, for it opens the pages of the card.
    """
    event, entry = fixture.event, fixture.entry_1
    assert entry is not None
    one = Pass.objects.get(tournament=event.tournament, player=entry.player)
    tournament_id = event.tournament_id
    pool = event.purses.exclude(number=0).filter(auction=None).first()
    auction = Auction.objects.filter(purse__event=event).first()
    owner = None if auction is None else auction.bidders.first()
    _staff, invitation = staff_invite(
        tournament_id=tournament_id, username="sam", role="scorer", act=by_director()
    )
    values = {
        "tournament": event.tournament.slug,
        "event": event.slug,
        "key": fixture.key,
        "entry": entry.pk,
        "pass_id": one.pk,
        "match_id": fixture.match_id,
        "number": 0 if pool is None else pool.number,
        "bracket": "M",
        "from_round": 1,
        "lot": 0 if auction is None else auction.lots.exclude(buyer=None)[0].number,
        "bidder": 0 if owner is None else owner.pk,
    }
    assert fixture.match_id is not None
    chouette = make_chouette(host_id=User.objects.earliest("pk").pk)
    values["code"] = chouette.code
    seat = chouette.seats.get(number=1)
    clock = clock_set_up(match_id=fixture.match_id, act=by_director())
    said = RulingSpec(kind="cocked_dice", decision="Roll again", rule="die_on_checker")
    act = by_director(reason="It lay flat on the board")
    ruling = ruling_make(event_id=event.pk, key=fixture.key, spec=said, act=act)
    live_begin(match_id=fixture.match_id, table=Table(bytes(32)), act=by_director())
    tokens = {"join": invitation, "pass_open": pass_token(one), "clock": clock_token(clock)}
    tokens["chouette_seat"] = seat_token(seat)
    found = []
    for pattern in patterns():
        names = pattern.pattern.converters
        known = {**values, "token": tokens.get(str(pattern.name))}
        if auction is not None and "calcutta" in str(pattern.name):
            known["number"] = auction.purse.number
        if pattern.name in {"fixture_ruling", "card_appeal"}:
            known["number"] = ruling.number
        found.append(reverse(str(pattern.name), kwargs={name: known[name] for name in names}))
    return sorted(found, key=lambda path: not path.startswith("/p/"))


def pages_of_rounds(event: Event) -> list[str]:
    """Those that look otherwise for an event of rounds."""
    names = ["event_rounds", "event_desk", "event_entries_edit", "event_draft", "event_settings"]
    names += ["event", "event_entries", "event_results", "event_standings", "event_draw"]
    names += ["event_sheet", "event_next", "event_pairs"]
    return [reverse(name, args=[event.tournament.slug, event.slug]) for name in names]


def pages_of_ladders(event: Event) -> list[str]:
    """Those that look otherwise for a ladder; the card of whoever stands last comes first."""
    last = event.entries.latest("number")
    one = Pass.objects.get(tournament=event.tournament, player=last.player)
    names = ["event_ladder", "event_desk", "event_entries_edit", "event_settings", "event_undo"]
    names += ["event", "event_entries", "event_results", "event_sheet"]
    card = [reverse("pass_open", args=[pass_token(one)])]
    card += [reverse("card_challenge", args=[one.pk, event.pk])]
    return card + [reverse(name, args=[event.tournament.slug, event.slug]) for name in names]


def pages_of_leagues(event: Event) -> list[str]:
    """Those of a division, and of all of them together."""
    names = ["event", "event_desk", "event_due", "event_standings", "event_settings"]
    found = [reverse(name, args=[event.tournament.slug, event.slug]) for name in names]
    season = ["season", "tournament_season"]
    return found + [reverse(name, args=[event.tournament.slug]) for name in season]


def pages_before_the_draw(event: Event) -> list[str]:
    """Those of an event that takes entries."""
    names = ["event_desk", "event_entries_edit", "event_draft", "event_log", "event_settings"]
    names += ["event_money", "event_money_setup", "event_money_entries", "event_money_print"]
    names += [
        "event",
        "event_entries",
        "event_results",
        "event_standings",
        "event_draw",
        "event_due",
    ]
    return [reverse(name, args=[event.tournament.slug, event.slug]) for name in names]
