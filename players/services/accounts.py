"""What people do to their own account: name and password. Making accounts is the staff's affair."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import InvalidError
from players.models import User


def set_password(user: User, password: str) -> None:
    """Set it, unsaved. Raises InvalidError `password_weak` with every rule that it breaks."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise InvalidError("password_weak", " ".join(error.messages)) from error
    user.set_password(password)


@transaction.atomic
def account_rename(*, user_id: int, name: str) -> None:
    name = name.strip()
    if not name or len(name) > 150:
        raise InvalidError("name_invalid", _("A name has 1 to 150 characters."))
    User.objects.filter(pk=user_id).update(first_name=name, last_name="")


@transaction.atomic
def password_change(*, user_id: int, old: str, new: str) -> User:
    """Raises InvalidError `password_wrong` for the old one, `password_weak` for the new."""
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if not user.check_password(old):
        raise InvalidError("password_wrong", _("This is not your present password."))
    set_password(user, new)
    user.save(update_fields=["password"])
    return user
