"""Errors that people can do something about, in one family with stable codes.

Services raise them; the pages show the message beside the form, the API answers with `code`,
`message` and `detail`, and the command line prints the message. Pure packages have families of
their own (`EngineError`, `FormatError`), which become InvalidError here, in the reader's language.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, Self

from django.utils.translation import gettext


class Worded(Protocol):
    """Something of a pure package that is said to people: an English template and its facts."""

    @property
    def code(self) -> str: ...
    @property
    def template(self) -> str: ...
    @property
    def detail(self) -> Mapping[str, Any]: ...


def in_words(said: Worded) -> str:
    """The message in the reader's language; `makemessages` has found the template."""
    return gettext(said.template) % said.detail


class DomainError(Exception):
    """A request that the state of things, the rules or the permissions forbid.

    `code` is stable and machine-readable, `status` is the HTTP status that fits, `detail` holds
    whatever a client needs to act on it (JSON values only).
    """

    status: ClassVar[int] = 400

    def __init__(self, code: str, message: str, **detail: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.detail = detail


class InvalidError(DomainError):
    """What was sent cannot be right, whatever the state."""

    @classmethod
    def of(cls, error: Worded) -> Self:
        return cls(error.code, in_words(error), **error.detail)


class NotAllowedError(DomainError):
    """The one who asks may not do this."""

    status = 403


class NotFoundError(DomainError):
    status = 404


class ConflictError(DomainError):
    """Things have moved on since the sender looked; `detail` shows where they stand."""

    status = 409


class TooManyError(DomainError):
    """Too many tries in too short a time."""

    status = 429
