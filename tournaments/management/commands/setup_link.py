"""Print the link that makes the first account, where no `serve` prints it: in production."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.services.staffing import setup_needed, setup_token


class Command(BaseCommand):
    help = "Prints the one-time link that makes the first account."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not setup_needed():
            login = settings.PUBLIC_URL + reverse("login")
            self.stdout.write(_("There is an account already: log in at %(url)s") % {"url": login})
            return
        link = settings.PUBLIC_URL + reverse("setup", args=[setup_token()])
        if not settings.PUBLIC_URL:
            self.stdout.write(_("PUBLIC_URL is not set: put this behind the site's address."))
        self.stdout.write(link)
