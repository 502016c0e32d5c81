"""How the API shows money: everything to directors, the prize table to everybody.

Amounts are integers in minor units of the tournament's currency.
"""

from typing import Any

from rest_framework import serializers

from tournaments.api.versions import Body
from tournaments.formats import FormatError
from tournaments.formats.currency import decimals
from tournaments.models import Event
from tournaments.selectors.access import access_event_by_id
from tournaments.selectors.accounts import Account, accounts
from tournaments.selectors.money import MoneyView, PurseView, money

Out = serializers.Serializer[Any]


class PlaceAmountOutput(Out):
    place = serializers.IntegerField()
    amount = serializers.IntegerField()


class PositionOutput(PlaceAmountOutput):
    bracket = serializers.CharField(help_text="`M` is the main draw, `C` the consolation.")


class NamedAmountOutput(Out):
    name = serializers.CharField()
    amount = serializers.IntegerField()


class PoolOutput(Out):
    collected = serializers.IntegerField(help_text="The fees of all, paid already or not.")
    deducted = NamedAmountOutput(many=True)
    added = serializers.IntegerField()
    topped_up = serializers.IntegerField(help_text="Added to reach the guarantee.")
    amount = serializers.IntegerField(help_text="What is paid out.")


class DeductionOutput(Out):
    name = serializers.CharField()
    basis_points = serializers.IntegerField(help_text="1000 is 10 per cent.")
    fixed = serializers.IntegerField()


class PartOutput(Out):
    bracket = serializers.CharField()
    place = serializers.IntegerField()
    part = serializers.IntegerField(help_text="Basis points or an amount, by `split`.")


class PayoutOutput(Out):
    id = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry_id")
    amount = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by_name")


class LineOutput(Out):
    entry = serializers.IntegerField(source="entry_id")
    name = serializers.CharField()
    place = serializers.CharField(help_text="`3–4` where places are shared; empty by a deal.")
    amount = serializers.IntegerField()
    why = serializers.CharField()
    payout = PayoutOutput(allow_null=True)


class ShareOutput(Out):
    entry = serializers.IntegerField(source="entry_id")
    amount = serializers.IntegerField()


class DealOutput(Out):
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by_name")
    shares = ShareOutput(many=True, source="shares.all")


class PaidBracketOutput(Out):
    bracket = serializers.CharField()
    amount = serializers.IntegerField()
    finished = serializers.BooleanField(source="standing.finished")
    lines = LineOutput(many=True)
    open = PlaceAmountOutput(many=True, help_text="Places that nobody has taken yet.")
    deal = DealOutput(allow_null=True)
    stray = PayoutOutput(many=True, help_text="Paid out, and by now not owed.")
    problem = serializers.CharField(help_text="Empty if there is none.")


class PurseOutput(Out):
    number = serializers.IntegerField(help_text="0 holds the prizes, others are side pools.")
    name = serializers.CharField()
    fee = serializers.IntegerField()
    added = serializers.IntegerField()
    guaranteed = serializers.IntegerField()
    unit = serializers.IntegerField(help_text="Prizes are multiples of it.")
    split = serializers.CharField(help_text="`preset`, `percent` or `amounts`.")
    preset = serializers.CharField()
    consolation_share = serializers.IntegerField(help_text="In basis points, with a preset.")
    deductions = DeductionOutput(many=True)
    prizes = PartOutput(many=True)
    members = serializers.ListField(child=serializers.IntegerField())
    pool = PoolOutput(allow_null=True)
    schedule = PositionOutput(many=True)
    brackets = PaidBracketOutput(many=True)
    problem = serializers.CharField(help_text="What does not add up; empty if all does.")


class PaymentOutput(Out):
    id = serializers.IntegerField()
    amount = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by_name")
    note = serializers.CharField()
    taken_back_at = serializers.DateTimeField(allow_null=True)


class AccountOutput(Out):
    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.name")
    fee = serializers.IntegerField()
    own_fee = serializers.BooleanField(source="has_own_fee")
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Below 0 it is to be given back.")
    payments = PaymentOutput(many=True)


class MoneyOutput(Out):
    version = serializers.IntegerField(help_text="The event's version.")
    currency = serializers.CharField(help_text="Empty until the money is set up.")
    decimals = serializers.IntegerField(help_text="How many decimals the currency has.")
    published = serializers.BooleanField(help_text="Whether everybody sees the prizes.")
    purses = PurseOutput(many=True)
    accounts = AccountOutput(many=True)


class PrizesPurseOutput(Out):
    name = serializers.CharField(help_text="Empty for the prizes of the event.")
    fee = serializers.IntegerField()
    pool = serializers.IntegerField(allow_null=True)
    schedule = PositionOutput(many=True)


class PrizesOutput(Out):
    version = serializers.IntegerField(help_text="The event's version.")
    currency = serializers.CharField()
    decimals = serializers.IntegerField()
    purses = PrizesPurseOutput(many=True)


class LedgerRowOutput(Out):
    at = serializers.DateTimeField()
    kind = serializers.CharField(help_text="`paid`, `taken_back` or `paid_out`.")
    name = serializers.CharField()
    what = serializers.CharField()
    amount = serializers.IntegerField(help_text="Below 0 for money that went out.")
    by = serializers.CharField(source="by_name")
    note = serializers.CharField()


class LedgerOutput(Out):
    currency = serializers.CharField()
    rows = LedgerRowOutput(many=True)


def money_body(event_id: int) -> Body:
    """All of it, for directors."""
    event = access_event_by_id(event_id)
    view = money(event)
    shown: list[Account] = list(accounts(event).all)
    return MoneyOutput(
        {
            **_head(event, view),
            "published": event.prizes_published,
            "purses": [_purse(purse) for purse in view.purses],
            "accounts": shown,
        }
    ).data


def prizes_body(event: Event) -> Body:
    """The prize table, with nobody's name."""
    view = money(event)
    purses = [
        {
            "name": purse.row.name,
            "fee": purse.row.fee,
            "pool": purse.pool and purse.pool.amount,
            "schedule": _schedule(purse),
        }
        for purse in view.purses
    ]
    return PrizesOutput({**_head(event, view), "purses": purses}).data


def _head(event: Event, view: MoneyView) -> dict[str, Any]:
    try:
        places = decimals(view.currency)
    except FormatError:
        places = 0
    return {"version": event.version, "currency": view.currency, "decimals": places}


def _schedule(purse: PurseView) -> list[dict[str, Any]]:
    return [
        {"bracket": at.bracket, "place": at.place, "amount": amount}
        for at, amount in purse.schedule.items()
    ]


def _purse(purse: PurseView) -> dict[str, Any]:
    row, pool = purse.row, purse.pool
    names = ("number", "name", "fee", "added", "guaranteed", "unit", "split", "preset")
    return {
        **{name: getattr(row, name) for name in names},
        "consolation_share": row.consolation_share,
        "deductions": row.deductions.all(),
        "prizes": row.prizes.all(),
        "members": [member.entry_id for member in row.members.all()],
        "pool": pool
        and {
            "collected": pool.collected,
            "deducted": [{"name": name, "amount": sum_} for name, sum_ in pool.deducted],
            "added": pool.added,
            "topped_up": pool.topped_up,
            "amount": pool.amount,
        },
        "schedule": _schedule(purse),
        "brackets": [
            {
                "bracket": heap.bracket,
                "amount": heap.amount,
                "standing": heap.standing,
                "lines": heap.lines,
                "open": [{"place": place, "amount": amount} for place, amount in heap.open],
                "deal": heap.deal,
                "stray": heap.stray,
                "problem": heap.problem,
            }
            for heap in purse.heaps
        ],
        "problem": purse.problem,
    }
