"""The rules around the matches: reports, rulings, entries, ratings, who may play."""

from dataclasses import dataclass

from tournaments.rulesets.errors import said
from tournaments.rulesets.meaning import choice, no, whole, yes
from tournaments.rulesets.playing import DAY_MINUTES

MAX_CONFIRM_MINUTES = 14 * DAY_MINUTES


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRules:
    """How a result becomes one."""

    reporter: str = choice(
        "either",
        said("Who reports the result"),
        said("Staff may always enter it."),
        {
            "either": said("Either player"),
            "winner": said("The winner"),
            "loser": said("The loser"),
            "both": said("Both players, each for themselves"),
        },
    )
    confirm_minutes: int = whole(
        10,
        said("Silence confirms a report after"),
        said("Minutes until an unanswered report becomes the result; 0: never."),
        unit="minutes",
        high=MAX_CONFIRM_MINUTES,
        zero=said("never"),
    )
    dispute_minutes: int = whole(
        10,
        said("A dispute is called to mind after"),
        said("Minutes until the control room says that nobody has ruled on it; 0: never."),
        unit="minutes",
        high=DAY_MINUTES,
        zero=said("never"),
    )
    match_file: bool = no(
        said("A record of the match is handed in"),
        said("With the result, as a file."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRules:
    """Who decides when players disagree, and how it is known what holds."""

    appeals: str = choice(
        "director",
        said("Appeals"),
        said("Who decides when a player does not accept a ruling."),
        {
            "director": said("Nobody: the director’s word is final"),
            "committee": said("A committee of players, without the director"),
            "with_director": said("The director with players of his choice"),
        },
    )
    committee: int = whole(
        0,
        said("Members of the committee"),
        said("An odd number, so that it decides; 0 where there is none."),
        high=9,
    )
    appeal_minutes: int = whole(
        15,
        said("Appeals until"),
        said("Minutes after the ruling; 0: until the match is over."),
        unit="minutes",
        high=DAY_MINUTES,
        zero=said("until the match is over"),
    )
    variances: bool = yes(
        said("Rule variances are posted"),
        said("What differs from the rule set hangs beside the draw before play begins."),
        source="USBOPT",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRules:
    """Who may play, and from when on no more."""

    late_entry: str = choice(
        "director",
        said("Late entries"),
        said("What becomes of somebody who comes after the draw."),
        {
            "none": said("None"),
            "director": said("As the director says"),
            "last_seed": said("Added last, if there is room"),
            "fill_byes": said("Only in place of byes"),
        },
    )
    late_entry_minutes: int = whole(
        0,
        said("Late entries until"),
        said("Minutes after the start; 0: as the director says."),
        unit="minutes",
        high=DAY_MINUTES,
        zero=said("as the director says"),
    )
    late_entry_points: bool = no(
        said("Late entries begin with penalty points"),
        said("As if they had come late to their match."),
    )
    reentry: bool = no(
        said("Entering again after a loss"),
        said("Whoever lost early may buy a new entry."),
    )
    reentry_percent: int = whole(
        100,
        said("Price of entering again"),
        said("In per cent of the entry fee."),
        unit="percent",
        high=200,
    )
    reentry_count: int = whole(
        0,
        said("How often one may enter again"),
        said("0: as often as one likes until the director closes it."),
        high=99,
        zero=said("as often as one likes"),
    )
    min_age: int = whole(
        0, said("Least age"), said("In years; 0: any."), high=99, zero=said("any age")
    )
    identity: bool = no(
        said("Players show who they are"),
        said("With an identity document, when they register."),
    )
    staff_may_play: bool = yes(
        said("Staff may play"),
        said("Directors, judges and organisers may enter the event themselves."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRules:
    """Whether matches are rated, and how."""

    rating: str = choice(
        "none",
        said("Rating"),
        said("By which formula the matches are rated."),
        {
            "none": said("The matches are not rated"),
            "fibs": said("As FIBS does, with experience"),
            "danish": said("As in Denmark: by length, without experience"),
            "own": said("As the federation or server does"),
        },
    )
    rating_factor: int = whole(
        4,
        said("Factor of the rating"),
        said("What a match can change at most, where the formula is that of FIBS."),
        low=1,
        high=100,
        source="FIBSF",
    )
    rating_width: int = whole(
        2000,
        said("Width of the rating"),
        said("The difference in the exponent of the formula."),
        low=1,
        high=100_000,
        source="FIBSF",
    )
    rating_ramp: bool = yes(
        said("Newcomers’ ratings move faster"),
        said("Up to 400 points of experience, where the formula is that of FIBS."),
        source="FIBSF",
    )
    rated_when: str = choice(
        "not_forfeits",
        said("Which matches are rated"),
        said("Where matches are rated at all."),
        {
            "not_forfeits": said("All that were played, also with penalty points"),
            "both_moved": said("All in which both have made a move"),
            "complete": said("None that was a walkover, settled or unfinished"),
        },
    )
