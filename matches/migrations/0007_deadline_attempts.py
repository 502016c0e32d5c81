from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("matches", "0006_penalties"),
    ]

    operations = [
        migrations.AddField(
            model_name="deadline",
            name="attempts",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="deadline",
            name="last_error",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name="deadline",
            name="retry_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="deadline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("attempts", 0), ("last_error", ""), ("retry_at", None)),
                    models.Q(("attempts__gte", 1), ("retry_at__isnull", False)),
                    _connector="OR",
                ),
                name="deadline_retried_when_failed",
            ),
        ),
    ]
