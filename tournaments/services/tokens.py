"""Tokens with which members of staff use the API. The database holds only their hashes."""

from knox.models import AuthToken

from players.actors import Actor
from players.models import User


def token_create(user: User) -> str:
    """A new token. It is shown once and cannot be read again."""
    _row, token = AuthToken.objects.create(user)
    return str(token)


def tokens_revoke(actor: Actor) -> None:
    """Make all tokens of a member of staff worthless."""
    AuthToken.objects.filter(user_id=actor.ident).delete()
