"""Let the database refuse every change of a season event."""

from typing import Any

from django.db import migrations

from games.immutability import install as install_triggers
from leagues.immutability import SEASONS


def install(apps: Any, schema_editor: Any) -> None:
    install_triggers(schema_editor.connection, SEASONS)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0001_leagues")]
    operations = [migrations.RunPython(install)]
