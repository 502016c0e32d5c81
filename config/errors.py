"""Errors that people can do something about, in one family with stable codes.

Services raise them; the pages show the message beside the form, the API answers with `code`,
`message` and `detail`, and the command line prints the message. Pure packages have families of
their own (`EngineError`, `FormatError`) with the same two attributes.
"""

from typing import Any, ClassVar


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
