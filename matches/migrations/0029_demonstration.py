"""A mark for the demonstration club, and the one deletion from the log: that of a club with the mark.

Clubs that exist get no mark. On PostgreSQL, the guard of the log lets the entries of one marked club go while the
transaction names it in ``ecarte.removed_club``; on SQLite, matches/operations/remove_demonstration.py replaces it
within the transaction.
"""

from django.db import migrations, models

GUARD = """
CREATE OR REPLACE FUNCTION matches_refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    {exception}RAISE EXCEPTION 'the log is append-only: % on matches_logentry is refused', TG_OP
        USING ERRCODE = 'restrict_violation', HINT = 'Append an entry that corrects the earlier one.';
END
$$;
"""
EXCEPTION = """IF TG_OP = 'DELETE' AND OLD.club_id::text = current_setting('ecarte.removed_club', true)
        AND EXISTS (SELECT 1 FROM matches_club WHERE id = OLD.club_id AND is_demonstration) THEN
        RETURN OLD;
    END IF;
    """


def let_a_demonstration_go(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(GUARD.format(exception=EXCEPTION), params=None)


def let_nothing_go(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(GUARD.format(exception=""), params=None)


class Migration(migrations.Migration):
    dependencies = [("matches", "0027_analyses")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="is_demonstration",
            field=models.BooleanField(
                db_default=False, default=False, editable=False, verbose_name="demonstration"
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="demonstration_position",
            field=models.PositiveBigIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.RunPython(let_a_demonstration_go, let_nothing_go),
    ]
