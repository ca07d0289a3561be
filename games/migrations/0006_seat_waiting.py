from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0005_told_again")]
    operations = [
        migrations.AddIndex(
            model_name="seatassignment",
            index=models.Index(
                condition=models.Q(("awaited", False), ("game_state", "running")),
                fields=["user", "moved_at", "id"],
                name="seat_waiting",
            ),
        ),
    ]
