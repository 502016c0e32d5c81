"""The family of errors that the rules of the game raise.

A caller shows `message`, or a translation of `template` filled from `detail`, and never has to read
the text to know which rule was broken.
"""


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
