"""The family of errors that the rules raise, and how their messages repeat what was wrong.

    >>> error = EngineError("no_such_place", "%(place)s is no place.", place=quoted("attic"))
    >>> error.code, error.message
    ('no_such_place', "'attic' is no place.")

A caller shows `message`, or a translation of `template` filled from `detail`, and never has to read
the text to know which rule was broken. A fact may be a Remark, which is to be translated likewise.

The errors of the game are here. What stands beside the game has its own in its own module:
SituationError in `situation`, ClockError in `clock_settings`, FairDiceError in `fairdice`,
AuditError in `audit`, SignificanceError in `significance`, ChouetteError in `chouette_rules` and
TeamError in `team`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_QUOTED = 40  # characters
_PLAIN_BITS = 64


def quoted(value: object, limit: int = _QUOTED) -> str:
    """An offending value as a message repeats it: as Python writes it, cut at `limit` characters.

    Text is cut before it is written out; what is too big to be written out is named by its type.
    """
    if isinstance(value, str):
        return repr(shortened(value, limit))
    if isinstance(value, int) and value.bit_length() > _PLAIN_BITS:
        return "a huge number"
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__}"
    return shortened(text, limit)


def shortened(text: str, limit: int = _QUOTED) -> str:
    """A text, cut at `limit` characters."""
    return text if len(text) <= limit else f"{text[:limit]}..."


def said(template: str) -> str:
    """Marks a template that stands by itself, so that it is collected for translation."""
    return template


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to say: a stable `code`, an English `template` and the facts that fill it."""

    code: str
    template: str
    detail: Mapping[str, object]

    @property
    def message(self) -> str:
        return self.template % self.detail

    def __str__(self) -> str:
        return self.message


def together(remarks: Sequence[Remark]) -> Remark:
    """Several remarks as one, with the code of the first; there must be one."""
    first, *more = remarks
    if not more:
        return first
    return Remark(first.code, "%(first)s %(more)s", {"first": first, "more": together(more)})


class EngineError(ValueError):
    """The rules forbid it; `code` is stable and says which rule, `detail` holds the facts.

    `template` is the English message with `%(name)s` where a fact of `detail` belongs.
    """

    def __init__(self, code: str, template: str, **detail: object) -> None:
        super().__init__(code, template)
        self.code = code
        self.template = template
        self.detail = detail

    @property
    def message(self) -> str:
        """The template with the facts in it."""
        return self.template % self.detail

    @property
    def remark(self) -> Remark:
        """The same as a value, to be kept or to be told as a part of something else."""
        return Remark(self.code, self.template, self.detail)

    def __str__(self) -> str:
        return self.message


class ScoreError(EngineError):
    """Not a match length, or not how a match of that length can end."""


class VariantError(EngineError):
    """Options that no game can be played with."""


class RulesError(EngineError):
    """Rules that no match or session can be played under."""


class PositionError(EngineError):
    """Not a position: the checkers cannot stand so."""


class NotationError(EngineError):
    """A text that cannot be read: a play, a roll, a position or an identity."""


class IllegalPlay(EngineError):  # noqa: N818 - what the rules call it
    """A play that the rules forbid; `code` names the rule."""


class IllegalAction(EngineError):  # noqa: N818 - as IllegalPlay
    """What the rules do not allow at this moment of a game or a match."""


def check_choice(
    error: type[EngineError], name: str, value: object, choices: tuple[str, ...]
) -> None:
    """Raise `error` with the code `bad_` and the name unless `value` is one of the `choices`."""
    if type(value) is not str or value not in choices:
        raise error(
            f"bad_{name}",
            said("%(name)s is one of %(choices)s."),
            name=name,
            choices=", ".join(choices),
        )


def check_whole(
    error: type[EngineError], name: str, value: object, *, least: int, most: int
) -> None:
    """Raise `error` with the code `bad_` and the name unless `value` is a number in between."""
    if type(value) is not int or not least <= value <= most:
        raise error(
            f"bad_{name}",
            said("%(name)s is a whole number from %(low)s to %(high)s."),
            name=name,
            low=least,
            high=most,
        )
