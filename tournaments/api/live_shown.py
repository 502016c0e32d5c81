"""What goes in and out where matches that are played on the site are spoken of."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from matches.engine.presets import VARIANTS
from matches.models import Match
from matches.models_record import Record
from matches.selectors.live import live_board
from matches.selectors.live_data import live_state
from matches.selectors.records import Played
from matches.services.board_deeds import ROLL
from matches.services.live_acting import DEEDS, STAFF_DEEDS, Deed
from tournaments.api.parsing import LineField, parse
from tournaments.api.versions import Body

TAG = "Matches on the site"
NOT_HERE = {404: "`not_played_here`"}
BEGIN_ERRORS = {
    400: "`game_unknown`, `game_of_sets`, `dice_unknown`, `length_even`",
    409: "`match_over`, `live_has_begun`",
}
ACT_ERRORS = {
    400: "`deed_unknown`, `no_partner`, `dice_by_site`, `dice_missing`, and the engine's codes, "
    "such as `not_your_turn`, `roll_first`, `blocked`, `must_play_both`, `crawford_game`",
    404: "`not_played_here`",
    409: "`match_over`, `set_over`, `record_closed`, `not_joined`, `flag_fallen`",
}
ACTING = (
    "One action, judged by the engine; it is kept, or refused with the rule that forbids it. "
    '`{"do": "roll"}` throws, the opening too; with dice of the site it has no `dice`. '
    '`{"do": "play", "play": "8/5 6/5"}` plays; an empty text passes. When the last game is over '
    "the match is decided."
)


class BeginInput(serializers.Serializer[Any]):
    game = serializers.ChoiceField(
        choices=sorted(VARIANTS),
        default="",
        allow_blank=True,
        help_text="Nothing: backgammon, or in a later set that of the first.",
    )
    dice = serializers.ChoiceField(choices=Record.Dice.choices, default=Record.Dice.SITE)
    by_agreement = serializers.BooleanField(
        default=False, help_text="Whether partners who consult must agree on what they do."
    )


class JoinInput(serializers.Serializer[Any]):
    seed = LineField(
        max_length=200,
        default="",
        allow_blank=True,
        help_text="Your share in the dice of the site: any text that nobody can foresee.",
    )


class BoardDeedInput(serializers.Serializer[Any]):
    """What goes with a deed at any board."""

    dice = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, required=False
    )
    play = serializers.CharField(required=False, allow_blank=True, max_length=200)
    kind = serializers.IntegerField(
        required=False, help_text="Of a resignation: 1 single, 2 gammon, 3 backgammon."
    )


class DeedInput(BoardDeedInput):
    do = serializers.ChoiceField(choices=[ROLL, *DEEDS, *STAFF_DEEDS])
    number = serializers.IntegerField(required=False, help_text="The double that is named.")
    suggest = serializers.BooleanField(
        default=False, help_text="Only show it to the partner who consults."
    )


class StaffDeedInput(DeedInput):
    side = serializers.IntegerField(min_value=1, max_value=2, help_text="For whom.")
    points = serializers.IntegerField(required=False, min_value=1, help_text="Of an award.")
    reason = serializers.CharField(required=False, help_text="Of a void roll: cocked, premature.")


class CubeOutput(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    owner = serializers.IntegerField(help_text="0: in the middle.")
    offered = serializers.IntegerField(allow_null=True)


class MoveOutput(serializers.Serializer[Any]):
    at = serializers.IntegerField(help_text="Its number in the record.")
    do = serializers.CharField()
    side = serializers.IntegerField()
    dice = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    play = serializers.CharField(allow_null=True)
    kind = serializers.IntegerField(allow_null=True, required=False)
    number = serializers.IntegerField(allow_null=True, required=False)


class SetOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    winner = serializers.IntegerField(help_text="0: nobody yet.")
    score = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class SetsOutput(serializers.Serializer[Any]):
    to_win = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the set that is shown.")
    won = serializers.ListField(child=serializers.IntegerField(), help_text="By either side.")
    sets = SetOutput(many=True)


class SuggestionOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    by = serializers.CharField()
    deed = serializers.JSONField(help_text="As it is sent to do it.")


class LiveOutput(serializers.Serializer[Any]):
    """A match as it stands; places are 24 to 1, 25 the bar, 26 the hand, 0 off."""

    match = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the board.")
    match_version = serializers.IntegerField(
        required=False, help_text="For who plays it: that of the match, which a report changes."
    )
    state = serializers.ChoiceField(choices=Match.State.choices)
    open = serializers.BooleanField(help_text="Whether it is played on.")
    names = serializers.ListField(child=serializers.CharField())
    game = serializers.CharField()
    length = serializers.IntegerField()
    score = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="In points; of a match of sets those of the set.",
    )
    sets = SetsOutput(allow_null=True, help_text="Of a match of sets.")
    players = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Of either side."
    )
    by_agreement = serializers.BooleanField(help_text="Whether partners must agree.")
    suggestions = SuggestionOutput(many=True, help_text="What your side is thinking of.")
    winner = serializers.IntegerField(help_text="0: nobody yet; of a set, who won it.")
    game_number = serializers.IntegerField()
    crawford = serializers.BooleanField()
    post_crawford = serializers.BooleanField()
    dice_by = serializers.ChoiceField(choices=Record.Dice.choices)
    joined = serializers.ListField(child=serializers.BooleanField())
    commitment = serializers.CharField()
    phase = serializers.CharField(help_text="What is to be done next: opening, roll, play, ...")
    on_turn = serializers.IntegerField()
    decider = serializers.IntegerField(help_text="Who has to act; 0: either, or nobody.")
    thrown = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="Left to play.")
    cube = CubeOutput(allow_null=True)
    resigned = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Side and kind offered."
    )
    position = serializers.JSONField(help_text="Of either side: checkers by place; `pinned`.")
    pips = serializers.ListField(child=serializers.IntegerField())
    at = serializers.IntegerField()
    last = serializers.IntegerField()
    can = serializers.ListField(child=serializers.CharField(), help_text="What you may do now.")
    most = serializers.IntegerField(help_text="The most a game can be lost by.")
    routes = serializers.JSONField(
        help_text="The moments within your legal plays: whether it may end there, and the hops "
        "`[start, end, number, hit, index of the moment after]`."
    )
    moves = MoveOutput(many=True)


class LiveRecordOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    set = serializers.IntegerField()
    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Record.Source.choices)
    rules = serializers.JSONField(help_text="As the engine reads them.")
    dice = serializers.ChoiceField(choices=Record.Dice.choices)
    commitment = serializers.CharField()
    reveal = serializers.JSONField(
        allow_null=True, help_text="What the dice followed from, once the match is over."
    )
    actions = serializers.ListField(child=serializers.JSONField())


class SetInput(serializers.Serializer[Any]):
    set = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=99,
        help_text="Of a match of sets; else the newest one.",
    )


class AtInput(SetInput):
    at = serializers.IntegerField(
        required=False, min_value=0, help_text="After so many actions; else as it is now."
    )


def live_body(match_id: int, viewer: int = 0, now: Played | None = None) -> Body:
    """Whoever plays is told the version of the match as well: a report changes that alone."""
    board = live_board(match_id, now)
    more = {"match_version": board.match.version} if viewer else {}
    return {**live_state(board, viewer), **more}


def deed_of(request: Request, side: int) -> Deed:
    data = dict(parse(DeedInput, request))
    suggest = data.pop("suggest")
    return Deed(side, data, suggest=suggest)


def staff_deed_of(request: Request) -> Deed:
    data = dict(parse(StaffDeedInput, request))
    return Deed(data.pop("side"), data, by_staff=True, suggest=data.pop("suggest"))
