"""A calcutta goes out into the archive of its event and comes back the same, to the cent."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from config.errors import InvalidError
from tests.builders import Stage, by_director, make_event
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.auctions import lots, owner, pay, pay_out, put, sell, view, with_auction
from tests.tournaments.purses import HOUSE, start
from tests.tournaments.test_archive_refusals import JUNK, paths, put as damage
from tournaments.models import Event, Tournament
from tournaments.services.calcutta_lots import lots_order
from tournaments.services.calcutta_paying import bid_payment_take_back
from tournaments.services.calcutta_setting_up import auction_publish

pytestmark = pytest.mark.django_db(transaction=True)


def make_sold() -> Event:
    """Of every kind: a bundle, an unsold lot, a share bought back, payments, a payout."""
    event = with_auction(["Ann", "Ann", "Clara", "David", "Eva"], deductions=[HOUSE])
    put(event, ["David", "Eva"])
    lots_order(event_id=event.pk, number=1, order="lots", seed="жереб", act=by_director())
    sell(event, "Ann #1", "Макс", 10_000, back=5000)
    sell(event, "Ann #2", "Clara", 3333)
    sell(event, "David", "Макс", 777)
    taken = pay(event, "Clara")
    bid_payment_take_back(event_id=event.pk, payment_id=taken, act=by_director(9))
    for name in ("Макс", "Ann #1", "Clara"):
        pay(event, name)
    Stage(start(event)).play_out()
    paid = next(one.name for one in view(event).owners if one.owed)
    pay_out(event, paid)
    auction_publish(event_id=event.pk, published=True, act=by_director(20))
    event.refresh_from_db()
    return event


def test_what_comes_back_is_what_went_out() -> None:
    event = make_sold()
    archive = exported(event)
    copy = imported(archive)
    assert comparable(exported(copy)) == comparable(archive)
    assert copy.auction_published
    assert lots(copy) == lots(event)
    for one in view(event).owners:
        same = owner(copy, one.name)
        assert (same.due, same.left, same.owed) == (one.due, one.left, one.owed)
        assert bool(same.payout) == bool(one.payout)


def test_the_commands_carry_it_too(tmp_path: Path) -> None:
    event = make_sold()
    file = tmp_path / "event.json"
    call_command("export_event", event.tournament.slug, event.slug, "-o", file)
    call_command("import_event", file, "--tournament", "copy", stdout=StringIO())
    copy = Event.objects.get(tournament__slug="copy")
    assert lots(copy) == lots(event)


def test_an_archive_from_before_calcuttas_is_taken_in() -> None:
    archive = exported(with_auction())
    del archive["money"]["auction_published"]
    del archive["money"]["purses"][1]
    del archive["money"]["purses"][0]["auction"]
    assert imported(archive).purses.count() == 1


FAULTS: dict[str, Any] = {
    "order": "alphabet",
    "seed": "",
    "ranking": "best",
    "owners[0].entry": 99,
    "owners[0].name": "",
    "owners[0].payments[0].amount": 0,
    "lots[0].entries": [],
    "lots[0].buyer": 99,
    "lots[0].price": None,
    "lots[0].bought_back": 10_000,
}


@pytest.mark.parametrize("path", FAULTS)
def test_a_fault_is_named_by_its_place(path: str) -> None:
    archive = exported(make_sold())
    sold = [lot for lot in archive["money"]["purses"][1]["auction"]["lots"] if lot["price"]]
    archive["money"]["purses"][1]["auction"]["lots"] = sold
    where = f"money.purses[1].auction.{path}"
    damage(archive, where, FAULTS[path])
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert (caught.value.code, caught.value.detail["path"]) == ("archive_unreadable", where)


def test_an_entrant_in_two_lots_is_refused() -> None:
    archive = exported(make_sold())
    found = archive["money"]["purses"][1]["auction"]["lots"]
    unsold = next(lot for lot in found if not lot["buyer"])
    unsold["entries"] += next(lot for lot in found if lot["buyer"])["entries"]
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert caught.value.detail["path"] == "money.purses[1].auction.lots"


def test_no_single_damage_to_it_breaks_the_import() -> None:
    archive = exported(make_sold())
    within = [path for path in paths(archive) if ".auction." in path]
    assert len(within) > 30
    for n, path in enumerate(within):
        damaged = json.loads(json.dumps(archive))
        damage(damaged, path, JUNK[n % len(JUNK)])
        before = Tournament.objects.count()
        try:
            imported(damaged, into=f"t{n}")
        except InvalidError:
            assert Tournament.objects.count() == before, path


def test_the_state_it_is_exported_in_is_the_one_it_claims() -> None:
    found = exported(make_sold())["money"]["purses"][1]["auction"]
    assert {bool(lot["buyer"]) for lot in found["lots"]} == {True, False}
    assert any(lot["bought_back"] for lot in found["lots"])
    assert any(len(lot["entries"]) > 1 for lot in found["lots"])
    assert any(one["payout"] for one in found["owners"])
    assert any(one["entry"] for one in found["owners"])


def test_an_event_without_one_has_none_in_its_archive() -> None:
    archive = exported(make_event())
    assert archive["money"] is None
