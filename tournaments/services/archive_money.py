"""The money of an event in its archive: terms, members, payments, payouts, deals.

Entrants are named by their number of entry. What is owed is not in it: it follows from the rest.
Calcuttas are for `archive_auction`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from config.errors import ConflictError
from tournaments.formats.currency import CURRENCIES, MAX_AMOUNT
from tournaments.formats.payouts import WHOLE
from tournaments.models import Entry, Event, Tournament
from tournaments.models_money import (
    Deal,
    DealShare,
    Deduction,
    OwnFee,
    Payment,
    Payout,
    PoolMember,
    Prize,
    Purse,
)
from tournaments.services.archive_auction import (
    AUCTION_ROWS,
    AuctionFacts,
    auction_in,
    auction_out,
    auction_read,
)
from tournaments.services.archive_places import SMALL, Place, moment_out

BATCH = 500
BRACKETS = 2


def money_out(event: Event, number: Mapping[int, int]) -> dict[str, Any] | None:
    """None for an event whose money was never set up."""
    purses = list(
        event.purses.select_related("auction").prefetch_related(
            "deductions", "prizes", "members", "deals__shares", "payouts", *AUCTION_ROWS
        )
    )
    if not purses:
        return None
    entries = event.entries.select_related("own_fee").prefetch_related("payments")
    return {
        "currency": event.tournament.currency,
        "published": event.prizes_published,
        "auction_published": event.auction_published,
        "own_fees": [
            {"entry": entry.number, "amount": entry.own_fee.amount}
            for entry in entries
            if getattr(entry, "own_fee", None) is not None
        ],
        "payments": [
            {
                "entry": entry.number,
                "amount": payment.amount,
                "at": moment_out(payment.at),
                "by_name": payment.by_name,
                "note": payment.note,
                "taken_back_at": payment.taken_back_at and moment_out(payment.taken_back_at),
            }
            for entry in entries
            for payment in entry.payments.all()
        ],
        "purses": [_purse_out(purse, number) for purse in purses],
    }


def _purse_out(purse: Purse, number: Mapping[int, int]) -> dict[str, Any]:
    return {
        "number": purse.number,
        "name": purse.name,
        "fee": purse.fee,
        "added": purse.added,
        "guaranteed": purse.guaranteed,
        "unit": purse.unit,
        "split": purse.split,
        "preset": purse.preset,
        "consolation_share": purse.consolation_share,
        "deductions": [
            {"name": d.name, "basis_points": d.basis_points, "fixed": d.fixed}
            for d in purse.deductions.all()
        ],
        "prizes": [
            {"bracket": prize.bracket, "place": prize.place, "part": prize.part}
            for prize in purse.prizes.all()
        ],
        "members": sorted(number[member.entry_id] for member in purse.members.all()),
        "deals": [
            {
                "bracket": deal.bracket,
                "reason": deal.reason,
                "at": moment_out(deal.at),
                "by_name": deal.by_name,
                "shares": [
                    {"entry": number[share.entry_id], "amount": share.amount}
                    for share in deal.shares.all()
                ],
            }
            for deal in purse.deals.all()
        ],
        "payouts": [
            {
                "bracket": payout.bracket,
                "entry": number[payout.entry_id],
                "amount": payout.amount,
                "at": moment_out(payout.at),
                "by_name": payout.by_name,
            }
            for payout in purse.payouts.all()
        ],
        "auction": auction_out(purse, number),
    }


Numbered = tuple[int, Any]  # a row, and the number of the entry it belongs to


@dataclass(frozen=True, slots=True)
class PurseFacts:
    row: Purse
    deductions: Sequence[Deduction]
    prizes: Sequence[Prize]
    members: Sequence[int]
    deals: Sequence[tuple[Deal, Sequence[Numbered]]]
    payouts: Sequence[Numbered]
    auction: AuctionFacts | None


@dataclass(frozen=True, slots=True)
class MoneyFacts:
    currency: str
    published: bool
    auction_published: bool
    own_fees: Sequence[Numbered]
    payments: Sequence[Numbered]
    purses: Sequence[PurseFacts]


def money_read(place: Place, numbers: set[int]) -> MoneyFacts:
    part = place.record(
        "currency",
        "published",
        "own_fees",
        "payments",
        "purses",
        newer={"auction_published": False},
    )
    own_fees = [_own_fee(each, numbers) for each in part["own_fees"].items()]
    part["own_fees"].once((number for number, _row in own_fees))
    purses = [_purse(each, numbers) for each in part["purses"].items()]
    part["purses"].once(facts.row.number for facts in purses)
    part["purses"].once(facts.row.name for facts in purses)
    return MoneyFacts(
        currency=part["currency"].choice(CURRENCIES),
        published=part["published"].flag(),
        auction_published=part["auction_published"].flag(),
        own_fees=own_fees,
        payments=[_payment(each, numbers) for each in part["payments"].items()],
        purses=purses,
    )


def _own_fee(place: Place, numbers: set[int]) -> Numbered:
    part = place.record("entry", "amount")
    return part["entry"].known(numbers), OwnFee(amount=part["amount"].whole(0, MAX_AMOUNT))


def _payment(place: Place, numbers: set[int]) -> Numbered:
    part = place.record("entry", "amount", "at", "by_name", "note", "taken_back_at")
    row = Payment(
        amount=part["amount"].whole(1, MAX_AMOUNT),
        at=part["at"].moment(),
        by_name=part["by_name"].column(Payment, "by_name"),
        note=part["note"].column(Payment, "note"),
        taken_back_at=part["taken_back_at"].maybe(Place.moment),
    )
    return part["entry"].known(numbers), row


def _purse(place: Place, numbers: set[int]) -> PurseFacts:
    part = place.record(
        "number",
        "name",
        "fee",
        "added",
        "guaranteed",
        "unit",
        "split",
        "preset",
        "consolation_share",
        "deductions",
        "prizes",
        "members",
        "deals",
        "payouts",
        newer={"auction": None},
    )
    row = Purse(
        number=part["number"].whole(0, SMALL),
        name=part["name"].column(Purse, "name"),
        fee=part["fee"].whole(0, MAX_AMOUNT),
        added=part["added"].whole(0, MAX_AMOUNT),
        guaranteed=part["guaranteed"].whole(0, MAX_AMOUNT),
        unit=part["unit"].whole(1, MAX_AMOUNT),
        split=part["split"].choice(Purse.Split.values),
        preset=part["preset"].column(Purse, "preset"),
        consolation_share=part["consolation_share"].whole(0, WHOLE - 1),
    )
    if (row.number == 0) != (row.name == ""):
        raise part["name"].fault(_("side pools have names, and only they"))
    if (row.split == Purse.Split.PRESET) != (row.preset != ""):
        raise part["preset"].fault(_("this does not go with the split"))
    deductions = [_deduction(each) for each in part["deductions"].items()]
    part["deductions"].once(deduction.name for deduction in deductions)
    prizes = [_prize(each) for each in part["prizes"].items()]
    part["prizes"].once((prize.bracket, prize.place) for prize in prizes)
    members = [each.known(numbers) for each in part["members"].items()]
    part["members"].once(members)
    deals = [_deal(each, numbers) for each in part["deals"].items()]
    part["deals"].once((deal.bracket for deal, _shares in deals))
    payouts = [_payout(each, numbers) for each in part["payouts"].items()]
    part["payouts"].once(((number, payout.bracket) for number, payout in payouts))
    auction = part["auction"].maybe(lambda place: auction_read(place, numbers))
    if auction is not None and (row.number == 0 or members or deals or payouts):
        raise part["auction"].fault(_("a calcutta is a purse of its own"))
    return PurseFacts(row, deductions, prizes, members, deals, payouts, auction)


def _deduction(place: Place) -> Deduction:
    part = place.record("name", "basis_points", "fixed")
    return Deduction(
        name=part["name"].column(Deduction, "name"),
        basis_points=part["basis_points"].whole(0, WHOLE),
        fixed=part["fixed"].whole(0, MAX_AMOUNT),
    )


def _prize(place: Place) -> Prize:
    part = place.record("bracket", "place", "part")
    return Prize(
        bracket=part["bracket"].text(BRACKETS, blank=False),
        place=part["place"].whole(1, SMALL),
        part=part["part"].whole(0, MAX_AMOUNT),
    )


def _deal(place: Place, numbers: set[int]) -> tuple[Deal, list[Numbered]]:
    part = place.record("bracket", "reason", "at", "by_name", "shares")
    shares = [_share(each, numbers) for each in part["shares"].items()]
    part["shares"].once((number for number, _row in shares))
    row = Deal(
        bracket=part["bracket"].text(BRACKETS, blank=False),
        reason=part["reason"].column(Deal, "reason"),
        at=part["at"].moment(),
        by_name=part["by_name"].column(Deal, "by_name"),
    )
    return row, shares


def _share(place: Place, numbers: set[int]) -> Numbered:
    part = place.record("entry", "amount")
    return part["entry"].known(numbers), DealShare(amount=part["amount"].whole(0, MAX_AMOUNT))


def _payout(place: Place, numbers: set[int]) -> Numbered:
    part = place.record("bracket", "entry", "amount", "at", "by_name")
    row = Payout(
        bracket=part["bracket"].text(BRACKETS, blank=False),
        amount=part["amount"].whole(1, MAX_AMOUNT),
        at=part["at"].moment(),
        by_name=part["by_name"].column(Payout, "by_name"),
    )
    return part["entry"].known(numbers), row


def money_in(facts: MoneyFacts, event: Event, entries: Mapping[int, Entry]) -> None:
    """Store it. Raises ConflictError `currency_fixed` where the money is of another currency."""
    _take_currency(event.tournament, facts.currency)
    event.prizes_published = facts.published
    event.auction_published = facts.auction_published
    event.save(update_fields=["prizes_published", "auction_published"])
    OwnFee.objects.bulk_create(_of_entries(facts.own_fees, entries), batch_size=BATCH)
    Payment.objects.bulk_create(_of_entries(facts.payments, entries), batch_size=BATCH)
    for purse in facts.purses:
        _write_purse(purse, event, entries)


def _write_purse(facts: PurseFacts, event: Event, entries: Mapping[int, Entry]) -> None:
    purse = facts.row
    purse.event = event
    purse.save()
    for deduction in facts.deductions:
        deduction.purse = purse
    for prize in facts.prizes:
        prize.purse = purse
    Deduction.objects.bulk_create(facts.deductions)
    Prize.objects.bulk_create(facts.prizes)
    PoolMember.objects.bulk_create(
        [PoolMember(purse=purse, entry=entries[number]) for number in facts.members],
        batch_size=BATCH,
    )
    payouts = _of_entries(facts.payouts, entries)
    for payout in payouts:
        payout.purse = purse
    Payout.objects.bulk_create(payouts, batch_size=BATCH)
    for deal, numbered in facts.deals:
        deal.purse = purse
        deal.save()
        shares = _of_entries(numbered, entries)
        for share in shares:
            share.deal = deal
        DealShare.objects.bulk_create(shares)
    if facts.auction is not None:
        auction_in(facts.auction, purse, entries)


def _of_entries(numbered: Iterable[Numbered], entries: Mapping[int, Entry]) -> list[Any]:
    rows = []
    for number, row in numbered:
        row.entry = entries[number]
        rows.append(row)
    return rows


def _take_currency(tournament: Tournament, currency: str) -> None:
    others = Purse.objects.filter(event__tournament=tournament)
    if tournament.currency != currency and others.exists():
        raise ConflictError(
            "currency_fixed",
            _("The money of this tournament is in %(currency)s, that of the archive is not.")
            % {"currency": tournament.currency},
            currency=tournament.currency,
        )
    tournament.currency = currency
    tournament.save(update_fields=["currency"])
