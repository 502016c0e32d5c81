"""The score sheet of a match: its games as a scorekeeper enters them, one after the other."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.engine.errors import EngineError
from matches.engine.rules_data import rules_to_data
from matches.models import Match
from matches.models_record import Record
from matches.records import MatchRecord, Scored, from_json, score_sheet, to_json
from matches.selectors.live_sets import require_set
from matches.selectors.recorded import names_of
from matches.selectors.sheets import Game
from matches.services.live_rules import play_rules
from matches.services.record_checks import check_keep, found_in
from matches.services.record_steps import log_disagreements, log_record, require_counting
from matches.services.steps import lock_match
from players.actors import Act


@transaction.atomic
def sheet_write(
    *,
    match_id: int,
    games: Sequence[Game],
    act: Act,
    seen_version: int | None = None,
    set_number: int = 1,
) -> Record | None:
    """Write the whole sheet anew, that of a set where there are sets; `seen_version` is that of the
    sheet (0: there was none).

    No games: there is no sheet; its version goes on with the next one, so that nobody takes that
    for what he saw before. Raises InvalidError `no_such_set` and the codes of
    `matches.records.score_sheet`; ConflictError `version_conflict`, `match_void`.
    """
    match = lock_match(match_id)
    require_counting(match)
    require_set(match, set_number)
    sheets = Record.objects.filter(match=match, source=Record.Source.SCORED)
    found = sheets.filter(set_number=set_number).first()
    _require_seen(found, seen_version)
    told = _sheet(match, games, set_number)
    before = _facts(None if found is None else from_json(found.content))
    if before["games"] == [list(game) for game in games]:
        return found if games else None
    record = _keep(found or _fresh(match, set_number, act), match, told, act)
    if not games:
        _log(match, "removed", set_number, act, before=before)
        return None
    _log(match, "written", set_number, act, before=before, after=_facts(told))
    log_disagreements(match, act)
    return record


def _require_seen(found: Record | None, seen: int | None) -> None:
    version = 0 if found is None else found.version
    if seen is not None and seen != version:
        raise ConflictError(
            "version_conflict",
            _("Somebody else has written on this sheet meanwhile. Look at it and try again."),
            version=version,
        )


def _log(match: Match, what: str, set_number: int, act: Act, **facts: dict[str, Any]) -> None:
    if match.sets_to_win == 1:
        log_record(match, f"sheet.{what}", act, **facts)
        return
    after = {**facts.pop("after", {}), "set": set_number}
    log_record(match, f"sheet.set_{what}", act, **facts, after=after)


def _sheet(match: Match, games: Sequence[Game], set_number: int) -> MatchRecord:
    rules = play_rules(match, sets_over=set_number - 1)
    try:
        return score_sheet(names_of(match), rules, [Scored(*game) for game in games])
    except EngineError as error:
        raise InvalidError.of(error) from error


def _facts(told: MatchRecord | None) -> dict[str, Any]:
    """As the log keeps them: winner, kind and cube of each game, and the score."""
    if told is None:
        return {"games": [], "score": "0-0"}
    results = [game.result for game in told.games if game.result is not None]
    return {
        "games": [[each.winner, each.kind, each.cube] for each in results],
        "score": "{}-{}".format(*told.score),
    }


def _fresh(match: Match, set_number: int, act: Act) -> Record:
    return Record(
        match=match,
        source=Record.Source.SCORED,
        set_number=set_number,
        dice=Record.Dice.BOARD,
        version=0,
        created_at=act.at,
    )


def _keep(record: Record, match: Match, told: MatchRecord, act: Act) -> Record:
    record.rules = rules_to_data(told.rules)
    record.content = to_json(told)
    record.version += 1
    record.save()
    check_keep(record, found_in(record, match), act.at)
    return record
