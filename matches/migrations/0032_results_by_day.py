"""Indexes for lists of results in the order of the days of play, made beside the writing of others."""

from django.db import migrations, models

from matches.migrations._operations import AddIndexAside


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("matches", "0031_fill_in_names")]
    operations = [
        AddIndexAside("rubber", models.Index(fields=["club", "date", "id"], name="rubber_of_club_by_day")),
        AddIndexAside("rubber", models.Index(fields=["date", "id"], name="rubber_by_day")),
    ]
