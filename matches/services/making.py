"""Making matches: many at once, in three statements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from matches.models import Match, Side
from matches.services.watching import Watching


@dataclass(frozen=True, slots=True)
class SideSpec:
    name: str
    player_ids: Sequence[int]


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """A match to come; `length` is in points, `version` what the match begins with.

    `sets_to_win` above 1: the length is that of a set, and `decider` that of the last one. `rules`
    are what it is played by, None for those of all that are made with it.
    """

    length: int
    first: SideSpec
    second: SideSpec
    version: int = 1
    sets_to_win: int = 1
    decider: int | None = None
    rules: Mapping[str, Any] | None = None


@transaction.atomic
def matches_create(
    specs: Sequence[MatchSpec],
    *,
    rules: Mapping[str, Any],
    at: datetime,
    watching: Watching | None = None,
) -> list[Match]:
    """New open matches, in three statements for any number; `watching` is as spectators see them.

    The caller validated the lengths; the database refuses what is left.
    """
    seen = (watching or Watching()).columns()
    matches = Match.objects.bulk_create(
        [
            Match(
                length=spec.length,
                sets_to_win=spec.sets_to_win,
                decider=spec.decider,
                version=spec.version,
                rules=dict(rules if spec.rules is None else spec.rules),
                created_at=at,
                **seen,
            )
            for spec in specs
        ]
    )
    wanted = [
        (Side(match=match, number=number, name=side.name), side.player_ids)
        for match, spec in zip(matches, specs, strict=True)
        for number, side in ((1, spec.first), (2, spec.second))
    ]
    Side.objects.bulk_create([side for side, _ in wanted])
    through = Side.players.through
    through.objects.bulk_create(
        [through(side_id=side.pk, player_id=pk) for side, ids in wanted for pk in ids]
    )
    return matches
