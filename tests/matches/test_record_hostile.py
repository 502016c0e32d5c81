"""Records that are wrong in any place: refused with a code, or kept and shown on every page."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client

from matches.records import read_match, to_json
from matches.selectors.downloads import FORMATS
from matches.services.record_import import record_remove, record_sides
from tests.builders import by_director
from tests.matches.recording import KEY, Recorded

pytestmark = pytest.mark.django_db

VALUES: list[Any] = [
    None, True, 0, 1, 2, 3, 7, -1, 99999, 10**30, 1.5, "", "x", "8/5", "bar", [], [1, 2], {},
    "\x00", "\ud800", "draw", "plakoto", "roll", "setup", "misplay", "award_match",
]  # fmt: skip
TRIES = 60


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*path, key))
    elif isinstance(value, list):
        for n, each in enumerate(value):
            yield from places(each, (*path, n))


def changed(data: dict[str, Any], path: tuple[Any, ...], value: Any) -> bytes:
    whole: Any = copy.deepcopy(data)
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(whole).encode()


def shown_everywhere(made: Recorded) -> None:
    (record,) = made.records
    reader, page = Client(), f"/matches/{made.match_id}/"
    for more in ("", f"?record={record.pk}&at=5", "records/"):
        assert reader.get(f"{page}{more}").status_code == 200
    for form in FORMATS:
        assert reader.get(f"{page}records/{record.pk}/{form}/").status_code in {200, 400}
    told = reader.get(f"/api/v1/events/{made.stage.event.pk}/fixtures/{KEY}/records/")
    assert told.status_code == 200


def test_a_record_with_anything_in_any_place_breaks_nothing() -> None:
    made, chance = Recorded(), Random(7)
    record = read_match(made.text()).record
    assert record is not None
    data = to_json(record)
    everywhere = list(places(data))
    kept = 0
    for _ in range(TRIES):
        if made.refused(changed(data, chance.choice(everywhere), chance.choice(VALUES))):
            assert made.records == []
            continue
        kept += 1
        shown_everywhere(made)
        ident = made.records[0].pk
        act = by_director()
        record_sides(match_id=made.match_id, record_id=ident, exchange=True, act=act)
        shown_everywhere(made)
        record_remove(match_id=made.match_id, record_id=ident, act=act)
    assert 0 < kept < TRIES
