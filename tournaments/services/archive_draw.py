"""The draw of an archive, and the settings that it was made by. See `archive_facts`."""

from collections.abc import Callable, Mapping
from typing import Any

from config.errors import in_words
from tournaments.formats import FormatError
from tournaments.formats.bracket_plan import BracketPlan
from tournaments.formats.redraw import alterations_of, options_of
from tournaments.services.archive_matches import read_length
from tournaments.services.archive_places import Place

# What an archive from before there were options would have said.
NO_OPTIONS: Mapping[str, Any] = {"options": {}, "altered": [], "groups": []}


def read_bracket_rules(place: Place) -> dict[str, Any] | None:
    plan = place.settings(BracketPlan.of)
    for length in plan.lengths():
        read_length(Place(length, place.path))
    return plan.as_data() or None


def read_draw(place: Place, numbers: set[int]) -> dict[str, Any]:
    part = place.record("algorithm", "seed", "field", "notices", newer=NO_OPTIONS)
    groups = [[entry.known(numbers) for entry in group.items()] for group in part["groups"].items()]
    return {
        "algorithm": part["algorithm"].text(100),
        "seed": part["seed"].text(1000),
        "field": [entry.known(numbers) for entry in part["field"].items()],
        "notices": [code.text(100) for code in part["notices"].items()],
        "options": _readable(part["options"], options_of),
        "altered": _readable(part["altered"], alterations_of),
        **({"groups": groups} if groups else {}),
    }


def _readable(place: Place, read: Callable[[Any], object]) -> Any:
    data = place.data()
    try:
        read(data)
    except FormatError as error:
        raise place.fault(in_words(error)) from error
    return data
