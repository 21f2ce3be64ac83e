"""Round and table of the rubbers that are there, their trebles and voles; the stage that every event has is number 0."""

from collections import Counter

from django.db import migrations
from django.db.models import F, OuterRef, Subquery

from scoring.cards import HAND_SIZE
from scoring.marks import game_value

RUBBERS_AT_A_TIME = 500
TREBLE = 3
VOLE_LAW = 48


def fill_in(apps, schema_editor):
    rubbers = apps.get_model("matches", "Rubber").objects
    own = apps.get_model("matches", "Pairing").objects.filter(pk=OuterRef("pairing"))
    rubbers.update(round_label=Subquery(own.values("round__label")), table=Subquery(own.values("table")))
    last = 0
    while rows := list(rubbers.filter(pk__gt=last).only("pk").order_by("pk")[:RUBBERS_AT_A_TIME]):
        keys = [rubber.pk for rubber in rows]
        trebles, voles = _trebles(apps, keys), _voles(apps, keys)
        for rubber in rows:
            rubber.trebles_a, rubber.trebles_b = trebles[rubber.pk, "A"], trebles[rubber.pk, "B"]
            rubber.voles_a, rubber.voles_b = voles[rubber.pk, "A"], voles[rubber.pk, "B"]
        counted = [each for each in rows if (each.trebles_a, each.trebles_b, each.voles_a, each.voles_b) != (0,) * 4]
        rubbers.bulk_update(counted, ["trebles_a", "trebles_b", "voles_a", "voles_b"])
        last = keys[-1]
    apps.get_model("matches", "Stage").objects.update(number=F("number") - 1)


def _trebles(apps, rubbers):
    """Return the numbers of games that count treble, by rubber and winner."""
    games = apps.get_model("matches", "Game").objects.filter(rubber__in=rubbers).exclude(winner="")
    return Counter(
        (rubber, winner)
        for rubber, winner, *points in games.values_list("rubber", "winner", "points_a", "points_b")
        if None not in points and game_value(tuple(points), "treble") == TREBLE
    )


def _voles(apps, rubbers):
    deals = apps.get_model("matches", "Deal").objects.filter(game__rubber__in=rubbers, is_void=False)
    voles = Counter()
    for player, tricks in (("A", "tricks_a"), ("B", "tricks_b")):
        made = deals.filter(**{tricks: HAND_SIZE}).values_list("game__rubber", "marks")
        voles.update(
            (rubber, player)
            for rubber, marks in made
            if any(mark["player"] == player and mark["law"] == VOLE_LAW for mark in marks)
        )
    return voles


def fill_back(apps, schema_editor):
    """A round and a pairing for each rubber, between the entrants that its players are."""
    names = ("Rubber", "Stage", "Round", "Entrant", "Pairing")
    rubbers, stages, rounds, entrants, pairings = (apps.get_model("matches", name).objects for name in names)
    stages.update(number=F("number") + 1)
    stage_of = dict(stages.values_list("event", "pk"))
    round_of = {}
    for event, label in rubbers.order_by("event", "round_label").values_list("event", "round_label").distinct():
        round_of[event, label] = rounds.create(stage_id=stage_of[event], label=label).pk
    for rubber in rubbers.order_by("pk").iterator(RUBBERS_AT_A_TIME):
        a, b = (
            entrants.get_or_create(event_id=rubber.event_id, player_id=player)[0].pk
            for player in (rubber.player_a_id, rubber.player_b_id)
        )
        round_ = round_of[rubber.event_id, rubber.round_label]
        made = pairings.create(round_id=round_, table=rubber.table, entrant_a_id=a, entrant_b_id=b)
        rubbers.filter(pk=rubber.pk).update(pairing_id=made.pk)


class Migration(migrations.Migration):
    dependencies = [("matches", "0009_rounds_on_rubbers")]
    operations = [migrations.RunPython(fill_in, fill_back)]
