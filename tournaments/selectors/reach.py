"""The part of an event that changed results reach, worked out without the rest of it.

The rows of a published event agree with the results that it took note of. So a new result can
only change its own fixture, those fed by it, and further ones where a walkover goes through at
once: a handful of rows, however large the event is. What comes out for them is what
`formats.progress` says when it walks the whole graph; a test holds the two together.
"""

from collections.abc import Collection, Iterable
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
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import decode_source, outcome_of

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
        now = settle(self._slot_now(first), self._slot_now(second), outcome_of(row))
        self.states[key] = now
        return (before.winner, before.loser) != (now.winner, now.loser)

    def _slot_now(self, side: _Side) -> Slot:
        if side.feeder is None or side.feeder not in self.states:
            return self._slot(side)
        feeder = self.states[side.feeder]
        return feeder.winner if isinstance(side.source, WinnerOf) else feeder.loser

    def _slot(self, side: _Side) -> Slot:
        """Who stands there by the rows; an empty slot is a bye, or we do not know yet who comes."""
        if side.entry_id is not None:
            return EntrantId(side.entry_id)
        return BYE if self._is_bye(side.source) else None

    def _is_bye(self, source: Source) -> bool:
        """Byes are known from the draw on, hence by the rows."""
        match source:
            case Bye():
                return True
            case Entrant():
                return False
            case WinnerOf(key):
                return self._row(key).status == Fixture.Status.EMPTY
            case LoserOf(key):
                row = self._row(key)
                if row.status in {Fixture.Status.BYE, Fixture.Status.EMPTY}:
                    return True
                return any(self._is_bye(side.source) for side in _sides(row) if _is_open(row))

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
        sources = [f"{kind}:{key}" for key in asked for kind in ("winner", "loser")]
        self._load(Q(key__in=asked) | Q(source_1__in=sources) | Q(source_2__in=sources))
        self.fed |= {key: [] for key in asked}
        for row in self.rows.values():
            for feeder in {side.feeder for side in _sides(row)}:
                if feeder in asked:
                    self.fed[feeder].append(row.key)

    def _load_open_feeders(self, keys: Iterable[str]) -> None:
        """All at once what `_is_bye` would ask for one by one."""
        sides = [side for key in keys for side in _sides(self.rows[key]) if side.entry_id is None]
        wanted = {side.feeder for side in sides if side.feeder is not None} - self.rows.keys()
        if wanted:
            self._load(Q(key__in=wanted))

    def _load(self, which: Q) -> None:
        for row in self.event.fixtures.filter(which).select_related("match").order_by():
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


def _noted(row: Fixture) -> Outcome | None:
    """The outcome that the row took note of."""
    if row.winner_id is None or row.status != Fixture.Status.DECIDED:
        return None
    loser_id = row.entry_2_id if row.winner_id == row.entry_1_id else row.entry_1_id
    assert loser_id is not None
    return Outcome(EntrantId(row.winner_id), EntrantId(loser_id))
