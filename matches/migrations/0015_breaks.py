from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0014_chouettes"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="clock", name="clock_break_is_a_stop"),
        migrations.AddConstraint(
            model_name="clock",
            constraint=models.CheckConstraint(
                name="clock_breaks_off_or_runs_on",
                condition=models.Q(
                    ("break_until", None),
                    ("stopped_for", "break"),
                    ("running__in", [1, 2]),
                    _connector="OR",
                ),
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
                    ("score", "told the score"),
                    ("claim", "told what stood on the board"),
                    ("game", "the game is lost on time"),
                    ("penalty", "penalty for the time"),
                    ("ask_break", "asks for a break"),
                ],
                max_length=10,
            ),
        ),
    ]
