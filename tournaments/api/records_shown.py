"""What goes in and out where records of matches are spoken of: files, sheets, findings."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from config.errors import facts_in_words, in_words
from matches.models import Match
from matches.models_record import Record
from matches.records import Depth, Finding, MatchRecord, Severity
from matches.records.values import score_after
from matches.selectors.clock_reserve import set_length
from matches.selectors.live_sets import require_set
from matches.selectors.recorded import (
    Account,
    accounts_of,
    disagreements,
    finding_data,
    finding_from,
)
from matches.selectors.sheets import Game, sheet_of
from matches.selectors.watching import ALL, Sight
from tournaments.api.parsing import LineField
from tournaments.api.versions import Body

TAG = "Records of matches"
IMPORT_ERRORS = {
    400: "`format_unknown`, `not_text`, `file_broken`, `no_games`, `json_unreadable`, "
    "`file_too_large`, `record_too_long`, `no_such_match_in_file`, `no_such_set`",
    409: "`file_known`, `too_many_files`, `match_void`",
}
SIDES_ERRORS = {400: "`record_no_file`", 404: "`no_such_record`", 409: "`match_void`"}
SET_ERRORS = {**SIDES_ERRORS, 400: "`record_no_file`, `no_such_set`"}
SHEET_ERRORS = {
    400: "`no_such_set`, `winner_unknown`, `kind_unknown`, `cube_unknown`, `no_cube`, "
    "`crawford_game`, `match_over`, `sheet_too_long`",
    409: "`match_void`",
}


class UploadInput(serializers.Serializer[Any]):
    filename = LineField(max_length=200, default="", allow_blank=True)
    number = serializers.IntegerField(
        required=False,
        min_value=1,
        help_text="Which match of the file; else the one whose names and length fit.",
    )
    set = serializers.IntegerField(
        required=False, min_value=1, help_text="In a match of sets: of which set it is."
    )


class RecordSidesInput(serializers.Serializer[Any]):
    exchange = serializers.BooleanField(
        help_text="true: the other way round than it is shown now; false: it is right."
    )


class RecordSetInput(serializers.Serializer[Any]):
    set = serializers.IntegerField(min_value=1)


class SheetQuery(serializers.Serializer[Any]):
    set = serializers.IntegerField(
        default=1, min_value=1, help_text="In a match of sets: of which set."
    )


class ScoredInput(serializers.Serializer[Any]):
    winner = serializers.IntegerField(help_text="Side 1 or 2.")
    kind = serializers.IntegerField(default=1, help_text="1 single, 2 gammon, 3 backgammon.")
    cube = serializers.IntegerField(default=1, help_text="Where it stood at the end.")


class SheetInput(serializers.Serializer[Any]):
    games = serializers.ListField(
        child=ScoredInput(), max_length=200, help_text="All games in order; none: no sheet."
    )


class GameOutput(serializers.Serializer[Any]):
    winner = serializers.IntegerField(allow_null=True, help_text="null: it was not finished.")
    kind = serializers.IntegerField(help_text="0: not known.")
    cube = serializers.IntegerField()
    points = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField(), help_text="After it.")
    crawford = serializers.BooleanField()


class FoundOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    severity = serializers.ChoiceField(choices=[each.value for each in Severity])
    message = serializers.CharField()
    detail = serializers.JSONField()
    line = serializers.IntegerField(help_text="Of the file; 0: none.")
    game = serializers.IntegerField()
    move = serializers.IntegerField()
    at = serializers.IntegerField(
        allow_null=True, required=False, help_text="The action of the record, for the replay."
    )


class CheckOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    checks = serializers.IntegerField(help_text="The version of what is checked.")
    current = serializers.BooleanField(help_text="false: the record has changed since.")
    error_count = serializers.IntegerField()
    warning_count = serializers.IntegerField()
    note_count = serializers.IntegerField()
    findings = FoundOutput(many=True)


class RecordKeptOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Record.Source.choices)
    set = serializers.IntegerField(help_text="Of which set it is; 0: not known.")
    version = serializers.IntegerField()
    filename = serializers.CharField(help_text="Of a file; else empty.")
    digest = serializers.CharField(help_text="SHA-256 of a file; else empty.")
    exchanged = serializers.BooleanField(help_text="Side 1 of the file is side 2 of the match.")
    sides_known = serializers.BooleanField()
    players = serializers.ListField(child=serializers.CharField())
    length = serializers.IntegerField(allow_null=True)
    depth = serializers.ChoiceField(choices=[each.value for each in Depth])
    score = serializers.ListField(child=serializers.IntegerField())
    games = GameOutput(many=True)
    check = CheckOutput(allow_null=True, help_text="null: not checked yet.")


class DisagreementOutput(serializers.Serializer[Any]):
    record = serializers.IntegerField()
    other = serializers.IntegerField(allow_null=True, help_text="null: the result of the match.")
    findings = FoundOutput(many=True)


class RecordsOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    records = RecordKeptOutput(many=True)
    disagreements = DisagreementOutput(many=True)


class SheetOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    set = serializers.IntegerField()
    version = serializers.IntegerField(help_text="0: there was no sheet.")
    length = serializers.IntegerField()
    games = GameOutput(many=True)
    score = serializers.ListField(child=serializers.IntegerField())
    over = serializers.BooleanField(help_text="Whether the match, or set, is over by it.")


def accounts_body(match_id: int, sight: Sight = ALL) -> Body:
    match = sight.match(Match.objects.prefetch_related("sides").get(pk=match_id))
    accounts = accounts_of(match, sight)
    return {
        "match": match_id,
        "records": [_account(each) for each in accounts],
        "disagreements": [
            {
                "record": each.account.record.pk,
                "other": None if each.other is None else each.other.record.pk,
                "findings": [_found(one) for one in each.findings],
            }
            for each in disagreements(match, accounts)
        ],
    }


def sheet_body(match_id: int, set_number: int = 1, sight: Sight = ALL) -> Body:
    """Raises InvalidError `no_such_set`."""
    match = Match.objects.prefetch_related("sides").get(pk=match_id)
    require_set(match, set_number)
    sheets = (one for one in accounts_of(match, sight) if one.record.source == Record.Source.SCORED)
    sheet = next((one for one in sheets if one.record.set_number == set_number), None)
    score = (0, 0) if sheet is None else sheet.told.shown_score
    length = set_length(match, set_number - 1)
    return {
        "match": match_id,
        "set": set_number,
        "version": sheet_of(match, set_number).version if sight.is_whole else 0,
        "length": length,
        "games": [] if sheet is None else _games(sheet.told),
        "score": list(score),
        "over": max(score) >= length,
    }


def games_in(rows: Sequence[dict[str, Any]]) -> list[Game]:
    return [(row["winner"], row["kind"], row["cube"]) for row in rows]


def _account(account: Account) -> dict[str, Any]:
    record, told = account.record, account.told
    file = record.file if record.source == Record.Source.FILE else None
    return {
        "id": record.pk,
        "kind": record.source,
        "set": record.set_number,
        "version": record.version,
        "filename": "" if file is None else file.name,
        "digest": record.digest,
        "exchanged": file is not None and file.exchanged,
        "sides_known": file is None or file.sides_known,
        "players": list(told.players),
        "length": told.rules.length,
        "depth": told.depth.value,
        "score": list(told.shown_score),
        "games": _games(told),
        "check": _check(account),
    }


def _check(account: Account) -> dict[str, Any] | None:
    check = account.check
    if check is None:
        return None
    return {
        "at": check.at,
        "checks": check.checks,
        "current": account.is_checked,
        "error_count": check.errors,
        "warning_count": check.warnings,
        "note_count": check.notes,
        "findings": [{**data, **_said(finding_from(data))} for data in check.findings],
    }


def _found(found: Finding) -> dict[str, Any]:
    return {**finding_data(found), **_said(found)}


def _said(found: Finding) -> dict[str, Any]:
    """What is in the reader's language."""
    return {"detail": facts_in_words(found.detail), "message": in_words(found)}


def _games(told: MatchRecord) -> list[dict[str, Any]]:
    return [
        {
            "winner": None if game.result is None else game.result.winner,
            "kind": 0 if game.result is None else game.result.kind,
            "cube": 1 if game.result is None else game.result.cube,
            "points": 0 if game.result is None else game.result.points,
            "score": list(score_after(game)),
            "crawford": game.crawford,
        }
        for game in told.games
    ]
