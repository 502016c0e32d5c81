"""API tokens of an account: the database keeps a digest, so the secret is shown once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from knox.models import get_token_model

from config.errors import ConflictError, NotFoundError
from players.models import User

MAX_TOKENS = 20


@dataclass(frozen=True, slots=True)
class TokenView:
    """A token as its owner sees it again: `key` is how the secret begins."""

    key: str
    created: datetime


def tokens_of(user_id: int) -> Sequence[TokenView]:
    """Latest first."""
    rows = get_token_model().objects.filter(user_id=user_id).order_by("-created", "pk")
    return [TokenView(key, created) for key, created in rows.values_list("token_key", "created")]


@transaction.atomic
def token_create(*, user: User) -> str:
    """The secret of a new token; it cannot be had again. Raises ConflictError `too_many_tokens`."""
    model = get_token_model()
    if model.objects.filter(user=user).count() >= MAX_TOKENS:
        raise ConflictError(
            "too_many_tokens",
            _(
                "You have %(count)s tokens, and more are not possible: revoke one that you no "
                "longer use."
            )
            % {"count": MAX_TOKENS},
        )
    _row, secret = model.objects.create(user=user)
    return str(secret)


@transaction.atomic
def token_revoke(*, user_id: int, key: str) -> None:
    """From now on it opens nothing. Raises NotFoundError `no_such_token` unless it is one's own."""
    removed, _models = get_token_model().objects.filter(user_id=user_id, token_key=key).delete()
    if not removed:
        raise NotFoundError("no_such_token", _("This token does not exist (any more)."))
