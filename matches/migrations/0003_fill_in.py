"""Says of older entries whose log they stand in, and of older rubbers when they last changed."""

from importlib import import_module

from django.db import migrations
from django.db.models import F

start = import_module("matches.migrations.0001_start")

CLUB_OF_EVENTS = """
UPDATE matches_logentry SET club_id = (
    SELECT club.id FROM matches_club AS club WHERE club.public_id = matches_logentry.payload ->> 'club'
) WHERE stream LIKE 'event:%%'
"""
CLUB_OF_RUBBERS = """
UPDATE matches_logentry SET club_id = (
    SELECT event.club_id FROM matches_event AS event WHERE event.public_id = matches_logentry.payload ->> 'event'
) WHERE stream LIKE 'rubber:%%'
"""


def fill_in(apps, schema_editor):
    start.unguard_log(apps, schema_editor)
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(CLUB_OF_EVENTS, [])
        cursor.execute(CLUB_OF_RUBBERS, [])
    start.guard_log(apps, schema_editor)
    apps.get_model("matches", "Rubber").objects.filter(changed_at=None).update(changed_at=F("entered_at"))


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_people_and_entry")]
    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
