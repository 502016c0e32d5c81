"""The formats of brackets in words."""

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournaments.formats import FormatError
from tournaments.formats.bracket_plan import TWO_LIVES, BracketPlan
from tournaments.formats.shapes import Shape
from tournaments.models import Event

NO_SHAPE = ""  # nobody plays on after a loss

SHAPES = {
    NO_SHAPE: gettext_lazy("Single elimination: nobody plays on after a loss"),
    Shape.FIRST_ROUND: gettext_lazy("Consolation for the losers of the first round"),
    Shape.FIRST_MATCH: gettext_lazy("Consolation for all who lose their first match"),
    Shape.ROUNDS: gettext_lazy("Consolation for the losers of the first rounds"),
    Shape.PROGRESSIVE: gettext_lazy("Progressive consolation: for all but the losing finalist"),
    Shape.SHIFTED: gettext_lazy("Progressive consolation, with fewer rounds"),
    Shape.DOUBLE: gettext_lazy("Double elimination: out after two losses"),
    Shape.PLAYOFF: gettext_lazy("Playoff of the best of both brackets"),
}


def shape_of(event: Event) -> str:
    """The key in `SHAPES`."""
    if event.consolation_length is None and not event.bracket_rules:
        return NO_SHAPE
    return plan_of(event).shape.value


def plan_of(event: Event) -> BracketPlan:
    """The columns were written from a plan."""
    return BracketPlan.of(event.bracket_rules or {})


def is_one_table(event: Event) -> bool:
    """Whether who lost once can still win, so that all brackets together give the places."""
    return plan_of(event).shape in TWO_LIVES


def shape_words(event: Event) -> str:
    """What is beside the main bracket; empty for the simplest, and in rounds."""
    shape = shape_of(event)
    if not event.in_brackets or shape == NO_SHAPE:
        return ""
    plan = plan_of(event)
    words = [str(SHAPES[Shape(shape)]), *_details(plan)]
    return ", ".join(words)


def _details(plan: BracketPlan) -> list[str]:
    found = []
    if plan.shape is Shape.ROUNDS:
        found.append(_("rounds 1 to %(n)s") % {"n": plan.rounds})
    if plan.shape is Shape.DOUBLE:
        found.append(
            _("a second final if it is needed") if plan.second_final else _("one final match")
        )
    if plan.shape is Shape.PLAYOFF:
        found.append(_("%(n)s of either") % {"n": plan.qualifiers})
    if plan.last_chance_length is not None:
        rounds = plan.last_chance_rounds
        found.append(
            ngettext(
                "last chance for the losers of the first consolation round",
                "last chance for the losers of the first %(n)s consolation rounds",
                rounds,
            )
            % {"n": rounds}
        )
    return found


def lengths_beside(event: Event) -> list[str]:
    """How long matches are outside the main bracket, where that was said."""
    if not event.in_brackets:
        return []
    try:
        plan = plan_of(event)
    except FormatError:
        return []
    found = []
    if event.consolation_length is not None:
        named = (
            _("lower bracket to %(points)s")
            if plan.shape in TWO_LIVES
            else _("consolation to %(points)s")
        )
        found.append(named % {"points": event.consolation_length})
    if plan.finals_length is not None:
        found.append(_("finals to %(points)s") % {"points": plan.finals_length})
    if plan.last_chance_length is not None:
        found.append(_("last chance to %(points)s") % {"points": plan.last_chance_length})
    return found
