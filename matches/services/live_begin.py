"""Beginning a match on the site: the game and whose dice, and both players at the board.

The secret of the site's dice is made at the edge and committed to here; then each player gives a
seed, and with the second one the match can be thrown. Nobody can choose the dice (see
`matches.engine.fairdice`).
"""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.engine.errors import EngineError
from matches.engine.fairdice import commit
from matches.engine.rules_data import rules_to_data
from matches.models import Match
from matches.models_record import Record
from matches.selectors.live_sets import another_set, sets_played
from matches.selectors.records import live_record, newest_live
from matches.services.board_deeds import require_seeds
from matches.services.clock_rules import OBLIGATION, clock_mode
from matches.services.clocks import clock_confirm, clocks_call
from matches.services.lateness import match_here
from matches.services.live_pairs import forget
from matches.services.live_rules import play_rules
from matches.services.live_steps import keep, log_live, require_played
from matches.services.steps import lock_match, save
from players.actors import Act

UNBEGUN = 2  # versions of a board before both have joined: with nobody there, and with one


@dataclass(frozen=True, slots=True)
class Table:
    """What a match is played with: the name of the game (empty: as the event has it), the dice of
    the site or of a board, 32 random bytes that nobody knows, and whether partners must agree."""

    secret: bytes
    game: str = ""
    dice: str = Record.Dice.SITE
    by_agreement: bool = False


@transaction.atomic
def live_begin(*, match_id: int, table: Table, act: Act) -> Record:
    """Set up a board for an open match, or for its next set; the same again changes nothing.

    Before both sides have joined, other settings replace it. Raises ConflictError `match_over`,
    `live_has_begun`, InvalidError `game_unknown`, `game_of_sets`, `dice_unknown` and those of the
    engine.
    """
    match = lock_match(match_id)
    require_played(match)
    if table.dice not in Record.Dice.values:
        raise InvalidError("dice_unknown", _("Dice are thrown by the site or at the board."))
    found, sets = newest_live(match_id), sets_played(match)
    number = 1 if found is None else found.set_number + another_set(match, sets)
    rules = _rules(match, table.game, number)
    if found is not None and found.set_number == number:
        as_it_is = found.rules, found.dice, found.by_agreement
        if as_it_is == (rules, table.dice, table.by_agreement):
            return found
        if all(found.joined):
            raise ConflictError("live_has_begun", _("This match has begun on the site already."))
        found.delete()
    record = _set_up(match, table, act, found)
    record.set_number, record.rules = number, rules
    if found is not None and found.set_number == number:
        record.replaced = found.replaced + UNBEGUN
    record.save()
    keep(record)
    save(match)  # the pages of its event lead to the board
    _put_clock_on(match, act)
    told = {"game": rules["game"], "dice": table.dice}
    if match.sets_to_win == 1:
        log_live(match, "live.begun", act, told)
    else:
        log_live(match, "live.set_begun", act, {**told, "set": number})
    return record


def _put_clock_on(match: Match, act: Act) -> None:
    """Where the rules want one: so both see how it is set before they sit down."""
    if clock_mode(match.rules) == OBLIGATION and not hasattr(match, "clock"):
        clocks_call(match_ids=[match.pk], act=act)


def _rules(match: Match, game: str, number: int) -> dict[str, Any]:
    """All sets are of the game that the first one was of."""
    if number > 1:
        first = str(live_record(match.pk, 1).rules["game"])
        if game not in {"", first}:
            raise InvalidError(
                "game_of_sets", _("All sets of a match are of the same game."), game=first
            )
        game = first
    return rules_to_data(play_rules(match, game, sets_over=number - 1))


def _set_up(match: Match, table: Table, act: Act, found: Record | None) -> Record:
    record = Record(
        match=match,
        source=Record.Source.LIVE,
        dice=table.dice,
        by_agreement=table.by_agreement,
        created_at=act.at,
        # Versions go on, so that nobody takes the new board for the old one.
        version=1 if found is None else found.version + 1,
    )
    if table.dice == Record.Dice.SITE:
        record.context = f"match {match.pk} {act.at.isoformat()}"
        record.secret = table.secret.hex()
        record.commitment = _committed(table.secret, record.context)
    return record


def _committed(secret: bytes, context: str) -> str:
    try:
        return commit(secret, context=context)
    except EngineError as error:
        raise InvalidError.of(error) from error


@transaction.atomic
def live_join(*, match_id: int, side: int, seed: str, act: Act) -> Record:
    """This side sits down; with dice of the site it gives its seed, once and for all.

    Whoever sits at the board is there; with both the match has begun, and the clock that stands at
    it is agreed on; one that the rules want is put on. Again changes nothing.

    Raises NotFoundError `not_played_here`, ConflictError `match_over`, `set_over`, `record_closed`,
    InvalidError `seed_...`.
    """
    match = match_here(match_id=match_id, sides=[side], act=act)
    record = live_record(match_id)
    require_played(match, record)
    if record.joined[side - 1]:
        return record
    columns: dict[str, object] = {f"joined_{side}_at": act.at}
    if record.dice == Record.Dice.SITE:
        require_seeds(record, ("other", seed) if side == 2 else (seed, "other"))
        columns[f"seed_{side}"] = seed
    keep(record, **columns)
    save(match)  # the cards of both tell who is there
    if not all(record.joined):
        log_live(match, "live.seated", act, {"side": side})
    else:
        log_live(match, "live.joined", act)
        if hasattr(match, "clock"):
            clock_confirm(match_id=match_id, sides=(1, 2), act=act)
        _put_clock_on(match, act)
    return record


def close_records(match: Match, act: Act) -> None:
    """The match is decided, or no longer counts: what is thrown is thrown, and may be revealed.

    Within the transaction of the caller, who has the match locked. Whoever locked it asked for its
    record with it, so that a match without one costs nothing here.
    """
    if not getattr(match, "played_here", True):
        return
    live = Record.objects.filter(match=match, source=Record.Source.LIVE, closed_at=None)
    for record in live:
        forget(record)
        keep(record, closed_at=act.at)
