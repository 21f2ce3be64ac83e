"""Links that open a table's score pad, what phones send from there, and by which link an entry of the log came.

On SQLite a new column takes the log's guard away.
"""

from importlib import import_module

import django.db.models.deletion
import django.utils.timezone
import matches.models.ids
from django.conf import settings
from django.db import migrations, models


start = import_module("matches.migrations.0001_start")


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0013_rows_keys'),
    ]

    operations = [
        migrations.CreateModel(
            name='PadEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('key', models.CharField(max_length=64)),
                ('device', models.CharField(max_length=64)),
                ('side', models.CharField(blank=True, max_length=1)),
                ('seen', models.PositiveIntegerField()),
                ('after', models.CharField(blank=True, max_length=64)),
                ('kind', models.CharField(max_length=12)),
                ('told', models.JSONField()),
                ('outcome', models.CharField(choices=[('done', 'recorded'), ('same', 'recorded by the other phone as well'), ('kept', 'kept beside what the other phone wrote'), ('refused', 'refused')], max_length=7)),
                ('version', models.PositiveIntegerField(blank=True, null=True)),
                ('fork', models.PositiveIntegerField(blank=True, null=True)),
                ('code', models.CharField(blank=True, max_length=40)),
                ('received_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('settlement', models.CharField(blank=True, choices=[('', 'open'), ('taken', 'taken in its place'), ('dropped', 'the other one stands')], max_length=7)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'pad entry',
                'verbose_name_plural': 'pad entries',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='TableLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('round_label', models.CharField(blank=True, max_length=200, verbose_name='round')),
                ('table', models.CharField(blank=True, max_length=200, verbose_name='table')),
                ('token_hash', models.CharField(editable=False, max_length=64)),
                ('hint', models.CharField(editable=False, max_length=8)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField(verbose_name='good until')),
                ('opened_at', models.DateTimeField(blank=True, null=True, verbose_name='last opened')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='taken back')),
            ],
            options={
                'verbose_name': 'table link',
                'verbose_name_plural': 'table links',
                'ordering': ('-created_at', '-pk'),
            },
        ),
        migrations.AddField(
            model_name='rubber',
            name='is_agreed',
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('is_agreed', False), ('state', 'confirmed'), _connector='OR'), name='rubber_agreed_if_confirmed'),
        ),
        migrations.AddField(
            model_name='padentry',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='padentry',
            name='rubber',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pad_entries', to='matches.rubber'),
        ),
        migrations.AddField(
            model_name='tablelink',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='table_links', to='matches.club'),
        ),
        migrations.AddField(
            model_name='tablelink',
            name='created_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tablelink',
            name='event',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='table_links', to='matches.event'),
        ),
        migrations.AddField(
            model_name='tablelink',
            name='player_a',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player'),
        ),
        migrations.AddField(
            model_name='tablelink',
            name='player_b',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player'),
        ),
        migrations.AddField(
            model_name='tablelink',
            name='rubber',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='table_links', to='matches.rubber'),
        ),
        migrations.AddField(
            model_name='padentry',
            name='link',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.tablelink'),
        ),
        migrations.RunPython(start.unguard_log, start.guard_log),
        migrations.AddField(
            model_name='logentry',
            name='link',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.tablelink'),
        ),
        migrations.RunPython(start.guard_log, start.unguard_log),
        migrations.AddIndex(
            model_name='tablelink',
            index=models.Index(fields=['event', 'round_label'], name='tablelink_of_round'),
        ),
        migrations.AddIndex(
            model_name='tablelink',
            index=models.Index(fields=['club', 'created_at'], name='tablelink_of_club'),
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.UniqueConstraint(fields=('public_id',), name='tablelink_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.UniqueConstraint(fields=('token_hash',), name='tablelink_token_unique'),
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='tablelink_expires_later'),
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.CheckConstraint(condition=models.Q(('player_a', models.F('player_b')), _negated=True), name='tablelink_of_two_players'),
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.CheckConstraint(condition=models.Q(('rubber__isnull', False), ('event__isnull', False), _connector='OR'), name='tablelink_leads_somewhere'),
        ),
        migrations.AddIndex(
            model_name='padentry',
            index=models.Index(condition=models.Q(('outcome', 'kept'), ('settlement', '')), fields=['rubber', 'id'], name='padentry_open'),
        ),
        migrations.AddConstraint(
            model_name='padentry',
            constraint=models.UniqueConstraint(fields=('public_id',), name='padentry_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='padentry',
            constraint=models.UniqueConstraint(fields=('rubber', 'key'), name='padentry_once'),
        ),
        migrations.AddConstraint(
            model_name='padentry',
            constraint=models.CheckConstraint(condition=models.Q(('side__in', ('', 'A', 'B'))), name='padentry_side_is_a_player'),
        ),
        migrations.AddConstraint(
            model_name='padentry',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['done', 'same', 'kept', 'refused'])), name='padentry_outcome_known'),
        ),
        migrations.AddConstraint(
            model_name='padentry',
            constraint=models.CheckConstraint(condition=models.Q(('settlement', ''), models.Q(('outcome', 'kept'), ('settled_at__isnull', False)), _connector='OR'), name='padentry_settled_if_kept'),
        ),
        migrations.AddConstraint(
            model_name='padentry',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['kept', 'refused']), ('version__isnull', False), _connector='OR'), name='padentry_done_at_a_version'),
        ),
    ]
