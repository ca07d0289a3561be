"""Let the database refuse every change of an event."""

from typing import Any

from django.db import migrations

from games import immutability


def install(apps: Any, schema_editor: Any) -> None:
    immutability.install(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(install)]
