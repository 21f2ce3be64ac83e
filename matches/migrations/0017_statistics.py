"""Figures: what can be counted of deals and games, tallies of settled rubbers, variants, when a season begins."""

import datetime

import django.db.models.deletion
from django.db import migrations, models

COUNTERS = """
    deals as_elder as_dealer turn_up_seen king_turned turned_king_marked king_marked king_from_hand
    hand_seen king_held king_announced king_unannounced first_word proposed_first stood_first
    first_given first_refused gave_first refused_first was_refused refused proposals vulnerable
    vulnerable_won vulnerable_lost against_vulnerable against_vulnerable_won against_vulnerable_lost
    decided deal_won deal_lost tricks_known tricks vole_made vole_suffered score_known marks
    marks_against exchanged cards_changed offered offer_taken offer_refused took_offer refused_offer
    refusal_won refusal_lost proposals_squared tricks_squared marks_squared marks_against_squared
    cards_changed_squared games game_won game_lost single_won double_won treble_won single_lost
    double_lost treble_lost dealt_first dealt_first_won dealt_second dealt_second_won
    game_points_for game_points_against scores_seen nil_to_four came_back four_to_nil let_slip
    game_points_for_squared game_points_against_squared rubbers rubber_won rubber_lost walkover_won
    walkover_lost games_taken games_given rubber_points_known rubber_points_for
    rubber_points_against
""".split()
RUBBERS_AT_A_TIME = 200
SETTLED = ("confirmed", "corrected")
SIDES = ["traits_a", "traits_b"]


def fill_in(apps, schema_editor):
    """Count the stored rubbers by the rules of the release that runs this, as far as these tables have columns for it.

    A later release that counts otherwise fills in once more, or says that ``manage.py rebuild --write`` is due. Those
    rules are asked for only where there is something to count: nothing else here hangs on them.
    """
    from scoring.check import check_rubber
    from scoring.notation import read_one

    rubbers = apps.get_model("matches", "Rubber").objects.defer("findings")
    last = 0
    while rows := list(rubbers.filter(pk__gt=last).order_by("pk")[:RUBBERS_AT_A_TIME]):
        _fill_in(apps, {rubber: check_rubber(read_one(rubber.egn)) for rubber in rows})
        last = rows[-1].pk


def _fill_in(apps, judged):
    """Traits of the games and deals of some rubbers, and the tallies of those that count."""
    from matches.rules.figures.traits import deal_traits, game_traits

    games, deals, tallies = (apps.get_model("matches", name) for name in ("Game", "Deal", "Tally"))
    checked_games = {
        (rubber.pk, game.number): game for rubber, checked in judged.items() for game in checked.games
    }
    # What is not as its record says is left to a rebuild, which tells of it.
    stored_games = [
        row for row in games.objects.filter(rubber__in=judged) if (row.rubber_id, row.number) in checked_games
    ]
    for row in stored_games:
        row.traits_a, row.traits_b = game_traits(checked_games[row.rubber_id, row.number])
    games.objects.bulk_update(stored_games, SIDES)
    checked_deals = {
        (*place, deal.number): deal for place, game in checked_games.items() for deal in game.deals
    }
    stored_deals = []
    for row in deals.objects.filter(game__rubber__in=judged).select_related("game"):
        place = (row.game.rubber_id, row.game.number, row.number)
        if place in checked_deals:
            row.traits_a, row.traits_b = deal_traits(checked_deals[place])
            stored_deals.append(row)
    deals.objects.bulk_update(stored_deals, SIDES, batch_size=1000)
    counting = {rubber: checked for rubber, checked in judged.items() if rubber.state in SETTLED}
    tallies.objects.bulk_create(tallies(**row) for each in counting.items() for row in _tallies(*each))


def _tallies(rubber, checked):
    from matches.rules.figures.seasons import day_of_record
    from matches.rules.figures.tallies import COUNTERS as COUNTED
    from matches.rules.figures.tallies import DealMasks, tally_rubber
    from matches.rules.figures.traits import deal_traits, game_traits

    masks = [DealMasks(deal.depth, deal_traits(deal)) for game in checked.games for deal in game.deals]
    columns = {*COUNTERS, "rubber_points_for_squared", "rubber_points_against_squared"}
    players = rubber.player_a_id, rubber.player_b_id
    for tally in tally_rubber(checked, [game_traits(game) for game in checked.games], masks):
        player, opponent = players if tally.seat == "A" else players[::-1]
        yield {
            "rubber_id": rubber.pk,
            "seat": tally.seat,
            "depth": tally.depth,
            "variant": rubber.variant,
            "club_id": rubber.club_id,
            "event_id": rubber.event_id,
            "player_id": player,
            "opponent_id": opponent,
            "day": day_of_record(rubber.date) or datetime.date.min,
            **{key: count for key, count in zip(COUNTED, tally.counters, strict=True) if key in columns},
        }


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0016_pad_entry_steps"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.CharField(max_length=1)),
                (
                    "depth",
                    models.CharField(
                        choices=[("result", "result"), ("marks", "marks"), ("play", "play")], max_length=6
                    ),
                ),
                ("variant", models.CharField(default="ecarte", max_length=8)),
                ("day", models.DateField(default=datetime.date.min)),
                *((counter, models.IntegerField(default=0)) for counter in COUNTERS),
                ("rubber_points_for_squared", models.BigIntegerField(default=0)),
                ("rubber_points_against_squared", models.BigIntegerField(default=0)),
            ],
            options={
                "verbose_name": "tally",
                "verbose_name_plural": "tallies",
                "ordering": ("rubber", "seat", "depth"),
            },
        ),
        migrations.AddField(
            model_name="club",
            name="season_month",
            field=models.PositiveSmallIntegerField(default=9, verbose_name="month in which a season begins"),
        ),
        migrations.AddField(
            model_name="deal",
            name="traits_a",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="deal",
            name="traits_b",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="game",
            name="traits_a",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="game",
            name="traits_b",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="rubber",
            name="variant",
            field=models.CharField(default="ecarte", max_length=8),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("season_month__gte", 1), ("season_month__lte", 12)),
                name="club_season_month_range",
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="matches.club",
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="matches.event",
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="opponent",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="matches.player"
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tallies",
                to="matches.player",
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="rubber",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tallies",
                to="matches.rubber",
            ),
        ),
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(fields=["player", "-day", "-rubber"], name="tally_of_player"),
        ),
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(fields=["club", "-day", "-rubber"], name="tally_of_club"),
        ),
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(fields=["event", "-day", "-rubber"], name="tally_of_event"),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(fields=("rubber", "seat", "depth"), name="tally_once"),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat__in", ("A", "B"))), name="tally_seat_is_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.CheckConstraint(
                condition=models.Q(("depth__in", ["result", "marks", "play"])), name="tally_depth_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.CheckConstraint(
                condition=models.Q(("player", models.F("opponent")), _negated=True),
                name="tally_of_two_players",
            ),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]
