import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_clock"),
    ]

    operations = [
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("side", models.PositiveSmallIntegerField()),
                ("points", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("late", "coming late"),
                            ("clock", "out of time"),
                            ("conduct", "conduct"),
                            ("other", "something else"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField()),
                ("by_name", models.CharField(max_length=160)),
                ("late_at", models.DateTimeField(blank=True, null=True)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                ("removed_by", models.CharField(blank=True, max_length=160)),
                ("removed_why", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "verbose_name_plural": "penalties",
                "ordering": ["number"],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="begun_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="called_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="excused_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="here_1_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="here_2_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="late_done_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="start_1",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="match",
            name="start_2",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("score_1", None),
                    ("sets_to_win__gt", 1),
                    models.Q(
                        ("score_1__gte", models.F("start_1")), ("score_2__gte", models.F("start_2"))
                    ),
                    _connector="OR",
                ),
                name="match_scores_from_start",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("here_1_at", None),
                    ("here_2_at", None),
                    ("begun_at__isnull", False),
                    _connector="OR",
                ),
                name="match_both_here_begun",
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="penalties",
                to="matches.match",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.UniqueConstraint(fields=("match", "number"), name="penalty_once"),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__range", (1, 99)), ("side__in", [1, 2])),
                name="penalty_numbers_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.UniqueConstraint(
                fields=("match", "late_at"), name="penalty_once_a_moment"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("late_at", None), ("kind", "late"), _connector="OR"),
                name="penalty_scheduled_is_late",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("removed_at", None), ("removed_by", ""), ("removed_why", "")),
                    models.Q(
                        ("removed_at__isnull", False), models.Q(("removed_by", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="penalty_removed_by_somebody",
            ),
        ),
        migrations.AlterField(
            model_name="clockstep",
            name="kind",
            field=models.CharField(
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
                    ("late", "somebody is late"),
                ],
                max_length=10,
            ),
        ),
    ]
