"""The terms of a calcutta, its removal, and whether everybody sees who was sold for what.

A calcutta is one more purse of the event: what is kept and how it is split are written as for side
pools. Its lots are for `calcutta_lots`, its sales for `calcutta_selling`.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from players.actors import Act
from tournaments.formats import MAIN, FormatError
from tournaments.formats.money import pool
from tournaments.formats.payouts import preset
from tournaments.formats.plans import Split, planned, table_of
from tournaments.models import Event
from tournaments.models_auction import Auction
from tournaments.models_money import Purse
from tournaments.selectors.calcutta import calcutta
from tournaments.selectors.calcutta_views import AuctionView
from tournaments.selectors.money import PRIZES, no_such_purse, plan_of, terms_of
from tournaments.selectors.money_words import refused
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.money_setting_up import (
    PurseSpec,
    purse_facts,
    require_free_name,
    terms_write,
)
from tournaments.services.refusals import payouts_made


@transaction.atomic
def auction_set(
    *,
    event_id: int,
    spec: PurseSpec,
    ranking: str,
    act: Act,
    number: int | None = None,
    seen_version: int | None = None,
) -> Purse:
    """Make a calcutta (without a number), or change its terms. The money of the event comes first.

    What lots are sold for is all that comes in, beside money added.
    """
    event = lock_event(event_id, seen_version=seen_version)
    numbers = set(event.purses.values_list("number", flat=True))
    if PRIZES not in numbers:
        raise no_such_purse(PRIZES)
    _check_spec(event, spec, ranking, number)
    view = None if number is None else calcutta(event, number)
    purse = Purse(event=event, number=max(numbers) + 1) if view is None else view.row
    before = _facts(event, purse, None if view is None else view.auction.ranking)
    if view is not None:
        require_no_payouts(view)
    terms_write(event, purse, spec)
    auction = Auction(purse=purse) if view is None else view.auction
    auction.ranking = ranking
    auction.save()
    _check_table(event, purse, view)
    log(
        event.tournament_id,
        "money.calcutta.changed",
        act,
        event=event,
        subject=purse.name,
        before=before,
        after=_facts(event, purse, ranking),
    )
    bump(event)
    return purse


@transaction.atomic
def auction_remove(
    *, event_id: int, number: int, act: Act, seen_version: int | None = None
) -> None:
    """Take a calcutta away with its sales, unless money changed hands."""
    event = lock_event(event_id, seen_version=seen_version)
    view = calcutta(event, number)
    require_no_payouts(view)
    if any(owner.counted for owner in view.owners):
        raise ConflictError(
            "auction_has_paid",
            _("Buyers have paid: give the money back and take the payments back first."),
        )
    facts = _facts(event, view.row, view.auction.ranking)
    log(
        event.tournament_id,
        "money.calcutta.removed",
        act,
        event=event,
        subject=view.name,
        before={**facts, "sold": len(view.sold)},
    )
    for lot in view.lots:
        lot.row.delete()
    view.row.delete()
    bump(event)


@transaction.atomic
def auction_publish(
    *, event_id: int, published: bool, act: Act, seen_version: int | None = None
) -> Event:
    """Show on the public page who was sold to whom and for how much, or hide it."""
    event = lock_event(event_id, seen_version=seen_version)
    if published and not event.purses.filter(auction__isnull=False).exists():
        raise ConflictError("no_calcutta", _("There is no calcutta to show."))
    if event.auction_published != published:
        event.auction_published = published
        action = "money.calcutta.published" if published else "money.calcutta.hidden"
        log(event.tournament_id, action, act, event=event)
        bump(event, "auction_published")
    return event


def require_no_payouts(view: AuctionView) -> None:
    if view.has_payouts:
        raise payouts_made()


def _check_spec(event: Event, spec: PurseSpec, ranking: str, number: int | None) -> None:
    if not spec.name.strip():
        raise InvalidError("name_missing", _("Give the calcutta a name."))
    require_free_name(event, spec.name, number)
    if ranking not in Auction.Ranking.values:
        raise InvalidError("ranking_unknown", _("Say which places count."))
    if spec.split == Purse.Split.AMOUNTS:
        raise InvalidError(
            "split_by_amounts",
            _("Nobody knows the pool before all is sold: split it by per cent or by a table."),
        )
    if spec.fee or spec.guaranteed or spec.consolation_share:
        raise InvalidError(
            "not_in_calcutta",
            _("A calcutta has no fee, no guarantee and no share of the consolation."),
        )


def _check_table(event: Event, purse: Purse, view: AuctionView | None) -> None:
    """The table by itself; and with what was sold so far."""
    plan = plan_of(purse)
    sold = [] if view is None else view.sold
    try:
        if plan.split is Split.PRESET:
            table = preset(plan.preset)
            entrants = max(len(parts) for _most, parts in table.rows)
            table_of(plan, entrants, (MAIN,))
        else:
            table_of(plan, 0, (MAIN,))
        if view is not None and sold:
            amount = pool([lot.price for lot in sold], terms_of(purse)).amount
            planned(plan, amount, sum(len(lot.entries) for lot in view.lots), (MAIN,))
    except FormatError as error:
        raise refused(error, event.tournament.currency) from error


def _facts(event: Event, purse: Purse, ranking: str | None) -> dict[str, Any]:
    facts = purse_facts(purse, event.tournament.currency)
    kept = ("name", "added", "unit", "split", "preset", "deductions", "prizes")
    return {**{name: facts[name] for name in kept}, "ranking": ranking or ""}
