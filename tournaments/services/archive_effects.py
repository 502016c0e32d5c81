"""What a ruling did, as an archive says it: read and checked, and otherwise left as it is."""

from collections.abc import Mapping
from typing import Any

from matches.models import Outcome
from tournaments.services.archive_places import LARGE, SMALL, Place


def effects_read(place: Place) -> dict[str, Any]:
    given = place.value if isinstance(place.value, dict) else {}
    part = place.record(newer=dict.fromkeys(name for name in _READ if name in given))
    return {name: _READ[name](each) for name, each in part.items()}


def taken_back_read(place: Place, effects: Mapping[str, Any]) -> list[str]:
    found = [one.choice(effects) for one in place.items()]
    place.once(found)
    return found


def _times(place: Place) -> dict[str, dict[str, int]]:
    given = place.value if isinstance(place.value, dict) else {}
    sides = place.record(newer=dict.fromkeys(side for side in ("1", "2") if side in given))
    found = {}
    for side, each in sides.items():
        part = each.record("before", "after")
        found[side] = {name: part[name].whole(0, LARGE) for name in ("before", "after")}
    return found


def _penalty(place: Place) -> dict[str, int]:
    part = place.record("side", "points")
    return {"side": part["side"].side(), "points": part["points"].whole(1, SMALL)}


def _result(place: Place) -> dict[str, Any]:
    part = place.record("before", "after")
    return {name: part[name].maybe(_outcome) for name in ("before", "after")}


def _outcome(place: Place) -> dict[str, Any]:
    part = place.record("winner", "outcome", "scores")
    return {
        "winner": part["winner"].maybe(Place.side),
        "outcome": part["outcome"].choice(Outcome.values),
        "scores": part["scores"].maybe(
            lambda scores: [one.whole(0, SMALL) for one in scores.pair()]
        ),
    }


_READ = {"times": _times, "penalty": _penalty, "result": _result, "warning": Place.side}
