import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0003_sets"),
        ("players", "0001_initial"),
        ("tournaments", "0011_round_wishes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=80, verbose_name="name")),
            ],
            options={
                "ordering": ["entry_id", "place"],
            },
        ),
        migrations.AlterModelOptions(
            name="fixture",
            options={
                "default_manager_name": "objects",
                "ordering": ["stage_id", "round", "number", "board"],
            },
        ),
        migrations.AddField(
            model_name="event",
            name="entrants",
            field=models.CharField(
                choices=[
                    ("singles", "Single players"),
                    ("pairs", "Pairs who consult"),
                    ("teams", "Teams"),
                ],
                default="singles",
                max_length=10,
                verbose_name="who enters",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="team_rules",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="fixture",
            name="board",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="fixture",
            name="boards_1",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="fixture",
            name="boards_2",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="fixture",
            name="tie",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="boards",
                to="tournaments.fixture",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("entrants", "teams"), ("team_rules__isnull", False)),
                    models.Q(
                        models.Q(("entrants", "teams"), _negated=True), ("team_rules__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="event_team_rules_for_teams",
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="tournaments.entry",
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="tournaments.event",
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="memberships",
                to="players.player",
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="member_1",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.member",
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="member_2",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.member",
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.UniqueConstraint(fields=("tie", "board"), name="fixture_board_once"),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("board", None), ("member_1", None), ("member_2", None), ("tie", None)
                    ),
                    models.Q(
                        ("board__gte", 1),
                        ("boards_1", None),
                        ("boards_2", None),
                        ("tie__isnull", False),
                        ("member_1__isnull", False),
                        ("member_2__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="fixture_board_of_tie",
            ),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(fields=("entry", "place"), name="member_place_once"),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(
                fields=("event", "player"), name="member_player_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__gte", 1), models.Q(("name", ""), _negated=True)),
                name="member_placed_and_named",
            ),
        ),
    ]
