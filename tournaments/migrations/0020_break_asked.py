from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_calls_over"),
    ]

    operations = [
        migrations.AlterField(
            model_name="voice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("illegal", "An illegal play"),
                    ("dice", "The dice"),
                    ("clock", "The clock"),
                    ("score", "The score"),
                    ("conduct", "Conduct"),
                    ("equipment", "Board, checkers or other equipment"),
                    ("break", "A break"),
                    ("other", "Something else"),
                ],
                default="other",
                max_length=10,
            ),
        ),
    ]
