"""Add tables for client programs: files prepared for them, news sent to them, imports that are only tried."""

import django.db.models.deletion
import django.utils.timezone
import matches.models.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0020_sittings'),
    ]

    operations = [
        migrations.AddField(
            model_name='importreport',
            name='is_trial',
            field=models.BooleanField(default=False, verbose_name='tried only'),
        ),
        migrations.CreateModel(
            name='Export',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('form', models.CharField(choices=[('egn', 'EGN'), ('annotated_egn', "EGN with the review's verdicts"), ('json', 'JSON'), ('ndjson', 'JSON, a rubber a line'), ('csv', 'CSV'), ('xlsx', 'spreadsheet')], max_length=13)),
                ('asked', models.JSONField(default=dict)),
                ('name', models.CharField(max_length=200, verbose_name='file')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('claimed_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('size', models.BigIntegerField(default=0)),
                ('checksum', models.CharField(blank=True, max_length=64)),
                ('problem', models.TextField(blank=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exports', to='matches.club')),
            ],
            options={
                'verbose_name': 'export',
                'verbose_name_plural': 'exports',
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='ExportPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('start', models.BigIntegerField()),
                ('content', models.BinaryField()),
                ('export', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='matches.export')),
            ],
            options={
                'verbose_name': 'part of an export',
                'verbose_name_plural': 'parts of exports',
                'ordering': ('export', 'number'),
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('url', models.CharField(max_length=2000, verbose_name='address')),
                ('kinds', models.JSONField(default=list, verbose_name='news')),
                ('secret', models.TextField(editable=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('version', models.PositiveIntegerField(default=1)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('stopped_at', models.DateTimeField(blank=True, null=True, verbose_name='stopped')),
                ('stopped_because', models.CharField(blank=True, max_length=20)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='matches.club')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('kind', models.CharField(max_length=30)),
                ('queue', models.CharField(max_length=14)),
                ('body', models.JSONField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('delivered', 'delivered'), ('given_up', 'given up')], default='waiting', max_length=9)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('claimed_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('status', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='status of the answer')),
                ('problem', models.TextField(blank=True)),
                ('took_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('replay_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replays', to='matches.delivery')),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='matches.webhook')),
            ],
            options={
                'verbose_name': 'piece of news',
                'verbose_name_plural': 'pieces of news',
                'ordering': ('-pk',),
            },
        ),
        migrations.AddIndex(
            model_name='export',
            index=models.Index(fields=['club', 'id'], name='export_of_club'),
        ),
        migrations.AddIndex(
            model_name='export',
            index=models.Index(condition=models.Q(('finished_at__isnull', True)), fields=['id'], name='export_to_prepare'),
        ),
        migrations.AddConstraint(
            model_name='export',
            constraint=models.UniqueConstraint(fields=('public_id',), name='export_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='export',
            constraint=models.CheckConstraint(condition=models.Q(('form__in', ['egn', 'annotated_egn', 'json', 'ndjson', 'csv', 'xlsx'])), name='export_form_known'),
        ),
        migrations.AddConstraint(
            model_name='export',
            constraint=models.CheckConstraint(condition=models.Q(('checksum', ''), models.Q(('expires_at__isnull', False), ('finished_at__isnull', False), ('problem', '')), _connector='OR'), name='export_finished_with_its_sum'),
        ),
        migrations.AddIndex(
            model_name='exportpart',
            index=models.Index(fields=['export', 'start'], name='exportpart_by_place'),
        ),
        migrations.AddConstraint(
            model_name='exportpart',
            constraint=models.UniqueConstraint(fields=('export', 'number'), name='exportpart_once'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.UniqueConstraint(fields=('public_id',), name='webhook_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.UniqueConstraint(fields=('club', 'url'), name='webhook_once_in_club'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('stopped_at__isnull', True), ('stopped_because', '')), models.Q(('stopped_at__isnull', False), ('stopped_because__in', ['by_hand', 'failing', 'gone'])), _connector='OR'), name='webhook_stopped_for_a_reason'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['webhook', 'id'], name='delivery_of_webhook'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['webhook', 'queue', 'id'], name='delivery_waiting_in_turn'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['next_at'], name='delivery_due'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['finished_at'], name='delivery_age'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('public_id',), name='delivery_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('state', 'waiting')), models.Q(('finished_at__isnull', False), ('state__in', ['delivered', 'given_up'])), _connector='OR'), name='delivery_finished_or_waiting'),
        ),
    ]
