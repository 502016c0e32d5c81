import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0010_record_files"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="watch_delay",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="match",
            name="watch_comments",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                name="match_watch_delay_sane", condition=Q(watch_delay__lte=7200)
            ),
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("known", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                ("by_kind", models.CharField(max_length=10)),
                ("by_id", models.BigIntegerField(blank=True, null=True)),
                ("by_name", models.CharField(max_length=160)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                ("removed_by", models.CharField(blank=True, max_length=160)),
                ("removed_for", models.CharField(blank=True, max_length=300)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="matches.match",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(name="comment_of_author", fields=["by_kind", "by_id", "at"])
                ],
                "constraints": [
                    models.CheckConstraint(name="comment_says_something", condition=~Q(text="")),
                    models.CheckConstraint(
                        name="comment_of_what_was_known", condition=Q(number__lte=F("known"))
                    ),
                    models.CheckConstraint(
                        name="comment_removed_by_somebody",
                        condition=Q(removed_at=None, removed_by="", removed_for="")
                        | Q(removed_at__isnull=False) & ~Q(removed_by=""),
                    ),
                ],
            },
        ),
    ]
