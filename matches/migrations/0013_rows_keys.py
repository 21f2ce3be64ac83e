"""Events say when rows that hang on them were written last; corrections are found without reading the whole log."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0012_event_versions")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="rows_key",
            field=models.CharField(blank=True, default="", editable=False, max_length=14),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("kind", "rubber.corrected")),
                fields=["club"],
                name="logentry_corrections",
            ),
        ),
    ]
