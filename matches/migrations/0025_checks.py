"""The version of the checks by which a rubber is judged, and whether later checks find something besides."""

from django.db import migrations, models

RUBBERS_AT_A_TIME = 200


def note_advisories(apps, schema_editor):
    """Store beside older rubbers what only the checks of this release find: that changes neither state nor marks.

    Only records with incidents are judged otherwise than before, and every rubber is by the first checks here.
    """
    rubbers = apps.get_model("matches", "Rubber").objects
    of_incidents = apps.get_model("matches", "Incident").objects.values("game__rubber")
    if not of_incidents.exists():
        return
    from matches.services.projection import finding_facts
    from scoring.check import check_rubber
    from scoring.notation import read_one

    last = 0
    found = rubbers.filter(pk__in=of_incidents).only("egn", "checks", "findings", "has_advisories")
    while rows := list(found.filter(pk__gt=last).order_by("pk")[:RUBBERS_AT_A_TIME]):
        for row in rows:
            findings = check_rubber(read_one(row.egn), checks=row.checks).findings
            row.findings = [finding_facts(finding) for finding in findings]
            row.has_advisories = any(finding.is_advisory for finding in findings)
        rubbers.bulk_update(rows, ["findings", "has_advisories"])
        last = rows[-1].pk


class Migration(migrations.Migration):
    dependencies = [("matches", "0024_request_ids")]

    operations = [
        migrations.AddField(
            model_name="rubber",
            name="checks",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="rubber",
            name="has_advisories",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="rubber",
            index=models.Index(
                condition=models.Q(("has_advisories", True)),
                fields=["club", "id"],
                name="rubber_with_advisories",
            ),
        ),
        migrations.RunPython(note_advisories, migrations.RunPython.noop),
    ]
