"""The rules of time: the clock, the flag, who comes late. Seconds and minutes are whole numbers.

Defaults are the most usual value; what a federation says otherwise is in `presets`.
"""

from dataclasses import dataclass

from tournaments.rulesets.errors import said
from tournaments.rulesets.meaning import choice, no, whole

HOUR = 3600
DAY_MINUTES = 24 * 60
NO_BREAKS, BETWEEN_GAMES, BY_DIRECTOR = "none", "between_games", "director"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRules:
    """When there is a clock, and how it is set."""

    clock: str = choice(
        "option",
        said("Clock"),
        said("Who decides whether a match is played with a clock."),
        {
            "off": said("No clocks"),
            "option": said("If both players want it"),
            "preference": said("If one of the players wants it"),
            "obligation": said("Always"),
        },
        source="BGDE",
    )
    clock_kind: str = choice(
        "simple_delay",
        said("Kind of clock"),
        said("What happens to the time of a turn."),
        {
            "simple_delay": said("Delay: it runs first, what is left of it is lost"),
            "bronstein": said("Bronstein: what was used comes back, at most the delay"),
            "increment": said("Increment: it is added each turn, and piles up"),
        },
        source="DELAY",
    )
    reserve_per_point: int = whole(
        120,
        said("Reserve for each point"),
        said("Time of each player for the match, multiplied by its length."),
        unit="seconds",
        high=HOUR,
        source="USC13",
    )
    reserve_flat: int = whole(
        0,
        said("Fixed reserve besides"),
        said("Time added to the reserve whatever the length."),
        unit="seconds",
        high=24 * HOUR,
        source="USC13",
    )
    reserve_covers: str = choice(
        "match",
        said("What the reserve is for"),
        said("Whether there is one for the match, or a new one for each game."),
        {
            "match": said("For the match; where there are sets, for each set"),
            "game": said("For each game: the time for a point counts once"),
        },
    )
    delay: int = whole(
        12,
        said("Delay or increment"),
        said("Time for each turn before the reserve, or added to it."),
        unit="seconds",
        high=600,
        source="USC13",
    )
    doubles_reserve_per_point: int = whole(
        150,
        said("Reserve for each point, pairs"),
        said("The same where pairs play who consult."),
        unit="seconds",
        high=HOUR,
        source="USC13",
    )
    doubles_delay: int = whole(
        18,
        said("Delay or increment, pairs"),
        said("The same where pairs play who consult."),
        unit="seconds",
        high=600,
        source="USC13",
    )
    imposed_off_per_point: int = whole(
        60,
        said("A clock put on later: less for each point"),
        said("Put on in the middle of a match, the reserve is so much less for each point won."),
        unit="seconds",
        high=HOUR,
        source="USC13",
    )
    imposed_from: str = choice(
        "next_game",
        said("A clock put on later begins"),
        said("When a clock that a director orders during a match starts to run."),
        {
            "next_game": said("With the next game"),
            "at_once": said("At once"),
            "director": said("As the director says"),
        },
        source="USC13",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagRules:
    """What it costs when the reserve is used up."""

    flag: str = choice(
        "lose_match",
        said("Out of time"),
        said("What happens when a player has used up the reserve."),
        {
            "lose_match": said("The match is lost"),
            "overtime": said("There is overtime first, then the match is lost"),
            "lose_game": said("The game is lost, by what stands on the board"),
            "penalty": said("The opponent gets points, and the match goes on with more time"),
        },
        source="OVERT",
    )
    overtime: int = whole(
        0,
        said("Overtime"),
        said("Time given when the reserve is used up, where there is some."),
        unit="seconds",
        high=HOUR,
        source="OVERT",
    )
    overtime_count: int = whole(
        0,
        said("How often there is overtime"),
        said("After so many times the next one loses the match."),
        high=99,
        source="OVERT",
    )
    flag_points: int = whole(
        0,
        said("Points for running out of time"),
        said("What the opponent gets, where that is the rule."),
        unit="points",
        high=25,
    )
    safe_win: bool = no(
        said("Not lost where the opponent cannot win any more"),
        said("Who runs out of time one point from winning, in a game not to be lost, has won."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRules:
    """Who comes late, and who takes a break."""

    late: str = choice(
        "points",
        said("Coming late"),
        said("What happens to a player who is not there."),
        {
            "none": said("As the director says"),
            "points": said("The opponent gets points"),
            "clock": said("The clock of the late player runs"),
            "forfeit": said("Nothing at first, then the match is lost"),
        },
        source="NBGF24",
    )
    late_grace: int = whole(
        5,
        said("Grace for coming late"),
        said("Minutes after the call, or the end of a break, until the first point or the clock."),
        unit="minutes",
        high=240,
        source="UKO",
    )
    late_step: int = whole(
        5,
        said("One more penalty point each"),
        said("Minutes from one point to the next."),
        unit="minutes",
        low=1,
        high=240,
        source="UKO",
    )
    forfeit_at: str = choice(
        "majority",
        said("Match lost by absence"),
        said("When a player who is not there loses the match."),
        {
            "majority": said("With more points than half the length"),
            "full": said("With as many points as the length"),
            "minutes": said("After a number of minutes"),
            "never": said("When the director says so"),
        },
        source="INT-JP",
    )
    forfeit_minutes: int = whole(
        0,
        said("Absent so long, the match is lost"),
        said("Minutes, where the match is lost after a number of them."),
        unit="minutes",
        high=DAY_MINUTES,
    )
    breaks: str = choice(
        BETWEEN_GAMES,
        said("Breaks during a match"),
        said("Whether players may leave the board."),
        {
            NO_BREAKS: said("None"),
            BETWEEN_GAMES: said("Between games, if authorised"),
            BY_DIRECTOR: said("As the director says"),
        },
        source="US-5.2",
    )
    break_minutes: int = whole(
        5,
        said("Length of a break"),
        said("Minutes for each break; 0: as the director says."),
        unit="minutes",
        high=240,
        zero=said("as the director says"),
        source="UKO",
    )
    clock_runs_in_break: bool = no(
        said("The clock runs during a break"),
        said("That of whoever is on turn; between games both stand."),
        source="US-5.2",
    )
    between_matches: int = whole(
        0,
        said("Break between matches"),
        said("Minutes a player may rest from one match to the next; 0: as the schedule allows."),
        unit="minutes",
        high=DAY_MINUTES,
        zero=said("as the schedule allows"),
    )
