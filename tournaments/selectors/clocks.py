"""Which match of an event a clock belongs to, and what its pages call things."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from matches.models_clock import Clock
from matches.selectors.clock_words import said_words
from matches.selectors.clocks import ClockView
from tournaments.models import Event, Fixture
from tournaments.rulesets.playing import BETWEEN_GAMES, BY_DIRECTOR
from tournaments.rulesets.stored import rules_or_usual
from tournaments.rulesets.telling import is_told
from tournaments.selectors.rule_words import rule_label, rule_value


def match_of(event: Event, key: str) -> int:
    """The match of a fixture or board. Raises `no_such_fixture`,
    `players_not_known`, `tie_by_boards`.

    A tie of teams has its clocks at the boards.
    """
    found = Fixture.places.filter(event=event, key=key).order_by()
    row = found.values_list("match_id", "tie_id").first()
    if row is None:
        raise NotFoundError("no_such_fixture", _("There is no fixture %(key)s.") % {"key": key})
    match_id, tie_id = row
    if match_id is None:
        raise ConflictError(
            "players_not_known",
            _("%(key)s has no match yet: its players are not known.") % {"key": key},
        )
    if event.of_teams and tie_id is None:
        raise ConflictError("tie_by_boards", _("A tie has its clocks at the boards."))
    return int(match_id)


def zone_of(match_id: int) -> str:
    """The time zone of the tournament of a match. One query."""
    found = Fixture.places.filter(match=match_id).order_by()
    return found.values_list("event__tournament__time_zone", flat=True).first() or "UTC"


@dataclass(frozen=True, slots=True)
class Breaks:
    """What the rules of a match say of breaks: `take` and `ask` are what players may do by
    themselves, `runs` whether the clock runs on meanwhile."""

    take: bool
    ask: bool
    runs: bool


def breaks_of(view: ClockView) -> Breaks:
    time = rules_or_usual(view.clock.match.rules).time
    return Breaks(
        take=time.breaks == BETWEEN_GAMES,
        ask=time.breaks == BY_DIRECTOR,
        runs=time.clock_runs_in_break,
    )


def breaks_words(view: ClockView) -> str:
    """The rule in words, for who is to grant a break."""
    values = rules_or_usual(view.clock.match.rules).values()
    names = ("breaks", "break_minutes", "clock_runs_in_break")
    told = [name for name in names if is_told(name, values)]
    return " · ".join(f"{rule_label(name)}: {rule_value(name, values[name])}" for name in told)


def stop_reasons(view: ClockView) -> list[tuple[str, str]]:
    """Why players may stop both: a set is over only where there are sets, and a break is theirs to
    take only by some rules."""
    reasons = [(str(code), str(words)) for code, words in Clock.Stop.choices]
    never = set() if view.fresh_set is not None else {str(Clock.Stop.SET)}
    never |= set() if breaks_of(view).take else {str(Clock.Stop.BREAK)}
    return [one for one in reasons if one[0] not in never]


def claims_words(view: ClockView) -> str:
    """What the sides say stood on the board; empty where nobody has said anything."""
    claims = zip(view.names, (view.clock.claim_1, view.clock.claim_2), strict=True)
    return " · ".join(f"{name}: {said_words(text)}" for name, text in claims if text)
