"""Hand the table of idempotency keys to the app `api`, without the game, which nothing read."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0010_modes")]
    operations = [
        migrations.RemoveField("idempotencykey", "game"),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.AlterModelTable("idempotencykey", "api_idempotencykey"),
            ],
            state_operations=[migrations.DeleteModel("idempotencykey")],
        ),
    ]
