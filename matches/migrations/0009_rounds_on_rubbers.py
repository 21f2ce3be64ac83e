"""A rubber says itself in which round and at which table it was played, and how many trebles and voles are in it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0008_reviews_by_play_key")]
    operations = [
        migrations.AddField(
            model_name="rubber",
            name="round_label",
            field=models.CharField(blank=True, default="", max_length=200, verbose_name="round"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="rubber",
            name="table",
            field=models.CharField(blank=True, default="", max_length=200, verbose_name="table"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="rubber", name="trebles_a", field=models.PositiveIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="rubber", name="trebles_b", field=models.PositiveIntegerField(default=0)
        ),
        migrations.AddField(model_name="rubber", name="voles_a", field=models.PositiveIntegerField(default=0)),
        migrations.AddField(model_name="rubber", name="voles_b", field=models.PositiveIntegerField(default=0)),
        migrations.AddIndex(
            model_name="rubber",
            index=models.Index(fields=["event", "round_label"], name="rubber_of_round"),
        ),
        # Taken back, the column is there before it is filled in again.
        migrations.AlterField(
            model_name="rubber",
            name="pairing",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rubbers",
                to="matches.pairing",
            ),
        ),
        migrations.RemoveConstraint(model_name="stage", name="stage_number_from_one"),
        migrations.AlterField(
            model_name="stage", name="number", field=models.PositiveSmallIntegerField(default=0)
        ),
    ]
