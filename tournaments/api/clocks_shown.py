"""What goes in and out where clocks are spoken of, and from requests to what services take."""

from collections.abc import Collection, Sequence
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import InvalidError
from matches.engine.clock_game import CUBES, WORTH, GameSaid
from matches.engine.clock_presets import PRESETS
from matches.engine.clock_settings import KINDS, MAX_SETTING, ClockSettings
from matches.engine.errors import EngineError
from matches.models_clock import Clock, ClockStep, moment, ms
from matches.selectors.clocks import clock_view
from matches.services.clock_games import clock_say
from matches.services.clock_links import SHARED, clock_token
from matches.services.clock_running import DEEDS, MAX_SENT, Answered, Sent, clock_send
from matches.services.clocks import clock_confirm
from players.actors import Act
from tournaments.api.parsing import LineField, parse
from tournaments.api.versions import Body, answer

TAG = "Clocks"
REFUSALS = (
    "`clock_not_confirmed`, `match_over`, `press_in_future`, `press_in_past`, `pressed_twice`, "
    "`not_on_turn`, `flag_fallen`, `time_lost`, `clock_stopped`, `clock_running`, "
    "`nobody_on_turn`, `stop_reason_unknown`, `no_sets`, `set_over_already`, `score_impossible`, "
    "`breaks_off`, `break_by_director`, `break_within_game`"
)
PRESSES = (
    "Each press is done or refused, in a transaction of its own, and the answer says what became "
    "of it; `id` makes sure that it is done once. `at` is when it was done, in milliseconds since "
    f"1970 by the server's time (see `/time/`), for what is sent late. Refused with {REFUSALS}. "
    "While nobody is on turn a press is the opening: the other side moves first. `ask_break` asks "
    "the director for a break, where players may not take one themselves; staff grant it by a stop "
    "for `break`. Where the rules let the clock run in a break, that stop leaves it running."
)
PRESS_ERRORS = {
    400: "`too_many_presses`, `side_missing`, `score_missing`",
    403: "`not_your_side`",
    404: "`no_clock`",
    409: "`press_id_reused`",
}


class ClockSettingsInput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=KINDS, default="simple_delay")
    per_point = serializers.IntegerField(min_value=0, max_value=MAX_SETTING, default=0)
    fixed = serializers.IntegerField(min_value=0, max_value=MAX_SETTING, default=0)
    round_up_to = serializers.IntegerField(min_value=1, max_value=MAX_SETTING, default=1)
    delay = serializers.IntegerField(min_value=0, max_value=MAX_SETTING, default=0)
    overtime = serializers.IntegerField(min_value=0, max_value=MAX_SETTING, default=0)
    overtime_count = serializers.IntegerField(min_value=0, max_value=99, default=0)
    maximum = serializers.IntegerField(min_value=1, allow_null=True, default=None)


class ScoresInput(serializers.Serializer[Any]):
    scores = serializers.ListField(
        child=serializers.IntegerField(min_value=0),
        min_length=2,
        max_length=2,
        default=[0, 0],
        help_text="Where a match goes on with a clock: the points that both have.",
    )


class ClockInput(ScoresInput):
    on_turn = serializers.IntegerField(
        min_value=1,
        max_value=2,
        allow_null=True,
        default=None,
        help_text="Put on within a game: whose turn it is. null: with the next game.",
    )
    preset = serializers.ChoiceField(
        choices=sorted(PRESETS), required=False, help_text="A known clock, instead of `settings`."
    )
    settings = ClockSettingsInput(
        required=False, help_text="Times in milliseconds. Without either: as the rules say."
    )
    reason = LineField(
        max_length=300, default="", allow_blank=True, help_text="To replace one that has run."
    )


class PressInput(serializers.Serializer[Any]):
    id = serializers.CharField(max_length=40, default="", allow_blank=True)
    deed = serializers.ChoiceField(choices=[str(each) for each in DEEDS], default="press")
    side = serializers.IntegerField(min_value=1, max_value=2, allow_null=True, default=None)
    at = serializers.IntegerField(
        min_value=0, max_value=4 * 10**12, allow_null=True, default=None, help_text="null: now."
    )
    reason = serializers.ChoiceField(
        choices=Clock.Stop.choices,
        default="",
        allow_blank=True,
        help_text="Why both are stopped; empty: stop them now, and say why in another one.",
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=99),
        min_length=2,
        max_length=2,
        allow_null=True,
        default=None,
        help_text="With the deed `score`: the points by now.",
    )


class GameInput(serializers.Serializer[Any]):
    position = serializers.ChoiceField(choices=sorted(WORTH), help_text="What is lost.")
    cube = serializers.IntegerField(min_value=1, max_value=max(CUBES), default=1)
    scores = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=99),
        min_length=2,
        max_length=2,
        help_text="The points before this game, of the set where there are sets.",
    )


class PressesInput(serializers.Serializer[Any]):
    presses = serializers.ListField(child=PressInput(), max_length=MAX_SENT)


class SideInput(serializers.Serializer[Any]):
    side = serializers.IntegerField(
        min_value=1, max_value=2, allow_null=True, default=None, help_text="null: all you may."
    )


class TimesInput(serializers.Serializer[Any]):
    left_1 = serializers.IntegerField(required=False, min_value=1, max_value=MAX_SETTING)
    left_2 = serializers.IntegerField(required=False, min_value=1, max_value=MAX_SETTING)
    reason = LineField(max_length=300)


class SettingsOutput(serializers.Serializer[Any]):
    kind = serializers.CharField()
    per_point = serializers.IntegerField()
    fixed = serializers.IntegerField()
    round_up_to = serializers.IntegerField()
    delay = serializers.IntegerField()
    overtime = serializers.IntegerField()
    overtime_count = serializers.IntegerField()
    maximum = serializers.IntegerField(allow_null=True)


class ClockOutput(serializers.Serializer[Any]):
    """A clock as the last event left it; instants are milliseconds since 1970."""

    now = serializers.IntegerField(help_text="The server's time.")
    match = serializers.IntegerField()
    version = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())
    open = serializers.BooleanField(help_text="Whether the match is still played.")
    length = serializers.IntegerField()
    settings = SettingsOutput()
    set_to = serializers.CharField(
        help_text="The settings in words, in the language of the request; empty once it has run."
    )
    reserves = serializers.ListField(child=serializers.IntegerField(), help_text="At `since`.")
    overtimes = serializers.ListField(child=serializers.IntegerField())
    since = serializers.IntegerField(allow_null=True)
    on_turn = serializers.IntegerField(allow_null=True)
    running = serializers.IntegerField(allow_null=True, help_text="null: both stand.")
    used = serializers.IntegerField(help_text="Of this turn, before `since`.")
    turn = serializers.IntegerField()
    lost = serializers.IntegerField(allow_null=True, help_text="Whose time is lost.")
    flag_at = serializers.IntegerField(allow_null=True, help_text="When time will be up.")
    confirmed = serializers.ListField(child=serializers.BooleanField())
    stopped_for = serializers.CharField()
    break_until = serializers.CharField(allow_null=True)
    waits = serializers.BooleanField(help_text="A flag is down, and the director is to rule.")
    asks = serializers.CharField(
        help_text="`game`: both say what stood on the board; `safe`: whether the game could still "
        "be lost is for the director; else empty."
    )
    claims = serializers.ListField(
        child=serializers.CharField(), help_text="What each side says, as `gammon:2:3:1`."
    )
    score = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="null: nobody has told it."
    )
    sets_over = serializers.IntegerField()
    fresh = serializers.IntegerField(
        allow_null=True, help_text="The reserve of the next game, where each has its own."
    )
    fresh_set = serializers.IntegerField(allow_null=True, help_text="Of the next set.")


class AnsweredOutput(serializers.Serializer[Any]):
    id = serializers.CharField()
    accepted = serializers.BooleanField()
    code = serializers.CharField(help_text="Why it was refused; empty otherwise.")
    message = serializers.CharField()


class PressesOutput(serializers.Serializer[Any]):
    presses = AnsweredOutput(many=True)
    clock = ClockOutput()


class LinksOutput(serializers.Serializer[Any]):
    shared = serializers.CharField(help_text="For a phone that lies between the two.")
    side_1 = serializers.CharField(allow_null=True)
    side_2 = serializers.CharField(allow_null=True)


class StepOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=ClockStep.Kind.choices)
    side = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField(help_text="When the server heard of it.")
    sent_at = serializers.DateTimeField(allow_null=True, help_text="When it was, by the phone.")
    refused = serializers.CharField()
    note = serializers.CharField()
    by_name = serializers.CharField()


class HistoryOutput(serializers.Serializer[Any]):
    steps = StepOutput(many=True)


CONFIRM: dict[str, Any] = {"answer": ClockOutput, "request": SideInput, "etag": True}
PRESS: dict[str, Any] = {"answer": PressesOutput, "request": PressesInput, "description": PRESSES}
SAY: dict[str, Any] = {"answer": ClockOutput, "request": GameInput, "etag": True}
SAY["description"] = (
    "Where a game is lost on time: a `single` if a checker was borne off, a `gammon` if none was, "
    "a `backgammon` if besides one was on the bar or in the opponent's home. What both sides say "
    "alike counts; staff say it for both."
)
SAY_ERRORS = {400: "`score_impossible`, `cube_unknown`", 409: "`match_over`, `nothing_asked`"}
NO_CLOCK = {404: "`no_clock`"}
SET_UP_ERRORS = {
    400: "`clock_...`, `reason_missing`, `clock_from_next_game`",
    409: "`match_over`, `clocks_off`, `clock_has_run`",
}


def clock_body(match_id: int, *, for_spectators: bool = False) -> Body:
    """Spectators may see the match with a delay."""
    now = timezone.now()
    view = clock_view(match_id, seen_at=now if for_spectators else None)
    return {"now": ms(now), **view.data()}


def given_settings(data: dict[str, Any]) -> ClockSettings | None:
    """What was chosen; None for what the rules say. Raises InvalidError."""
    if "preset" in data:
        return PRESETS[data["preset"]].settings
    if "settings" not in data:
        return None
    try:
        return ClockSettings(**data["settings"])
    except EngineError as error:
        raise InvalidError.of(error) from error


def pressed(
    request: Request,
    match_id: int,
    sides: Collection[int],
    act: Act,
    *,
    by_staff: bool = False,
) -> Response:
    """Do what a phone has to tell."""
    sent = [_sent(one) for one in parse(PressesInput, request)["presses"]]
    answers = clock_send(match_id=match_id, sent=sent, sides=sides, act=act, by_staff=by_staff)
    return Response({"presses": _told(answers), "clock": clock_body(match_id)})


def confirmed(request: Request, match_id: int, sides: Collection[int], act: Act) -> Response:
    one = parse(SideInput, request)["side"]
    chosen = [side for side in sides if one in {None, side}]
    clock_confirm(match_id=match_id, sides=chosen, act=act)
    return answer(clock_body(match_id))


def said(request: Request, match_id: int, sides: Collection[int], act: Act) -> Response:
    """What stood on the board, where a game is lost on time."""
    data = parse(GameInput, request)
    told = GameSaid(data["position"], data["cube"], (data["scores"][0], data["scores"][1]))
    clock_say(match_id=match_id, sides=sides, said=told, act=act)
    return answer(clock_body(match_id))


def _sent(data: dict[str, Any]) -> Sent:
    at = None if data["at"] is None else moment(data["at"])
    scores = None if data["scores"] is None else (data["scores"][0], data["scores"][1])
    return Sent(data["deed"], data["side"], data["id"], at, data["reason"], scores)


def _told(answers: Sequence[Answered]) -> list[dict[str, Any]]:
    return [
        {"id": one.ident, "accepted": one.accepted, "code": one.code, "message": one.message}
        for one in answers
    ]


BOTH = (1, 2)


def links(match_id: int, sides: tuple[int, ...]) -> Response:
    clock = clock_view(match_id).clock
    own = {f"side_{side}": clock_token(clock, side) if side in sides else None for side in BOTH}
    return Response({"shared": clock_token(clock, SHARED), **own})
