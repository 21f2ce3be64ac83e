import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.utils.timezone
import matches.models.ids
import matches.models.people
from django.conf import settings
from django.db import migrations, models


POSTGRESQL = """
CREATE FUNCTION matches_refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only: % on matches_logentry is refused', TG_OP
        USING ERRCODE = 'restrict_violation', HINT = 'Append an entry that corrects the earlier one.';
END
$$;
CREATE TRIGGER logentry_append_only BEFORE UPDATE OR DELETE ON matches_logentry
    FOR EACH ROW EXECUTE FUNCTION matches_refuse_log_change();
"""

SQLITE = (
    """CREATE TRIGGER logentry_refuse_update BEFORE UPDATE ON matches_logentry BEGIN
    SELECT RAISE(ABORT, 'the log is append-only: UPDATE on matches_logentry is refused');
    END""",
    """CREATE TRIGGER logentry_refuse_delete BEFORE DELETE ON matches_logentry BEGIN
    SELECT RAISE(ABORT, 'the log is append-only: DELETE on matches_logentry is refused');
    END""",
    # REPLACE removes what is in its way without asking the trigger above.
    """CREATE TRIGGER logentry_refuse_replace BEFORE INSERT ON matches_logentry
    WHEN EXISTS (SELECT 1 FROM matches_logentry WHERE id = NEW.id)
        OR EXISTS (SELECT 1 FROM matches_logentry WHERE "key" = NEW."key")
        OR EXISTS (SELECT 1 FROM matches_logentry WHERE stream = NEW.stream AND version = NEW.version)
    BEGIN SELECT RAISE(ABORT, 'the log is append-only: an entry with this id, key or version is there');
    END""",
)


def guard_log(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL, params=None)
        return
    for statement in SQLITE:
        schema_editor.execute(statement, params=None)


def unguard_log(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER logentry_append_only ON matches_logentry", params=None)
        schema_editor.execute("DROP FUNCTION matches_refuse_log_change()", params=None)
        return
    for name in ("logentry_refuse_update", "logentry_refuse_delete", "logentry_refuse_replace"):
        schema_editor.execute(f"DROP TRIGGER {name}", params=None)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('points_a', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('points_b', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('winner', models.CharField(blank=True, max_length=1)),
                ('value', models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
                'ordering': ('rubber', 'number'),
            },
        ),
        migrations.CreateModel(
            name='Review',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('engine_version', models.CharField(max_length=60)),
                ('rubber_version', models.PositiveIntegerField()),
                ('table_checksum', models.CharField(blank=True, max_length=64)),
                ('state', models.CharField(choices=[('claimed', 'under way'), ('done', 'done'), ('failed', 'failed')], default='claimed', max_length=7)),
                ('claim', models.CharField(blank=True, max_length=32)),
                ('claimed_until', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('problem', models.TextField(blank=True)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'review',
                'verbose_name_plural': 'reviews',
                'ordering': ('rubber', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('label', models.CharField(blank=True, max_length=200, verbose_name='round')),
            ],
            options={
                'verbose_name': 'round',
                'verbose_name_plural': 'rounds',
                'ordering': ('stage', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('email', models.EmailField(max_length=254, verbose_name='e-mail address')),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='name')),
                ('is_staff', models.BooleanField(default=False, verbose_name='may use the administration pages')),
                ('is_active', models.BooleanField(default=True, verbose_name='may sign in')),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='joined')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('slug', models.SlugField(max_length=60, verbose_name='short name in addresses')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[matches.models.people.validate_time_zone], verbose_name='time zone')),
                ('currency', models.CharField(default='EUR', max_length=3, verbose_name='currency')),
                ('is_public', models.BooleanField(default=True, verbose_name='anybody may look')),
                ('reviews_open', models.BooleanField(default=False, verbose_name='members agreed to share their review figures')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'ordering': ('name',),
                'constraints': [models.UniqueConstraint(fields=('public_id',), name='club_public_id_unique'), models.UniqueConstraint(fields=('slug',), name='club_slug_unique'), models.UniqueConstraint(fields=('name',), name='club_name_unique'), models.CheckConstraint(condition=models.Q(('slug', ''), _negated=True), name='club_slug_not_empty'), models.CheckConstraint(condition=models.Q(('currency__regex', '^[A-Z]{3}$')), name='club_currency_code')],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='name')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('log_position', models.BigIntegerField(default=0, editable=False)),
                ('standings_position', models.BigIntegerField(default=0, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='matches.club')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ('-created_at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('dealer', models.CharField(max_length=1)),
                ('depth', models.CharField(choices=[('result', 'result'), ('marks', 'marks'), ('play', 'play')], max_length=6)),
                ('is_void', models.BooleanField(default=False)),
                ('vulnerable', models.CharField(blank=True, max_length=4)),
                ('tricks_a', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('tricks_b', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('score_a', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('score_b', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('marks', models.JSONField(blank=True, default=list)),
                ('king_by', models.CharField(blank=True, max_length=1)),
                ('king_turned_up', models.BooleanField(default=False)),
                ('calls', models.TextField(blank=True)),
                ('egn', models.TextField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='matches.game')),
            ],
            options={
                'verbose_name': 'deal',
                'verbose_name_plural': 'deals',
                'ordering': ('game', 'number'),
            },
        ),
        migrations.CreateModel(
            name='ImportReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('source', models.CharField(max_length=500, verbose_name='file')),
                ('started_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('confirmed', models.PositiveIntegerField(default=0)),
                ('drafts', models.PositiveIntegerField(default=0)),
                ('skipped', models.PositiveIntegerField(default=0)),
                ('conflicts', models.PositiveIntegerField(default=0)),
                ('held', models.PositiveIntegerField(default=0)),
                ('refused', models.PositiveIntegerField(default=0)),
                ('deals', models.PositiveIntegerField(default=0)),
                ('problem', models.TextField(blank=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'import report',
                'verbose_name_plural': 'import reports',
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='HeldText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('likeness', models.CharField(blank=True, max_length=64)),
                ('finding', models.JSONField()),
                ('text', models.TextField()),
                ('checksum', models.CharField(max_length=64)),
                ('repaired_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='held_texts', to='matches.club')),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='held_texts', to='matches.importreport')),
            ],
            options={
                'verbose_name': 'text held for repair',
                'verbose_name_plural': 'texts held for repair',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Incident',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('law', models.PositiveSmallIntegerField()),
                ('offender', models.CharField(blank=True, max_length=1)),
                ('facts', models.JSONField(blank=True, default=list)),
                ('remedy', models.CharField(blank=True, max_length=40)),
                ('argument', models.TextField(blank=True)),
                ('deal', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='incidents', to='matches.deal')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='incidents', to='matches.game')),
            ],
            options={
                'verbose_name': 'incident',
                'verbose_name_plural': 'incidents',
                'ordering': ('game', 'position'),
            },
        ),
        migrations.CreateModel(
            name='LogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stream', models.CharField(max_length=40)),
                ('version', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=40)),
                ('payload', models.JSONField()),
                ('at', models.DateTimeField()),
                ('reason', models.TextField(blank=True)),
                ('key', models.CharField(max_length=100)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'log entry',
                'verbose_name_plural': 'log entries',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='name')),
                ('shares_reviews', models.BooleanField(default=False, verbose_name='shares review figures')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='matches.club')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'ordering': ('name', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('director', 'director'), ('scorer', 'scorer'), ('helper', 'helper'), ('member', 'member')], default='member', max_length=8, verbose_name='role')),
                ('since', models.DateField(default=django.utils.timezone.localdate, verbose_name='since')),
                ('until', models.DateField(blank=True, null=True, verbose_name='until')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='matches.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='matches.player')),
            ],
            options={
                'verbose_name': 'membership',
                'verbose_name_plural': 'memberships',
                'ordering': ('club', 'player', 'since', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.PositiveIntegerField(blank=True, null=True, verbose_name='seed')),
                ('checked_in_at', models.DateTimeField(blank=True, null=True, verbose_name='checked in')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='matches.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='matches.player')),
            ],
            options={
                'verbose_name': 'entrant',
                'verbose_name_plural': 'entrants',
                'ordering': ('event', 'seed', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('game', models.PositiveSmallIntegerField()),
                ('deal', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('card', 'card'), ('proposal', 'proposal'), ('reply', 'reply'), ('discard', 'discard'), ('king', 'king')], max_length=8)),
                ('trick', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('player', models.CharField(max_length=1)),
                ('chosen', models.CharField(max_length=40)),
                ('best', models.JSONField(default=list)),
                ('expected', models.JSONField(default=dict)),
                ('loss', models.FloatField()),
                ('double_dummy_loss', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('worlds', models.PositiveIntegerField(blank=True, null=True)),
                ('equity_loss', models.FloatField(blank=True, null=True)),
                ('label', models.CharField(blank=True, max_length=12)),
                ('review', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='matches.review')),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'decisions',
                'ordering': ('review', 'number'),
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.CharField(blank=True, max_length=200, verbose_name='table')),
                ('entrant_a', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairings_as_a', to='matches.entrant')),
                ('entrant_b', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairings_as_b', to='matches.entrant')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='matches.round')),
            ],
            options={
                'verbose_name': 'pairing',
                'verbose_name_plural': 'pairings',
                'ordering': ('round', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Rubber',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('identity', models.CharField(editable=False, max_length=80)),
                ('date', models.CharField(blank=True, help_text='YYYY.MM.DD, ?? where unknown', max_length=10, verbose_name='date')),
                ('best_of', models.PositiveSmallIntegerField(default=3)),
                ('reckoning', models.CharField(default='plain', max_length=6)),
                ('rubber_bonus', models.PositiveIntegerField(default=0)),
                ('cut', models.CharField(default='rubber', max_length=6)),
                ('code', models.CharField(default='English', max_length=7)),
                ('termination', models.CharField(choices=[('normal', 'played out'), ('walkover', 'walkover'), ('retired', 'retired'), ('unfinished', 'unfinished')], default='normal', max_length=10)),
                ('depth', models.CharField(choices=[('result', 'result'), ('marks', 'marks'), ('play', 'play')], max_length=6)),
                ('state', models.CharField(choices=[('draft', 'draft'), ('live', 'being played'), ('reported', 'reported by one side'), ('confirmed', 'confirmed'), ('disputed', 'disputed'), ('corrected', 'corrected'), ('void', 'void')], max_length=9)),
                ('version', models.PositiveIntegerField(default=1)),
                ('winner', models.CharField(blank=True, max_length=1)),
                ('games_won_a', models.PositiveSmallIntegerField(default=0)),
                ('games_won_b', models.PositiveSmallIntegerField(default=0)),
                ('points_a', models.PositiveIntegerField(blank=True, null=True)),
                ('points_b', models.PositiveIntegerField(blank=True, null=True)),
                ('findings', models.JSONField(blank=True, default=list)),
                ('egn', models.TextField()),
                ('checksum', models.CharField(max_length=64)),
                ('entered_at', models.DateTimeField(verbose_name='entered')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rubbers', to='matches.club')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rubbers', to='matches.event')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rubbers', to='matches.pairing')),
                ('player_a', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rubbers_as_a', to='matches.player')),
                ('player_b', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rubbers_as_b', to='matches.player')),
            ],
            options={
                'verbose_name': 'rubber',
                'verbose_name_plural': 'rubbers',
                'ordering': ('pk',),
            },
        ),
        migrations.AddField(
            model_name='review',
            name='rubber',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reviews', to='matches.rubber'),
        ),
        migrations.AddField(
            model_name='game',
            name='rubber',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='matches.rubber'),
        ),
        migrations.CreateModel(
            name='Conflict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=matches.models.ids.new_public_id, editable=False, max_length=14)),
                ('egn', models.TextField()),
                ('checksum', models.CharField(max_length=64)),
                ('resolved_at', models.DateTimeField(blank=True, null=True)),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conflict_rows', to='matches.importreport')),
                ('player_a', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player')),
                ('player_b', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player')),
                ('rubber', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conflicts', to='matches.rubber')),
            ],
            options={
                'verbose_name': 'conflict',
                'verbose_name_plural': 'conflicts',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('kind', models.CharField(choices=[('open', 'open')], default='open', max_length=16)),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='name')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='matches.event')),
            ],
            options={
                'verbose_name': 'stage',
                'verbose_name_plural': 'stages',
                'ordering': ('event', 'number'),
            },
        ),
        migrations.AddField(
            model_name='round',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='matches.stage'),
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('rank', models.PositiveIntegerField()),
                ('played', models.PositiveIntegerField()),
                ('won', models.PositiveIntegerField()),
                ('lost', models.PositiveIntegerField()),
                ('games_won', models.PositiveIntegerField()),
                ('games_lost', models.PositiveIntegerField()),
                ('points_for', models.PositiveIntegerField()),
                ('points_against', models.PositiveIntegerField()),
                ('decided_by', models.CharField(blank=True, max_length=24)),
                ('reason', models.TextField(blank=True)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='matches.entrant')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='matches.stage')),
            ],
            options={
                'verbose_name': 'standing',
                'verbose_name_plural': 'standings',
                'ordering': ('stage', 'position'),
            },
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(fields=('public_id',), name='user_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(fields=('email',), name='user_email_unique', violation_error_message='Somebody signs in with this address already.'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='user_email_lower_case'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(condition=models.Q(('log_position__gt', models.F('standings_position'))), fields=['id'], name='event_standings_owed'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.UniqueConstraint(fields=('public_id',), name='event_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='event_name_unique_in_club'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='deal_number_unique'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='deal_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(('dealer__in', ('A', 'B'))), name='deal_dealer_is_a_player'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(('depth__in', ['result', 'marks', 'play'])), name='deal_depth_known'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(('vulnerable__in', ['', 'A', 'B', 'none'])), name='deal_vulnerable_known'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('tricks_a__isnull', True), ('tricks_b__isnull', True)), models.Q(('tricks_a__isnull', False), ('tricks_b__isnull', False)), _connector='OR'), models.Q(('tricks_a__isnull', True), models.Q(('tricks_a__lte', 5), ('tricks_b__lte', 5)), _connector='OR')), name='deal_tricks_up_to_five'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('score_a__isnull', True), ('score_b__isnull', True)), models.Q(('score_a__isnull', False), ('score_b__isnull', False)), _connector='OR'), models.Q(('score_a__isnull', True), models.Q(('score_a__lte', 5), ('score_b__lte', 5)), _connector='OR')), name='deal_score_up_to_five'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(('king_by__in', ('', 'A', 'B'))), name='deal_king_by_is_a_player'),
        ),
        migrations.AddConstraint(
            model_name='importreport',
            constraint=models.UniqueConstraint(fields=('public_id',), name='importreport_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='heldtext',
            constraint=models.UniqueConstraint(fields=('public_id',), name='heldtext_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='heldtext',
            constraint=models.UniqueConstraint(fields=('club', 'likeness', 'checksum'), name='heldtext_once'),
        ),
        migrations.AddConstraint(
            model_name='heldtext',
            constraint=models.UniqueConstraint(condition=models.Q(('club__isnull', True)), fields=('likeness', 'checksum'), name='heldtext_once_without_club'),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.UniqueConstraint(fields=('game', 'position'), name='incident_position_unique'),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(condition=models.Q(('law__gte', 1), ('law__lte', 55)), name='incident_law_of_the_code'),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(condition=models.Q(('offender__in', ('', 'A', 'B'))), name='incident_offender_is_a_player'),
        ),
        migrations.AddConstraint(
            model_name='logentry',
            constraint=models.UniqueConstraint(fields=('stream', 'version'), name='logentry_version_unique'),
        ),
        migrations.AddConstraint(
            model_name='logentry',
            constraint=models.UniqueConstraint(fields=('key',), name='logentry_key_unique'),
        ),
        migrations.AddConstraint(
            model_name='logentry',
            constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='logentry_version_from_one'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('public_id',), name='player_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('name', ''), _negated=True), fields=('club', 'name'), name='player_name_unique_in_club'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('club', 'user'), name='player_once_per_user'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'director', 'scorer', 'helper', 'member'])), name='membership_role_known'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gte', models.F('since')), _connector='OR'), name='membership_ends_after_start'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('club', 'player', 'role'), name='membership_role_once_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('event', 'player'), name='entrant_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(condition=models.Q(('seed__isnull', False)), fields=('event', 'seed'), name='entrant_seed_unique'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.UniqueConstraint(fields=('review', 'number'), name='decision_number_unique'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'card')), fields=('review', 'game', 'deal', 'trick', 'player'), name='decision_card_once'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['card', 'proposal', 'reply', 'discard', 'king'])), name='decision_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'card'), _negated=True), models.Q(('trick__gte', 1), ('trick__isnull', False), ('trick__lte', 5)), _connector='OR'), name='decision_card_has_trick'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(('player__in', ('A', 'B'))), name='decision_player_is_a_player'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(('loss__gte', 0)), name='decision_loss_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(('label__in', ['', 'inaccuracy', 'mistake', 'blunder'])), name='decision_label_known'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('entrant_a', models.F('entrant_b')), _negated=True), name='pairing_of_two_entrants'),
        ),
        migrations.AddIndex(
            model_name='rubber',
            index=models.Index(fields=['club', 'id'], name='rubber_of_club'),
        ),
        migrations.AddIndex(
            model_name='rubber',
            index=models.Index(fields=['event', 'id'], name='rubber_of_event'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.UniqueConstraint(fields=('public_id',), name='rubber_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.UniqueConstraint(fields=('identity',), name='rubber_identity_unique'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('player_a', models.F('player_b')), _negated=True), name='rubber_of_two_players'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('best_of__gte', 1), ('best_of__lte', 99)), name='rubber_best_of_range'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('reckoning__in', ['plain', 'treble'])), name='rubber_reckoning_known'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('cut__in', ['rubber', 'game'])), name='rubber_cut_known'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('code__in', ['English', 'French'])), name='rubber_code_known'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('termination__in', ['normal', 'walkover', 'retired', 'unfinished'])), name='rubber_termination_known'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('depth__in', ['result', 'marks', 'play'])), name='rubber_depth_known'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'live', 'reported', 'confirmed', 'disputed', 'corrected', 'void'])), name='rubber_state_known'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('winner__in', ('', 'A', 'B'))), name='rubber_winner_is_a_player'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='rubber_version_from_one'),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('points_a__isnull', True), ('points_b__isnull', True)), models.Q(('points_a__isnull', False), ('points_b__isnull', False)), _connector='OR'), name='rubber_points_pair'),
        ),
        migrations.AddConstraint(
            model_name='review',
            constraint=models.UniqueConstraint(fields=('rubber', 'engine_version'), name='review_once_per_engine'),
        ),
        migrations.AddConstraint(
            model_name='review',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('claimed_until__isnull', False), ('done_at__isnull', True), ('state', 'claimed')), models.Q(('done_at__isnull', False), ('state', 'done')), ('state', 'failed'), _connector='OR'), name='review_state_fits'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('rubber', 'number'), name='game_number_unique'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='game_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('points_a__isnull', True), ('points_b__isnull', True)), models.Q(('points_a__isnull', False), ('points_b__isnull', False)), _connector='OR'), models.Q(('points_a__isnull', True), models.Q(('points_a__lte', 5), ('points_b__lte', 5)), _connector='OR')), name='game_points_up_to_five'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('winner__in', ('', 'A', 'B'))), name='game_winner_is_a_player'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('value__isnull', True), models.Q(('value__gte', 1), ('value__lte', 3)), _connector='OR'), name='game_value_single_to_treble'),
        ),
        migrations.AddConstraint(
            model_name='conflict',
            constraint=models.UniqueConstraint(fields=('public_id',), name='conflict_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='conflict',
            constraint=models.UniqueConstraint(fields=('rubber', 'checksum'), name='conflict_once'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='stage_number_unique'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='stage_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['open'])), name='stage_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('stage', 'label'), name='round_label_unique'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(fields=('stage', 'entrant'), name='standing_once_per_entrant'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(fields=('stage', 'position'), name='standing_position_unique'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.CheckConstraint(condition=models.Q(('rank__gte', 1), ('rank__lte', models.F('position'))), name='standing_rank_range'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.CheckConstraint(condition=models.Q(('played__gte', django.db.models.expressions.CombinedExpression(models.F('won'), '+', models.F('lost')))), name='standing_results_add_up'),
        ),
        migrations.RunPython(guard_log, unguard_log),
    ]
