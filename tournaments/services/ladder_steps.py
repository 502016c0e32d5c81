"""The steps of a ladder as rows: written one after the other, and kept in agreement with results.

The result of a challenge is a step like any other. It stands where the match was decided first: a
correction changes who won and not when, a result taken back takes its step with it.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from tournaments.models import Event, Fixture, LadderStep

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
            kind=Kind.DECIDED, challenge__in=[row.number for row in listed]
        )
    }
    for row in listed:
        step, winner = known.get(row.number), row.winner_id
        if winner is None:
            if step is not None:
                step.delete()
            continue
        loser = row.entry_2_id if winner == row.entry_1_id else row.entry_1_id
        if step is None:
            facts = {"challenge": row.number, "entry_id": winner, "opponent_id": loser}
            step_add(event, Kind.DECIDED, _decided_at(row), **facts)
        elif step.entry_id != winner:
            step.entry_id, step.opponent_id = winner, loser
            step.save(update_fields=["entry", "opponent"])


def _when(row: Fixture) -> tuple[float, int]:
    """Several results at once, as after a crash, are told in the order of their decisions."""
    return (_decided_at(row).timestamp() if row.winner_id else 0.0, row.number)


def _decided_at(row: Fixture) -> datetime:
    assert row.match is not None
    assert row.match.decided_at is not None
    return row.match.decided_at
