"""What the services of a chouette share; each step but the first assumes that it is locked."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.engine.chouette_table import Action, to_data
from matches.engine.errors import EngineError
from matches.engine.fairdice import MAX_TEXT
from matches.live import announce
from matches.models_chouette import Chouette, ChouetteAction, ChouetteStep
from matches.selectors.chouette_records import READY, Sat, refolded
from players.actors import Act


class Done(NamedTuple):
    """An action with its data as it is kept, and the seat whose it is; None is the host's."""

    action: Action
    data: Mapping[str, Any]
    seat: int | None
    ident: str = ""

    @classmethod
    def of(cls, action: Action, seat: int | None, ident: str = "") -> "Done":
        return cls(action, to_data(action), seat, ident)


def lock_chouette(chouette_id: int, seen: int | None = None) -> Chouette:
    """Raises NotFoundError `no_such_chouette`, ConflictError `version_conflict`."""
    row = Chouette.objects.select_for_update().filter(pk=chouette_id).first()
    if row is None:
        raise NotFoundError("no_such_chouette", _("There is no such chouette."))
    require_version(row, seen)
    return row


def require_version(row: Chouette, seen: int | None) -> None:
    if seen is not None and seen != row.version:
        raise ConflictError(
            "version_conflict",
            _("The chouette has gone on meanwhile. Look at where it stands and try again."),
            version=row.version,
        )


def require_going_on(row: Chouette) -> None:
    if row.closed_at is not None:
        raise ConflictError("chouette_over", _("This chouette is over."))


def touch(row: Chouette, *columns: str) -> None:
    """One more version, and the pages wake."""
    row.version += 1
    row.save(update_fields=[*columns, "version"])
    transaction.on_commit(announce)


def write(row: Chouette, now: Sat, done: Sequence[Done], act: Act) -> None:
    """Judge the actions and keep them. Raises InvalidError with the engine's code."""
    rows = [
        ChouetteAction(
            chouette=row,
            number=n,
            data=each.data,
            at=act.at,
            seat=each.seat,
            by_name=act.by.name,
            sent_id=each.ident,
        )
        for n, each in enumerate(done, start=now.length + 1)
    ]
    try:
        fold = refolded(now, rows)
    except EngineError as error:
        raise InvalidError.of(error) from error
    ChouetteAction.objects.bulk_create(rows)
    if fold is None:
        touch(row)
    else:
        row.folded = fold
        touch(row, "folded")


def note(row: Chouette, kind: ChouetteStep.Kind, act: Act, *, seat: int | None = None) -> None:
    """Keep what was done beside the board."""
    after = row.actions.count()
    ChouetteStep.objects.create(
        chouette=row, kind=kind, after=after, at=act.at, seat=seat, by_name=act.by.name
    )


def fix_seeds(row: Chouette) -> None:
    """Before the first throw: the seeds are what the players have typed by now. Raises
    ConflictError `not_joined`."""
    typed = [one.seed for one in row.seats.all() if one.joined_at is not None]
    if len(typed) < READY:
        raise ConflictError("not_joined", _("Wait until two of you have sat down."))
    row.seed_1, row.seed_2 = typed[0], " ".join(typed[1:])[:MAX_TEXT]
    row.save(update_fields=["seed_1", "seed_2"])
