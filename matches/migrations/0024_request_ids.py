"""The request that something comes from, beside it: a column with a default that is a constant.

Neither database rewrites a row for that, and the log keeps its guard: Django's own way on SQLite would write each
table anew.
"""

import matches.models.causes
from django.db import migrations, models

TABLES = ('logentry', 'delivery', 'export', 'importreport', 'drawrequest')
COLUMN = "varchar(64) DEFAULT '' NOT NULL"


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0023_backups'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f'ALTER TABLE matches_{table} ADD COLUMN request_id {COLUMN}',
                    f'ALTER TABLE matches_{table} DROP COLUMN request_id',
                ),
            ],
            state_operations=[
                migrations.AddField(
                    model_name=table,
                    name='request_id',
                    field=models.CharField(blank=True, db_default='', default=matches.models.causes.current_request_id, editable=False, max_length=64),
                ),
            ],
        )
        for table in TABLES
    ]
