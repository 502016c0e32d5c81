"""The family of errors that the rules of the game raise.

A caller shows `message` (or its own translation, chosen by `code` and filled from `detail`) and
never has to read the text to know which rule was broken.
"""


class EngineError(ValueError):
    """The rules forbid it; `code` is stable and says which rule, `detail` holds the facts."""

    def __init__(self, code: str, message: str, **detail: object) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.detail = detail

    def __str__(self) -> str:
        return self.message


class ScoreError(EngineError):
    """Not a match length, or not how a match of that length can end."""
