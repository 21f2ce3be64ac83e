"""Migration operations that several migrations share."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations


class AddIndexAside(AddIndexConcurrently):
    """Django's operation, which is PostgreSQL's alone; SQLite has one writer at a time in any case."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)
