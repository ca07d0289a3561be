from typing import Any

from django.db import migrations

import api.models


def to_bytes(_: Any, schema_editor: Any) -> None:
    """Let the column have bytes; SQLite keeps any value in any column."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "ALTER TABLE api_idempotencykey "
            "ALTER COLUMN body TYPE bytea USING convert_to(body, 'UTF8')"
        )


class Migration(migrations.Migration):
    dependencies = [("api", "0001_tables")]
    operations = [
        migrations.SeparateDatabaseAndState(
            [migrations.RunPython(to_bytes, migrations.RunPython.noop)],
            [
                migrations.AlterField(
                    "idempotencykey", "body", api.models.PackedTextField(blank=True)
                )
            ],
        )
    ]
