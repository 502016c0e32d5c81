"""A strict reader of JSON values that knows where it is: every fault names its place.

Nothing is guessed and nothing skipped: a field that is missing, unknown or of another type is an
InvalidError `archive_unreadable` with the path, such as `fixtures[3].source_1`. What the values
mean is for `archive_facts`.
"""

import json
import re
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from datetime import UTC, date, datetime
from math import isfinite
from typing import Any, TypeAlias, TypeVar

from django.db.models import Model
from django.utils.translation import gettext as _

from config.errors import InvalidError, in_words
from players.legible import legible
from tournaments.formats import FormatError

MAX_BYTES = 20_000_000
SMALL, LARGE = 2**15 - 1, 2**31 - 1  # the numbers that columns hold
MOST_SETS = 99  # of one match

T = TypeVar("T")
Who: TypeAlias = int | tuple[int, int]  # an entry, or a member by the entry and the place in it


def unreadable(path: str, what: str) -> InvalidError:
    message = f"{path}: {what}" if path else what
    return InvalidError("archive_unreadable", message, path=path)


def load(content: bytes) -> "Place":
    """The top of a JSON document."""
    if len(content) > MAX_BYTES:
        raise unreadable(
            "",
            _("The file is larger than %(max)s MB, which no event is.")
            % {"max": MAX_BYTES // 1_000_000},
        )
    try:
        return Place(json.loads(content.decode("utf-8-sig"), parse_constant=_refuse), "")
    except (ValueError, RecursionError) as error:
        raise unreadable(
            "", _("This is not a whole JSON file (%(why)s).") % {"why": error}
        ) from error


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def moment_out(at: datetime) -> str:
    """As `Place.moment` reads it."""
    return at.astimezone(UTC).isoformat()


def maybe_moment_out(at: datetime | None) -> str | None:
    return None if at is None else moment_out(at)


class Place:
    """A value and the path to it."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str) -> None:
        self.value = value
        self.path = path

    def fault(self, what: str) -> InvalidError:
        return unreadable(self.path, what)

    def maybe(self, read: "Callable[[Place], T]") -> T | None:
        return None if self.value is None else read(self)

    def record(self, *names: str, newer: Mapping[str, Any] | None = None) -> "dict[str, Place]":
        """The fields of an object that has exactly these; `newer` ones, with what they would have
        been, are not in older archives."""
        if not isinstance(self.value, dict):
            raise self.fault(_("an object is expected here"))
        newer = newer or {}
        fields = {**newer, **self.value}
        for name in names:
            if name not in self.value:
                raise self._at(name).fault(_("this field is missing"))
        for name in self.value:
            if name not in names and name not in newer:
                raise self._at(name).fault(_("there is no such field"))
        whole = Place(fields, self.path)
        return {name: whole._at(name) for name in (*names, *newer)}

    def object(self) -> dict[str, Any]:
        """An object with any fields."""
        if not isinstance(self.value, dict):
            raise self.fault(_("an object is expected here"))
        return dict(self.data())

    def settings(self, read: "Callable[[dict[str, Any]], T]") -> T:
        """An object as the settings that `read` makes of it; what it refuses is a fault here."""
        data = self.object()
        try:
            return read(data)
        except FormatError as error:
            raise self.fault(in_words(error)) from error
        except (TypeError, ValueError) as error:
            raise self.fault(str(error)) from error

    def _at(self, name: str) -> "Place":
        # A name that is nobody's field may be anything, also what no terminal can print.
        said = name if name.isascii() and name.isidentifier() else ascii(name[:40])
        path = f"{self.path}.{said}" if self.path else said
        return Place(self.value.get(name), path)

    def items(self) -> "list[Place]":
        if not isinstance(self.value, list):
            raise self.fault(_("a list is expected here"))
        return [Place(value, f"{self.path}[{n}]") for n, value in enumerate(self.value)]

    def pair(self) -> "tuple[Place, Place]":
        both = self.items()
        if len(both) != 2:
            raise self.fault(_("two numbers are expected here"))
        return both[0], both[1]

    def once(self, keys: Iterable[Any]) -> None:
        """Whether the items of this list differ in these keys."""
        listed = list(keys)
        if len(set(listed)) < len(listed):
            raise self.fault(_("something is in this list twice"))

    def text(self, limit: int, *, blank: bool = True) -> str:
        if not isinstance(self.value, str):
            raise self.fault(_("a text is expected here"))
        if len(self.value) > limit:
            raise self.fault(_("at most %(max)s characters fit here") % {"max": limit})
        if not blank and not self.value.strip():
            raise self.fault(_("this may not be empty"))
        self._check_letters(self.value)
        return self.value

    def column(self, model: type[Model], name: str) -> str:
        """A text as the column of this name takes it, without what nobody can see."""
        text = legible(self.exact(model, name))
        if not text.strip() and not getattr(model, name).field.blank:
            raise self.fault(_("this may not be empty"))
        return text

    def exact(self, model: type[Model], name: str) -> str:
        """The same letter by letter, for what is reckoned with, such as seeds."""
        field = getattr(model, name).field
        return self.text(field.max_length, blank=field.blank)

    def matching(self, pattern: re.Pattern[str], limit: int) -> str:
        text = self.text(limit)
        if not pattern.fullmatch(text):
            raise self.fault(_("%(text)s is not possible here") % {"text": text or '""'})
        return text

    def choice(self, values: Container[str]) -> str:
        if not isinstance(self.value, str) or self.value not in values:
            raise self.fault(_("%(text)s is not possible here") % {"text": repr(self.value)[:40]})
        return self.value

    def whole(self, low: int, high: int) -> int:
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.fault(
                _("a whole number from %(low)s to %(high)s is expected here")
                % {"low": low, "high": high}
            )
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.fault(_("true or false is expected here"))
        return self.value

    def known(self, numbers: Container[int]) -> int:
        """The number of an entry that is in the list."""
        number = self.whole(1, LARGE)
        if number not in numbers:
            raise self.fault(_("there is no entry with the number %(n)s") % {"n": number})
        return number

    def side(self) -> int:
        """The first side of a match or the second, as 1 or 2."""
        return self.whole(1, 2)

    def match_ref(self, refs: Container[str]) -> str:
        """What the archive calls a match that is in it."""
        text = self.text(40)
        if text not in refs:
            raise self.fault(_("there is no match %(ref)s") % {"ref": text})
        return text

    def moment(self) -> datetime:
        try:
            at = datetime.fromisoformat(self.text(40)).astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise self.fault(_("a date and time is expected here")) from error
        return at

    def day(self) -> date:
        try:
            return date.fromisoformat(self.text(10))
        except ValueError as error:
            raise self.fault(_("a date such as 2026-12-05 is expected here")) from error

    def data(self) -> Any:
        """Any JSON value that a database takes."""
        self._check_data(self.value)
        return self.value

    def _check_data(self, value: Any) -> None:
        match value:
            case str():
                self._check_letters(value)
            case float() if not isfinite(value):
                raise self.fault(_("there is a number here that is too large"))
            case list():
                for item in value:
                    self._check_data(item)
            case dict():
                for key, item in value.items():
                    self._check_letters(key)
                    self._check_data(item)
            case _:
                pass

    def _check_letters(self, text: str) -> None:
        """Neither half characters nor NUL, which PostgreSQL cannot keep."""
        if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise self.fault(_("there are characters here that cannot be stored"))


# --- People --------------------------------------------------------------------------------------
def member_read(place: Place, numbers: Collection[int]) -> tuple[int, int]:
    """A member by the number of the entry and the place in it."""
    entry, member = place.pair()
    return entry.known(numbers), member.whole(1, SMALL)


def who_read(place: Place, numbers: Collection[int]) -> Who | None:
    if isinstance(place.value, list):
        return member_read(place, numbers)
    return place.maybe(lambda one: one.known(numbers))
