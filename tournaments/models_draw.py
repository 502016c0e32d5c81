"""What was drawn, and where it is played: stages, their rounds and fixtures, and the tables."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches.models import Match
from tournaments.models_teams import TieFixture


class Stage(models.Model):
    """One part of an event: the main draw, the consolation, or all of its rounds."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="stages")
    bracket = models.CharField(max_length=2)
    kind = models.CharField(max_length=30, default="single_elimination")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="stage_once", fields=["event", "bracket"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.bracket}"


class Round(models.Model):
    """A round of a stage that is played in rounds, and why it is paired as it is.

    While it is a draft it is for staff alone and has no fixtures; there is one draft at most.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    # [{"number", "first", "second", "reasons": [{"code", "detail"}]}]: entrants by their number of
    # entry, in the details as well; "second" is null for a bye.
    pairings = models.JSONField()
    notices = models.JSONField(default=list, blank=True)  # [{"code", "detail"}]
    # What it follows from beside results and seed, as far as there is any, entrants by number:
    # {"forced", "forbidden", "apart", "labels": {"2": ["club:kyiv"]}, "swaps": [[3, 5]]}.
    made_with = models.JSONField(default=dict, blank=True)
    drafts = models.PositiveSmallIntegerField(default=1)  # that differed, up to this one
    drafted_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage_id", "number"]
        constraints = [
            models.UniqueConstraint(name="round_once", fields=["stage", "number"]),
            models.UniqueConstraint(
                name="round_one_draft", fields=["stage"], condition=Q(published_at=None)
            ),
            models.CheckConstraint(name="round_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(name="round_drafted", condition=Q(drafts__gte=1)),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class Fixture(TieFixture):
    """A place in a stage: two slots with their sources, and the match once both are known.

    In an event of teams it is a tie, whose result its boards bring; each of these is a fixture as
    well, with a match between two members.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        READY = "ready", _("ready")
        DECIDED = "decided", _("decided")
        BYE = "bye", _("bye")
        EMPTY = "empty", _("empty")

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="fixtures"
    )
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="fixtures")
    key = models.CharField(max_length=12)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    length = models.PositiveSmallIntegerField()
    sets_to_win = models.PositiveSmallIntegerField(default=1)
    decider = models.PositiveSmallIntegerField(null=True, blank=True)
    # Where each slot is filled from: "entrant:17", "winner:M1.1", "loser:M1.3", "bye", or
    # "loser:M1.3:2": only a loser who stood in slot 2 there, else a bye.
    source_1 = models.CharField(max_length=24)
    source_2 = models.CharField(max_length=24)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    entry_1 = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    entry_2 = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    winner = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="fixture"
    )
    # The version of the match that the event has taken note of; behind means: advance the event.
    match_version = models.PositiveIntegerField(default=0)
    ready_at = models.DateTimeField(null=True, blank=True)
    play_by = models.DateField(null=True, blank=True)  # the last day for it, in leagues and ladders
    # When and where it is to be played, after it was not played in time.
    slot_at = models.DateTimeField(null=True, blank=True)
    slot_table = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        default_manager_name = "objects"
        ordering = ["stage_id", "round", "number", "board"]
        constraints = [
            models.UniqueConstraint(name="fixture_key_once", fields=["event", "key"]),
            models.UniqueConstraint(name="fixture_board_once", fields=["tie", "board"]),
            models.CheckConstraint(
                name="fixture_board_of_tie",
                condition=Q(tie=None, board=None, member_1=None, member_2=None)
                | Q(tie__isnull=False, board__gte=1, boards_1=None, boards_2=None)
                & Q(member_1__isnull=False, member_2__isnull=False),
            ),
            models.CheckConstraint(
                name="fixture_two_entrants",
                condition=Q(entry_1=None) | Q(entry_2=None) | ~Q(entry_1=F("entry_2")),
            ),
            models.CheckConstraint(
                name="fixture_slot_has_a_day",
                condition=Q(slot_at=None, slot_table=None)
                | Q(slot_at__isnull=False, play_by__isnull=False),
            ),
            models.CheckConstraint(
                name="fixture_match_has_players",
                condition=Q(match=None) | Q(entry_1__isnull=False, entry_2__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Table(models.Model):
    """A board in the room, and the fixture that is being played there."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="tables"
    )
    number = models.PositiveSmallIntegerField()
    fixture = models.OneToOneField(
        Fixture, on_delete=models.SET_NULL, null=True, blank=True, related_name="table"
    )
    called_at = models.DateTimeField(null=True, blank=True)  # when those who sit there were called
    closing = models.BooleanField(default=False)  # taken away: it goes when its match is over

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="table_number_once", fields=["tournament", "number"])
        ]

    def __str__(self) -> str:
        return str(self.number)
