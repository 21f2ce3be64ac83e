"""A column for who sees the analysis of a deal. Clubs that exist are undecided: each reader sees what they saw."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0026_advisories")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="analyses",
            field=models.CharField(
                choices=[
                    ("everyone", "everyone who may see the cards"),
                    ("players", "the two players only"),
                    ("undecided", "as before"),
                ],
                db_default="undecided",
                default="undecided",
                max_length=9,
                verbose_name="who sees analyses of deals",
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("analyses__in", ["everyone", "players", "undecided"])),
                name="club_analyses_known",
            ),
        ),
    ]
