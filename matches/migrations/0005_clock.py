import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0004_drawn"),
    ]

    operations = [
        migrations.CreateModel(
            name="Clock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("state", models.JSONField()),
                ("running", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                (
                    "stopped_for",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("game", "The game is over"),
                            ("break", "A break between games"),
                            ("dice", "Dice on the floor"),
                            ("contest", "A play is contested"),
                            ("concession", "A concession is offered"),
                            ("redo", "To move after the dice were lifted in error"),
                            ("director", "The director is called"),
                        ],
                        max_length=10,
                    ),
                ),
                ("break_until", models.DateTimeField(blank=True, null=True)),
                ("confirmed_1_at", models.DateTimeField(blank=True, null=True)),
                ("confirmed_2_at", models.DateTimeField(blank=True, null=True)),
                ("seen_1_at", models.DateTimeField(blank=True, null=True)),
                ("seen_2_at", models.DateTimeField(blank=True, null=True)),
                ("waits", models.BooleanField(default=False)),
                ("epoch", models.PositiveIntegerField(default=1)),
                ("version", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField()),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock",
                        to="matches.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClockStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("set_up", "put on"),
                            ("confirmed", "confirmed"),
                            ("press", "pressed"),
                            ("stop", "stopped"),
                            ("resume", "goes on"),
                            ("changed", "times corrected"),
                            ("overtime", "overtime"),
                            ("flag", "time is up"),
                            ("unflag", "time was not up"),
                            ("halt", "the match is over"),
                        ],
                        max_length=10,
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("sent_id", models.CharField(blank=True, max_length=40)),
                ("refused", models.CharField(blank=True, max_length=40)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("by_name", models.CharField(max_length=160)),
                ("face", models.JSONField(blank=True, null=True)),
                (
                    "clock",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="matches.clock",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.AddIndex(
            model_name="clock",
            index=models.Index(
                condition=models.Q(("running__isnull", False)),
                fields=["expires_at"],
                name="clock_expiry",
            ),
        ),
        migrations.AddIndex(
            model_name="clock",
            index=models.Index(
                condition=models.Q(("waits", True)), fields=["match"], name="clock_waits"
            ),
        ),
        migrations.AddConstraint(
            model_name="clock",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("expires_at__isnull", False), ("running__in", [1, 2]), ("stopped_for", "")
                    ),
                    models.Q(("expires_at", None), ("running", None)),
                    _connector="OR",
                ),
                name="clock_runs_until",
            ),
        ),
        migrations.AddConstraint(
            model_name="clock",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("break_until", None), ("stopped_for", "break"), _connector="OR"
                ),
                name="clock_break_is_a_stop",
            ),
        ),
        migrations.AddConstraint(
            model_name="clockstep",
            constraint=models.UniqueConstraint(fields=("clock", "number"), name="clock_step_once"),
        ),
        migrations.AddConstraint(
            model_name="clockstep",
            constraint=models.UniqueConstraint(
                condition=models.Q(("sent_id", ""), _negated=True),
                fields=("clock", "sent_id"),
                name="clock_step_sent_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="clockstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("face__isnull", False), ("refused", "")),
                    models.Q(models.Q(("refused", ""), _negated=True), ("face", None)),
                    _connector="OR",
                ),
                name="clock_step_refused_or_done",
            ),
        ),
    ]
