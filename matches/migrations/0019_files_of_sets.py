from typing import Any

from django.db import migrations


def nobody_has_said(apps: Any, schema_editor: Any) -> None:
    record = apps.get_model("matches", "Record")
    record.objects.filter(source="file", match__sets_to_win__gt=1).update(set_number=0)


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0018_sheets_of_sets"),
    ]

    operations = [
        migrations.RunPython(nobody_has_said, migrations.RunPython.noop),
    ]
