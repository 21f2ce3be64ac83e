"""Columns for the version of the checks by which a rubber is judged, and for what later checks find besides."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0024_request_ids")]

    operations = [
        migrations.AddField(
            model_name="rubber",
            name="checks",
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="rubber",
            name="has_advisories",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
