"""What counts as a string to translate, in Python and in templates."""

import pytest

from tests.i18n.extract import Message, in_python, in_template


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('_("Save" " it")', Message(None, "Save it", None)),
        ('gettext_lazy("Save")', Message(None, "Save", None)),
        ('ngettext("%(n)s row", "%(n)s rows", n)', Message(None, "%(n)s row", "%(n)s rows")),
        ('pgettext_lazy("a fixture", "open")', Message("a fixture", "open", None)),
        ("f\"{_('late')}\"", Message(None, "late", None)),
        ('ScoreError("too_long", "At most %(n)s.", n=3)', Message(None, "At most %(n)s.", None)),
    ],
)
def test_python_is_read(source: str, found: Message) -> None:
    assert list(in_python(source)) == [found]


def test_a_text_in_a_variable_is_left_to_where_it_is_written() -> None:
    assert list(in_python("gettext(error.template)")) == []


@pytest.mark.parametrize("source", ['_(f"{n} rows")', '_("%s rows" % n)'])
def test_a_text_that_can_never_be_found_is_refused(source: str) -> None:
    with pytest.raises(AssertionError, match="Cannot be translated"):
        list(in_python(source))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('{% translate "It\'s on" %}', Message(None, "It's on", None)),
        ('{% translate "won" context "short" %}', Message("short", "won", None)),
        (
            "{% blocktranslate with n=a %}to {{ n }}{% endblocktranslate %}",
            Message(None, "to %(n)s", None),
        ),
        (
            (
                "{% blocktranslate count n=a %}{{ n }} bye{% plural %}{{ n }} byes"
                "{% endblocktranslate %}"
            ),
            Message(None, "%(n)s bye", "%(n)s byes"),
        ),
        ('{% include "x.html" with label=_("Save") %}', Message(None, "Save", None)),
    ],
)
def test_a_template_is_read(source: str, found: Message) -> None:
    assert list(in_template("{% load i18n %}" + source)) == [found]
