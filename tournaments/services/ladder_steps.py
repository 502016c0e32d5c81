"""The steps of a ladder as rows: written one after the other, and kept in agreement with results.

The result of a challenge is a step like any other. It stands where the match was decided first: a
correction changes who won and not when, a result taken back takes its step with it.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from tournaments.models import Event, Fixture
from tournaments.models_ladders import LadderStep

Kind = LadderStep.Kind


def step_add(event: Event, kind: str, at: datetime, **facts: Any) -> LadderStep:
    """The next step. Needs the event locked and a transaction."""
    last = event.ladder_steps.order_by("-number").values_list("number", flat=True).first()
    return LadderStep.objects.create(event=event, number=(last or 0) + 1, kind=kind, at=at, **facts)


def steps_follow(event: Event, rows: Iterable[Fixture]) -> None:
    """Make the steps agree with these fixtures. Needs the event locked and a transaction."""
    listed = sorted(rows, key=_when)
    known = {
        step.challenge: step
        for step in event.ladder_steps.filter(
            kind__in=LadderStep.RESULTS, challenge__in=[row.number for row in listed]
        )
    }
    for row in listed:
        step = known.get(row.number)
        if row.status != Fixture.Status.DECIDED:
            if step is not None:
                step.delete()
            continue
        facts = _facts(row)
        if step is None:
            step_add(event, at=_decided_at(row), challenge=row.number, **facts)
        elif facts != {name: getattr(step, name) for name in facts}:
            event.ladder_steps.filter(pk=step.pk).update(**facts)


def _facts(row: Fixture) -> dict[str, Any]:
    """The winner stands first; the challenger where both lost."""
    pair = [row.entry_1_id, row.entry_2_id]
    if row.winner_id == row.entry_2_id:
        pair.reverse()
    kind = Kind.BOTH_LOST if row.winner_id is None else Kind.DECIDED
    return {"kind": kind, "entry_id": pair[0], "opponent_id": pair[1]}


def _when(row: Fixture) -> tuple[float, int]:
    """Several results at once, as after a crash, are told in the order of their decisions."""
    is_decided = row.status == Fixture.Status.DECIDED
    return (_decided_at(row).timestamp() if is_decided else 0.0, row.number)


def _decided_at(row: Fixture) -> datetime:
    assert row.match is not None
    assert row.match.decided_at is not None
    return row.match.decided_at
