"""Back-ups that were made, for whoever watches over the service."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0022_findings_index'),
    ]

    operations = [
        migrations.CreateModel(
            name='Backup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='made')),
                ('place', models.TextField(verbose_name='file')),
                ('size', models.BigIntegerField(verbose_name='bytes')),
                ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
            ],
            options={
                'verbose_name': 'back-up',
                'verbose_name_plural': 'back-ups',
                'ordering': ('-made_at', '-pk'),
                'indexes': [models.Index(fields=['made_at'], name='backup_by_time')],
                'constraints': [models.CheckConstraint(condition=models.Q(('size__gte', 1)), name='backup_has_bytes')],
            },
        ),
    ]
