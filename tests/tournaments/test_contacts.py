"""An address is given, confirmed, unsubscribed and forgotten; links cannot be made up."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.db import IntegrityError, transaction

from config.errors import ConflictError, InvalidError, NotAllowedError, TooManyError
from players.models import User
from tests.builders import Stage, by_director, make_running_event
from tests.tournaments.archives import exported, imported
from tests.tournaments.telling import card, confirmed, give, mails_are_on, reach, tell
from tournaments.models import LogEntry
from tournaments.models_notices import Contact, Notice
from tournaments.selectors.contacts import contact_view, reach_of
from tournaments.services import contact_links
from tournaments.services.contact_links import (
    confirm_token,
    contact_to_confirm,
    contact_to_stop,
    stop_token,
)
from tournaments.services.contacts import (
    contact_choose,
    contact_confirm,
    contact_give,
    contact_remove,
)
from tournaments.services.passes import pass_renew

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _mails(settings: Any) -> None:
    mails_are_on(settings)


@pytest.fixture
def stage() -> Stage:
    return Stage(make_running_event("ABCD"))


@pytest.mark.parametrize(
    "text", ["", "nobody", "a@b", "a@mail.example\nBcc: b@mail.example", "a@mail.example, b@c.de"]
)
def test_what_is_no_address_is_refused(stage: Stage, text: str) -> None:
    with pytest.raises(InvalidError) as caught:
        give(card("A"), text)
    assert caught.value.code == "email_invalid"
    assert not Contact.objects.exists()


def test_without_mail_no_address_is_taken(stage: Stage, settings: Any) -> None:
    settings.MAILS = False
    with pytest.raises(ConflictError) as caught:
        give(card("A"), "a@mail.example")
    assert caught.value.code == "mail_off"


def test_the_link_in_the_question_confirms_the_address_it_went_to(stage: Stage) -> None:
    contact = give(card("A"), "a@mail.example")
    assert contact_to_confirm(confirm_token(contact)) == contact
    confirmed(contact)
    contact.refresh_from_db()
    assert contact.gets_mail


def test_a_link_to_an_old_address_does_not_confirm_the_new_one(stage: Stage) -> None:
    old = confirm_token(give(card("A"), "a@mail.example"))
    give(card("A"), "b@mail.example")
    with pytest.raises(NotAllowedError):
        contact_to_confirm(old)


def test_an_address_changed_in_the_same_moment_is_not_confirmed(stage: Stage) -> None:
    contact = give(card("A"), "a@mail.example")
    give(card("A"), "b@mail.example")
    with pytest.raises(ConflictError) as caught:
        contact_confirm(contact_id=contact.pk, email="a@mail.example", act=by_director())
    assert caught.value.code == "email_changed"


def test_another_address_is_asked_anew_and_gets_nothing_before(stage: Stage) -> None:
    reach("A")
    contact = give(card("A"), "other@mail.example")
    assert not contact.gets_mail
    assert tell() == ["other@mail.example: Do you want messages from Kyiv Open?"]


@pytest.mark.parametrize("opened", [contact_to_confirm, contact_to_stop])
def test_links_cannot_be_made_up_or_taken_for_each_other(stage: Stage, opened: Any) -> None:
    contact = reach("A")
    other = confirm_token if opened is contact_to_stop else stop_token
    right = stop_token if opened is contact_to_stop else confirm_token
    assert opened(right(contact)) == contact
    forged = [
        *("", "x", "1", right(contact)[:-1], right(contact) + "A", other(contact)),
        signing.dumps([contact.pk, "0" * 16], salt=contact_links.STOP),
        signing.dumps([contact.pk, "0" * 16], salt=contact_links.CONFIRM),
        signing.dumps("nonsense", salt=contact_links.STOP),
    ]
    for token in forged:
        with pytest.raises(NotAllowedError) as caught:
            opened(token)
        assert caught.value.code == "unknown_link"


def test_the_question_is_good_for_some_days_only(stage: Stage, monkeypatch: Any) -> None:
    token = confirm_token(give(card("A"), "a@mail.example"))
    monkeypatch.setattr(contact_links, "GOOD_FOR", timedelta(seconds=-1))
    with pytest.raises(NotAllowedError):
        contact_to_confirm(token)


def test_nobody_fills_the_mailbox_of_somebody_else(stage: Stage) -> None:
    for number, name in enumerate("ABCDA"):
        give(card(name), "victim@mail.example")
        if number == 3:
            give(card("A"), "other@mail.example")
    with pytest.raises(TooManyError):
        give(card("B"), "Victim@mail.example")


def test_forgetting_leaves_the_address_nowhere(stage: Stage) -> None:
    reach("A")
    tell()
    contact_remove(holder=card("A"), act=by_director())
    contact_remove(holder=card("A"), act=by_director())
    assert not Contact.objects.exists()
    assert not Notice.objects.exists()
    kept = list(LogEntry.objects.values("subject", "before", "after", "reason", "actor_name"))
    assert "mail.example" not in str(kept)
    assert LogEntry.objects.filter(action="contact.removed").count() == 1


def test_a_renewed_card_ends_what_was_asked_for_with_the_old_one(stage: Stage) -> None:
    reach("A")
    one = card("A")
    pass_renew(tournament_id=one.tournament_id, player_id=one.player_id, act=by_director())
    assert not Contact.objects.exists()


def test_the_archive_carries_no_address(stage: Stage) -> None:
    reach("A")
    give(card("B"), "b@mail.example")
    assert "mail.example" not in json.dumps(exported(stage.event))


def test_staff_learn_that_there_is_an_address_and_not_which(stage: Stage) -> None:
    reach("A")
    known = reach_of(stage.event.tournament, card("A").pk)
    assert known.has_email
    assert known.confirmed
    assert "mail.example" not in repr(known)


def test_the_holder_sees_the_address_and_the_choices(stage: Stage) -> None:
    reach("A")
    contact_choose(
        holder=card("A"), kinds=["call"], by_email=False, language="en", act=by_director()
    )
    view = contact_view(card("A"))
    assert (view.email, view.confirmed, view.by_email) == ("a@mail.example", True, False)
    assert [kind.code for kind in view.kinds if kind.chosen] == ["call"]


def test_the_desk_does_not_overwrite_what_the_player_confirmed(stage: Stage) -> None:
    reach("A")
    dana = User.objects.get(username="dana")
    with pytest.raises(ConflictError) as caught:
        contact_give(
            holder=card("A"),
            email="typo@mail.example",
            language="en",
            act=by_director(),
            entered_by=dana,
        )
    assert caught.value.code == "address_confirmed"
    assert Contact.objects.get().email == "a@mail.example"


def test_an_imported_log_tells_nobody(stage: Stage) -> None:
    stage.play_out()
    before = LogEntry.objects.count()
    imported(exported(stage.event))
    assert LogEntry.objects.count() > before
    assert not LogEntry.objects.filter(untold=True, tournament__slug="copy").exists()


def test_kinds_that_are_none_are_refused(stage: Stage) -> None:
    with pytest.raises(InvalidError) as caught:
        contact_choose(
            holder=card("A"), kinds=["spam"], by_email=True, language="en", act=by_director()
        )
    assert caught.value.code == "kind_unknown"


def test_the_database_holds_a_contact_to_its_shape(stage: Stage) -> None:
    contact = reach("A")
    for change in ({"email": ""}, {"card": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Contact.objects.filter(pk=contact.pk).update(**change)
