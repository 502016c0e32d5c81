"""Accounts of directors: the first one, and those they invite.

A link works once: the first-start link until somebody has an account, an invitation until the
invited account has a password.
"""

from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from players.actors import Act, Actor
from players.models import User
from players.services.accounts import set_password
from tournaments.models import Staff, Tournament
from tournaments.services.log import log

SETUP = signing.TimestampSigner(salt="crawford.setup")
INVITE = signing.TimestampSigner(salt="crawford.invite")
SETUP_AGE = 24 * 3600  # seconds; every start prints a fresh link
INVITE_AGE = 7 * 24 * 3600


def staff_actor(user: User) -> Actor:
    return Actor("staff", user.pk, user.get_full_name() or user.username)


# --- The first director --------------------------------------------------------------------------


def setup_needed() -> bool:
    return not User.objects.exists()


def setup_token() -> str:
    return SETUP.sign("first")


def setup_check(token: str) -> None:
    """Raises NotAllowedError `setup_link_invalid` or `setup_done`."""
    try:
        SETUP.unsign(token, max_age=SETUP_AGE)
    except signing.BadSignature as error:
        raise NotAllowedError(
            "setup_link_invalid", _("This link is not valid (any more). Start again for a new one.")
        ) from error
    if not setup_needed():
        raise NotAllowedError("setup_done", _("The first account exists already: log in."))


@transaction.atomic
def setup_director(*, token: str, username: str, name: str, password: str) -> User:
    """The first account, which may do everything."""
    _one_at_a_time()
    setup_check(token)
    return _account(username, name, password, superuser=True)


def _one_at_a_time() -> None:
    """Two who are the first at the same moment must not both be: SQLite lets one write anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE players_user IN SHARE ROW EXCLUSIVE MODE")


# --- Inviting others -----------------------------------------------------------------------------


@transaction.atomic
def staff_invite(*, tournament_id: int, username: str, role: str, act: Act) -> tuple[Staff, str]:
    """Give somebody a role; returns the link token with which a new account sets its password.

    The token is empty when the account exists and has a password. One that has none yet is whoever
    opens the link, with all roles it was given: only who gave them all gets one.
    """
    tournament = _tournament(tournament_id)
    if role not in Staff.Role.values:
        raise InvalidError("role_unknown", _("Choose owner, director or scorer."))
    user = User.objects.filter(username=username).first()
    if user is None:
        user = _invited(username)
    elif not user.has_usable_password():
        _require_own_invitation(user, tournament, act)
    if role != Staff.Role.OWNER and _is_last_owner(tournament, user.pk):
        raise ConflictError("last_owner", _("The last owner stays the owner."))
    staff, _created = Staff.objects.update_or_create(
        tournament=tournament, user=user, defaults={"role": role}
    )
    log(tournament, "staff.invited", act, subject=username, after={"role": role})
    return staff, "" if user.has_usable_password() else INVITE.sign(str(user.pk))


@transaction.atomic
def staff_remove(*, tournament_id: int, staff_id: int, act: Act) -> None:
    """Take a role away. The last owner stays: somebody must be able to give roles."""
    tournament = _tournament(tournament_id)
    staff = tournament.staff.select_related("user").filter(pk=staff_id).first()
    if staff is None:
        raise NotFoundError("no_such_staff", _("There is no such member of staff."))
    if _is_last_owner(tournament, staff.user_id):
        raise ConflictError("last_owner", _("The last owner cannot be removed."))
    log(
        tournament,
        "staff.removed",
        act,
        subject=staff.user.username,
        before={"role": staff.role},
    )
    staff.delete()


def _invited(username: str) -> User:
    """A new account that waits for its owner."""
    user = User(username=_checked_username(username))
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:  # by another invitation at this very moment
        raise _username_taken() from error
    return user


def _is_last_owner(tournament: Tournament, user_id: int) -> bool:
    owners = tournament.staff.filter(role=Staff.Role.OWNER)
    return list(owners.values_list("user_id", flat=True)) == [user_id]


def _require_own_invitation(user: User, tournament: Tournament, act: Act) -> None:
    """Raises ConflictError `invited_elsewhere` if others have given this account a role."""
    if User.objects.filter(pk=act.by.ident or 0, is_superuser=True).exists():
        return
    own = Tournament.objects.filter(staff__user=act.by.ident or 0, staff__role=Staff.Role.OWNER)
    others = user.staff_roles.exclude(tournament=tournament).exclude(tournament__in=own)
    if user.is_superuser or others.exists():
        raise ConflictError(
            "invited_elsewhere",
            _(
                "%(name)s is invited to another tournament and has no password yet. Invite them "
                "again when they have, or take another user name."
            )
            % {"name": user.username},
        )


def invitation_open(token: str) -> User:
    """The account an invitation is for. Raises NotAllowedError `invitation_invalid`.

    It ends with the last role: whoever was taken off the staff again does not come in.
    """
    try:
        user_id = int(INVITE.unsign(token, max_age=INVITE_AGE))
    except (signing.BadSignature, ValueError) as error:
        raise _invitation_invalid() from error
    user = User.objects.filter(pk=user_id, staff_roles__isnull=False).first()
    if user is None or user.has_usable_password():
        raise _invitation_invalid()
    return user


@transaction.atomic
def invitation_accept(*, token: str, name: str, password: str) -> User:
    user = User.objects.select_for_update().get(pk=invitation_open(token).pk)
    if user.has_usable_password():
        raise _invitation_invalid()
    _name_and_password(user, name, password)
    user.save(update_fields=["first_name", "password"])
    return user


def _invitation_invalid() -> NotAllowedError:
    return NotAllowedError(
        "invitation_invalid", _("This invitation is not valid (any more). Ask for a new one.")
    )


def _account(username: str, name: str, password: str, *, superuser: bool) -> User:
    user = User(username=_checked_username(username), is_superuser=superuser, is_staff=superuser)
    _name_and_password(user, name, password)
    user.save()
    return user


def _checked_username(username: str) -> str:
    try:
        User.username_validator(username)
    except ValidationError as error:
        raise InvalidError("username_invalid", " ".join(error.messages)) from error
    if not 1 <= len(username) <= 150:
        raise InvalidError("username_invalid", _("A user name has 1 to 150 characters."))
    if User.objects.filter(username__iexact=username).exists():
        raise _username_taken()
    return username


def _username_taken() -> InvalidError:
    return InvalidError("username_taken", _("This user name is taken."))


def _name_and_password(user: User, name: str, password: str) -> None:
    user.first_name = name.strip()[:150]
    set_password(user, password)


def _tournament(tournament_id: int) -> Tournament:
    tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFoundError("no_such_tournament", _("There is no such tournament."))
    return tournament
