"""Undo among all else that directors do to a bracket with money: in one piece, whatever comes."""

from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from config.errors import DomainError
from players.services.people import PersonFacts
from tests.builders import Stage, by_director, make_event
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.purses import set_pool, view, with_purse
from tests.tournaments.test_undo import facts
from tournaments.models import Event
from tournaments.selectors.deeds import last_deed
from tournaments.services.drawing import event_discard_draft, event_draft, event_publish
from tournaments.services.entries import NewEntry, entries_add, entry_remove
from tournaments.services.money_paying_out import deal_set, payout_make
from tournaments.services.money_taking import fee_set, payment_add, pool_fill
from tournaments.services.results import result_enter
from tournaments.services.undoing import event_undo, undo_preview


class Desk:
    """A director who tries this and that; `lot` chooses among what there is, `minute` goes on."""

    def __init__(self, event: Event, lot: int, minute: int) -> None:
        self.event = event
        self.lot = lot
        self.act = by_director(minute, "As it was")
        self.stage = Stage(event)

    def draft(self) -> None:
        event_draft(event_id=self.event.pk, seed=f"s{self.lot}", act=self.act)

    def discard(self) -> None:
        event_discard_draft(event_id=self.event.pk, act=self.act)

    def publish(self) -> None:
        event_publish(event_id=self.event.pk, act=self.act)

    def enter(self) -> None:
        new = NewEntry(PersonFacts(f"New {self.act.at:%H%M}"))
        entries_add(event_id=self.event.pk, entries=[new], act=self.act)

    def remove(self) -> None:
        entry_remove(event_id=self.event.pk, entry_id=self._somebody(), act=self.act)

    def play(self) -> None:
        for key in self.stage.open_keys()[:1]:
            self.stage.win(key, 1 + self.lot % 2, act=self.act)

    def correct(self) -> None:
        if key := self._decided():
            self.stage.win(key, 1 + self.lot % 2, act=self.act, clear=True)

    def reopen(self) -> None:
        if key := self._decided():
            result_enter(event_id=self.event.pk, key=key, verdict=None, act=self.act, clear=True)

    def pay(self) -> None:
        payment_add(event_id=self.event.pk, entry_id=self._somebody(), act=self.act)

    def fee(self) -> None:
        fee_set(event_id=self.event.pk, entry_id=self._somebody(), amount=100, act=self.act)

    def pool(self) -> None:
        members = {self._somebody()}
        pool_fill(event_id=self.event.pk, number=1, entry_ids=members, act=self.act)

    def pay_out(self) -> None:
        who = self._somebody()
        payout_make(event_id=self.event.pk, number=0, bracket="M", entry_id=who, act=self.act)

    def deal(self) -> None:
        heap = view(self.event).purse(0).heap("M")
        shares: dict[int, int] = dict.fromkeys(heap.standing.still_in, 0)
        shares[self._somebody()] = sum(heap.by_place.get(n, 0) for n, _ in enumerate(shares, 1))
        deal_set(event_id=self.event.pk, number=0, bracket="M", shares=shares, act=self.act)

    def undo(self) -> None:
        found = undo_preview(self.event)
        if found is not None:
            event_undo(event_id=self.event.pk, deed_id=found.deed.id, act=self.act, clear=True)

    def _decided(self) -> str:
        rows = self.event.fixtures.filter(match__state="decided")
        keys = sorted(rows.values_list("key", flat=True))
        return keys[self.lot % len(keys)] if keys else ""

    def _somebody(self) -> int:
        people = list(self.event.entries.values_list("pk", flat=True))
        return people[self.lot % len(people)] if people else 0


BEFORE = [Desk.draft, Desk.discard, Desk.publish, Desk.enter, Desk.remove, Desk.fee, Desk.pool]
AFTER = [Desk.play, Desk.play, Desk.correct, Desk.reopen, Desk.pay, Desk.pay_out, Desk.deal]
DEEDS = st.lists(
    st.tuples(
        st.sampled_from([*BEFORE, Desk.publish, *AFTER, Desk.play, *[Desk.undo] * 5]),
        st.integers(0, 11),
    ),
    min_size=8,
    max_size=24,
)


def whole(event: Event) -> object:
    return facts(event), exported(event)["money"]


# What has an inverse that is exact, with the number of drafts and the log left aside.
EXACT = [Desk.draft, Desk.discard, Desk.publish, Desk.remove, Desk.play, Desk.correct, Desk.reopen]


@pytest.mark.django_db
@settings(
    max_examples=10,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(deeds=DEEDS)
def test_an_event_stays_in_one_piece(
    deeds: Sequence[tuple[Callable[[Desk], None], int]],
) -> None:
    event = with_purse("ABCDE", event=make_event(consolation_length=5))
    set_pool(event)
    for minute, (deed, lot) in enumerate(deeds, 10):
        event.refresh_from_db()
        before, newest = whole(event), last_deed(event)
        with suppress(DomainError):  # what cannot be done is refused, and nothing has changed
            deed(Desk(event, lot, 2 * minute))
        if deed in EXACT and last_deed(event) != newest and whole(event) != before:
            with suppress(DomainError):
                undone = Desk(event, lot, 2 * minute + 1)
                undone.undo()
                assert whole(event) == before
    view(event)
    archive = exported(event)
    copy = imported(archive, into=f"copy-{event.pk}")
    assert comparable(exported(copy)) == comparable(archive)
