"""Pools and French tables: who sits, what is staked, who owes whom."""

import django.db.models.deletion
import matches.models.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0019_honours'),
    ]

    operations = [
        migrations.CreateModel(
            name='Sitting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('kind', models.CharField(choices=[('pool', 'pool'), ('french', 'French table')], max_length=6)),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('currency', models.CharField(max_length=3, verbose_name='currency')),
                ('date', models.CharField(max_length=10, verbose_name='date')),
                ('phase', models.CharField(choices=[('open', 'open'), ('closed', 'closed')], default='open', max_length=6)),
                ('version', models.PositiveIntegerField(default=1)),
                ('rows_version', models.PositiveIntegerField(default=0)),
                ('state', models.JSONField(default=dict)),
                ('opened_at', models.DateTimeField(verbose_name='opened')),
                ('changed_at', models.DateTimeField(verbose_name='changed')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='matches.club')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='matches.event')),
            ],
            options={
                'verbose_name': 'sitting',
                'verbose_name_plural': 'sittings',
                'ordering': ('-opened_at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('entry', models.PositiveIntegerField()),
                ('game', models.PositiveIntegerField(blank=True, null=True)),
                ('amount', models.BigIntegerField()),
                ('why', models.CharField(max_length=40)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player')),
                ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='postings', to='matches.sitting')),
            ],
            options={
                'verbose_name': 'posting',
                'verbose_name_plural': 'postings',
                'ordering': ('sitting', 'position'),
            },
        ),
        migrations.CreateModel(
            name='SittingGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('winner', models.CharField(blank=True, max_length=1)),
                ('chouette', models.CharField(blank=True, max_length=1)),
                ('player_a', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player')),
                ('player_b', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player')),
                ('rubber', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sitting_game', to='matches.rubber')),
                ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='matches.sitting')),
            ],
            options={
                'verbose_name': 'game of a sitting',
                'verbose_name_plural': 'games of a sitting',
                'ordering': ('sitting', 'number'),
            },
        ),
        migrations.CreateModel(
            name='SittingPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('is_here', models.BooleanField(default=True)),
                ('balance', models.BigIntegerField(default=0)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='matches.player')),
                ('sitting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='people', to='matches.sitting')),
            ],
            options={
                'verbose_name': 'person at a sitting',
                'verbose_name_plural': 'people at a sitting',
                'ordering': ('sitting', 'position'),
            },
        ),
        migrations.AddIndex(
            model_name='sitting',
            index=models.Index(fields=['club', 'phase', 'id'], name='sitting_of_club'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.UniqueConstraint(fields=('public_id',), name='sitting_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['pool', 'french'])), name='sitting_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(('phase__in', ['open', 'closed'])), name='sitting_phase_known'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(('currency__regex', '^[A-Z]{3}$')), name='sitting_currency_code'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(fields=('sitting', 'position'), name='posting_position_unique'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='posting_of_something'),
        ),
        migrations.AddConstraint(
            model_name='sittinggame',
            constraint=models.UniqueConstraint(fields=('sitting', 'number'), name='sittinggame_number_unique'),
        ),
        migrations.AddConstraint(
            model_name='sittinggame',
            constraint=models.CheckConstraint(condition=models.Q(('player_a', models.F('player_b')), _negated=True), name='sittinggame_of_two_players'),
        ),
        migrations.AddConstraint(
            model_name='sittinggame',
            constraint=models.CheckConstraint(condition=models.Q(('winner__in', ('', 'A', 'B'))), name='sittinggame_winner_is_a_player'),
        ),
        migrations.AddConstraint(
            model_name='sittinggame',
            constraint=models.CheckConstraint(condition=models.Q(('chouette__in', ('', 'A', 'B'))), name='sittinggame_chouette_is_a_player'),
        ),
        migrations.AddConstraint(
            model_name='sittingperson',
            constraint=models.UniqueConstraint(fields=('sitting', 'player'), name='sittingperson_once'),
        ),
        migrations.AddConstraint(
            model_name='sittingperson',
            constraint=models.UniqueConstraint(fields=('sitting', 'position'), name='sittingperson_position_unique'),
        ),
        migrations.RemoveConstraint(
            model_name='tablelink',
            name='tablelink_leads_somewhere',
        ),
        migrations.AddField(
            model_name='tablelink',
            name='sitting',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='table_links', to='matches.sitting'),
        ),
        migrations.AlterField(
            model_name='tablelink',
            name='player_a',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player'),
        ),
        migrations.AlterField(
            model_name='tablelink',
            name='player_b',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player'),
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.CheckConstraint(condition=models.Q(('rubber__isnull', False), ('event__isnull', False), ('sitting__isnull', False), _connector='OR'), name='tablelink_leads_somewhere'),
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('player_a__isnull', False), ('player_b__isnull', False), ('sitting__isnull', True)), models.Q(('event__isnull', True), ('player_a__isnull', True), ('player_b__isnull', True), ('rubber__isnull', True), ('sitting__isnull', False)), _connector='OR'), name='tablelink_of_a_sitting_or_of_two'),
        ),
    ]
