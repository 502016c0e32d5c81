"""Messages to me: on which ways and of what, for a player with a card and for who has an account.

The two links in mails are pages with one button: a program that opens links to look at them must
neither confirm an address nor end anything. Only the one click of the mail program itself, which
comes as a POST without a cookie, needs no button.
"""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from config.errors import DomainError, InvalidError, NotAllowedError
from players.actors import Act
from tournaments.forms.contacts import AddressForm
from tournaments.models import Pass
from tournaments.models_notices import Contact
from tournaments.selectors.access import require_account
from tournaments.selectors.contacts import contact_view
from tournaments.selectors.notice_kinds import KINDS
from tournaments.selectors.notices import card_context
from tournaments.services import contacts
from tournaments.services.contact_links import contact_to_confirm, contact_to_stop
from tournaments.services.contacts import Browser, Holder
from tournaments.services.pushing import public_key
from tournaments.services.staffing import staff_actor
from tournaments.views.cards import of_holder
from tournaments.web import card_act, number_in, page_language, staff_act

GET_POST = ["GET", "HEAD", "POST"]
ALL = 30  # messages on the page of its own


@of_holder
@require_http_methods(GET_POST)
def card_messages(request: HttpRequest, one: Pass) -> HttpResponse:
    act = card_act(one)
    context = {
        "pass": one,
        "template": "tournaments/card/messages.html",
        "notices": card_context(one, limit=ALL)["notices"],
    }
    return _messages(request, one, act, context)


@never_cache
@login_required
@require_http_methods(GET_POST)
def account_messages(request: HttpRequest) -> HttpResponse:
    user = require_account(request.user)
    return _messages(request, user, staff_act(request), {"template": "account/messages.html"})


@of_holder
@require_POST
def card_seen(request: HttpRequest, one: Pass) -> HttpResponse:
    """The player has read what is on the card."""
    contacts.notices_read(card=one, up_to=number_in(request.POST.get("up_to", "")) or 0)
    return redirect("card_messages", one.pk)


def _messages(
    request: HttpRequest, holder: Holder, act: Act, context: dict[str, object]
) -> HttpResponse:
    form, status = AddressForm(), 200
    if request.method == "POST":
        try:
            messages.success(request, _do(request, holder, act))
            return redirect(request.path)
        except DomainError as error:
            status = error.status
            form = AddressForm(request.POST)
            form.is_valid()
            form.add_error("email" if error.code == "email_invalid" else None, error.message)
    view = contact_view(holder)
    shown = {
        **context,
        "contact": view,
        "form": form,
        "push_key": public_key() if view.pushes else "",
    }
    return render(request, str(context["template"]), shown, status=status)


def _do(request: HttpRequest, holder: Holder, act: Act) -> str:
    """What the button that was pressed stands for. Returns the thanks."""
    deeds: dict[str, Callable[[HttpRequest, Holder, Act], str]] = {
        "give": _give,
        "choose": _choose,
        "remove": _remove,
        "browser_on": _browser_on,
        "browser_off": _browser_off,
    }
    deed = deeds.get(request.POST.get("do", ""))
    if deed is None:
        raise InvalidError("answer_unknown", _("Choose one of the answers."))
    return deed(request, holder, act)


def _give(request: HttpRequest, holder: Holder, act: Act) -> str:
    email = request.POST.get("email", "")
    found = contacts.contact_give(holder=holder, email=email, language=page_language(), act=act)
    if found.gets_mail:
        return _("Messages go to this address.")
    return _("Now open the link in the mail that we send there: it says that the address is right.")


def _choose(request: HttpRequest, holder: Holder, act: Act) -> str:
    known = {kind.code for kind in contact_view(holder).kinds}
    # Kinds that the page does not show stay wanted.
    kinds = [code for code in KINDS if code in request.POST.getlist("kind") or code not in known]
    by_email = request.POST.get("by_email") == "on"
    contacts.contact_choose(
        holder=holder, kinds=kinds, by_email=by_email, language=page_language(), act=act
    )
    return _("Saved.")


def _remove(_request: HttpRequest, holder: Holder, act: Act) -> str:
    contacts.contact_remove(holder=holder, act=act)
    return _("Your address and browsers are forgotten.")


def _browser_on(request: HttpRequest, holder: Holder, act: Act) -> str:
    told = Browser(*(request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")))
    contacts.browser_add(holder=holder, browser=told, language=page_language(), act=act)
    return _("This browser shows your messages from now on.")


def _browser_off(request: HttpRequest, holder: Holder, act: Act) -> str:
    endpoint = request.POST.get("endpoint", "")
    contacts.browser_remove(holder=holder, endpoint=endpoint, act=act)
    return _("This browser shows no more messages.")


# --- The links in mails --------------------------------------------------------------------------


@never_cache
@require_http_methods(GET_POST)
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Says whose messages come to this address, and asks whether that is wanted."""
    try:
        contact = contact_to_confirm(token)
        if request.method == "POST":
            contacts.contact_confirm(
                contact_id=contact.pk, email=contact.email, act=_act_of(contact)
            )
            return _link_page(request, contact, _("This address is confirmed: messages come here."))
    except DomainError as error:
        return _refused(request, error)
    return _link_page(request, contact, asks=_("Yes, send the messages here"))


@csrf_exempt  # the mail program sends it, and the signed link is what allows it
@never_cache
@require_http_methods(GET_POST)
def stop(request: HttpRequest, token: str) -> HttpResponse:
    try:
        contact = contact_to_stop(token)
    except NotAllowedError as error:
        return _refused(request, error)
    if request.method == "POST":
        contacts.contact_stop(contact_id=contact.pk, act=_act_of(contact))
        return _link_page(request, contact, _("No more mail comes to this address."))
    return _link_page(request, contact, asks=_("No more mail, please"))


def _act_of(contact: Contact) -> Act:
    """The link came to the mailbox of the one whom it concerns."""
    if contact.card is not None:
        return card_act(contact.card)
    assert contact.user is not None
    return Act(staff_actor(contact.user), timezone.now())


def _link_page(
    request: HttpRequest, contact: Contact, done: str = "", *, asks: str = ""
) -> HttpResponse:
    context = {"contact": contact, "done": done, "asks": asks}
    return render(request, "notices/link.html", context)


def _refused(request: HttpRequest, error: DomainError) -> HttpResponse:
    return render(request, "notices/link.html", {"error": error}, status=error.status)
