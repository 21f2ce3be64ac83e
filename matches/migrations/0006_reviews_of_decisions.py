"""Every decision of a deal, luck and chances, exercises, and the key of cards and rules of play."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0005_attempts_and_held")]
    operations = [
        migrations.CreateModel(
            name="DealReview",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.PositiveSmallIntegerField()),
                ("deal", models.PositiveIntegerField()),
                ("dealt_marks", models.FloatField(blank=True, null=True)),
                ("turned_marks", models.FloatField(blank=True, null=True)),
                ("drawn_marks", models.FloatField(blank=True, null=True)),
                ("result_marks", models.FloatField(blank=True, null=True)),
                ("luck_se", models.FloatField(blank=True, null=True)),
                ("dealt_chance", models.FloatField(blank=True, null=True)),
                ("turned_chance", models.FloatField(blank=True, null=True)),
                ("drawn_chance", models.FloatField(blank=True, null=True)),
                ("result_chance", models.FloatField(blank=True, null=True)),
                ("moments", models.JSONField(blank=True, default=list)),
            ],
            options={
                "verbose_name": "deal reviewed",
                "verbose_name_plural": "deals reviewed",
                "ordering": ("review", "game", "deal"),
            },
        ),
        migrations.CreateModel(
            name="Exercise",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.PositiveSmallIntegerField()),
                ("deal", models.PositiveIntegerField()),
                ("token", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("card", "card"),
                            ("proposal", "proposal"),
                            ("reply", "reply"),
                            ("discard", "discard"),
                            ("king", "king"),
                        ],
                        max_length=8,
                    ),
                ),
                ("answered", models.PositiveIntegerField(default=0)),
                ("right_in_a_row", models.PositiveSmallIntegerField(default=0)),
                ("last_answer", models.CharField(blank=True, max_length=40)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("due_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "exercise",
                "verbose_name_plural": "exercises",
                "ordering": ("due_at", "pk"),
            },
        ),
        migrations.RemoveConstraint(
            model_name="decision",
            name="decision_card_once",
        ),
        migrations.AddField(
            model_name="decision",
            name="book",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="chances",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="decision",
            name="equity_se",
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="method",
            field=models.CharField(
                blank=True,
                choices=[
                    ("hands seen", "both hands seen afterwards"),
                    ("hands hidden", "each knowing only what he had seen"),
                    ("counted", "counted out"),
                    ("sampled", "sampled"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="decision",
            name="reasons",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="decision",
            name="rubber_loss",
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="se",
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="stake_loss",
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="token",
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="review",
            name="play_checksum",
            field=models.CharField(db_index=True, default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="rubber",
            name="play_checksum",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="decision",
            name="label",
            field=models.CharField(
                blank=True,
                choices=[("inaccuracy", "inaccuracy"), ("mistake", "mistake"), ("blunder", "blunder")],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="review",
            name="engine_version",
            field=models.CharField(max_length=100),
        ),
        migrations.AddField(
            model_name="dealreview",
            name="review",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="deals", to="matches.review"
            ),
        ),
        migrations.AddField(
            model_name="exercise",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="exercises", to="matches.player"
            ),
        ),
        migrations.AddField(
            model_name="exercise",
            name="rubber",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="exercises", to="matches.rubber"
            ),
        ),
        migrations.AddConstraint(
            model_name="dealreview",
            constraint=models.UniqueConstraint(fields=("review", "game", "deal"), name="deal_review_once"),
        ),
        migrations.AddConstraint(
            model_name="exercise",
            constraint=models.UniqueConstraint(
                fields=("player", "rubber", "game", "deal", "token", "kind"), name="exercise_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="exercise",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["card", "proposal", "reply", "discard", "king"])),
                name="exercise_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="exercise",
            constraint=models.CheckConstraint(
                condition=models.Q(("right_in_a_row__lte", models.F("answered"))), name="exercise_counts_fit"
            ),
        ),
        migrations.AddConstraint(
            model_name="exercise",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("answered", 0), ("answered_at__isnull", True)),
                    models.Q(("answered__gt", 0), ("answered_at__isnull", False)),
                    _connector="OR",
                ),
                name="exercise_answered_at_some_time",
            ),
        ),
    ]
