"""Rubbers in which only the checks of this release find something: noted beside them, and affected without the others.

Each lot of rubbers is written in a transaction of its own, and the index is made beside the writing of others, so that
nobody who plays waits for either. Interrupted, it begins again and writes the same.
"""

from django.db import migrations, models, transaction

from matches.migrations._operations import AddIndexAside

RUBBERS_AT_A_TIME = 50


def note_advisories(apps, schema_editor):
    """Store beside older rubbers what only the checks of this release find: that changes neither state nor marks.

    Only records with incidents, and those of La Triomphe, which may have a cut, are judged otherwise than before. Every
    rubber is judged by the first checks here.
    """
    rubbers = apps.get_model("matches", "Rubber").objects
    of_incidents = apps.get_model("matches", "Incident").objects.values("game__rubber")
    if not of_incidents.exists() and not rubbers.filter(variant="triomphe").exists():
        return
    from matches.rubbers.projection import finding_facts
    from scoring.check import check_rubber
    from scoring.notation import read_one

    last = 0
    affected = rubbers.filter(models.Q(pk__in=of_incidents) | models.Q(variant="triomphe"))
    affected = affected.only("egn", "checks", "findings", "has_advisories")
    while True:
        with transaction.atomic(using=schema_editor.connection.alias):
            lot = affected.filter(pk__gt=last).order_by("pk").select_for_update(no_key=True)
            rows = list(lot[:RUBBERS_AT_A_TIME])
            if not rows:
                return
            for row in rows:
                findings = check_rubber(read_one(row.egn), checks=row.checks).findings
                row.findings = [finding_facts(finding) for finding in findings]
                row.has_advisories = any(finding.is_advisory for finding in findings)
            rubbers.bulk_update(rows, ["findings", "has_advisories"])
            last = rows[-1].pk


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("matches", "0025_checks")]

    operations = [
        AddIndexAside(
            model_name="rubber",
            index=models.Index(
                condition=models.Q(("has_advisories", True)),
                fields=["club", "id"],
                name="rubber_with_advisories",
            ),
        ),
        migrations.RunPython(note_advisories, migrations.RunPython.noop),
    ]
