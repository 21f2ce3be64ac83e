"""Ratings of players in a club, week by week."""

import django.db.models.deletion
from django.db import migrations, models


def owe_all(apps, schema_editor):
    """No club's ratings were made with any constants yet, so that all are owed."""
    clubs = apps.get_model('matches', 'Club').objects.order_by('pk').values_list('pk', flat=True)
    progress = apps.get_model('matches', 'RatingProgress')
    progress.objects.bulk_create([progress(club_id=club) for club in clubs])


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0017_statistics'),
    ]

    operations = [
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('week', models.DateField()),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField()),
                ('volatility', models.FloatField()),
                ('games', models.PositiveIntegerField()),
                ('won', models.PositiveIntegerField()),
                ('expected', models.FloatField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='matches.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='matches.player')),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
                'ordering': ('club', 'player', 'week'),
                'indexes': [models.Index(fields=['club', 'week'], name='rating_of_week')],
                'constraints': [models.UniqueConstraint(fields=('club', 'player', 'week'), name='rating_once_a_week'), models.CheckConstraint(condition=models.Q(('deviation__gt', 0)), name='rating_deviation_positive'), models.CheckConstraint(condition=models.Q(('games__gte', 1), ('won__lte', models.F('games'))), name='rating_games_add_up')],
            },
        ),
        migrations.CreateModel(
            name='RatingProgress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('owed_from', models.DateField(blank=True, null=True)),
                ('change', models.PositiveBigIntegerField(default=0)),
                ('constants', models.CharField(blank=True, max_length=40)),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rating_progress', to='matches.club')),
            ],
            options={
                'verbose_name': 'progress of ratings',
                'verbose_name_plural': 'progress of ratings',
            },
        ),
        migrations.AddIndex(
            model_name='rubber',
            index=models.Index(condition=models.Q(('state__in', ['confirmed', 'corrected'])), fields=['club', 'date'], name='rubber_that_counts'),
        ),
        migrations.RunPython(owe_all, migrations.RunPython.noop),
    ]
