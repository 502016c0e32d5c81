"""The family of errors that the rules of the game raise.

A caller shows `message`, or a translation of `template` filled from `detail`, and never has to read
the text to know which rule was broken.
"""

_QUOTED = 40  # characters
_PLAIN_BITS = 64


def quoted(value: object, limit: int = _QUOTED) -> str:
    """An offending value as a message repeats it: as Python writes it, cut at `limit` characters.

    Text is cut before it is written out; what is too big to be written out is named by its type.
    """
    if isinstance(value, str):
        return repr(value if len(value) <= limit else f"{value[:limit]}...")
    if isinstance(value, int) and value.bit_length() > _PLAIN_BITS:
        return "a huge number"
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__}"
    return text if len(text) <= limit else f"{text[:limit]}..."


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
        return self.template % self.detail

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
