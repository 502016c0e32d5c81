"""How an event of rounds is played, in words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournaments.formats.round_plan import RoundKind, RoundPlan
from tournaments.models import Event
from tournaments.selectors.leagues import league_words
from tournaments.selectors.rounds import plan_of

APART = {
    ("club",): gettext_lazy("clubmates kept apart where possible"),
    ("country",): gettext_lazy("compatriots kept apart where possible"),
    ("club", "country"): gettext_lazy("clubmates and compatriots kept apart where possible"),
}


def format_text(event: Event) -> str:
    """The format, without the lengths of its matches."""
    plan = plan_of(event)
    return ", ".join([_kind(plan), *_options(plan)])


def _kind(plan: RoundPlan) -> str:
    match plan.kind:
        case RoundKind.SWISS:
            n = plan.rounds or 0
            return ngettext("Swiss, %(n)s round", "Swiss, %(n)s rounds", n) % {"n": n}
        case RoundKind.LIVES:
            n = plan.lives or 0
            return ngettext("out after %(n)s loss", "out after %(n)s losses", n) % {"n": n}
        case RoundKind.ROUND_ROBIN:
            words = _robin_text(plan.groups, cycles=plan.cycles or 1)
            return words if plan.league is None else f"{words}, {league_words(plan.league)}"


def _robin_text(groups: int, *, cycles: int) -> str:
    if groups == 1:
        all_twice = _("double round robin: everybody meets everybody twice")
        return all_twice if cycles == 2 else _("round robin: everybody meets everybody")
    text = _("round robin in %(n)s groups")
    if cycles == 2:
        text = _("double round robin in %(n)s groups")
    return text % {"n": groups}


def _options(plan: RoundPlan) -> Iterator[str]:
    if plan.places is not None:
        n = plan.places
        yield ngettext("at most %(n)s place paid", "at most %(n)s places paid", n) % {"n": n}
    if plan.apart:
        yield str(APART[plan.apart])


def round_lengths_words(event: Event) -> Iterator[str]:
    """The length of the first round, and each other one with the round from which on it holds."""
    plan = plan_of(event)
    yield _("matches to %(points)s points") % {"points": plan.length_of(1, event.length)}
    for number, points in plan.lengths.items():
        if number > 1:
            said = {"points": points, "round": number}
            yield _("to %(points)s from round %(round)s on") % said


def points_text(event: Event) -> str:
    """The match length of an event in a list: `7`, or `5–9` where rounds differ."""
    if not event.in_rounds:
        return str(event.length)
    plan = plan_of(event)
    lengths = {plan.length_of(1, event.length), *plan.lengths.values()}
    low, high = min(lengths), max(lengths)
    return str(low) if low == high else f"{low}–{high}"
