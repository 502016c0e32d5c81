"""Calls, rulings, appeals and sanctions in words: for the log, the pages, and what rules say."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from matches.engine.clock_face import shown_time
from matches.models import Match
from tournaments.models_rulings import Appeal, Call, Ruling, Sanction
from tournaments.rulesets.ruleset import MEANINGS
from tournaments.rulesets.stored import rules_or_usual
from tournaments.rulesets.telling import is_told
from tournaments.selectors.result_words import Names, result_words
from tournaments.selectors.rule_words import rule_label, rule_value

Kind = Ruling.Kind

SENTENCES = {
    "director.called": gettext_lazy("%(match)s: the director is called. %(about)s%(said)s"),
    "director.settled": gettext_lazy("%(match)s: the director is not needed, says %(who)s"),
    "director.taken": gettext_lazy("%(match)s: on the way there"),
    "director.closed": gettext_lazy("%(match)s: the call ends without a ruling"),
    "director.over": gettext_lazy("%(match)s: the call for the director ends with the match"),
    "director.reopened": gettext_lazy("%(match)s: the call for the director is open again"),
    "ruling.made": gettext_lazy("%(match)s: ruling %(ruling)s. %(about)s: %(decision)s"),
    "ruling.amended": gettext_lazy("%(match)s: amended to ruling %(ruling)s. %(decision)s"),
    "ruling.withdrawn": gettext_lazy("%(match)s: ruling %(ruling)s withdrawn"),
    "ruling.restored": gettext_lazy("%(match)s: ruling %(ruling)s stands again. %(decision)s"),
    "ruling.final": gettext_lazy("%(match)s: ruling %(ruling)s is final, as the match is over"),
    "ruling.appealed": gettext_lazy("%(match)s: appeal against ruling %(ruling)s%(said)s"),
    "committee.drawn_up": gettext_lazy(
        "%(match)s: the committee on ruling %(ruling)s is %(members)s"
    ),
    "appeal.decided": gettext_lazy(
        "%(match)s: appeal against ruling %(ruling)s decided %(votes)s, %(outcome)s"
    ),
    "appeal.lapsed": gettext_lazy(
        "%(match)s: nobody has appealed against ruling %(ruling)s in time, so it stands"
    ),
    "appeal.overdue": gettext_lazy(
        "%(match)s: the committee on ruling %(ruling)s should have decided by now"
    ),
    "sanction.given": gettext_lazy("%(subject)s: %(sanction)s"),
    "sanction.applied": gettext_lazy("%(subject)s: %(sanction)s, taking effect in this match"),
    "sanction.withdrawn": gettext_lazy("%(subject)s: taken back, %(sanction)s"),
    "sanction.given_everywhere": gettext_lazy(
        "%(subject)s: %(sanction)s from all events of the tournament"
    ),
    "sanction.withdrawn_everywhere": gettext_lazy(
        "%(subject)s: taken back, %(sanction)s from all events of the tournament"
    ),
}

# Which rules each kind of ruling usually rests on.
RESTS_ON: Mapping[str, Sequence[str]] = {
    Kind.CORRECTED: ("correction_until", "moves", "who_speaks"),
    Kind.CONDONED: ("moves", "correction_until", "who_speaks"),
    Kind.PREMATURE_ROLL: ("premature_roll",),
    Kind.COCKED_DICE: ("die_on_checker", "baffle_box"),
    Kind.SET_UP: ("correction_until", "moves"),
    Kind.DICE: ("dice_sets", "baffle_box"),
    Kind.CLOCK: ("flag", "safe_win", "delay", "breaks", "clock_runs_in_break", "imposed_from"),
    Kind.SCORE: ("truncate_score", "reporter", "crawford", "dead_cube", "settlements"),
    Kind.CONDUCT: ("settlements", "who_speaks", "late"),
    Kind.EQUIPMENT: ("clock", "dice_sets", "baffle_box"),
    Kind.SPECTATOR: ("who_speaks",),
    Kind.OTHER: (),
}
# What a ruling is about, and the rule that it rests on, by what the call is about; nothing where a
# call leaves it open, as one on the dice does: what is chosen beforehand is soon what was ruled.
OF_CALLS: Mapping[str, tuple[str, str]] = {
    Call.Kind.CLOCK: (Kind.CLOCK, ""),
    Call.Kind.SCORE: (Kind.SCORE, ""),
    Call.Kind.CONDUCT: (Kind.CONDUCT, ""),
    Call.Kind.EQUIPMENT: (Kind.EQUIPMENT, ""),
    Call.Kind.BREAK: (Kind.CLOCK, "breaks"),
}


class RuleSaid(NamedTuple):
    """A rule of a match: `words` are its value."""

    name: str
    label: str
    words: str


def rules_to_rest_on(match: Match) -> list[RuleSaid]:
    """What the rules of the match say of whatever is ruled on. No query."""
    values = rules_or_usual(match.rules).values()
    wanted = {name for names in RESTS_ON.values() for name in names}
    return [
        RuleSaid(name, rule_label(name), rule_value(name, values[name]))
        for name in values
        if name in wanted and is_told(name, values)
    ]


def rule_said(match: Match, name: str) -> str:
    """`Premature roll: the roll stands`; empty for none."""
    if name not in MEANINGS:
        return ""
    return f"{rule_label(name)}: {rule_value(name, rules_or_usual(match.rules).values()[name])}"


def effect_words(ruling: Ruling, names: Names) -> list[tuple[str, bool]]:
    """What it did, each with whether that still holds."""
    found = []
    for name, said in ruling.effects.items():
        words = _effect(name, said, names)
        if words:
            found.append((words, name not in ruling.taken_back))
    return found


def _effect(name: str, said: Any, names: Names) -> str:
    match name:
        case "times":
            return ", ".join(
                _("clock of %(name)s: %(before)s → %(after)s")
                % {
                    "name": names[int(side) - 1],
                    "before": shown_time(one["before"]),
                    "after": shown_time(one["after"]),
                }
                for side, one in sorted(said.items())
            )
        case "penalty":
            return _("%(points)s against %(name)s") % {
                "points": penalty_words(said["points"]),
                "name": names[said["side"] - 1],
            }
        case "result":
            return result_words(said["after"], names)
        case "warning":
            return _("a warning for %(name)s") % {"name": names[said - 1]}
        case _:
            return ""


def to_put_right(ruling: Ruling, names: Names) -> list[str]:
    """What a ruling that does not stand any more has left for the director to do."""
    if ruling.stands or ruling.state == Ruling.State.AMENDED:
        return []
    return [words for words, holds in effect_words(ruling, names) if holds]


def penalty_words(n: int) -> str:
    return ngettext("%(n)s penalty point", "%(n)s penalty points", n) % {"n": n}


def sanction_words(kind: object, points: object = None) -> str:
    if kind == Sanction.Kind.POINTS and isinstance(points, int):
        return penalty_words(points)
    return str(dict(Sanction.Kind.choices).get(str(kind), ""))


def ruling_facts(facts: Mapping[str, Any]) -> dict[str, str]:
    """What sentences of the log are filled with. A log that came with an archive may hold anything:
    what is none of these has no words."""
    kind, votes, names = (facts.get(name) for name in ("kind", "votes", "names"))
    about = dict(Ruling.Kind.choices if "ruling" in facts else Call.Kind.choices)
    said = facts.get("words")
    return {
        "about": str(about.get(str(kind), "")),
        "said": f": “{said}”" if said else "",
        "ruling": str(facts.get("ruling", "")),
        "decision": str(facts.get("decision", "")),
        "members": ", ".join(map(str, names)) if isinstance(names, list) else "",
        "votes": " – ".join(map(str, votes)) if isinstance(votes, list) else "",
        "outcome": str(dict(Appeal.State.choices).get(str(facts.get("outcome")), "")),
        "sanction": sanction_words(facts.get("sanction"), facts.get("points")),
    }
