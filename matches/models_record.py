"""The record of a match: what was thrown, played and said at the board, one row for each action.

A record of a match on the site is a list of the engine's actions (`matches.engine.actions`), and
whatever is known of the match follows from it by replay. Rows of actions are added and never
changed. In a match of sets each set is a record of its own: a match to so many points, whole in
itself, with dice of its own. A score sheet and what a file says are kept whole
(`matches.records.jsonform`), a file also as it came.
"""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from matches.models import Match


class Record(models.Model):
    """One account of a match, or of one of its sets; what is played on the site has a live one."""

    class Source(models.TextChoices):
        LIVE = "live", _("played on the site")
        SCORED = "scored", _("scored at the table")
        FILE = "file", _("read from a file")

    class Dice(models.TextChoices):
        SITE = "site", _("thrown by the site")
        BOARD = "board", _("thrown at the board")

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="records")
    source = models.CharField(max_length=10, choices=Source)
    rules = models.JSONField()  # as `matches.engine.rules_data` writes them
    dice = models.CharField(max_length=10, choices=Dice)
    # Dice of the site (`matches.engine.fairdice`): what was committed to, and what the players
    # gave. The secret is told to nobody before the record is closed, and no archive brings it.
    context = models.CharField(max_length=200, blank=True)
    secret = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    seed_1 = models.CharField(max_length=200, blank=True)
    seed_2 = models.CharField(max_length=200, blank=True)
    joined_1_at = models.DateTimeField(null=True, blank=True)
    joined_2_at = models.DateTimeField(null=True, blank=True)
    set_number = models.PositiveSmallIntegerField(default=1)  # 0: of which set nobody has said
    # How what was played on the site ended, the points as they are written down.
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # the number of a side
    score_1 = models.PositiveSmallIntegerField(null=True, blank=True)
    score_2 = models.PositiveSmallIntegerField(null=True, blank=True)
    # Whether partners who consult must agree, and how often one suggested something, on
    # whichever side: so no page is told of it.
    by_agreement = models.BooleanField(default=False)
    suggested = models.PositiveIntegerField(default=0)
    # The match as its current game began, so that only that game has to be replayed.
    folded = models.JSONField(default=dict)
    # What a score sheet or a file says, side 1 being that of the match.
    content = models.JSONField(null=True, blank=True)
    digest = models.CharField(max_length=64, blank=True)  # SHA-256 of a file, in hexadecimal
    version = models.PositiveIntegerField(default=1)
    # How many versions spectators who are behind had of boards that this one has replaced.
    replaced = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="record_one_live_a_set",
                fields=["match", "set_number"],
                condition=Q(source="live"),
            ),
            models.UniqueConstraint(
                name="record_one_sheet_a_set",
                fields=["match", "set_number"],
                condition=Q(source="scored"),
            ),
            models.UniqueConstraint(
                name="record_file_once", fields=["match", "digest"], condition=~Q(digest="")
            ),
            models.CheckConstraint(
                name="record_content_fits",
                condition=Q(source="live", content__isnull=True, digest="")
                | Q(source="scored", content__isnull=False, digest="")
                | Q(source="file", content__isnull=False) & ~Q(digest=""),
            ),
            models.CheckConstraint(
                name="record_dice_committed",
                condition=~Q(source="live", dice="site") | ~Q(commitment="") & ~Q(context=""),
            ),
            models.CheckConstraint(
                name="record_set_known",
                condition=Q(set_number__range=(1, 99)) | Q(source="file", set_number=0),
            ),
            models.CheckConstraint(
                name="record_ended_whole",
                condition=Q(winner=None, score_1=None, score_2=None)
                | Q(winner__in=[1, 2], source="live", closed_at__isnull=False)
                & Q(score_1__isnull=False, score_2__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"record of match {self.match_id} ({self.source})"

    @property
    def is_live(self) -> bool:
        """Whether it was played on the site, or is."""
        return self.source == self.Source.LIVE

    @property
    def is_blank(self) -> bool:
        """Whether it is a score sheet off which all games were taken: nobody is shown it."""
        return self.source == self.Source.SCORED and not (self.content or {}).get("games")

    def is_played_on(self, match: "Match") -> bool:
        """Whether more may be added to it, so that it is not given away yet."""
        return self.is_live and self.closed_at is None and match.state == match.State.OPEN

    @property
    def joined(self) -> tuple[bool, bool]:
        return self.joined_1_at is not None, self.joined_2_at is not None

    @property
    def seeds(self) -> tuple[str, str]:
        return self.seed_1, self.seed_2


class RecordAction(models.Model):
    """One action of a record."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="actions")
    number = models.PositiveIntegerField()  # from 1, without gaps
    data = models.JSONField()  # as `actions.to_data` writes it; dice in the order thrown
    at = models.DateTimeField()
    side = models.PositiveSmallIntegerField(null=True, blank=True)  # for whom it was done
    by_name = models.CharField(max_length=160)
    sent_id = models.CharField(max_length=100, blank=True)  # how the sender calls it

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="record_action_once", fields=["record", "number"]),
            models.UniqueConstraint(
                name="record_action_sent_once",
                fields=["record", "sent_id"],
                condition=~Q(sent_id=""),
            ),
            models.CheckConstraint(
                name="record_action_side", condition=Q(side=None) | Q(side__in=[1, 2])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.data.get('do')}"


class RecordFile(models.Model):
    """The file that a record was read from, as it came."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, related_name="file", primary_key=True
    )
    name = models.CharField(max_length=120)
    data = models.BinaryField()
    number = models.PositiveSmallIntegerField(default=1)  # which match of the file
    dialect = models.CharField(max_length=20)
    encoding = models.CharField(max_length=20)
    exchanged = models.BooleanField(default=False)  # side 1 of the file is side 2 of the match
    sides_known = models.BooleanField(default=False)  # the names say so, or somebody did
    by_name = models.CharField(max_length=160)

    def __str__(self) -> str:
        return self.name


class RecordCheck(models.Model):
    """What was found when a record was read and replayed; one for each record, the newest."""

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, related_name="check_made", primary_key=True
    )
    at = models.DateTimeField()
    checks = models.PositiveSmallIntegerField()  # `matches.records.CHECKS` by which it was made
    record_version = models.PositiveIntegerField()  # of the record as it was then
    findings = models.JSONField(default=list)  # as `finding_data`, and `at` which action
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    notes = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.errors} errors, {self.warnings} warnings in record {self.record_id}"


class RecordAnalysis(models.Model):
    """What GNU Backgammon says of a record; one for each record, of the version it was asked for.

    A row is also the work to be done: it waits, is taken by one worker, and ends one way or the
    other. A worker that has it in hand writes `alive_at` over and over; when that stops, the row is
    taken up again. `attempts` tells those who had it apart, so that nobody writes over another.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for its analysis")
        RUNNING = "running", _("is being analysed")
        DONE = "done", _("analysed")
        FAILED = "failed", _("could not be analysed")

    record = models.OneToOneField(
        Record, on_delete=models.CASCADE, related_name="analysis", primary_key=True
    )
    record_version = models.PositiveIntegerField()  # of the record as it is analysed
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField()
    by_name = models.CharField(max_length=160)  # who asked
    attempts = models.PositiveSmallIntegerField(default=0)
    alive_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)  # as `matches.analysis.to_data` writes it
    reason = models.CharField(max_length=40, blank=True)  # why it failed: a code of `REASONS`
    detail = models.JSONField(default=dict)  # the facts of the reason

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="record_analysis_done", condition=Q(state="done") ^ Q(result__isnull=True)
            ),
            models.CheckConstraint(
                name="record_analysis_reason", condition=Q(state="failed") ^ Q(reason="")
            ),
            models.CheckConstraint(
                name="record_analysis_in_hand", condition=Q(state="running") ^ Q(alive_at=None)
            ),
        ]
        indexes = [
            models.Index(
                name="record_analysis_to_do",
                fields=["asked_at"],
                condition=Q(state__in=["waiting", "running"]),
            ),
        ]

    def __str__(self) -> str:
        return f"analysis of record {self.record_id} ({self.state})"

    @property
    def is_to_do(self) -> bool:
        return self.state in {self.State.WAITING, self.State.RUNNING}
