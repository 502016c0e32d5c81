import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_calcutta")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="follows",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="followers",
                to="tournaments.event",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="qualifying",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="came_from",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.entry",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="came_group",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="came_place",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=Q(follows=None) | Q(qualifying__isnull=False) & ~Q(follows=F("pk")),
                name="event_follows_by_a_rule",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=Q(came_group=None, came_place=None, came_from=None)
                | Q(came_group__gte=1, came_place__gte=1),
                name="entry_came_as_a_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("event", "came_group", "came_place"), name="entry_place_goes_on_once"
            ),
        ),
    ]
