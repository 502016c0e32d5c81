"""The people of teams and pairs as the API sends and takes them."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from players.entrylists import Row, decode, read_teams
from players.services.people import PersonFacts
from tournaments.api.parsing import LineField
from tournaments.formats.teams import MAX_BOARDS, MAX_RESERVES

MAX_SQUAD = MAX_BOARDS + MAX_RESERVES


class MemberInput(serializers.Serializer[Any]):
    """One of a team or pair."""

    name = LineField(max_length=80)
    country = LineField(max_length=3, required=False, allow_blank=True)
    club = LineField(max_length=80, required=False, allow_blank=True)
    federation_no = LineField(max_length=20, required=False, allow_blank=True)
    rating = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=9999)


class MemberNameOutput(serializers.Serializer[Any]):
    name = serializers.CharField()


class MemberOutput(MemberNameOutput):
    id = serializers.IntegerField()
    place = serializers.IntegerField(help_text="The board; above the boards of a tie: a reserve.")


def people_in(data: dict[str, Any]) -> list[PersonFacts]:
    """The members that were sent, if any."""
    return [PersonFacts(**member) for member in data.get("members") or ()]


def team_rows(source: str | bytes, *, pairs: bool) -> dict[str, Any]:
    """The preview of a list of teams or pairs, in the form of that of single players."""
    text, findings = decode(source) if isinstance(source, bytes) else (source, ())
    rows = [
        {
            **asdict(Row(row.line, row.text, row.name)),
            "members": [{"name": name} for name in row.members],
        }
        for row in read_teams(text, pairs=pairs)
    ]
    return {"rows": rows, "findings": findings}
