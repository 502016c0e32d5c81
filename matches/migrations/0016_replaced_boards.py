from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0015_breaks"),
    ]

    operations = [
        migrations.AddField(
            model_name="record",
            name="replaced",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
