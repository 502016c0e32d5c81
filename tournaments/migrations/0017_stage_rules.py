from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0016_rulings"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="stage_rules",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
