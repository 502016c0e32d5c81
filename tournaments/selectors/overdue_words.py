"""What becomes of matches that are not played in time, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.formats.overdue import Overdue, OverduePlan

CHOICES = {
    Overdue.DIRECTOR: gettext_lazy("left to the director"),
    Overdue.SLOT: gettext_lazy("given a day and hour"),
    Overdue.FORFEIT: gettext_lazy("a double forfeit"),
    Overdue.LOSS: gettext_lazy("lost by both"),
}
OF_LADDERS = {
    **CHOICES,
    Overdue.FORFEIT: gettext_lazy("ended as the rules of the ladder say"),
}


def overdue_words(rules: Mapping[str, Any]) -> str:
    """`given a day and hour: Sunday, 18:00, table 3`."""
    plan = OverduePlan.of(rules)
    said = str(CHOICES[plan.then])
    if plan.then != Overdue.SLOT:
        return said
    where = "" if plan.table is None else ", " + _("table %(n)s") % {"n": plan.table}
    return f"{said}: {WEEKDAYS[plan.weekday]}, {plan.hour}{where}"
