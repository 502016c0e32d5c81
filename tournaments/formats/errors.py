"""The one family of errors that formats raise.

A caller shows `message` (or its own translation, chosen by `code` and filled from `detail`) and
never has to read the text to know what went wrong.
"""


class FormatError(ValueError):
    """What was asked cannot be drawn or worked out; `code` is stable, `detail` holds the facts."""

    def __init__(self, code: str, message: str, **detail: object) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.detail = detail

    def __str__(self) -> str:
        return self.message
