"""Who is in a team or pair, and who sits at the boards of a tie."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.entries import EntryOutput
from tournaments.api.events import event_body
from tournaments.api.fixtures import FixtureOutput, fixture_body
from tournaments.api.parsing import parse
from tournaments.api.schema import NO_FIXTURE, STAFF, operation
from tournaments.api.squads import MAX_SQUAD, MemberInput, people_in
from tournaments.api.versions import answer, seen_version, showing_newer
from tournaments.formats.teams import MAX_BOARDS
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.services.entries import entry_members_change
from tournaments.services.lineups import lineup_set


class LineupInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="The id of the team.")
    seats = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=MAX_BOARDS,
        help_text="Ids of its members, board 1 first.",
    )


class LineupView(ApiView):
    @operation(
        "Name who sits at the boards of a tie",
        "Fixtures",
        answer=FixtureOutput,
        auth=STAFF,
        request=LineupInput,
        versioned="must",
        etag=True,
        errors={
            400: "`seats_missing`, `too_many_seats`, `not_in_squad`, `seated_twice`, `order_fixed`",
            404: f"{NO_FIXTURE}, `no_such_team`",
            409: "`tie_not_open`, `board_begun`",
        },
        description="If-Match is the event's version. Those who sit elsewhere than before get a "
        "new match; a board with a result keeps its player.",
    )
    def put(self, request: Request, event_id: int, key: str) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        data = parse(LineupInput, request)
        with showing_newer(lambda: event_body(event_id)):
            lineup_set(
                event_id=event_id,
                key=key,
                entry_id=data["entry"],
                seats=data["seats"],
                act=act,
                seen_version=seen,
            )
        return answer(fixture_body(event_id, key, draft=False))


class SquadInput(serializers.Serializer[Any]):
    members = serializers.ListField(child=MemberInput(), max_length=MAX_SQUAD)


class SquadView(ApiView):
    @operation(
        "Say who is in a team or pair, and in which order",
        "Entries",
        answer=EntryOutput,
        auth=STAFF,
        request=SquadInput,
        versioned="must",
        errors={
            400: "`too_few_members`, `too_many_members`, `member_twice`, `pair_of_two`, "
            "`no_members_here`",
            404: "`no_such_event`, `no_such_entry`",
            409: "`members_fixed`",
        },
        description="If-Match is the event's version. After the draw is published names can be "
        "corrected, and reserves added at the end.",
    )
    def put(self, request: Request, event_id: int, entry_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        people = people_in(parse(SquadInput, request))
        with showing_newer(lambda: event_body(event_id)):
            entry = entry_members_change(
                event_id=event_id, entry_id=entry_id, members=people, act=act, seen_version=seen
            )
        return answer(EntryOutput(entry).data)
