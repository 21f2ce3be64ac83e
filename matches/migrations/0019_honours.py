"""A club's records and the honours of its seasons."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0018_ratings'),
    ]

    operations = [
        migrations.CreateModel(
            name='Honour',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('season', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('rank', models.PositiveSmallIntegerField()),
                ('position', models.PositiveSmallIntegerField()),
                ('holders', models.PositiveIntegerField(default=1)),
                ('value', models.BigIntegerField()),
                ('standing_on', models.PositiveIntegerField(default=0)),
                ('first_game', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('first_deal', models.PositiveIntegerField(blank=True, null=True)),
                ('last_game', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('last_deal', models.PositiveIntegerField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='honours', to='matches.club')),
                ('first_rubber', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.rubber')),
                ('last_rubber', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.rubber')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='honours', to='matches.player')),
            ],
            options={
                'verbose_name': 'honour',
                'verbose_name_plural': 'honours',
                'ordering': ('club', 'season', 'kind', 'position'),
                'indexes': [models.Index(fields=['player', 'rank'], name='honour_of_player')],
                'constraints': [models.UniqueConstraint(fields=('club', 'kind', 'season', 'position'), name='honour_position_unique'), models.UniqueConstraint(condition=models.Q(('season__isnull', True)), fields=('club', 'kind', 'position'), name='honour_position_unique_ever'), models.CheckConstraint(condition=models.Q(('rank__gte', 1), ('rank__lte', models.F('position'))), name='honour_rank_range')],
            },
        ),
        migrations.CreateModel(
            name='HonourBasis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('season', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('rubbers', models.PositiveIntegerField(default=0)),
                ('rubbers_with_points', models.PositiveIntegerField(default=0)),
                ('games', models.PositiveIntegerField(default=0)),
                ('games_with_points', models.PositiveIntegerField(default=0)),
                ('games_with_deals', models.PositiveIntegerField(default=0)),
                ('deals', models.PositiveIntegerField(default=0)),
                ('deals_with_turn_up', models.PositiveIntegerField(default=0)),
                ('deals_with_tricks', models.PositiveIntegerField(default=0)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='honour_bases', to='matches.club')),
            ],
            options={
                'verbose_name': 'basis of honours',
                'verbose_name_plural': 'bases of honours',
                'ordering': ('club', 'season'),
                'constraints': [models.UniqueConstraint(fields=('club', 'season'), name='honour_basis_once_a_season'), models.UniqueConstraint(condition=models.Q(('season__isnull', True)), fields=('club',), name='honour_basis_once_ever')],
            },
        ),
        migrations.CreateModel(
            name='HonourProgress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('change', models.PositiveBigIntegerField(default=0)),
                ('done', models.PositiveBigIntegerField(default=0)),
                ('definitions', models.CharField(blank=True, max_length=8)),
                ('rests_until', models.DateTimeField(blank=True, null=True)),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='honour_progress', to='matches.club')),
            ],
            options={
                'verbose_name': 'progress of honours',
                'verbose_name_plural': 'progress of honours',
                'indexes': [models.Index(condition=models.Q(('change', models.F('done')), _negated=True), fields=['id'], name='honourprogress_owed')],
            },
        ),
    ]
