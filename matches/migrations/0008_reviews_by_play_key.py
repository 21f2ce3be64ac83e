"""A review holds by its key and no longer by the rubber's version; a choice is judged once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0007_fill_in_play_keys")]
    operations = [
        # Taken back, the column needs a value for the rows that are there.
        migrations.AlterField(
            model_name="review",
            name="rubber_version",
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.RemoveField(
            model_name="review",
            name="rubber_version",
        ),
        migrations.AddIndex(
            model_name="decision",
            index=models.Index(
                condition=models.Q(("label", ""), _negated=True),
                fields=["review", "player", "-equity_loss"],
                name="decision_labelled",
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.UniqueConstraint(
                fields=("review", "game", "deal", "token", "player", "kind"), name="decision_made_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(("equity_loss__isnull", True), ("equity_loss__gte", 0), _connector="OR"),
                name="decision_equity_loss_not_negative",
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(("label", ""), ("equity_loss__isnull", False), _connector="OR"),
                name="decision_label_has_loss",
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(("method__in", ["", "hands seen", "hands hidden", "counted", "sampled"])),
                name="decision_method_known",
            ),
        ),
    ]
