"""Other match lengths for the rounds to come: the evening is short, or the end shall be longer."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.engine.errors import ScoreError
from matches.engine.score import check_length
from players.actors import Act
from tournaments.formats import FormatError
from tournaments.formats.round_plan import RoundPlan
from tournaments.models import Event
from tournaments.selectors.rounds import load_rounds, plan_of
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.refusals import require_in_rounds


@transaction.atomic
def round_lengths_set(
    *, event_id: int, lengths: Mapping[str, int], act: Act, seen_version: int | None = None
) -> Event:
    """Lengths by the round from which on they hold, of rounds that are not published yet.

    Raises InvalidError `lengths_unreadable`, `length_round_unknown`, `length_...`; ConflictError
    `round_published` where a published round would have had another length.
    """
    event = lock_event(event_id, seen_version=seen_version)
    require_in_rounds(event)
    if event.published_at is None:
        raise ConflictError("not_running", _("Change the settings of the event instead."))
    before = plan_of(event)
    after = _plan_with(event, lengths)
    for row in load_rounds(event).published:
        if before.length_of(row.number, event.length) != after.length_of(row.number, event.length):
            raise ConflictError(
                "round_published",
                _("Round %(round)s is published, and keeps its match length.")
                % {"round": row.number},
                round=row.number,
            )
    if after == before:
        return event
    event.round_rules = after.as_data()
    log(
        event.tournament_id,
        "round_lengths.changed",
        act,
        event=event,
        before={"lengths": before.as_data().get("lengths", {})},
        after={"lengths": after.as_data().get("lengths", {})},
    )
    bump(event, "round_rules")
    return event


def _plan_with(event: Event, lengths: Mapping[str, int]) -> RoundPlan:
    try:
        plan = RoundPlan.of(event.format, {**(event.round_rules or {}), "lengths": lengths})
        for length in plan.lengths.values():
            check_length(length, even_allowed=event.even_lengths)
    except (FormatError, ScoreError) as error:
        raise InvalidError.of(error) from error
    return plan
