"""Events made of matches: who runs them, who plays, who meets whom, where, and what happened.

Rows are written by `tournaments.services` only. Lock order: `Event` before `Match`, never the
reverse; `Event` rows are locked with `no_key=True` so that log entries may point to them meanwhile.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from players.models import Player
from tournaments import (  # noqa: F401 (for Django)
    models_auction,
    models_ladders,
    models_money,
    models_notices,
    models_rulings,
)
from tournaments.models_draw import Fixture, Round, Stage, Table
from tournaments.models_teams import TeamEvent

__all__ = [
    "Entry",
    "Event",
    "Fixture",
    "LogEntry",
    "Pass",
    "Round",
    "Staff",
    "Stage",
    "Table",
    "Tournament",
]


class Tournament(models.Model):
    name = models.CharField(pgettext_lazy("of an event", "name"), max_length=100)
    slug = models.SlugField(max_length=60, unique=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    currency = models.CharField(_("currency"), max_length=3, blank=True)  # of all its money
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(name="tournament_named", condition=~Q(name="")),
            models.CheckConstraint(
                name="tournament_ends_after_start", condition=Q(ends_on__gte=F("starts_on"))
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Staff(models.Model):
    """Who runs a tournament. Scorers enter results; directors do all but change the staff."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCORER = "scorer", _("scorer")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_roles"
    )
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        constraints = [models.UniqueConstraint(name="staff_once", fields=["tournament", "user"])]

    def __str__(self) -> str:
        return f"{self.role} {self.user_id}"


class Event(TeamEvent):
    class State(models.TextChoices):
        ENTRIES = "entries", _("taking entries")
        DRAFTED = "drafted", _("draw in draft")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Format(models.TextChoices):
        ELIMINATION = "elimination", _("Elimination")
        SWISS = "swiss", _("Swiss")
        LIVES = "lives", _("Lives")
        ROUND_ROBIN = "round_robin", _("Round robin")
        LADDER = "ladder", _("Ladder")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="events")
    name = models.CharField(pgettext_lazy("of an event", "name"), max_length=80)
    slug = models.SlugField(max_length=60)
    format = models.CharField(_("format"), max_length=20, choices=Format, default="elimination")
    # What a format of rounds needs to know, as `formats.round_plan` reads it; None for brackets.
    round_rules = models.JSONField(null=True, blank=True)
    # What a format of brackets needs to know beside its lengths, as `formats.bracket_plan` reads
    # it; None where that is nothing.
    bracket_rules = models.JSONField(null=True, blank=True)
    # What a ladder needs to know, as `formats.ladder_rules` reads it; None for all others.
    ladder_rules = models.JSONField(null=True, blank=True)
    # Pairs of entries who never meet in rounds, such as of one family, by their numbers: [[2, 7]].
    apart = models.JSONField(default=list, blank=True)
    # Play-offs of those tied in the end, by number of entry, the winner first: [[3, 7]].
    play_offs = models.JSONField(default=list, blank=True)
    # What the director wishes of the next round, and how often it was drafted: {"forced": [[2, 7],
    # [3, null]] (a bye), "forbidden": [[1, 4]], "drafts": 2, "pairs": those of the last draft}.
    next_round = models.JSONField(default=dict, blank=True)
    length = models.PositiveSmallIntegerField(_("match length"))
    # Other lengths counted from the final: {"1": 11, "2": 9} is 11 in the final, 9 in semi-finals.
    lengths_from_final = models.JSONField(default=dict, blank=True)
    # Matches of several sets, as `formats.sets.SetPlan` reads it; {} is one set.
    sets = models.JSONField(default=dict, blank=True)
    even_lengths = models.BooleanField(_("allow even match lengths"), default=False)
    # Set when there is a consolation (or, in double elimination, a length for the lower bracket).
    consolation_length = models.PositiveSmallIntegerField(null=True, blank=True)
    rule_set = models.CharField(max_length=20, default="club")
    rules = models.JSONField(default=dict)
    # What is otherwise in a stage, or from one of its rounds on, as `rulesets.parts` reads it.
    stage_rules = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.ENTRIES)
    # How many drafts were drawn: shown beside the seed, so that nobody can draw until it pleases.
    drafts = models.PositiveSmallIntegerField(default=0)
    # {"algorithm", "seed", "field", "notices"}, for brackets also {"options", "altered"}, as
    # `formats.redraw` tells it, and {"groups"} where there are several; by number of entry.
    draw = models.JSONField(null=True, blank=True)
    # The event whose best play here, and which these are: {"event": {"slug", "name"}, "count",
    # "groups", "in_order", "settled", "by_lot", "qualified": [[number there, group, place], ...]}.
    follows = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="followers"
    )
    qualifying = models.JSONField(null=True, blank=True)
    # When it takes entries, as the public is told, and until when players say that they are here.
    entries_open_at = models.DateTimeField(null=True, blank=True)
    entries_close_at = models.DateTimeField(null=True, blank=True)
    checkin_close_at = models.DateTimeField(null=True, blank=True)
    # What becomes of matches not played by their day, as `formats.overdue` reads it; {} is usual.
    overdue_rules = models.JSONField(default=dict, blank=True)
    # Whether the public page says when the event is expected to end.
    shows_forecast = models.BooleanField(_("show the forecast to the public"), default=False)
    # What its new matches begin with: how many seconds later than the players spectators see the
    # board of a match that is played on the site, and whether they may comment on it.
    watch_delay = models.PositiveIntegerField(default=0)
    watch_comments = models.BooleanField(default=False)
    prizes_published = models.BooleanField(default=False)
    auction_published = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="event_slug_once", fields=["tournament", "slug"]),
            models.CheckConstraint(name="event_named", condition=~Q(name="")),
            models.CheckConstraint(
                name="event_length_sane",
                condition=Q(length__gte=1, length__lte=99)
                & (Q(consolation_length=None) | Q(consolation_length__range=(1, 99))),
            ),
            models.CheckConstraint(
                name="event_round_rules_for_rounds",
                condition=Q(format__in=["swiss", "lives", "round_robin"], round_rules__isnull=False)
                | ~Q(format__in=["swiss", "lives", "round_robin"]) & Q(round_rules__isnull=True),
            ),
            models.CheckConstraint(
                name="event_bracket_rules_for_brackets",
                condition=Q(bracket_rules__isnull=True) | Q(round_rules__isnull=True),
            ),
            models.CheckConstraint(
                name="event_ladder_rules_for_ladders",
                condition=Q(format="ladder", ladder_rules__isnull=False)
                | ~Q(format="ladder") & Q(ladder_rules__isnull=True),
            ),
            models.CheckConstraint(
                name="event_follows_by_a_rule",
                condition=Q(follows=None) | Q(qualifying__isnull=False) & ~Q(follows=F("pk")),
            ),
            models.CheckConstraint(
                name="event_entries_close_after_open",
                condition=Q(entries_open_at=None)
                | Q(entries_close_at=None)
                | Q(entries_close_at__gt=F("entries_open_at")),
            ),
            models.CheckConstraint(
                name="event_team_rules_for_teams",
                condition=Q(entrants="teams", team_rules__isnull=False)
                | ~Q(entrants="teams") & Q(team_rules__isnull=True),
            ),
            models.CheckConstraint(
                name="event_published_when_running",
                condition=Q(state__in=["entries", "drafted"], published_at=None)
                | Q(state__in=["running", "finished"], published_at__isnull=False),
            ),
            models.CheckConstraint(
                name="event_watch_delay_sane", condition=Q(watch_delay__lte=7200)
            ),
            models.CheckConstraint(
                name="event_finished_at_when_finished",
                condition=Q(state="finished", finished_at__isnull=False)
                | ~Q(state="finished") & Q(finished_at=None),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def in_rounds(self) -> bool:
        """Whether it is played in rounds, each paired after the one before, not in brackets."""
        return self.round_rules is not None

    @property
    def is_ladder(self) -> bool:
        """Whether it has an order that challenges change, and no draw."""
        return self.ladder_rules is not None

    @property
    def is_by_dates(self) -> bool:
        """Whether its matches have a last day, and players agree on when they meet."""
        league = (self.round_rules or {}).get("league") or {}
        return self.is_ladder or league.get("starts_on") is not None

    @property
    def in_brackets(self) -> bool:
        return not (self.in_rounds or self.is_ladder)


class Entry(models.Model):
    """One entrant of an event, as the list had him on the day, and in which rounds he plays."""

    class Late(models.TextChoices):
        LOSS = "loss", _("a loss")
        HALF = "half", _("half a point")
        BYE = "bye", _("a bye, which is a win")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()  # order of entry: the field order of the draw
    name = models.CharField(_("name"), max_length=80)
    country = models.CharField(_("country"), max_length=3, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    created_at = models.DateTimeField()
    first_round = models.PositiveSmallIntegerField(default=1)
    late = models.CharField(max_length=4, choices=Late, default=Late.LOSS)  # each round before it
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)  # withdrawn after it
    disqualified = models.BooleanField(default=False)  # takes no place and no prize
    away = models.JSONField(default=list, blank=True)  # rounds missed between, by their numbers
    withdrawn_at = models.DateTimeField(null=True, blank=True)  # left the brackets
    present_at = models.DateTimeField(null=True, blank=True)  # said before the draw: I am here
    # Who came in from another event: his entry, group and place there.
    came_from = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    came_group = models.PositiveSmallIntegerField(null=True, blank=True)
    came_place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        constraints = [
            models.CheckConstraint(
                name="entry_rounds_in_order",
                condition=Q(first_round__gte=1)
                & (Q(last_round=None) | Q(last_round__gte=F("first_round") - 1)),
            ),
            models.CheckConstraint(
                name="entry_came_as_a_place",
                condition=Q(came_group=None, came_place=None, came_from=None)
                | Q(came_group__gte=1, came_place__gte=1),
            ),
            models.UniqueConstraint(
                name="entry_place_goes_on_once", fields=["event", "came_group", "came_place"]
            ),
            # If two who left meet, the later one goes on: there is always one.
            models.UniqueConstraint(name="entry_left_alone", fields=["event", "withdrawn_at"]),
            models.UniqueConstraint(name="entry_player_once", fields=["event", "player"]),
            models.UniqueConstraint(name="entry_number_once", fields=["event", "number"]),
            models.CheckConstraint(name="entry_named", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_left(self) -> bool:
        return self.withdrawn_at is not None or self.last_round is not None


class Pass(models.Model):
    """A player's private link in a tournament. The secret is derived, so no table holds it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="passes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="passes")
    epoch = models.PositiveIntegerField(default=1)  # raised to make old cards worthless
    read_to = models.BigIntegerField(default=0)  # the last line of the log that the player has seen

    class Meta:
        verbose_name_plural = "passes"
        constraints = [models.UniqueConstraint(name="pass_once", fields=["tournament", "player"])]

    def __str__(self) -> str:
        return f"pass {self.pk}"


class LogEntry(models.Model):
    """What happened: who did what to what, before and after. Only ever added."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    event = models.ForeignKey(
        Event, on_delete=models.SET_NULL, null=True, blank=True, related_name="log"
    )
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=10)
    actor_id = models.BigIntegerField(null=True, blank=True)
    actor_name = models.CharField(max_length=160)
    action = models.CharField(max_length=40)
    # Keys, not foreign keys: a report logged while the event is locked must not wait for it.
    fixture_key = models.CharField(max_length=12, blank=True)
    match_id = models.BigIntegerField(null=True, blank=True)
    subject = models.CharField(max_length=200, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    # Whether the messages about it are still to be made: the one thing that changes of a line.
    untold = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "log entries"
        indexes = [
            models.Index(name="log_untold", fields=["id"], condition=Q(untold=True)),
            models.Index(name="log_of_match", fields=["match_id"]),
        ]

    def __str__(self) -> str:
        return f"{self.actor_name}: {self.action} {self.subject}"
