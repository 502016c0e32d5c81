"""What goes in and out where chouettes are spoken of."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from matches.engine.chouette_rules import CUBES, MAX_STAKE
from matches.engine.chouette_table import GAMES
from matches.models_chouette import Chouette
from matches.models_record import Record
from matches.selectors.chouette_books import log_data, log_page
from matches.selectors.chouette_course import watched_view
from matches.selectors.chouette_records import chouette_by_code
from matches.selectors.chouettes import chouette_reveal, chouette_state, chouette_view
from matches.services.chouette_acting import DEEDS
from matches.services.chouette_links import Chair, seat_token
from players.actors import Act
from tournaments.api.live_shown import BoardDeedInput
from tournaments.api.parsing import LineField
from tournaments.api.versions import Body

TAG = "Chouettes"
NOT_HERE = {404: "`no_such_chouette`"}
CREATE_ERRORS = {
    400: "`title_missing`, `name_missing`, `name_twice`, and the engine's codes for players and "
    "house rules, such as `too_few_players`, `raccoon_without_beaver`"
}
JOIN_ERRORS = {
    400: "`name_missing`, `too_many_players`, `already_here`, `bad_place`, `game_on`",
    409: "`chouette_over`",
}
LEAVE_ERRORS = {
    400: "`not_here`, `last_two`, `game_on`",
    404: "`no_such_chouette`, `no_such_seat`",
    409: "`chouette_over`",
}
ACT_ERRORS = {
    400: "`deed_unknown`, `not_your_move`, `dice_by_site`, `dice_missing`, and the engine's codes, "
    "such as `not_your_turn`, `blocked`, `cube_before_throw`, `exchange_open`, `answer_in_order`, "
    "`nothing_to_answer`, `only_captain_doubles`, `not_your_cube`",
    409: "`chouette_over`, `not_joined`",
}
ACTING = (
    "One action, judged by the engine. Whoever moves for the box or the team throws "
    '(`{"do": "roll"}`, the opening too), plays and resigns for it; each speaks for the own cube. '
    'A box with a cube for each member names one (`{"do": "take", "member": 3}`), or means all.'
)


class HouseRulesField(serializers.Serializer[Any]):
    """The house rules that differ from the usual ones."""

    cube = serializers.ChoiceField(choices=CUBES, required=False)
    jacoby = serializers.BooleanField(required=False)
    jacoby_auto_counts = serializers.BooleanField(required=False)
    beaver = serializers.BooleanField(required=False)
    raccoon = serializers.BooleanField(required=False)
    auto_double_limit = serializers.IntegerField(required=False, allow_null=True, min_value=0)
    stake = serializers.IntegerField(required=False, min_value=1, max_value=MAX_STAKE)
    box_takes_captain = serializers.BooleanField(required=False)
    box_takes_half = serializers.BooleanField(required=False)
    sole_taker_beavers = serializers.BooleanField(required=False)
    max_players = serializers.IntegerField(required=False)


class ChouetteInput(serializers.Serializer[Any]):
    title = LineField(max_length=80)
    names = serializers.ListField(
        child=LineField(max_length=80), max_length=30, help_text="The box first, then the captain."
    )
    rules = HouseRulesField(default=dict)
    game = serializers.ChoiceField(choices=sorted(GAMES), default="backgammon")
    dice = serializers.ChoiceField(choices=Record.Dice.choices, default=Record.Dice.SITE)


class ChouetteAtInput(serializers.Serializer[Any]):
    at = serializers.IntegerField(required=False, min_value=0)


class SeatJoinInput(serializers.Serializer[Any]):
    name = LineField(max_length=80)
    ahead = serializers.IntegerField(
        required=False, min_value=1, help_text="So many are ahead in the order; else all."
    )


class SitInput(serializers.Serializer[Any]):
    seed = LineField(
        max_length=60,
        default="",
        allow_blank=True,
        help_text="Your share in the dice of the site, before the first throw.",
    )


class SeatDeedInput(BoardDeedInput):
    id = LineField(
        max_length=100,
        required=False,
        help_text="A name that you make for this deed: sent again, nothing is done twice.",
    )
    do = serializers.CharField(max_length=20, help_text=f"One of {', '.join(DEEDS)}.")
    member = serializers.IntegerField(required=False, help_text="Whose cube the box means.")


class SeatCubeOutput(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    owner = serializers.IntegerField(help_text="0: in the middle, 1: the box, 2: the member.")
    offered = serializers.IntegerField(allow_null=True)
    waits_for = serializers.IntegerField(help_text="Whose answer: 1 the box's, 2 the member's.")


class ChouetteSeatOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField()
    joined = serializers.BooleanField()
    place = serializers.IntegerField(allow_null=True, help_text="0: the box; null: has left.")
    points = serializers.IntegerField()
    winnings = serializers.IntegerField(help_text="The points by the stake.")
    cube = SeatCubeOutput(allow_null=True)
    out = serializers.BooleanField(help_text="Has dropped out of the running game.")


class LastGameOutput(serializers.Serializer[Any]):
    winner = serializers.IntegerField(help_text="1: the box, 2: the team.")
    points = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class CubeChoiceOutput(serializers.Serializer[Any]):
    do = serializers.CharField()
    member = serializers.IntegerField(allow_null=True)


class ChouetteOutput(serializers.Serializer[Any]):
    """A chouette as it stands; the box is side 1. Positions are as in matches on the site."""

    code = serializers.CharField()
    title = serializers.CharField()
    version = serializers.IntegerField()
    at = serializers.IntegerField(help_text="After how many actions it stands so.")
    actions = serializers.IntegerField(help_text="How many there are in all.")
    open = serializers.BooleanField()
    rules = serializers.JSONField()
    game = serializers.CharField()
    games = serializers.IntegerField(help_text="How many are over.")
    dice_by = serializers.ChoiceField(choices=Record.Dice.choices)
    commitment = serializers.CharField()
    box = serializers.IntegerField()
    captain = serializers.IntegerField()
    order = serializers.ListField(child=serializers.IntegerField())
    players = ChouetteSeatOutput(many=True)
    between_games = serializers.BooleanField()
    phase = serializers.CharField()
    decider = serializers.IntegerField()
    thrown = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    numbers = serializers.ListField(child=serializers.IntegerField())
    resigned = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    position = serializers.JSONField()
    pips = serializers.ListField(child=serializers.IntegerField())
    last = LastGameOutput(allow_null=True, help_text="The game before.")
    can = serializers.ListField(child=serializers.CharField(), help_text="What you may do now.")
    cubes = CubeChoiceOutput(many=True, help_text="What you may do with cubes now.")
    routes = serializers.JSONField(help_text="As in matches on the site.")
    moves = serializers.ListField(child=serializers.JSONField())


class ChouetteLineOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    created_at = serializers.DateTimeField()
    open = serializers.BooleanField()


class SeatLinkOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField()
    token = serializers.CharField(help_text="For `Authorization: Seat ...`, and in the link.")


class ChouetteRecordOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    version = serializers.IntegerField()
    rules = serializers.JSONField()
    game = serializers.CharField()
    order = serializers.ListField(child=serializers.IntegerField(), help_text="As it began.")
    commitment = serializers.CharField()
    reveal = serializers.JSONField(allow_null=True, help_text="Once the table is closed.")
    actions = serializers.ListField(child=serializers.JSONField())


class ScoredGameOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    at = serializers.IntegerField(help_text="The action that ended it.")
    winner = serializers.IntegerField(help_text="1: the box, 2: the team.")
    points = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class ChouetteAccountOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    winnings = serializers.IntegerField()


class ChouettePaymentOutput(serializers.Serializer[Any]):
    payer = serializers.IntegerField()
    receiver = serializers.IntegerField()
    points = serializers.IntegerField()
    amount = serializers.IntegerField(help_text="The points by the stake.")


class ChouetteScoreOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    version = serializers.IntegerField()
    stake = serializers.IntegerField()
    games = ScoredGameOutput(many=True)
    players = ChouetteAccountOutput(many=True)
    payments = ChouettePaymentOutput(many=True)


class ChouetteLogLineOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    do = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True, help_text="Of an action at the table.")
    points = serializers.JSONField(allow_null=True, help_text="Of the game that it ended.")
    action = serializers.JSONField(required=False)


class ChouetteLogOutput(serializers.Serializer[Any]):
    entries = ChouetteLogLineOutput(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="Send it as `before`.")


def chouette_body(code: str, seat: int = 0) -> Body:
    return chouette_state(chouette_view(chouette_by_code(code)), seat)


def past_body(code: str, at: int) -> Body:
    return chouette_state(watched_view(chouette_by_code(code), at))


def chair_body(chair: Chair) -> Body:
    return chouette_body(chair.chouette.code, chair.seat.number)


def chair_act(chair: Chair) -> Act:
    return Act(chair.actor, timezone.now())


def line_body(row: Chouette) -> Body:
    return {
        "code": row.code,
        "title": row.title,
        "created_at": row.created_at,
        "open": row.closed_at is None,
    }


def links_body(row: Chouette) -> list[Body]:
    return [
        {"seat": seat.number, "name": seat.name, "token": seat_token(seat)}
        for seat in row.seats.all()
    ]


def record_body(row: Chouette) -> Body:
    return {
        "code": row.code,
        "version": row.version,
        "rules": row.rules,
        "game": row.game,
        "order": row.order,
        "commitment": row.commitment,
        "reveal": chouette_reveal(row),
        "actions": [each.data for each in row.actions.all()],
    }


def log_body(row: Chouette, before: int | None, limit: int) -> Body:
    """As `log_page`."""
    lines, following = log_page(row, before, limit)
    return {"entries": [log_data(line) for line in lines], "next": following}
