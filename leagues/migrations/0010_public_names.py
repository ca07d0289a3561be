from typing import Any

from django.db import migrations, models
from django.db.models import Case, Q, When
from django.db.models.functions import Lower

from leagues.spelling import NAME_LENGTH, name_key

PUBLIC = Q(("access", "public"))


def number_names(apps: Any, _schema_editor: Any) -> None:
    """Number the names that another league has: public ones keep theirs, then the oldest."""
    leagues = apps.get_model("leagues", "League").objects
    last = Case(When(PUBLIC, then=0), default=1)
    taken: set[str] = set()
    for league in leagues.order_by(last, "created_at", "pk").only("name", "access").iterator(500):
        name, key, number = league.name, name_key(league.name), 1
        while key in taken and league.access != "public":
            number += 1
            ending = f" ({number})"
            name = league.name[: NAME_LENGTH - len(ending)] + ending
            key = name_key(name)
        if number > 1:
            leagues.filter(pk=league.pk).update(name=name, name_key=key)
        taken.add(key)


class Migration(migrations.Migration):
    """Let only the names of public leagues be taken; on the way back, number the others."""

    dependencies = [("leagues", "0009_moved_entrants")]
    operations = [
        migrations.RemoveConstraint("league", "league_name_in_any_case"),
        migrations.RemoveConstraint("league", "one_league_a_name_key"),
        migrations.RunPython(migrations.RunPython.noop, number_names),
        migrations.AddConstraint(
            "league",
            models.UniqueConstraint(
                Lower("name"), condition=PUBLIC, name="public_name_in_any_case"
            ),
        ),
        migrations.AddConstraint(
            "league",
            models.UniqueConstraint(
                fields=["name_key"], condition=PUBLIC, name="one_public_name_a_key"
            ),
        ),
    ]
