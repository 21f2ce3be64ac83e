"""Keys of the rubbers that are there, and of the reviews of what they are now; places for their decisions."""

from django.db import migrations
from django.db.models import F, OuterRef, Subquery

from scoring.notation import read_one
from scoring.play_key import play_key

RUBBERS_AT_A_TIME = 500


def fill_in(apps, schema_editor):
    rubbers = apps.get_model("matches", "Rubber").objects
    last = 0
    while rows := list(rubbers.filter(pk__gt=last).only("egn").order_by("pk")[:RUBBERS_AT_A_TIME]):
        for rubber in rows:
            rubber.play_checksum = play_key(read_one(rubber.egn))
        rubbers.bulk_update(rows, ["play_checksum"])
        last = rows[-1].pk
    key = rubbers.filter(pk=OuterRef("rubber")).values("play_checksum")
    reviews = apps.get_model("matches", "Review").objects
    # What an earlier record was is not kept: its reviews go on holding for none.
    current = reviews.filter(rubber_version__gte=F("rubber__version"))
    reviews.filter(pk__in=current.values("pk")).update(play_checksum=Subquery(key))
    # Until it is reviewed anew a decision has no other place than its number.
    apps.get_model("matches", "Decision").objects.update(token=F("number"))


class Migration(migrations.Migration):
    dependencies = [("matches", "0006_reviews_of_decisions")]
    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
