from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0003_sets"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="match",
            name="match_decided_has_winner",
        ),
        migrations.AlterField(
            model_name="match",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("played", "played"),
                    ("walkover", "walkover"),
                    ("forfeit", "forfeit"),
                    ("double_forfeit", "double forfeit"),
                    ("double_loss", "double loss"),
                    ("drawn", "drawn"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("decided_at__isnull", False),
                        ("state", "decided"),
                        ("winner__in", [1, 2]),
                        models.Q(
                            ("outcome__in", ["", "double_forfeit", "double_loss", "drawn"]),
                            _negated=True,
                        ),
                    ),
                    models.Q(
                        ("decided_at__isnull", False),
                        ("state", "decided"),
                        ("winner", None),
                        ("outcome__in", ("double_forfeit", "double_loss", "drawn")),
                        ("score_1", None),
                        ("score_2", None),
                    ),
                    models.Q(
                        models.Q(("state", "decided"), _negated=True),
                        ("decided_at", None),
                        ("outcome", ""),
                        ("score_1", None),
                        ("score_2", None),
                        ("winner", None),
                    ),
                    _connector="OR",
                ),
                name="match_decided_has_winner",
            ),
        ),
    ]
