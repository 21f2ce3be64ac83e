"""People, invitations and tokens; entry by hand. On SQLite a column taken away takes the log's guard with it."""

from importlib import import_module

import django.db.models.deletion
import django.utils.timezone
import matches.models.ids
from django.conf import settings
from django.db import migrations, models


start = import_module("matches.migrations.0001_start")


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0001_start'),
    ]

    operations = [
        migrations.RunPython(start.unguard_log, start.guard_log),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('name', models.CharField(max_length=200, verbose_name='what it is for')),
                ('scopes', models.JSONField(default=list)),
                ('token_hash', models.CharField(editable=False, max_length=64)),
                ('hint', models.CharField(editable=False, max_length=16)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField(blank=True, null=True, verbose_name='good until')),
                ('last_used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='taken back')),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'API tokens',
                'ordering': ('-created_at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='ImportLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveIntegerField()),
                ('line', models.PositiveIntegerField()),
                ('fate', models.CharField(choices=[('confirmed', 'confirmed'), ('draft', 'draft'), ('skipped', 'here already'), ('conflict', 'conflict'), ('held', 'held for repair'), ('refused', 'refused')], max_length=9)),
                ('name_a', models.TextField(blank=True)),
                ('name_b', models.TextField(blank=True)),
                ('rubber_id', models.CharField(blank=True, max_length=14)),
                ('reasons', models.JSONField(blank=True, default=list)),
                ('new_guests', models.JSONField(blank=True, default=list)),
            ],
            options={
                'verbose_name': 'line of an import report',
                'verbose_name_plural': 'lines of import reports',
                'ordering': ('report', 'index'),
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('role', models.CharField(choices=[('owner', 'owner'), ('director', 'director'), ('scorer', 'scorer'), ('helper', 'helper'), ('member', 'member')], default='member', max_length=8, verbose_name='role')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail address')),
                ('token_hash', models.CharField(editable=False, max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField(verbose_name='good until')),
                ('accepted_at', models.DateTimeField(blank=True, null=True, verbose_name='accepted')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='taken back')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'ordering': ('-created_at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='SentRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100)),
                ('fingerprint', models.CharField(max_length=64)),
                ('result', models.JSONField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name': 'request sent',
                'verbose_name_plural': 'requests sent',
                'ordering': ('pk',),
            },
        ),
        migrations.AddField(
            model_name='conflict',
            name='at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name='conflict',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='conflict',
            name='reason',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='conflict',
            name='resolution',
            field=models.CharField(blank=True, choices=[('kept', 'the stored record was kept'), ('taken', 'this content was taken')], max_length=5),
        ),
        migrations.AddField(
            model_name='conflict',
            name='resolved_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='heldtext',
            name='dismissed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='heldtext',
            name='settled_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='importreport',
            name='claimed_until',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='importreport',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='matches.club'),
        ),
        migrations.AddField(
            model_name='importreport',
            name='content',
            field=models.BinaryField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='importreport',
            name='repeats',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='logentry',
            name='club',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='log', to='matches.club'),
        ),
        migrations.AddField(
            model_name='player',
            name='merged_into',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='aliases', to='matches.player'),
        ),
        migrations.AddField(
            model_name='rubber',
            name='changed_at',
            field=models.DateTimeField(null=True, verbose_name='changed'),
        ),
        migrations.AddField(
            model_name='rubber',
            name='reported_by',
            field=models.CharField(blank=True, max_length=1),
        ),
        migrations.AddField(
            model_name='user',
            name='erased_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='forgotten'),
        ),
        migrations.AddField(
            model_name='user',
            name='language',
            field=models.CharField(blank=True, help_text='Empty: as the browser asks.', max_length=5, verbose_name='language'),
        ),
        migrations.AlterField(
            model_name='conflict',
            name='report',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='conflict_rows', to='matches.importreport'),
        ),
        migrations.AddIndex(
            model_name='importreport',
            index=models.Index(fields=['club', 'id'], name='importreport_of_club'),
        ),
        migrations.AddIndex(
            model_name='importreport',
            index=models.Index(condition=models.Q(('content__isnull', False)), fields=['id'], name='importreport_to_read'),
        ),
        migrations.AddIndex(
            model_name='logentry',
            index=models.Index(fields=['club', 'id'], name='logentry_of_club'),
        ),
        migrations.AddIndex(
            model_name='rubber',
            index=models.Index(condition=models.Q(('state__in', ['draft', 'reported', 'disputed'])), fields=['club', 'state', 'id'], name='rubber_to_settle'),
        ),
        migrations.AddConstraint(
            model_name='conflict',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('resolution', ''), ('resolved_at__isnull', True)), models.Q(('resolution__in', ['kept', 'taken']), ('resolved_at__isnull', False)), _connector='OR'), name='conflict_resolved_one_way'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('merged_into__isnull', True), models.Q(('user__isnull', True), models.Q(('merged_into', models.F('id')), _negated=True)), _connector='OR'), name='player_alias_of_another_without_user'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('reported_by__in', ('', 'A', 'B'))), name='rubber_reported_by_a_player'),
        ),
        migrations.AddField(
            model_name='apitoken',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='importline',
            name='report',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='matches.importreport'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='accepted_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='invitation',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='matches.club'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='created_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='invitation',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='matches.player'),
        ),
        migrations.AddField(
            model_name='sentrequest',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.UniqueConstraint(fields=('public_id',), name='apitoken_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.UniqueConstraint(fields=('token_hash',), name='apitoken_hash_unique'),
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.CheckConstraint(condition=models.Q(('expires_at__isnull', True), ('expires_at__gt', models.F('created_at')), _connector='OR'), name='apitoken_expires_later'),
        ),
        migrations.AddConstraint(
            model_name='importline',
            constraint=models.UniqueConstraint(fields=('report', 'index'), name='importline_once'),
        ),
        migrations.AddConstraint(
            model_name='importline',
            constraint=models.CheckConstraint(condition=models.Q(('fate__in', ['confirmed', 'draft', 'skipped', 'conflict', 'held', 'refused'])), name='importline_fate_known'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(fields=('public_id',), name='invitation_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(fields=('token_hash',), name='invitation_token_unique'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'director', 'scorer', 'helper', 'member'])), name='invitation_role_known'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='invitation_expires_later'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('accepted_at__isnull', True), ('revoked_at__isnull', True), _connector='OR'), name='invitation_accepted_or_revoked'),
        ),
        migrations.AddIndex(
            model_name='sentrequest',
            index=models.Index(fields=['created_at'], name='sentrequest_age'),
        ),
        migrations.AddConstraint(
            model_name='sentrequest',
            constraint=models.UniqueConstraint(fields=('user', 'key'), name='sentrequest_once'),
        ),
        migrations.RunPython(start.guard_log, start.unguard_log),
    ]
