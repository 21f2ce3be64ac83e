"""The form in which names of clubs, events and players are compared, and their former names."""

import django.db.models.deletion
import django.utils.timezone
import matches.models.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0029_demonstration'),
    ]

    operations = [
        migrations.CreateModel(
            name='FormerName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('folded', models.CharField(db_default='', default='', editable=False, max_length=200)),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name': 'former name',
                'verbose_name_plural': 'former names',
                'ordering': ('pk',),
            },
        ),
        migrations.AddField(
            model_name='club',
            name='folded',
            field=models.CharField(db_default='', default='', editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name='event',
            name='folded',
            field=models.CharField(db_default='', default='', editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name='player',
            name='folded',
            field=models.CharField(db_default='', default='', editable=False, max_length=200),
        ),
        migrations.AddIndex(
            model_name='club',
            index=models.Index(fields=['folded'], name='club_folded_name'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['club', 'folded'], name='event_folded_name'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['club', 'folded'], name='player_folded_name'),
        ),
        migrations.AddField(
            model_name='formername',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to='matches.club'),
        ),
        migrations.AddField(
            model_name='formername',
            name='event',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to='matches.event'),
        ),
        migrations.AddField(
            model_name='formername',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to='matches.player'),
        ),
        migrations.AddIndex(
            model_name='formername',
            index=models.Index(fields=['club', 'folded'], name='formername_folded'),
        ),
        migrations.AddConstraint(
            model_name='formername',
            constraint=models.UniqueConstraint(fields=('public_id',), name='formername_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='formername',
            constraint=models.CheckConstraint(condition=models.Q(('player__isnull', True), ('event__isnull', True), _connector='OR'), name='formername_of_one'),
        ),
    ]
