"""The terms of an event's money: fees, deductions, prizes, side pools, and whether they are shown.

What does not add up is refused with what to change. A purse from which somebody was paid is
fixed until the payout is taken back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _, ngettext

from config.errors import ConflictError, InvalidError
from players.actors import Act
from tournaments.formats import MAIN, FormatError
from tournaments.formats.currency import MAX_AMOUNT, decimals
from tournaments.formats.money import Deduction, pool
from tournaments.formats.payouts import WHOLE, Position, by_percentages, preset
from tournaments.formats.plans import Split, planned, table_of
from tournaments.models import Event, Tournament
from tournaments.models_money import Deduction as DeductionRow, Payment, Prize, Purse
from tournaments.selectors.final_places import brackets_of
from tournaments.selectors.money import PRIZES, fees_of, no_such_purse, plan_of, terms_of
from tournaments.selectors.money_words import logged, refused
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log

MAX_PLACES = 64


@dataclass(frozen=True, slots=True)
class PurseSpec:
    """Amounts in minor units, parts in basis points. `name` is that of a side pool."""

    name: str = ""
    fee: int = 0
    deductions: Sequence[Deduction] = ()
    added: int = 0
    guaranteed: int = 0
    unit: int = 1
    split: str = Split.PERCENT
    preset: str = ""
    consolation_share: int = 0
    prizes: Mapping[Position, int] = field(default_factory=dict)

    @classmethod
    def of(cls, purse: Purse) -> "PurseSpec":
        """What the purse was made from."""
        return cls(
            name=purse.name,
            fee=purse.fee,
            deductions=terms_of(purse).deductions,
            added=purse.added,
            guaranteed=purse.guaranteed,
            unit=purse.unit,
            split=purse.split,
            preset=purse.preset,
            consolation_share=purse.consolation_share,
            prizes=plan_of(purse).parts,
        )


PURSE_FIELDS = ("name", "fee", "added", "guaranteed", "unit", "split", "preset")
AMOUNT_FIELDS = ("fee", "added", "guaranteed", "unit")


@transaction.atomic
def purse_set(
    *,
    event_id: int,
    spec: PurseSpec,
    currency: str,
    act: Act,
    seen_version: int | None = None,
) -> Purse:
    """Set up the prizes of an event, or change them. The currency is that of the tournament."""
    event = lock_event(event_id, seen_version=seen_version)
    _set_currency(event, currency)
    purse = _purses(event).filter(number=PRIZES).first() or Purse(event=event, number=PRIZES)
    before = purse_facts(purse, currency)
    _write(event, purse, spec)
    log(
        event.tournament_id,
        "money.changed",
        act,
        event=event,
        before=before,
        after=purse_facts(purse, currency),
    )
    bump(event)
    return purse


@transaction.atomic
def pool_set(
    *,
    event_id: int,
    spec: PurseSpec,
    act: Act,
    number: int | None = None,
    seen_version: int | None = None,
) -> Purse:
    """Make a side pool (without a number), or change one. The money of the event comes first."""
    event = lock_event(event_id, seen_version=seen_version)
    numbers = set(event.purses.values_list("number", flat=True))
    if PRIZES not in numbers:
        raise no_such_purse(PRIZES)
    if not spec.name.strip():
        raise InvalidError("name_missing", _("Give the side pool a name."))
    require_free_name(event, spec.name, number)
    purse = pool_in(event, number) if number else Purse(event=event, number=max(numbers) + 1)
    currency = event.tournament.currency
    before = purse_facts(purse, currency)
    _write(event, purse, spec)
    log(
        event.tournament_id,
        "money.pool.changed",
        act,
        event=event,
        subject=purse.name,
        before=before,
        after=purse_facts(purse, currency),
    )
    bump(event)
    return purse


@transaction.atomic
def pool_remove(*, event_id: int, number: int, act: Act, seen_version: int | None = None) -> None:
    """Take a side pool away, with its members; what they paid for it is theirs again."""
    event = lock_event(event_id, seen_version=seen_version)
    purse = pool_in(event, number)
    require_unpaid(purse)
    facts = purse_facts(purse, event.tournament.currency)
    log(
        event.tournament_id,
        "money.pool.removed",
        act,
        event=event,
        subject=purse.name,
        before={**facts, "members": purse.members.count()},
    )
    purse.delete()
    bump(event)


@transaction.atomic
def prizes_publish(
    *, event_id: int, published: bool, act: Act, seen_version: int | None = None
) -> Event:
    """Show the prize table on the public page, or hide it."""
    event = lock_event(event_id, seen_version=seen_version)
    if published and not event.purses.exists():
        raise no_such_purse(PRIZES)
    if event.prizes_published != published:
        event.prizes_published = published
        action = "money.published" if published else "money.hidden"
        log(event.tournament_id, action, act, event=event)
        bump(event, "prizes_published")
    return event


def require_free_name(event: Event, name: str, number: int | None) -> None:
    others = event.purses.exclude(number=number) if number else event.purses.all()
    if others.filter(name=name).exists():
        raise InvalidError("pool_name_taken", _("There is a side pool of this name already."))


def pool_in(event: Event, number: int) -> Purse:
    purse: Purse | None = None if number == PRIZES else _purses(event).filter(number=number).first()
    if purse is None:
        raise no_such_purse(number or -1)
    return purse


def require_unpaid(purse: Purse) -> None:
    if purse.pk and (paid := purse.payouts.count()):
        raise ConflictError(
            "paid_out_already",
            ngettext(
                "%(n)s payout was made from it: take it back first, then change this.",
                "%(n)s payouts were made from it: take them back first, then change this.",
                paid,
            )
            % {"n": paid},
            payouts=paid,
        )


def _purses(event: Event) -> Any:
    return event.purses.filter(auction=None).prefetch_related("deductions", "prizes", "members")


def _set_currency(event: Event, currency: str) -> None:
    """One currency for a tournament, which is fixed once anything else counts in it."""
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=event.tournament_id)
    try:
        decimals(currency)
    except FormatError as error:
        raise InvalidError.of(error) from error
    if tournament.currency == currency:
        return
    others = Purse.objects.filter(event__tournament=tournament).exclude(event=event, number=PRIZES)
    if others.exists() or Payment.objects.filter(entry__event__tournament=tournament).exists():
        raise ConflictError(
            "currency_fixed",
            _("The money of this tournament is in %(currency)s: use the same here.")
            % {"currency": tournament.currency},
            currency=tournament.currency,
        )
    tournament.currency = event.tournament.currency = currency
    tournament.save(update_fields=["currency"])


def _write(event: Event, purse: Purse, spec: PurseSpec) -> None:
    require_unpaid(purse)
    terms_write(event, purse, spec)
    _check_sums(event, purse)


def terms_write(event: Event, purse: Purse, spec: PurseSpec) -> None:
    """Store the terms, whose amounts make sense each by itself. Needs a transaction."""
    _check_amounts(spec, event.tournament.currency)
    for name in (*PURSE_FIELDS, "consolation_share"):
        setattr(purse, name, getattr(spec, name))
    purse.save()
    purse.deductions.all().delete()
    purse.prizes.all().delete()
    DeductionRow.objects.bulk_create(
        DeductionRow(purse=purse, name=d.name, basis_points=d.basis_points, fixed=d.fixed)
        for d in spec.deductions
    )
    Prize.objects.bulk_create(
        Prize(purse=purse, bracket=at.bracket, place=at.place, part=part)
        for at, part in spec.prizes.items()
    )
    # Forget what was read before the rows were replaced.
    vars(purse).pop("_prefetched_objects_cache", None)


def _check_amounts(spec: PurseSpec, currency: str) -> None:
    amounts = [*(getattr(spec, name) for name in AMOUNT_FIELDS), *spec.prizes.values()]
    amounts += [deduction.fixed for deduction in spec.deductions]
    for amount in amounts:
        if not 0 <= amount <= MAX_AMOUNT:
            raise InvalidError(
                "amount_out_of_range",
                _("Amounts are from 0 to %(max)s.") % {"max": logged(MAX_AMOUNT, currency)},
            )
    if spec.unit < 1:
        raise InvalidError("unit_too_small", _("Round the prizes to something above 0."))
    if any(not 0 <= d.basis_points <= WHOLE for d in spec.deductions):
        raise InvalidError("deduction_out_of_range", _("A deduction is from 0 to 100 per cent."))
    if len(names := [d.name.strip() for d in spec.deductions]) > len({*names} - {""}):
        raise InvalidError(
            "deduction_names", _("Give each deduction a name of its own, such as house.")
        )
    if not 0 <= spec.consolation_share < WHOLE:
        raise InvalidError(
            "share_too_large", _("The consolation can get less than 100 %: lower its share.")
        )
    if len(spec.prizes) > MAX_PLACES:
        raise InvalidError(
            "too_many_places", _("A table pays at most %(max)s places.") % {"max": MAX_PLACES}
        )
    if spec.split not in Purse.Split.values:
        raise InvalidError("split_unknown", _("Say how the pool is split."))
    if (spec.split == Purse.Split.PRESET) is not bool(spec.preset):
        raise InvalidError(
            "preset_unknown", _("There is no payout preset %(preset)s.") % {"preset": spec.preset}
        )


def _check_sums(event: Event, purse: Purse) -> None:
    """The table by itself; and with the entries there are, once there are any."""
    entries = event.entries.select_related("own_fee")
    fees = fees_of(purse, entries)
    plan = plan_of(purse)
    brackets = brackets_of(event) if purse.number == PRIZES else (MAIN,)
    try:
        if plan.split is Split.PRESET:
            preset(plan.preset)
        elif plan.split is Split.PERCENT:
            by_percentages(plan.parts)
        if fees:
            planned(plan, pool(fees, terms_of(purse)).amount, len(fees), brackets)
        elif plan.split is not Split.PRESET:
            table_of(plan, 0, brackets)
    except FormatError as error:
        names = {entry.pk: entry.name for entry in entries}
        raise refused(error, event.tournament.currency, names) from error


def purse_facts(purse: Purse, currency: str) -> dict[str, Any]:
    """What the log keeps; a purse that is not there yet has no rows beside it."""
    facts: dict[str, Any] = {name: getattr(purse, name) for name in PURSE_FIELDS}
    facts |= {name: logged(facts[name], currency) for name in AMOUNT_FIELDS}
    percent = purse.split != Purse.Split.AMOUNTS
    return {
        **facts,
        "deductions": ", ".join(
            f"{d.name} {d.basis_points / 100:g} % + {logged(d.fixed, currency)}"
            for d in (purse.deductions.all() if purse.pk else ())
        ),
        "consolation_share": f"{purse.consolation_share / 100:g} %",
        "prizes": ", ".join(
            f"{prize.bracket} {prize.place}: "
            + (f"{prize.part / 100:g} %" if percent else logged(prize.part, currency))
            for prize in (purse.prizes.all() if purse.pk else ())
        ),
    }
