"""The rules at the board: plays and dice, cube and score."""

from dataclasses import dataclass

from tournaments.rulesets.errors import said
from tournaments.rulesets.meaning import choice, no, yes


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRules:
    """Illegal plays and rolls, dice and cups."""

    moves: str = choice(
        "legal",
        said("Illegal plays"),
        said("Whether players have to keep each other to the rules."),
        {
            "legal": said("Legal moves: either player has to point it out"),
            "responsible": said("Responsible moves: the opponent may let it stand"),
            "enforced": said("They cannot be made: the server knows the rules"),
        },
        source="LEGAL14",
    )
    correction_until: str = choice(
        "roll",
        said("An illegal play can be corrected"),
        said("How long it can be pointed out."),
        {
            "none": said("Not at all"),
            "roll": said("Until the opponent has rolled"),
            "roll_or_double": said("Until the opponent has rolled or doubled"),
            "next_play_done": said("Until the opponent’s next play is completed"),
        },
        source="LEGAL14",
    )
    who_speaks: str = choice(
        "players_officials",
        said("Who may point it out"),
        said("Everybody else is silent."),
        {
            "players": said("The two players"),
            "players_officials": said("The two players and officials"),
        },
        source="LEGAL14",
    )
    premature_roll: str = choice(
        "stands",
        said("Rolling too early"),
        said("What becomes of a roll before the opponent’s turn was over."),
        {
            "stands": said("The roll stands"),
            "opponent_choice": said("The opponent chooses: it stands or is rolled again"),
            "reroll": said("It is rolled again"),
        },
        source="WORC",
    )
    die_on_checker: bool = no(
        said("A die flat on a checker is valid"),
        said("Otherwise both dice are rolled again."),
        source="NBGF24",
    )
    dice_sets: str = choice(
        "shared_two",
        said("Dice"),
        said("Whether the players share a pair of dice."),
        {
            "shared_two": said("One pair for both"),
            "four": said("A pair for each"),
        },
        source="USC13",
    )
    baffle_box: str = choice(
        "option",
        said("Baffle box"),
        said("Who decides whether the dice fall through a box."),
        {
            "off": said("Not used"),
            "option": said("If both players want it"),
            "preference": said("If one of the players wants it"),
            "each": said("Each player for the own rolls"),
            "required": said("Always"),
        },
        source="BGDE",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeRules:
    """The cube, and what a game counts."""

    crawford: bool = yes(
        said("Crawford rule"),
        said("In the first game after a player is one point from winning nobody doubles."),
        source="MCC",
    )
    holland: bool = no(
        said("Holland rule"),
        said("After the Crawford game nobody doubles before each side has rolled twice."),
        source="INT-JP",
    )
    jacoby: bool = no(
        said("Jacoby rule"),
        said("Gammons count only after the cube was turned."),
        source="INT-JP",
    )
    beavers: bool = no(
        said("Beavers"),
        said("Who is doubled may double at once and keep the cube."),
        source="MSO",
    )
    automatic_doubles: bool = no(
        said("Automatic doubles"),
        said("Equal dice in the opening roll turn the cube."),
        source="INT-JP",
    )
    dead_cube: str = choice(
        "at_level",
        said("Dead cube"),
        said("When nobody may double any more."),
        {
            "at_level": said("As soon as the game decides the match at its level"),
            "on_turn": said("As soon as the player on turn wins the match at its level"),
            "free": said("Doubling is never forbidden"),
        },
        source="DEAD",
    )
    settlements: str = choice(
        "forbidden",
        said("Settling a game or match"),
        said("Whether players may agree on a result that was not played."),
        {
            "forbidden": said("Forbidden"),
            "unrated": said("Allowed, and then the match is not rated"),
            "allowed": said("Allowed"),
        },
        source="US-4.9/5.6",
    )
    truncate_score: bool = yes(
        said("A winner has no more points than the length"),
        said("Surplus points are not reported."),
        source="LEAGUES",
    )
