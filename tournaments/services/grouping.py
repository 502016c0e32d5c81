"""The draw of an event of rounds: the seed and, for a round robin in groups, who is in which.

Groups are kept with the draw, with all that they follow from: the field, the seed, the options and
what was changed by hand. Everything else of the event is worked out from them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from config.errors import InvalidError
from players.actors import Act
from tournaments.formats import ALGORITHM, FormatError
from tournaments.formats.grouping import GROUPS_ALGORITHM
from tournaments.formats.redraw import options_data, regrouped
from tournaments.models import Entry, Event, Round
from tournaments.selectors.rounds import load_rounds, plan_of
from tournaments.services.draw_options import DrawWish, group_options_for, require_blind
from tournaments.services.rounds import store_draft


def round_draw(event: Event, entries: Sequence[Entry], seed: str, wish: DrawWish) -> dict[str, Any]:
    """What is kept of the draw. Raises InvalidError `group_of_one` and others of the formats."""
    field = [entry.number for entry in entries]
    groups = plan_of(event).groups
    if groups == 1:
        require_blind(wish)
        return {"algorithm": ALGORITHM, "seed": seed, "field": field, "notices": []}
    draw = {
        "algorithm": GROUPS_ALGORITHM,
        "seed": seed,
        "field": field,
        "notices": [],
        "options": options_data(group_options_for(event, entries, wish), wish.apart),
        "altered": [],
    }
    try:
        return {**draw, "groups": _listed(draw, groups)}
    except FormatError as error:
        raise InvalidError.of(error) from error


def groups_lay(event: Event, altered: Sequence[Mapping[str, Any]], act: Act) -> None:
    """Change a draft by these exchanges and no others. Needs the event locked, a transaction.

    Raises FormatError.
    """
    draw = {**(event.draw or {}), "altered": list(altered)}
    event.draw = {**draw, "groups": _listed(draw, plan_of(event).groups)}
    Round.objects.filter(stage__event=event).delete()
    store_draft(load_rounds(event), act)


def _listed(draw: Mapping[str, Any], groups: int) -> list[list[int]]:
    return [list(group) for group in regrouped(draw, groups)]
