"""Events with a plan: rounds and pairings are a draw's, and no longer what a record says of a rubber.

On SQLite a new column takes the log's guard away.
"""

from importlib import import_module

import django.db.models.deletion
import django.utils.timezone
import matches.models.ids
from django.conf import settings
from django.db import migrations, models

start = import_module("matches.migrations.0001_start")


def drop_draws(apps, schema_editor):
    """Earlier tables have no place for a drawn stage."""
    apps.get_model("matches", "Stage").objects.filter(number__gte=1).delete()
    # PostgreSQL alters no table for which a check still waits.
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0010_fill_in_rounds'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='rubber',
            name='pairing',
        ),
        migrations.DeleteModel(
            name='Pairing',
        ),
        migrations.DeleteModel(
            name='Round',
        ),
        migrations.RunPython(start.unguard_log, start.guard_log),
        migrations.AddField(
            model_name='logentry',
            name='by_elsewhere',
            field=models.CharField(blank=True, default='', max_length=14),
            preserve_default=False,
        ),
        migrations.RunPython(start.guard_log, start.unguard_log),
        migrations.CreateModel(
            name='DrawRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('stage', models.PositiveSmallIntegerField()),
                ('key', models.CharField(max_length=100)),
                ('reason', models.TextField(blank=True)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('claimed_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('problem', models.TextField(blank=True)),
            ],
            options={
                'verbose_name': 'requested draw',
                'verbose_name_plural': 'requested draws',
                'ordering': ('-pk',),
            },
        ),
        migrations.AlterModelOptions(
            name='standing',
            options={'ordering': ('stage', 'group', 'position'), 'verbose_name': 'standing', 'verbose_name_plural': 'standings'},
        ),
        migrations.RemoveConstraint(
            model_name='stage',
            name='stage_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='standing',
            name='standing_position_unique',
        ),
        migrations.AddField(
            model_name='entrant',
            name='is_entered',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='entrant',
            name='number',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='entrant',
            name='place',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='place'),
        ),
        migrations.AddField(
            model_name='event',
            name='phase',
            field=models.CharField(choices=[('open', 'open'), ('entry', 'taking entries'), ('playing', 'being played'), ('complete', 'complete')], default='open', max_length=8),
        ),
        migrations.AddField(
            model_name='event',
            name='plan',
            field=models.JSONField(blank=True, null=True, verbose_name='plan'),
        ),
        migrations.AddField(
            model_name='event',
            name='version',
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='stage',
            name='phase',
            field=models.CharField(choices=[('planned', 'not drawn yet'), ('draft', 'draft'), ('playing', 'being played'), ('complete', 'complete')], default='playing', max_length=8),
        ),
        migrations.AddField(
            model_name='standing',
            name='figures',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='standing',
            name='group',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='standing',
            name='halves',
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name='standing',
            name='is_through',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='stage',
            name='kind',
            field=models.CharField(choices=[('open', 'open'), ('round_robin', 'round robin'), ('league', 'league'), ('swiss', 'Swiss'), ('knockout', 'knockout'), ('double_elimination', 'double elimination')], default='open', max_length=18),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('is_entered', True), ('number__isnull', False)), models.Q(('checked_in_at__isnull', True), ('is_entered', False), ('number__isnull', True), ('place__isnull', True), ('seed__isnull', True), ('withdrawn_at__isnull', True)), _connector='OR'), name='entrant_entered_or_met'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('phase', 'open'), ('plan__isnull', True)), models.Q(('phase__in', ['entry', 'playing', 'complete']), ('plan__isnull', False)), _connector='OR'), name='event_open_or_planned'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'open'), ('number', 0)), models.Q(('kind__in', ['round_robin', 'league', 'swiss', 'knockout', 'double_elimination']), ('number__gte', 1)), _connector='OR'), name='stage_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('phase__in', ['planned', 'draft', 'playing', 'complete'])), name='stage_phase_known'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(fields=('stage', 'group', 'position'), name='standing_position_unique'),
        ),
        migrations.AddField(
            model_name='drawrequest',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='drawrequest',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draw_requests', to='matches.event'),
        ),
        migrations.AddConstraint(
            model_name='drawrequest',
            constraint=models.UniqueConstraint(fields=('public_id',), name='drawrequest_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='drawrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('finished_at__isnull', True)), fields=('event',), name='drawrequest_one_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='drawrequest',
            constraint=models.UniqueConstraint(fields=('event', 'key'), name='drawrequest_key_unique'),
        ),
        migrations.AddConstraint(
            model_name='drawrequest',
            constraint=models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='drawrequest_part_of_total'),
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('label', models.CharField(max_length=200, verbose_name='round')),
                ('is_released', models.BooleanField(default=False)),
                ('due', models.DateField(blank=True, null=True, verbose_name='play by')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='matches.stage')),
            ],
            options={
                'verbose_name': 'round',
                'verbose_name_plural': 'rounds',
                'ordering': ('stage', 'number'),
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('group', models.PositiveSmallIntegerField(default=0)),
                ('table', models.CharField(blank=True, max_length=200, verbose_name='table')),
                ('kind', models.CharField(choices=[('rubber', 'rubber'), ('bye', 'bye'), ('requested_bye', 'requested bye')], default='rubber', max_length=13)),
                ('source_a', models.CharField(blank=True, max_length=24)),
                ('source_b', models.CharField(blank=True, max_length=24)),
                ('decided_by', models.CharField(blank=True, choices=[('', 'undecided'), ('rubber', 'played'), ('award', 'awarded'), ('withdrawal', 'withdrawn'), ('bye', 'bye')], max_length=10)),
                ('winner', models.CharField(blank=True, max_length=1)),
                ('halves_a', models.IntegerField(blank=True, null=True)),
                ('halves_b', models.IntegerField(blank=True, null=True)),
                ('is_kept', models.BooleanField(default=False)),
                ('why', models.JSONField(blank=True, default=list)),
                ('entrant_a', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pairings_as_a', to='matches.entrant')),
                ('entrant_b', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pairings_as_b', to='matches.entrant')),
                ('rubber', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='pairings', to='matches.rubber')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='matches.round')),
            ],
            options={
                'verbose_name': 'pairing',
                'verbose_name_plural': 'pairings',
                'ordering': ('round', 'number'),
            },
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('stage', 'label'), name='round_label_unique'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='round_number_unique'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='pairing_number_unique'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('rubber',), name='pairing_rubber_unique'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('entrant_a__isnull', True), ('entrant_b__isnull', True), models.Q(('entrant_a', models.F('entrant_b')), _negated=True), _connector='OR'), name='pairing_of_two_entrants'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'rubber'), models.Q(('entrant_b__isnull', True), ('rubber__isnull', True)), _connector='OR'), name='pairing_bye_of_one'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_by', ''), ('halves_a__isnull', True), ('halves_b__isnull', True), ('winner', '')), models.Q(('decided_by__in', ['rubber', 'award', 'withdrawal', 'bye']), ('halves_a__isnull', False), ('halves_b__isnull', False), ('winner__in', ['', 'A', 'B'])), _connector='OR'), name='pairing_decided_or_not'),
        ),
        migrations.RunPython(migrations.RunPython.noop, drop_draws),
    ]
