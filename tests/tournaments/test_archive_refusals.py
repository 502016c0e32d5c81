"""What is no archive, or contradicts itself, is refused with the place and changes nothing."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from config.errors import ConflictError, DomainError, InvalidError
from tests.builders import by_director
from tests.tournaments.archives import exported, imported, make_busy, make_entered
from tournaments.models import Event, Tournament
from tournaments.services.archive_in import event_import

pytestmark = pytest.mark.django_db

HEAD = b'{"format": "crawford-event", "version": 1, '


@pytest.mark.parametrize(
    ("content", "path", "said"),
    [
        (b"", "", "not a whole JSON file"),
        (b"\xff\xfe\x00", "", "not a whole JSON file"),
        (b"[]", "", "not the archive"),
        (b'{"format": "swiss"}', "", "not the archive"),
        (b'{"format": "crawford-event"}', "version", "whole number"),
        (b'{"format": "crawford-event", "version": true}', "version", "whole number"),
        (b'{"format": "crawford-event", "version": 3}', "", "newer Crawford"),
        (HEAD + b'"tournament": {}}', "event", "missing"),
        (HEAD + b'"x": NaN}', "", "not a whole JSON file"),
        (b"[" * 200_000, "", "not a whole JSON file"),
        (b" " * 20_000_001, "", "larger than 20 MB"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_no_archive_is_refused(content: bytes, path: str, said: str) -> None:
    with pytest.raises(InvalidError, match=said) as caught:
        event_import(content=content, act=by_director())
    assert (caught.value.code, caught.value.detail["path"]) == ("archive_unreadable", path)


def test_a_cut_file_is_refused() -> None:
    content = json.dumps(exported(make_entered())).encode()
    with pytest.raises(InvalidError, match="not a whole JSON file"):
        event_import(content=content[:-9], act=by_director())


FAULTS = {
    "fixtures[3].source_1": "entrant:99",
    "fixtures[4].source_2": "winner:M9.1",
    "fixtures[0].match.sides": [],
    "fixtures[0].match.rules.confirm_minutes": -1,
    "fixtures[1].status": "asleep",
    "fixtures[2].entry_1": 99,
    "fixtures[2].length": 100,
    "entries[0].name": "",
    "entries[1].name": "x" * 81,
    "entries[2].number": "3",
    "entries[3].created_at": "2026-12-05T12:00:00 o'clock",
    "entries[4].person.rating": 10_000,
    "entries[5].note": "\ud800",
    "entries[6].club": "\0",
    "log[0].after": {"deep": ["\0"]},
    "log[1].before": float("1e999"),
    "draw.options": {"seeds": ["1"]},
    "draw.altered": [{"change": "shuffle", "entrants": [1, 2]}],
    "event.bracket_rules": {"shape": "triple"},
    "entries[7].withdrawn_at": "later",
    "log[2].match": "M7.7",
    "log[3].by.kind": "robot",
    "tournament.starts_on": "5.12.2026",
    "tournament.slug": "a/b",
    "event.slug": "settings",
    "event.even_lengths": 0,
    "event.lengths_from_final": [],
    "draw.field[0]": 50,
    "deadlines[0].match": "M1.9",
    "deadlines[0].kind": "flag_falls",
    "void_matches[0].match.state": None,
    "money.currency": "XYZ",
    "money.payments[0].amount": 0,
    "money.own_fees[0].entry": 99,
    "money.purses[0].name": "Prizes",
    "money.purses[1].preset": "",
    "money.purses[0].deductions[0].basis_points": 10_001,
    "money.purses[0].prizes": [{"bracket": "M", "place": 1, "part": 5}] * 2,
    "money.purses[1].members": [1, 1],
    "money.purses[0].payouts[0].amount": -1,
}


@pytest.mark.parametrize("path", FAULTS)
def test_a_fault_is_named_by_its_place(path: str) -> None:
    archive = exported(make_busy())
    put(archive, path, FAULTS[path])
    content = json.dumps(archive).replace("Infinity", "1e999").encode()
    with pytest.raises(InvalidError) as caught:
        event_import(content=content, act=by_director(), tournament_slug="copy")
    assert (caught.value.code, caught.value.detail["path"]) == ("archive_unreadable", path)
    assert str(caught.value).startswith(f"{path}: ")


def test_fields_that_are_missing_or_unknown_are_named() -> None:
    archive = exported(make_entered())
    more = copy.deepcopy(archive)
    more["entries"][1]["nickname"] = "Bob"
    less = copy.deepcopy(archive)
    del less["entries"][1]["note"]
    assert path_of_fault(more) == "entries[1].nickname"
    assert path_of_fault(less) == "entries[1].note"


def path_of_fault(archive: dict[str, Any]) -> str:
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    return str(caught.value.detail["path"])


def test_an_event_that_is_there_already_is_never_replaced() -> None:
    event = make_entered()
    archive = exported(event)
    with pytest.raises(ConflictError, match="Name another tournament") as caught:
        imported(archive, into="")
    assert caught.value.code == "event_exists"
    assert exported(event) == archive


JUNK: list[Any] = [None, -1, "x", 10**12, [], {}, True, 1.5]


def test_no_single_damage_breaks_the_import() -> None:
    """Whatever one place of an archive is changed to: refused in order, or it makes sense."""
    archive = exported(make_busy())
    for n, path in enumerate(paths(archive)):
        damaged = copy.deepcopy(archive)
        put(damaged, path, JUNK[n % len(JUNK)])
        before = Tournament.objects.count(), Event.objects.count()
        try:
            imported(damaged, into=f"t{n}")
        except DomainError:
            assert (Tournament.objects.count(), Event.objects.count()) == before, path


def paths(value: Any, path: str = "") -> Iterator[str]:
    """All places, but of a list only the first and the last."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, item in value.items():
            yield from paths(item, f"{path}.{name}" if path else name)
    if isinstance(value, list):
        for n in sorted({0, len(value) - 1} if value else ()):
            yield from paths(value[n], f"{path}[{n}]")


def put(value: Any, path: str, new: Any) -> None:
    steps = path.replace("]", "").replace("[", ".").split(".")
    *way, last = (int(step) if step.isdigit() else step for step in steps)
    for step in way:
        value = value[step]
    value[last] = new
