"""Logging in and out, the first account, and invitations."""

from collections.abc import Callable

from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from config.errors import InvalidError, NotAllowedError, TooManyError
from players.models import User
from players.throttle import Throttle
from tournaments.forms.accounts import JoinForm, LoginForm, ServiceForm, SetupForm
from tournaments.services import staffing

BY_NAME = Throttle("login-name", limit=10, seconds=600)
BY_ADDRESS = Throttle("login-address", limit=30, seconds=600)  # a club shares one address
BACKEND = "django.contrib.auth.backends.ModelBackend"
Answer = Callable[..., HttpResponse]

form_page = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@form_page
def log_in(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated and request.method != "POST":
        return HttpResponseRedirect(_next(request))
    form = LoginForm(request.POST if request.method == "POST" else None)
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            login(request, _known(request, **form.cleaned_data))
            return HttpResponseRedirect(_next(request))
        except (InvalidError, TooManyError) as error:
            status = form.refuse(error)
    context = {"form": form, "next": request.POST.get("next", request.GET.get("next", ""))}
    return render(request, "account/login.html", context, status=status)


def _known(request: HttpRequest, username: str, password: str) -> User:
    """Who that is. The answer does not tell whether the name exists.

    Raises InvalidError `login_wrong` or TooManyError `too_many_tries`. A refused try is not
    looked at, so that guessing on tells nothing.
    """
    name, address = username.casefold(), request.META["REMOTE_ADDR"]
    BY_NAME.check(name)
    BY_ADDRESS.check(address)
    user = authenticate(request, username=username, password=password)
    if user is None:
        BY_NAME.fail(name)
        BY_ADDRESS.fail(address)
        raise InvalidError("login_wrong", _("User name and password do not fit together."))
    assert isinstance(user, User)
    BY_NAME.clear(name)
    return user


def _next(request: HttpRequest) -> str:
    """Where the visitor wanted to go, if that is on this site."""
    wanted: str = request.POST.get("next", request.GET.get("next", ""))
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else reverse("desk")


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


def secret_address(view: Answer) -> Answer:
    """For pages whose address is a secret: no Referer shows it, no cache keeps it.

    `strict-origin`, for with `no-referrer` browsers send `Origin: null` with a form, and the check
    against forged requests would refuse it.
    """

    @never_cache
    @form_page
    def guarded(request: HttpRequest, token: str) -> HttpResponse:
        try:
            response = view(request, token)
        except NotAllowedError as error:
            response = render(request, "error.html", {"error": error}, status=error.status)
        response["Referrer-Policy"] = "strict-origin"
        return response

    return guarded


@secret_address
def setup(request: HttpRequest, token: str) -> HttpResponse:
    staffing.setup_check(token)
    form = SetupForm(request.POST if request.method == "POST" else None)

    def make() -> User:
        data = form.cleaned_data
        return staffing.setup_director(
            token=token,
            username=data["username"],
            name=data["name"],
            password=data["password"],
        )

    return _enrol(request, form, make, "account/setup.html")


@secret_address
def join(request: HttpRequest, token: str) -> HttpResponse:
    invited = staffing.invitation_open(token)
    form = JoinForm(request.POST if request.method == "POST" else None)

    def make() -> User:
        data = form.cleaned_data
        return staffing.invitation_accept(token=token, name=data["name"], password=data["password"])

    return _enrol(request, form, make, "account/join.html", invited=invited)


def _enrol(
    request: HttpRequest,
    form: ServiceForm,
    make: Callable[[], User],
    template: str,
    **context: object,
) -> HttpResponse:
    """Make the account and log it in; else show the form, with what is wrong if it was sent."""
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            login(request, make(), backend=BACKEND)
            return redirect("desk")
        except InvalidError as error:
            status = form.refuse(error)
    return render(request, template, {"form": form, **context}, status=status)
