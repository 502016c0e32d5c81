"""Whatever directors do to an event of rounds in whatever order, it stays in one piece."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from config.errors import DomainError
from matches.models import BOTH_LOST
from matches.services.steps import Verdict
from players.services.people import PersonFacts
from tests.builders import Stage, by_director, make_rounds
from tests.tournaments.archives import comparable, exported, imported
from tournaments.formats import entrant_in
from tournaments.models import Event, Fixture, Table
from tournaments.selectors.boards import load_board
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.rounds import load_rounds
from tournaments.services.attendance import (
    entry_add_late,
    entry_miss_round,
    entry_reinstate,
    entry_withdraw,
)
from tournaments.services.entries import NewEntry
from tournaments.services.results import result_enter
from tournaments.services.round_lengths import round_lengths_set
from tournaments.services.round_wishes import pair_add, round_swap
from tournaments.services.rounds import (
    round_discard,
    round_draft,
    round_publish,
    round_take_back,
    rounds_set,
)
from tournaments.services.undoing import event_undo

ACT = by_director(7, "As it was")


class Desk:
    """A director who tries this and that; `lot` chooses among what there is."""

    def __init__(self, event: Event, lot: int) -> None:
        self.event = event
        self.lot = lot
        self.stage = Stage(event)

    def play(self) -> None:
        for n, key in enumerate(self.stage.open_keys()):
            if (self.lot + n) % 5 == 4:
                verdict = Verdict(None, BOTH_LOST[n % 2])
                result_enter(event_id=self.event.pk, key=key, verdict=verdict, act=ACT)
            else:
                self.stage.win(key, 1 + (self.lot + n) % 2)

    def play_one(self) -> None:
        for key in self.stage.open_keys()[:1]:
            self.stage.win(key, 1 + self.lot % 2)

    def correct(self) -> None:
        if key := self._decided():
            self.stage.win(key, 1 + self.lot % 2, act=ACT)

    def reopen(self) -> None:
        if key := self._decided():
            result_enter(event_id=self.event.pk, key=key, verdict=None, act=ACT)

    def _decided(self) -> str:
        keys = sorted(self.event.fixtures.filter(status="decided").values_list("key", flat=True))
        return keys[self.lot % len(keys)] if keys else ""

    def draft(self) -> None:
        round_draft(event_id=self.event.pk, act=ACT)

    def publish(self) -> None:
        if self.event.format != "round_robin" and load_rounds(self.event).draft is None:
            self.draft()
        round_publish(event_id=self.event.pk, act=ACT)

    def discard(self) -> None:
        round_discard(event_id=self.event.pk, act=ACT)

    def take_back(self) -> None:
        round_take_back(event_id=self.event.pk, act=ACT)

    def leave(self) -> None:
        entry_withdraw(event_id=self.event.pk, entry_id=self._somebody(), act=ACT)

    def come_back(self) -> None:
        entry_reinstate(event_id=self.event.pk, entry_id=self._somebody(), act=ACT)

    def _somebody(self) -> int:
        people = list(self.event.entries.values_list("pk", flat=True))
        return people[self.lot % len(people)] if people else 0

    def late(self) -> None:
        entry = NewEntry(PersonFacts(f"Late {self.event.entries.count()}"))
        entry_add_late(event_id=self.event.pk, entry=entry, late="bye", act=ACT)

    def undo(self) -> None:
        if deed := last_deed(self.event):
            event_undo(event_id=self.event.pk, deed_id=deed.id, act=by_director(self.lot + 60))

    def miss(self) -> None:
        entry_miss_round(event_id=self.event.pk, entry_id=self._somebody(), act=ACT)

    def swap(self) -> None:
        entries = self.event.entries.count() or 1  # all were undone
        one, other = 1 + self.lot % entries, 1 + (self.lot + 1) % entries
        round_swap(event_id=self.event.pk, first=one, second=other, act=ACT)

    def wish(self) -> None:
        kind = ("forced", "forbidden", "apart")[self.lot % 3]
        pair_add(event_id=self.event.pk, kind=kind, pair=(1, 2 + self.lot % 2), act=ACT)

    def lengthen(self) -> None:
        lengths = {str(1 + self.lot % 4): 9}
        round_lengths_set(event_id=self.event.pk, lengths=lengths, act=ACT)

    def change_rounds(self) -> None:
        rounds_set(event_id=self.event.pk, rounds=1 + self.lot % 6, act=ACT)


DEEDS = [
    Desk.play, Desk.play, Desk.play_one, Desk.correct, Desk.reopen, Desk.draft, Desk.publish,
    Desk.publish, Desk.discard, Desk.take_back, Desk.leave, Desk.come_back, Desk.late,
    Desk.change_rounds, Desk.undo, Desk.undo, Desk.miss, Desk.swap, Desk.wish, Desk.lengthen,
]  # fmt: skip


def is_whole(event: Event) -> None:
    event.refresh_from_db()
    if event.published_at is None:  # undone as far as that: there is nothing to play
        assert not event.fixtures.exists()
        assert not Table.objects.filter(fixture__event=event).exists()
        archive = exported(event)
        copy = imported(archive, into=f"copy-{event.pk}")
        assert comparable(exported(copy)) == comparable(archive)
        return
    board, rounds = load_board(event), load_rounds(event)
    for key, state in board.states().items():
        row = board.rows[key]
        assert (row.status, row.winner_id) == (state.status.value, entrant_in(state.winner)), key
        assert (row.match is not None) is (state.status.value in {"ready", "decided"}), key
    waiting = [row for row in board.rows.values() if row.status == Fixture.Status.READY]
    assert (event.state == "finished") is (not waiting and rounds.pure.is_over)
    rows = rounds.table.rows
    assert {row.entrant for row in rows} == set(rounds.by_number)
    assert [row.first for row in rows] == sorted(row.first for row in rows)
    tables = Table.objects.filter(fixture__event=event)
    seated = [pk for row in tables for pk in (row.fixture.entry_1_id, row.fixture.entry_2_id)]  # type: ignore[union-attr]
    assert len(seated) == len(set(seated))
    archive = exported(event)
    assert comparable(exported(imported(archive, into=f"copy-{event.pk}"))) == comparable(archive)


Deeds = Sequence[tuple[Callable[[Desk], None], int]]
DEEDS_AND_LOTS = st.lists(
    st.tuples(st.sampled_from(DEEDS), st.integers(0, 11)), min_size=4, max_size=14
)


@pytest.mark.django_db
@pytest.mark.parametrize("format_", ["swiss", "lives", "round_robin"])
@settings(
    max_examples=12,
    deadline=None,
    phases=[Phase.generate],  # to shrink a whole event takes minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(names=st.integers(3, 7), deeds=DEEDS_AND_LOTS)
def test_an_event_of_rounds_stays_in_one_piece(format_: str, names: int, deeds: Deeds) -> None:
    rules: dict[str, Any] = {"rounds": 2} if format_ == "swiss" else {}
    event = make_rounds("ABCDEFG"[:names], format_, **rules)
    for deed, lot in deeds:
        event.refresh_from_db()
        with suppress(DomainError):  # what cannot be done is refused, and nothing has changed
            deed(Desk(event, lot))
    is_whole(event)
