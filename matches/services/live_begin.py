"""Beginning a match on the site: the game and whose dice, and both players at the board.

The secret of the site's dice is made at the edge and committed to here; then each player gives a
seed, and with the second one the match can be thrown. Nobody can choose the dice (see
`matches.engine.fairdice`).
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.engine.errors import EngineError
from matches.engine.fairdice import FairDice, commit
from matches.engine.rules_data import rules_to_data
from matches.models import Match
from matches.models_record import Record
from matches.selectors.records import live_record
from matches.services.live_rules import play_rules
from matches.services.live_steps import keep, log_live, require_played
from matches.services.steps import lock_match, save
from players.actors import Act


@dataclass(frozen=True, slots=True)
class Table:
    """What a match is played with: the name of the game (empty: as the event has it), the dice of
    the site or of a board, and 32 random bytes that nobody knows."""

    secret: bytes
    game: str = ""
    dice: str = Record.Dice.SITE


@transaction.atomic
def live_begin(*, match_id: int, table: Table, act: Act) -> Record:
    """Set up a board for an open match; the same again changes nothing.

    Before both sides have joined, other settings replace it. Raises ConflictError `match_over`,
    `live_has_begun`, InvalidError `game_unknown`, `dice_unknown`, `sets_not_here` and those of
    the engine.
    """
    match = lock_match(match_id)
    require_played(match)
    if match.sets_to_win > 1:
        raise InvalidError("sets_not_here", _("A match of sets is played at a board."))
    if table.dice not in Record.Dice.values:
        raise InvalidError("dice_unknown", _("Dice are thrown by the site or at the board."))
    rules = rules_to_data(play_rules(match, table.game))
    found = Record.objects.filter(match=match, source=Record.Source.LIVE).first()
    if found is not None and (found.rules, found.dice) == (rules, table.dice):
        return found
    if found is not None:
        if all(found.joined):
            raise ConflictError("live_has_begun", _("This match has begun on the site already."))
        found.delete()
    record = Record(
        match=match,
        source=Record.Source.LIVE,
        rules=rules,
        dice=table.dice,
        created_at=act.at,
        # Versions go on, so that nobody takes the new board for the old one.
        version=1 if found is None else found.version + 1,
    )
    if table.dice == Record.Dice.SITE:
        record.context = f"match {match.pk} {act.at.isoformat()}"
        record.secret = table.secret.hex()
        record.commitment = _committed(table.secret, record.context)
    record.save()
    keep(record)
    save(match)  # the pages of its event lead to the board
    log_live(match, "live.begun", act, {"game": rules["game"], "dice": table.dice})
    return record


def _committed(secret: bytes, context: str) -> str:
    try:
        return commit(secret, context=context)
    except EngineError as error:
        raise InvalidError.of(error) from error


@transaction.atomic
def live_join(*, match_id: int, side: int, seed: str, act: Act) -> Record:
    """This side sits down; with dice of the site it gives its seed, once and for all.

    Again changes nothing. Raises NotFoundError `not_played_here`, ConflictError `match_over`,
    `record_closed`, InvalidError `seed_...`.
    """
    match = lock_match(match_id)
    record = live_record(match_id)
    require_played(match, record)
    if record.joined[side - 1]:
        return record
    columns: dict[str, object] = {f"joined_{side}_at": act.at}
    if record.dice == Record.Dice.SITE:
        columns[f"seed_{side}"] = _seed(record, side, seed)
    keep(record, **columns)
    if all(record.joined):
        log_live(match, "live.joined", act)
    return record


def _seed(record: Record, side: int, seed: str) -> str:
    seeds = ("other", seed) if side == 2 else (seed, "other")
    try:
        FairDice(bytes.fromhex(record.secret), seeds, record.context)
    except EngineError as error:
        raise InvalidError.of(error) from error
    return seed


def site_dice(record: Record) -> FairDice:
    """The dice of a record that both sides have joined."""
    return FairDice(bytes.fromhex(record.secret), record.seeds, record.context)


def close_records(match: Match, act: Act) -> None:
    """The match is decided, or no longer counts: what is thrown is thrown, and may be revealed.

    Within the transaction of the caller, who has the match locked. Whoever locked it asked for its
    record with it, so that a match without one costs nothing here.
    """
    if not getattr(match, "played_here", True):
        return
    live = Record.objects.filter(match=match, source=Record.Source.LIVE, closed_at=None)
    for record in live:
        keep(record, closed_at=act.at)
