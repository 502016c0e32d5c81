"""The one family of errors that rule sets raise.

A caller shows `message`, or a translation of `template` filled from `detail`, and never has to read
the text to know what went wrong.
"""


class RuleError(ValueError):
    """Rules that cannot be meant; `code` is stable, `detail` holds the facts.

    `detail["rules"]` names the rules it is about. `template` is the English message with
    `%(name)s` where a fact of `detail` belongs.
    """

    def __init__(self, code: str, template: str, **detail: object) -> None:
        super().__init__(code, template)
        self.code = code
        self.template = template
        self.detail = detail

    @property
    def rules(self) -> list[str]:
        """The names of the rules it is about."""
        found = self.detail["rules"]
        assert isinstance(found, list)
        return found

    @property
    def message(self) -> str:
        return self.template % self.detail

    def __str__(self) -> str:
        return self.message


def said(template: str) -> str:
    """Marks a text that stands by itself, so that it is collected for translation."""
    return template
