"""Events with money: what the tests of purses, payments and payouts start from."""

from collections.abc import Sequence
from typing import Any

from tests.builders import Stage, by_director, enter, make_event
from tournaments.formats.money import Deduction
from tournaments.formats.payouts import Position
from tournaments.models import Event
from tournaments.models_money import Purse
from tournaments.selectors.money import HeapView, MoneyView, money
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.money_setting_up import PurseSpec, pool_set, purse_set

HOUSE = Deduction("house", basis_points=1000)


def by_hand(*main: int, consolation: Sequence[int] = ()) -> dict[Position, int]:
    """Parts of the places 1, 2, ... of the main draw, and of the consolation."""
    return {
        **{Position("M", place): part for place, part in enumerate(main, 1)},
        **{Position("C", place): part for place, part in enumerate(consolation, 1)},
    }


def percent(*main: float, consolation: Sequence[float] = ()) -> dict[Position, int]:
    found = by_hand(*(int(part * 100) for part in main))
    return found | by_hand(consolation=[int(part * 100) for part in consolation])


def set_purse(event: Event, *, currency: str = "EUR", **spec: Any) -> Purse:
    """50 euros each; unless told otherwise 50, 30 and 20 per cent to the first three."""
    defaults: dict[str, Any] = {"fee": 5000, "prizes": percent(50, 30, 20)}
    return purse_set(
        event_id=event.pk,
        spec=PurseSpec(**{**defaults, **spec}),
        currency=currency,
        act=by_director(),
    )


def set_pool(event: Event, name: str = "Last chance", **spec: Any) -> Purse:
    defaults: dict[str, Any] = {"fee": 1000, "prizes": percent(100)}
    spec = {**defaults, **spec}
    return pool_set(event_id=event.pk, spec=PurseSpec(name=name, **spec), act=by_director())


def with_purse(names: Sequence[str] = "ABCD", *, event: Event | None = None, **spec: Any) -> Event:
    event = event or make_event()
    enter(event, names)
    set_purse(event, **spec)
    event.refresh_from_db()
    return event


def start(event: Event, seed: str = "s") -> Event:
    event_draft(event_id=event.pk, seed=seed, act=by_director())
    event_publish(event_id=event.pk, act=by_director())
    event.refresh_from_db()
    return event


def view(event: Event) -> MoneyView:
    return money(Event.objects.select_related("tournament").get(pk=event.pk))


def heap(event: Event, number: int = 0, bracket: str = "M") -> HeapView:
    return view(event).purse(number).heap(bracket)


def lines(event: Event, number: int = 0, bracket: str = "M") -> list[tuple[str, int]]:
    return [(line.name, line.amount) for line in heap(event, number, bracket).lines]


def finalists(event: Event) -> tuple[str, str]:
    """Of four."""
    first, second = Stage(event).names("M2.1")
    assert first
    assert second
    return first, second
