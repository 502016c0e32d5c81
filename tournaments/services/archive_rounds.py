"""The rounds of an archive, and who plays in which: as they are read, in rows not saved yet.

Whether they agree with the seed and the results is for `archive_replay`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.round_event import ENTRANT_FACTS, TEMPLATES
from tournaments.formats.round_plan import RoundKind, RoundPlan
from tournaments.models import Entry, Round, Stage
from tournaments.services.archive_places import LARGE, SMALL, Place


@dataclass(frozen=True, slots=True)
class RoundFacts:
    bracket: str
    row: Round


def round_rules_read(place: Place, format_: str) -> dict[str, Any] | None:
    if format_ not in set(RoundKind):
        if place.value is not None:
            raise place.fault(_("this format has no rounds"))
        return None
    return place.settings(lambda data: RoundPlan.of(format_, data).as_data())


# --- Attendance of an entry ----------------------------------------------------------------------
# What an archive from before there were rounds, or withdrawals, would have said.
ATTENDANCE: Mapping[str, Any] = {
    "first_round": 1,
    "late": Entry.Late.LOSS.value,
    "last_round": None,
    "away": [],
    "withdrawn_at": None,
    "present_at": None,
    "disqualified": False,
}


def attendance_read(part: Mapping[str, Place]) -> dict[str, Any]:
    first = part["first_round"].whole(1, SMALL)
    return {
        "first_round": first,
        "late": part["late"].choice(Entry.Late.values),
        "last_round": part["last_round"].maybe(lambda last: last.whole(first - 1, SMALL)),
        "disqualified": part["disqualified"].flag(),
        "withdrawn_at": part["withdrawn_at"].maybe(Place.moment),
        "present_at": part["present_at"].maybe(Place.moment),
        "away": [round_.whole(1, SMALL) for round_ in part["away"].items()],
    }


# --- Rounds --------------------------------------------------------------------------------------
def round_read(place: Place, numbers: set[int]) -> RoundFacts:
    part = place.record(
        "bracket",
        "number",
        "pairings",
        "notices",
        "drafted_at",
        "published_at",
        newer={"made_with": {}, "drafts": 1},
    )
    row = Round(
        number=part["number"].whole(1, SMALL),
        pairings=[_pairing(each, numbers) for each in part["pairings"].items()],
        notices=[_notice(each) for each in part["notices"].items()],
        made_with=_made_with(part["made_with"], numbers),
        drafts=part["drafts"].whole(1, SMALL),
        drafted_at=part["drafted_at"].moment(),
        published_at=part["published_at"].maybe(Place.moment),
    )
    return RoundFacts(part["bracket"].column(Stage, "bracket"), row)


# --- What the director wished --------------------------------------------------------------------
def apart_read(place: Place, numbers: set[int]) -> list[list[int]]:
    return _pairs(place, numbers)


def next_round_read(place: Place, numbers: set[int]) -> dict[str, Any]:
    part = place.record(newer={"forced": [], "forbidden": [], "drafts": None, "pairs": None})
    found: dict[str, Any] = _wishes(part, numbers)
    if (drafts := part["drafts"].maybe(lambda each: each.whole(1, SMALL))) is not None:
        found["drafts"] = drafts
    if (pairs := part["pairs"].maybe(lambda each: _pairs_or_byes(each, numbers))) is not None:
        found["pairs"] = pairs
    return found


def _made_with(place: Place, numbers: set[int]) -> dict[str, Any]:
    part = place.record(
        newer={"forced": [], "forbidden": [], "apart": [], "labels": {}, "swaps": []}
    )
    found: dict[str, Any] = _wishes(part, numbers)
    for name in ("apart", "swaps"):
        if pairs := _pairs(part[name], numbers):
            found[name] = pairs
    if labels := _labels(part["labels"], numbers):
        found["labels"] = labels
    return found


def _wishes(part: Mapping[str, Place], numbers: set[int]) -> dict[str, Any]:
    forced = _pairs_or_byes(part["forced"], numbers)
    forbidden = _pairs(part["forbidden"], numbers)
    found = {"forced": forced, "forbidden": forbidden}
    return {name: pairs for name, pairs in found.items() if pairs}


def _pairs(place: Place, numbers: set[int]) -> list[list[int]]:
    return [[one.known(numbers) for one in _two(pair)] for pair in place.items()]


def _pairs_or_byes(place: Place, numbers: set[int]) -> list[list[int | None]]:
    found: list[list[int | None]] = []
    for pair in place.items():
        one, other = _two(pair)
        found.append([one.known(numbers), other.maybe(lambda each: each.known(numbers))])
    return found


def _two(place: Place) -> list[Place]:
    both = place.items()
    if len(both) != 2 or both[0].value == both[1].value:
        raise place.fault(_("two entrants are expected here"))
    return both


def _labels(place: Place, numbers: set[int]) -> dict[str, list[str]]:
    part = place.record(*(place.value if isinstance(place.value, dict) else ()))
    for number, labels in part.items():
        if not number.isascii() or not number.isdigit() or int(number) not in numbers:
            raise labels.fault(_("there is no entry with the number %(n)s") % {"n": ascii(number)})
    return {
        number: [label.text(200) for label in labels.items()] for number, labels in part.items()
    }


def _pairing(place: Place, numbers: set[int]) -> dict[str, Any]:
    part = place.record("number", "first", "second", "reasons")
    return {
        "number": part["number"].whole(1, LARGE),
        "first": part["first"].known(numbers),
        "second": part["second"].maybe(lambda second: second.known(numbers)),
        "reasons": [_reason(each, numbers) for each in part["reasons"].items()],
    }


def _reason(place: Place, numbers: set[int]) -> dict[str, Any]:
    part = place.record("code", "detail")
    code, detail = part["code"].choice(TEMPLATES), part["detail"].object()
    for fact in ENTRANT_FACTS & detail.keys():
        Place(detail[fact], f"{part['detail'].path}.{fact}").known(numbers)
    try:
        assert TEMPLATES[code] % detail
    except (KeyError, TypeError, ValueError) as error:
        raise part["detail"].fault(str(error)) from error
    return {"code": code, "detail": detail}


def _notice(place: Place) -> dict[str, Any]:
    part = place.record("code", "detail")
    detail = part["detail"].value if isinstance(part["detail"].value, dict) else None
    if detail is None or not all(type(value) is int for value in detail.values()):
        raise part["detail"].fault(_("an object is expected here"))
    return {"code": part["code"].text(100), "detail": part["detail"].data()}
