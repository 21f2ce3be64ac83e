"""A club's rubbers with findings are found without reading the others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0021_programs")]

    operations = [
        migrations.AddIndex(
            model_name="rubber",
            index=models.Index(
                condition=models.Q(("findings", []), _negated=True),
                fields=["club", "id"],
                name="rubber_with_findings",
            ),
        ),
    ]
