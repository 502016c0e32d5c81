"""Where people want to be told, and each message that is on its way to them.

What is told is a line of the log; a card shows it from there, so only what leaves the site has rows
here: by e-mail, and by push to a browser. Removing a contact removes the address, its browsers and
all its messages.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Contact(models.Model):
    """The wishes of one player in one tournament (by the card), or of one member of staff.

    The address counts from its confirmation on, by a link that was sent there.
    """

    card = models.OneToOneField(
        "tournaments.Pass",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="contact",
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="contact",
    )
    email = models.EmailField(_("e-mail"), blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    by_email = models.BooleanField(default=True)  # False once somebody has unsubscribed
    # Of the staff, when it was not the person himself who gave the address.
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    language = models.CharField(max_length=10)
    muted = models.JSONField(default=list, blank=True)  # kinds that are not wanted
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="contact_of_card_or_user",
                condition=Q(card__isnull=False, user=None) | Q(card=None, user__isnull=False),
            ),
            models.CheckConstraint(
                name="contact_confirms_an_address",
                condition=Q(confirmed_at=None) | ~Q(email=""),
            ),
        ]

    def __str__(self) -> str:
        return f"contact {self.pk}"

    @property
    def gets_mail(self) -> bool:
        return self.by_email and self.confirmed_at is not None


class PushTarget(models.Model):
    """A browser that shows messages: where its push service takes them, and keys for it alone."""

    contact = models.ForeignKey(Contact, on_delete=models.CASCADE, related_name="browsers")
    endpoint = models.CharField(max_length=600)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="push_target_once", fields=["contact", "endpoint"])
        ]

    def __str__(self) -> str:
        return f"browser {self.pk}"


class Notice(models.Model):
    """One message to one address or browser; `entry` is the line of the log that it tells of.

    Without one it asks whether the address is right. `sending` is written before it is handed over,
    so that nobody else does; what a crash left there is tried again after a while, under the same
    name, by which the other end knows it.
    """

    class Channel(models.TextChoices):
        EMAIL = "email", _("e-mail")
        PUSH = "push", _("push")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        GIVEN_UP = "given_up", _("given up")
        SKIPPED = "skipped", _("not wanted any more")

    OPEN = (State.WAITING, State.SENDING)

    entry = models.ForeignKey(
        "tournaments.LogEntry",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="notices",
    )
    contact = models.ForeignKey(Contact, on_delete=models.CASCADE, related_name="notices")
    browser = models.ForeignKey(
        PushTarget, on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    channel = models.CharField(max_length=5, choices=Channel)
    kind = models.CharField(max_length=12)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                name="notice_mailed_once",
                fields=["entry", "contact"],
                condition=Q(channel="email", entry__isnull=False),
            ),
            models.UniqueConstraint(name="notice_pushed_once", fields=["entry", "browser"]),
            models.CheckConstraint(
                name="notice_by_its_channel",
                condition=Q(channel="email", browser=None)
                | Q(channel="push", browser__isnull=False, entry__isnull=False),
            ),
            models.CheckConstraint(
                name="notice_sent_at_when_sent",
                condition=Q(state="sent", sent_at__isnull=False)
                | ~Q(state="sent") & Q(sent_at=None),
            ),
            models.CheckConstraint(
                name="notice_claimed_when_sending",
                condition=~Q(state="sending") | Q(claimed_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                name="notice_open",
                fields=["channel", "due_at"],
                condition=Q(state__in=["waiting", "sending"]),
            )
        ]

    def __str__(self) -> str:
        return f"notice {self.pk}"
