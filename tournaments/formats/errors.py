"""The one family of errors that formats raise.

A caller shows `message`, or a translation of `template` filled from `detail`, and never has to read
the text to know what went wrong.
"""


class FormatError(ValueError):
    """What was asked cannot be drawn or worked out; `code` is stable, `detail` holds the facts.

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


def said(template: str) -> str:
    """Marks a template that stands by itself, so that it is collected for translation."""
    return template
