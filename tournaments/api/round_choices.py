"""What the director decides of the rounds: pairs, the draft by hand, match lengths of rounds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import NotFoundError
from players.actors import Act
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.events import EventOutput, change_event
from tournaments.api.parsing import parse, parse_query
from tournaments.api.rounds import STATE, TAG
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import answer
from tournaments.models import Event
from tournaments.selectors.access import SCORE, access_event_by_id
from tournaments.selectors.round_choices import choices, numbers_of
from tournaments.selectors.round_wishes import Pairs
from tournaments.services import round_wishes
from tournaments.services.play_offs import play_off_add, play_off_remove
from tournaments.services.round_lengths import round_lengths_set

ENTRY = "The id of an entry."


class EntrantOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text=ENTRY)
    name = serializers.CharField()


class PairOutput(serializers.Serializer[Any]):
    first = EntrantOutput()
    second = EntrantOutput(allow_null=True, help_text="null is the bye.")


class PairsOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The event's version.")
    round = serializers.IntegerField(help_text="The next one, which the first two lists are for.")
    forced = PairOutput(many=True)
    forbidden = PairOutput(many=True)
    apart = PairOutput(many=True, help_text="They never meet in this event.")


class ForcedInput(serializers.Serializer[Any]):
    first = serializers.IntegerField(help_text=ENTRY)
    second = serializers.IntegerField(
        allow_null=True, help_text="The id of another entry; null is the bye."
    )


class PairInput(serializers.Serializer[Any]):
    first = serializers.IntegerField(help_text=ENTRY)
    second = serializers.IntegerField(help_text="The id of another entry.")


class PairsInput(serializers.Serializer[Any]):
    forced = serializers.ListField(child=ForcedInput(), default=list, max_length=2000)
    forbidden = serializers.ListField(child=PairInput(), default=list, max_length=2000)
    apart = serializers.ListField(child=PairInput(), default=list, max_length=2000)


class ByeInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text=ENTRY)


class LengthsInput(serializers.Serializer[Any]):
    lengths = serializers.DictField(
        child=serializers.IntegerField(),
        help_text='By the round from which on each holds: {"1": 5, "5": 9}.',
    )


class _Numbers:
    """Entries by id, as the API calls them, to their numbers."""

    def __init__(self, event: Event) -> None:
        self._known = numbers_of(event)

    def __call__(self, entry_id: int) -> int:
        if entry_id not in self._known:
            raise NotFoundError("no_such_entry", _("There is no such entry in this event."))
        return self._known[entry_id]

    def pairs(self, said: Mapping[str, Sequence[Mapping[str, Any]]]) -> Pairs:
        return Pairs.of(
            {
                kind: [
                    [self(one["first"]), None if one["second"] is None else self(one["second"])]
                    for one in said[kind]
                ]
                for kind in ("forced", "forbidden", "apart")
            }
        )


class PairsView(ApiView):
    @operation(
        "Show whom the director wants to meet, and whom not",
        TAG,
        answer=PairsOutput,
        auth=STAFF,
        errors={404: "`no_such_event`, `no_choice` (brackets, and a round robin)"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        found = choices(event)
        if found is None:
            raise NotFoundError("no_choice", _("Nobody chooses the pairings of this event."))
        data = {
            "version": event.version,
            "round": found.number,
            "forced": found.forced,
            "forbidden": found.forbidden,
            "apart": found.apart,
        }
        return answer(PairsOutput(data).data)

    @operation(
        "Say who is to meet in the next round, and who not, or never",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=PairsInput,
        versioned="must",
        etag=True,
        errors={
            400: "`same_entrant`, `forced_twice`, `forced_absent`, `forced_forbidden`, "
            "`forced_byes`, `too_many_forbidden`, `no_pairing`, ...",
            404: "`no_such_event`, `no_such_entry`",
            409: "`not_in_rounds`, `schedule_fixed`",
        },
        description="All of it at once, in place of what there was. A draft of the round is paired "
        "anew at once; `forced` and `forbidden` are for that round alone.",
    )
    def put(self, request: Request, event_id: int) -> Response:
        def change(event: Event, act: Act, seen: int | None) -> object:
            pairs = _Numbers(event).pairs(parse(PairsInput, request))
            return round_wishes.pairs_set(
                event_id=event_id, pairs=pairs, act=act, seen_version=seen
            )

        return _change(request, event_id, change)


class PlayOffInput(serializers.Serializer[Any]):
    winner = serializers.IntegerField(help_text="The id of an entry.")
    loser = serializers.IntegerField()


class PlayOffView(ApiView):
    @operation(
        "Enter who won a play-off, once all rounds are played",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=PlayOffInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_entry`",
            409: "`not_finished`, `no_play_off`",
        },
        description="For events with the tie-break `play_off`, between two whom nothing before it "
        "parts. It is no match of the event.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        return self._change(request, event_id, play_off_add)

    @operation(
        "Take the result of a play-off back",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        parameters=[PlayOffInput],
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`, `no_such_entry`, `no_such_play_off`"},
    )
    def delete(self, request: Request, event_id: int) -> Response:
        return self._change(request, event_id, play_off_remove)

    def _change(self, request: Request, event_id: int, deed: Any) -> Response:
        def change(event: Event, act: Act, seen: int | None) -> object:
            is_new = request.method == "POST"
            said = (parse if is_new else parse_query)(PlayOffInput, request)
            return deed(
                event_id=event_id,
                winner_id=said["winner"],
                loser_id=said["loser"],
                act=act,
                seen_version=seen,
            )

        return _change(request, event_id, change)


class SwapView(ApiView):
    @operation(
        "Swap two entrants in the draft of a round",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=PairInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`not_paired`, `swap_changes_nothing`, `forbidden_to_meet`, `pairing_fixed`",
            404: "`no_such_event`, `no_such_entry`",
            409: "`not_in_rounds`, `schedule_fixed`, `no_draft`",
        },
        description="All other pairings stay, and those two say that the director made them.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        def change(event: Event, act: Act, seen: int | None) -> object:
            said, number = parse(PairInput, request), _Numbers(event)
            return round_wishes.round_swap(
                event_id=event_id,
                first=number(said["first"]),
                second=number(said["second"]),
                act=act,
                seen_version=seen,
            )

        return _change(request, event_id, change)


class ByeView(ApiView):
    @operation(
        "Give the bye of the draft to another entrant",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=ByeInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`no_bye`, `has_bye`, `not_paired`, `forbidden_to_meet`, `pairing_fixed`",
            404: "`no_such_event`, `no_such_entry`",
            409: "`not_in_rounds`, `schedule_fixed`, `no_draft`",
        },
        description="Whoever had it gets the opponent.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        def change(event: Event, act: Act, seen: int | None) -> object:
            entrant = _Numbers(event)(parse(ByeInput, request)["entry"])
            return round_wishes.round_bye(
                event_id=event_id, entrant=entrant, act=act, seen_version=seen
            )

        return _change(request, event_id, change)


class LengthsView(ApiView):
    @operation(
        "Change the match lengths of rounds to come",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=LengthsInput,
        versioned="must",
        etag=True,
        errors={
            400: "`lengths_unreadable`, `length_round_unknown`, `length_...`",
            404: "`no_such_event`",
            409: f"{STATE}, `round_published`",
        },
        description="Each holds from its round on, until the next one; without any it is the "
        "`length` of the event. Before the draw they are in `round_rules`.",
    )
    def put(self, request: Request, event_id: int) -> Response:
        def change(event: Event, act: Act, seen: int | None) -> object:
            lengths = parse(LengthsInput, request)["lengths"]
            return round_lengths_set(event_id=event_id, lengths=lengths, act=act, seen_version=seen)

        return _change(request, event_id, change)


def _change(
    request: Request, event_id: int, change: Callable[[Event, Act, int | None], object]
) -> Response:
    """With the event, read once more when it is known that the sender may change it."""
    return change_event(
        request, event_id, lambda act, seen: change(access_event_by_id(event_id), act, seen)
    )
