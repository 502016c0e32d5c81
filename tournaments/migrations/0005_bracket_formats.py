from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_money")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="bracket_rules",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="event",
            name="format",
            field=models.CharField(
                choices=[
                    ("elimination", "Elimination"),
                    ("swiss", "Swiss"),
                    ("lives", "Lives"),
                    ("round_robin", "Round robin"),
                ],
                default="elimination",
                max_length=20,
                verbose_name="format",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("event", "withdrawn_at"), name="entry_left_alone"
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=Q(bracket_rules__isnull=True) | Q(round_rules__isnull=True),
                name="event_bracket_rules_for_brackets",
            ),
        ),
    ]
