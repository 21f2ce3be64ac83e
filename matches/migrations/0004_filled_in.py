"""Columns that are filled in by now may not be empty again. Changing a column takes the log's guard away on SQLite."""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

start = import_module("matches.migrations.0001_start")


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_fill_in")]
    operations = [
        migrations.RunPython(start.unguard_log, start.guard_log),
        migrations.AlterField(
            model_name="logentry",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="log", to="matches.club"
            ),
        ),
        migrations.AlterField(
            model_name="rubber",
            name="changed_at",
            field=models.DateTimeField(verbose_name="changed"),
        ),
        migrations.RunPython(start.guard_log, start.unguard_log),
    ]
