from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0017_stage_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="watch_delay",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="event",
            name="watch_comments",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                name="event_watch_delay_sane", condition=Q(watch_delay__lte=7200)
            ),
        ),
    ]
