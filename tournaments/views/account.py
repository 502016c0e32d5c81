"""The account page: one's name, password and API tokens."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from config.errors import ConflictError, InvalidError, TooManyError
from players.models import User
from players.services import tokens
from players.services.accounts import account_rename, password_change
from players.throttle import Throttle
from tournaments.forms.accounts import NameForm, PasswordForm
from tournaments.selectors.access import require_account

PASSWORD_TRIES = Throttle("password", limit=10, seconds=600)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    user = require_account(request.user)
    if request.method != "POST":
        return _page(request, user)
    form = NameForm(request.POST)
    status = 400
    if form.is_valid():
        try:
            account_rename(user_id=user.pk, **form.cleaned_data)
            return _saved(request, _("Your name is saved."))
        except InvalidError as error:
            status = form.refuse(error)
    return _page(request, user, status=status, name_form=form)


@never_cache
@login_required
@require_POST
def change_password(request: HttpRequest) -> HttpResponse:
    user = require_account(request.user)
    form = PasswordForm(request.POST)
    status = 400
    if form.is_valid():
        try:
            update_session_auth_hash(request, _with_new_password(user, form))
            return _saved(request, _("Your password is changed. Other devices are logged out."))
        except (InvalidError, TooManyError) as error:
            status = form.refuse(error)
    return _page(request, user, status=status, password_form=form)


def _with_new_password(user: User, form: PasswordForm) -> User:
    """Throttled: whoever finds a phone unlocked must not try out passwords on it."""
    PASSWORD_TRIES.check(str(user.pk))
    data = form.cleaned_data
    try:
        return password_change(user_id=user.pk, old=data["old"], new=data["password"])
    except InvalidError as error:
        if error.code == "password_wrong":
            PASSWORD_TRIES.fail(str(user.pk))
        raise


@never_cache
@login_required
@require_POST
def new_token(request: HttpRequest) -> HttpResponse:
    """Shows the secret in the answer itself: it is stored nowhere on the way."""
    user = require_account(request.user)
    try:
        secret = tokens.token_create(user=user)
    except ConflictError as error:
        return _page(request, user, status=error.status, token_error=error)
    return render(request, "account/token.html", {"secret": secret})


@login_required
@require_POST
def revoke_token(request: HttpRequest, key: str) -> HttpResponse:
    tokens.token_revoke(user_id=require_account(request.user).pk, key=key)
    return _saved(request, _("The token is revoked: it opens nothing any more."))


def _saved(request: HttpRequest, text: str) -> HttpResponse:
    messages.success(request, text)
    return redirect("account")


def _page(request: HttpRequest, user: User, *, status: int = 200, **shown: object) -> HttpResponse:
    context = {
        "name_form": NameForm(initial={"name": user.get_full_name()}),
        "password_form": PasswordForm(),
        "tokens": tokens.tokens_of(user.pk),
        **shown,
    }
    return render(request, "account/account.html", context, status=status)
