"""Errors that people can do something about, in one family with stable codes.

Services raise them; the pages show the message beside the form, the API answers with `code`,
`message` and `detail`, and the command line prints the message. Pure packages have families of
their own (`EngineError`, `FormatError`), which become InvalidError here, in the reader's language.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

from django.utils.translation import gettext


@runtime_checkable
class Worded(Protocol):
    """Something of a pure package that is said to people: an English template and its facts. A
    fact may be such a thing itself."""

    @property
    def code(self) -> str: ...
    @property
    def template(self) -> str: ...
    @property
    def detail(self) -> Mapping[str, Any]: ...


def in_words(said: Worded) -> str:
    """The message in the reader's language; `makemessages` has found the template."""
    return gettext(said.template) % facts_in_words(said.detail)


def facts_in_words(detail: Mapping[str, Any]) -> dict[str, Any]:
    """The facts, with what is said among them in the reader's language."""
    return {
        name: in_words(fact) if isinstance(fact, Worded) else fact for name, fact in detail.items()
    }


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
        return cls(error.code, in_words(error), **facts_in_words(error.detail))


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
