"""The form for comparison of the names that are there.

Each lot is written in a transaction of its own, so that nobody who plays waits for it. Interrupted, it begins again and
writes the same. Look-alikes stay as they are: pages list them for merging.
"""

from django.db import migrations, transaction

from matches.rules.names import fold_name

ROWS_AT_A_TIME = 500


def fill_in(apps, schema_editor):
    for model in ("Club", "Event", "Player"):
        rows = apps.get_model("matches", model).objects.exclude(name="").only("name", "folded").order_by("pk")
        last = 0
        while True:
            with transaction.atomic(using=schema_editor.connection.alias):
                lot = list(rows.filter(pk__gt=last).select_for_update(no_key=True)[:ROWS_AT_A_TIME])
                if not lot:
                    break
                for row in lot:
                    row.folded = fold_name(row.name)
                rows.model.objects.bulk_update(lot, ["folded"])
                last = lot[-1].pk


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("matches", "0030_names")]
    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
