"""The fixed cast of the pages: who holds which card, and how a phone or a desk is opened."""

from typing import Any

from django.test import Client

from tests.builders import Stage
from tournaments.models import Event, Pass
from tournaments.services.passes import pass_token


class Phone(Client):
    """A player's phone after the code on the card was scanned."""

    def __init__(self, event: Event, name: str) -> None:
        super().__init__(REMOTE_ADDR="10.0.0.7")
        self.event = event
        self.card = Pass.objects.get(tournament=event.tournament, player__name=name)
        self.home = f"/me/{self.card.pk}/"
        assert self.get(link(self.card)).status_code == 303

    def page(self, key: str, what: str) -> str:
        return f"{self.home}match/{Stage(self.event).match(key).pk}/{what}/"

    def says(self, key: str, winner: str, loser_score: object, **more: Any) -> Any:
        """Send the report form: `winner` is "me" or "other"."""
        seen = Stage(self.event).match(key).version
        data = {"winner": winner, "loser_score": loser_score, "seen": seen, **more}
        return self.post(self.page(key, "report"), data)

    def answers(self, key: str, answer: str, report_id: int | None = None) -> Any:
        """Answer the latest report of the match."""
        if report_id is None:
            latest = Stage(self.event).match(key).reports.latest("pk")
            report_id = latest.pk
        return self.post(self.page(key, "answer"), {"answer": answer, "report": report_id})


def link(card: Pass) -> str:
    return f"/p/{pass_token(card)}/"
