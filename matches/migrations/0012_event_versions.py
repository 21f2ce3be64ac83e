"""An event's version counts the entries of its stream: of one that was renamed there is more than the first."""

from django.db import migrations
from django.db.models import Max


def count_entries(apps, schema_editor):
    entries = apps.get_model("matches", "LogEntry").objects
    events = apps.get_model("matches", "Event").objects
    streams = entries.filter(stream__startswith="event:", version__gt=1).order_by().values("stream")
    for stream, last in streams.annotate(last=Max("version")).values_list("stream", "last"):
        events.filter(public_id=stream.partition(":")[2]).update(version=last)


class Migration(migrations.Migration):
    dependencies = [("matches", "0011_draws")]
    operations = [migrations.RunPython(count_entries, migrations.RunPython.noop)]
