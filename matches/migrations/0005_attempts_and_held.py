"""Add the number of attempts to read a file, and the text that each held line of a report is about."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0004_filled_in")]
    operations = [
        migrations.AddField(
            model_name="importreport",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="importline", name="held", field=models.CharField(blank=True, default="", max_length=14)
        ),
    ]
