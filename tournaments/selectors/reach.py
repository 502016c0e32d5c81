"""The part of an event that changed results reach, worked out without the rest of it.

The rows of a published event agree with the results that it took note of. So a new result can
only change its own fixture, those fed by it, and further ones where a walkover goes through at
once: a handful of rows, however large the event is. What comes out for them is what
`formats.progress` says when it walks the whole graph; a test holds the two together.

A row does not say of an empty slot whether it is a bye or waits for somebody. The fixture that
feeds it does, and where that one waits itself, those that feed it in turn: a few steps at most,
since a loser's link alone leads further back. Those who have left stand in the rows that are
loaded, and whoever comes to a slot stood in one of them before.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.db.models import Q

from tournaments.formats import (
    BYE,
    Bye,
    Entrant,
    EntrantId,
    LoserOf,
    NodeState,
    Outcome,
    Slot,
    Source,
    WinnerOf,
    settle,
)
from tournaments.formats.progress import loser_for
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import (
    decode_source,
    encode_source,
    outcome_of,
    withdrawn_of,
)

Rows = dict[str, Fixture]
States = dict[str, NodeState]


def reached(event: Event, keys: Collection[str]) -> tuple[Rows, States]:
    """The fixtures that results of these fixtures reach: their rows as they are, and their states.

    Among them are some whose row agrees with its state. Usually two queries, and one more for each
    walkover that goes through.
    """
    return _Reach(event).run(keys)


class _Side(NamedTuple):
    """One slot of a row."""

    entry_id: int | None
    source: Source

    @property
    def feeder(self) -> str | None:
        return self.source.key if isinstance(self.source, WinnerOf | LoserOf) else None

    @property
    def asks(self) -> str | None:
        """The fixture that tells whether an empty slot is a bye."""
        return self.feeder if self.entry_id is None else None


class _Reach:
    """Settles fixtures in waves; the rows are loaded when a wave comes to them."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.rows: Rows = {}
        self.states: States = {}
        self.fed: dict[str, list[str]] = {}  # by the key of the feeder, once it was asked for

    def run(self, keys: Collection[str]) -> tuple[Rows, States]:
        self._load_with_fed(keys)
        # One may be gone by now: its round was taken back.
        wave = [key for key in keys if key in self.rows]
        while wave:
            self._load_open_feeders(wave)
            passed_on = [key for key in wave if self._settle(key)]
            self._load_with_fed(passed_on)
            wave = list(dict.fromkeys(fed for key in passed_on for fed in self.fed[key]))
        # In the order of a walk of all: what is made of the rows is then numbered alike.
        found = sorted((self.rows[key] for key in self.states), key=_by_place)
        return {row.key: row for row in found}, self.states

    def _settle(self, key: str) -> bool:
        """Returns whether others than before go on from here."""
        row = self.rows[key]
        first, second = _sides(row)
        before = self.states.get(key)
        if before is None:
            before = settle(self._slot(first), self._slot(second), _noted(row))
        pair = self._slot_now(first), self._slot_now(second)
        now = settle(*pair, outcome_of(row), withdrawn_of(self.rows.values()))
        self.states[key] = now
        return _passed_on(before) != _passed_on(now)

    def _slot_now(self, side: _Side) -> Slot:
        if side.feeder is None or side.feeder not in self.states:
            return self._slot(side)
        feeder = self.states[side.feeder]
        if isinstance(side.source, LoserOf):
            return loser_for(side.source.slot, feeder)
        return feeder.winner

    def _slot(self, side: _Side) -> Slot:
        """Who stands there by the rows; an empty slot is a bye, or we do not know yet who comes."""
        if side.entry_id is not None:
            return EntrantId(side.entry_id)
        return BYE if self._is_bye(side.source) else None

    def _is_bye(self, source: Source) -> bool:
        """Of a slot in which nobody stands by the rows."""
        match source:
            case Bye():
                return True
            case Entrant():
                return False
            case WinnerOf(key):
                row = self._row(key)
                return row.status == Fixture.Status.EMPTY or _is_double_forfeit(row)
            case LoserOf(key):
                row = self._row(key)
                if row.status == Fixture.Status.WAITING:
                    return any(self._is_bye(side.source) for side in _sides(row) if _is_open(row))
                # Had somebody lost there who comes by this link, he would stand in the slot.
                return row.status != Fixture.Status.READY

    # --- Loading ---------------------------------------------------------------------------------
    def _row(self, key: str) -> Fixture:
        if key not in self.rows:
            self._load(Q(key=key))
        return self.rows[key]

    def _load_with_fed(self, keys: Collection[str]) -> None:
        """The fixtures of these keys and those fed by them."""
        asked = [key for key in keys if key not in self.fed]
        if not asked:
            return
        sources = [encode_source(link) for key in asked for link in _links(key)]
        self._load(Q(key__in=asked) | Q(source_1__in=sources) | Q(source_2__in=sources))
        self.fed |= {key: [] for key in asked}
        for row in self.rows.values():
            for feeder in {side.feeder for side in _sides(row)}:
                if feeder in asked:
                    self.fed[feeder].append(row.key)

    def _load_open_feeders(self, keys: Iterable[str]) -> None:
        """Step by step, all at once, what `_is_bye` would ask for one by one."""
        sides = [side for key in keys for side in _sides(self.rows[key])]
        while asked := {side.asks for side in sides} - {None}:
            if wanted := asked - self.rows.keys():
                self._load(Q(key__in=wanted))
            losers = {side.asks for side in sides if isinstance(side.source, LoserOf)}
            waiting = [self.rows[key] for key in losers if key is not None]
            sides = [side for row in waiting if _leads_back(row) for side in _sides(row)]

    def _load(self, which: Q) -> None:
        related = ("match", "entry_1", "entry_2")
        for row in self.event.fixtures.filter(which).select_related(*related).order_by():
            self.rows.setdefault(row.key, row)


def _by_place(row: Fixture) -> tuple[int, int, int]:
    return row.stage_id, row.round, row.number


def _sides(row: Fixture) -> tuple[_Side, _Side]:
    return (
        _Side(row.entry_1_id, decode_source(row.source_1)),
        _Side(row.entry_2_id, decode_source(row.source_2)),
    )


def _is_open(row: Fixture) -> bool:
    """Nobody is known to stand there, so a bye may."""
    return row.entry_1_id is None and row.entry_2_id is None


def _links(key: str) -> Sequence[Source]:
    return WinnerOf(key), LoserOf(key), LoserOf(key, 1), LoserOf(key, 2)


def _leads_back(row: Fixture) -> bool:
    """Whether it takes those before this one to tell if somebody may lose here."""
    return row.status == Fixture.Status.WAITING and _is_open(row)


def _is_double_forfeit(row: Fixture) -> bool:
    return row.status == Fixture.Status.DECIDED and row.winner_id is None


def _passed_on(now: NodeState) -> tuple[Slot, Slot, bool]:
    """What others see of it: who goes on, and for links with a condition from which slot."""
    return now.winner, now.loser, now.loser is not None and now.first == now.loser


def _noted(row: Fixture) -> Outcome | None:
    """The outcome that the row took note of."""
    if _is_double_forfeit(row):
        assert row.entry_1_id is not None
        assert row.entry_2_id is not None
        pair = EntrantId(row.entry_1_id), EntrantId(row.entry_2_id)
        return Outcome(*pair, both_out=True)
    if row.winner_id is None or row.status != Fixture.Status.DECIDED:
        return None
    loser_id = row.entry_2_id if row.winner_id == row.entry_1_id else row.entry_1_id
    assert loser_id is not None
    return Outcome(EntrantId(row.winner_id), EntrantId(loser_id))
