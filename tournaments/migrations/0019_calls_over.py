from django.db import migrations, models


class Migration(migrations.Migration):
    """A call ends with the match it is about."""

    dependencies = [
        ("tournaments", "0018_watching"),
    ]

    operations = [
        migrations.AlterField(
            model_name="call",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting"),
                    ("taken", "somebody is on the way"),
                    ("ruled", "ruled on"),
                    ("settled", "settled between the players"),
                    ("closed", "closed without a ruling"),
                    ("over", "over with the match"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
    ]
