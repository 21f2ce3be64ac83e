"""Events: their plans, entrants, requested draws, the pairings of each round, and the standings.

All rows except requested draws follow from the log and can be rebuilt, but an event's row also stores how far
its standings are computed. ``matches.rules.events`` defines their meaning: ``plan`` for how an event is
played, ``state`` for what follows from its facts and results.
"""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.causes import request_id_column
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.names import Named
from matches.models.people import Club, Player, User


class Event(Named):
    """A tournament, a league or an evening. A club's event with an empty name holds its friendly games.

    ``plan`` is the JSON of ``matches.rules.events.plan``; null for an *open* event, in which any two players
    may play each other. ``version`` counts the entries of the event's log stream.

    ``log_position`` is the primary key of the last log entry that may have changed the standings, and
    ``standings_position`` of the last that the stored standings include: while it is smaller, they are stale.
    ``rows_key`` changes whenever rows of the event are written, so that caches can detect it.
    """

    class Phase(models.TextChoices):
        OPEN = "open", _("open")
        ENTRY = "entry", _("taking entries")
        PLAYING = "playing", _("being played")
        COMPLETE = "complete", _("complete")

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    plan = models.JSONField(_("plan"), null=True, blank=True)
    phase = models.CharField(max_length=8, choices=Phase.choices, default=Phase.OPEN)
    version = models.PositiveIntegerField(default=1)
    log_position = models.BigIntegerField(default=0, editable=False)
    standings_position = models.BigIntegerField(default=0, editable=False)
    rows_key = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-created_at", "-pk")
        constraints = (
            UniqueConstraint(fields=["public_id"], name="event_public_id_unique"),
            UniqueConstraint(fields=["club", "name"], name="event_name_unique_in_club"),
            CheckConstraint(
                condition=Q(phase="open", plan__isnull=True)
                | Q(phase__in=["entry", "playing", "complete"], plan__isnull=False),
                name="event_open_or_planned",
            ),
        )
        indexes = (
            Index(
                fields=["id"],
                condition=Q(log_position__gt=F("standings_position")),
                name="event_standings_owed",
            ),
            Index(fields=["club", "folded"], name="event_folded_name"),
        )

    def __str__(self) -> str:
        return self.name or str(_("Friendly games"))


class Stage(models.Model):
    """A stage of an event, such as a Swiss system or a bracket, numbered from 1.

    Number 0 is the *open* stage that every event has, for rubbers that belong to no draw, such as imported
    ones. In a planned event, it has no rubbers.
    """

    class Kind(models.TextChoices):
        OPEN = "open", _("open")
        ROUND_ROBIN = "round_robin", _("round robin")
        LEAGUE = "league", _("league")
        SWISS = "swiss", _("Swiss")
        KNOCKOUT = "knockout", _("knockout")
        DOUBLE_ELIMINATION = "double_elimination", _("double elimination")

    class Phase(models.TextChoices):
        PLANNED = "planned", _("not drawn yet")
        DRAFT = "draft", _("draft")
        PLAYING = "playing", _("being played")
        COMPLETE = "complete", _("complete")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=18, choices=Kind.choices, default=Kind.OPEN)
    name = models.CharField(_("name"), max_length=200, blank=True)
    phase = models.CharField(max_length=8, choices=Phase.choices, default=Phase.PLAYING)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ("event", "number")
        constraints = (
            UniqueConstraint(fields=["event", "number"], name="stage_number_unique"),
            CheckConstraint(
                condition=Q(number=0, kind="open")
                | Q(
                    number__gte=1,
                    kind__in=["round_robin", "league", "swiss", "knockout", "double_elimination"],
                ),
                name="stage_kind_known",
            ),
            CheckConstraint(
                condition=Q(phase__in=["planned", "draft", "playing", "complete"]), name="stage_phase_known"
            ),
        )

    def __str__(self) -> str:
        return self.name or f"{self.event}, {self.number}"


class Round(models.Model):
    """A drawn round of a stage, to be played by ``due``. ``label`` is the EGN tag ``Round`` of its rubbers."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    label = models.CharField(_("round"), max_length=200)
    is_released = models.BooleanField(default=False)
    due = models.DateField(_("play by"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("stage", "number")
        constraints = (
            UniqueConstraint(fields=["stage", "label"], name="round_label_unique"),
            UniqueConstraint(fields=["stage", "number"], name="round_number_unique"),
            CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
        )

    def __str__(self) -> str:
        return self.label


class Entrant(models.Model):
    """A player who was entered in an event (``is_entered``), or plays in one of its rubbers.

    ``number`` counts the players who were entered, from 1 in that order, else null. ``place`` is the
    entrant's rank in the whole event, null until it is decided.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entrants")
    is_entered = models.BooleanField(default=False)
    number = models.PositiveIntegerField(null=True, blank=True)
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    place = models.PositiveIntegerField(_("place"), null=True, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ("event", "seed", "pk")
        constraints = (
            UniqueConstraint(fields=["event", "player"], name="entrant_once"),
            UniqueConstraint(
                fields=["event", "seed"], condition=Q(seed__isnull=False), name="entrant_seed_unique"
            ),
            CheckConstraint(
                condition=Q(is_entered=True, number__isnull=False)
                | Q(
                    is_entered=False,
                    number__isnull=True,
                    seed__isnull=True,
                    checked_in_at__isnull=True,
                    withdrawn_at__isnull=True,
                    place__isnull=True,
                ),
                name="entrant_entered_or_met",
            ),
        )

    def __str__(self) -> str:
        return str(self.player)


class Pairing(models.Model):
    """The two entrants who meet in a drawn round, with their table and their result.

    The result is that of ``matches.rules.events.state.PairingState``. An entrant is null while the bracket
    has not determined them yet, entrant B also for a bye. ``source_a`` and ``source_b`` name the pairing or
    group of a bracket from which each comes. ``group`` counts from 1 in a stage that is played in groups,
    else it is 0.

    ``rubber`` decides the pairing or is being played. ``halves_a`` and ``halves_b`` are the score in half
    points, null while undecided. ``why`` is the rule that made the pairing: a list of a code and its
    parameters.
    """

    class Kind(models.TextChoices):
        RUBBER = "rubber", _("rubber")
        BYE = "bye", _("bye")
        REQUESTED_BYE = "requested_bye", _("requested bye")

    class DecidedBy(models.TextChoices):
        NOTHING = "", _("undecided")
        RUBBER = "rubber", _("played")
        AWARD = "award", _("awarded")
        WITHDRAWAL = "withdrawal", _("withdrawn")
        BYE = "bye", _("bye")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    number = models.PositiveIntegerField()
    group = models.PositiveSmallIntegerField(default=0)
    table = models.CharField(_("table"), max_length=200, blank=True)
    kind = models.CharField(max_length=13, choices=Kind.choices, default=Kind.RUBBER)
    entrant_a = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="pairings_as_a"
    )
    entrant_b = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="pairings_as_b"
    )
    source_a = models.CharField(max_length=24, blank=True)
    source_b = models.CharField(max_length=24, blank=True)
    rubber = models.ForeignKey(
        "matches.Rubber", on_delete=models.SET_NULL, null=True, blank=True, related_name="pairings"
    )
    decided_by = models.CharField(max_length=10, choices=DecidedBy.choices, blank=True)
    winner = models.CharField(max_length=1, blank=True)
    halves_a = models.IntegerField(null=True, blank=True)
    halves_b = models.IntegerField(null=True, blank=True)
    is_kept = models.BooleanField(default=False)
    why = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ("round", "number")
        constraints = (
            UniqueConstraint(fields=["round", "number"], name="pairing_number_unique"),
            UniqueConstraint(fields=["rubber"], name="pairing_rubber_unique"),
            CheckConstraint(
                condition=Q(entrant_a__isnull=True)
                | Q(entrant_b__isnull=True)
                | ~Q(entrant_a=F("entrant_b")),
                name="pairing_of_two_entrants",
            ),
            CheckConstraint(
                condition=Q(kind="rubber") | Q(entrant_b__isnull=True, rubber__isnull=True),
                name="pairing_bye_of_one",
            ),
            CheckConstraint(
                condition=Q(decided_by="", winner="", halves_a__isnull=True, halves_b__isnull=True)
                | Q(
                    decided_by__in=["rubber", "award", "withdrawal", "bye"],
                    winner__in=["", "A", "B"],
                    halves_a__isnull=False,
                    halves_b__isnull=False,
                ),
                name="pairing_decided_or_not",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entrant_a} - {self.entrant_b}"


class DrawRequest(models.Model):
    """A request to draw a stage's next round, or the whole stage, and the progress of the worker that does it.

    ``stage`` is the stage's number. ``key`` (an idempotency key) and ``reason`` are copied to the draw's log
    entry. ``done`` counts the finished parts of the computation, ``total`` all. Until ``claimed_until`` a
    worker is assumed to be at work; ``attempts`` counts how often one began. ``problem`` says why the draw
    was not made, else it is empty.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="draw_requests")
    stage = models.PositiveSmallIntegerField()
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    reason = models.TextField(blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True)
    request_id = request_id_column()

    class Meta:
        verbose_name = _("requested draw")
        verbose_name_plural = _("requested draws")
        ordering = ("-pk",)
        constraints = (
            UniqueConstraint(fields=["public_id"], name="drawrequest_public_id_unique"),
            UniqueConstraint(
                fields=["event"], condition=Q(finished_at__isnull=True), name="drawrequest_one_at_a_time"
            ),
            UniqueConstraint(fields=["event", "key"], name="drawrequest_key_unique"),
            CheckConstraint(condition=Q(done__lte=F("total")), name="drawrequest_part_of_total"),
        )

    def __str__(self) -> str:
        return f"{self.event}, {self.stage}"


class Standing(models.Model):
    """One row of a stage's table of standings. ``position`` counts the rows from 1; equal entrants share a ``rank``.

    ``decided_by`` is the first figure (``matches.rules.events.open_table``) in which this row differs from the
    next, empty if there is none, and ``reason`` a sentence that explains the difference.

    In a drawn stage (``matches.rules.events.tables``) ``halves`` is the score in half points, ``figures`` a
    list of pairs of name and value in the order in which they break ties, and ``is_through`` means that the
    entrant goes on to the next stage. ``group`` counts from 1 if the stage is played in groups, else it is 0.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="standings")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="standings")
    group = models.PositiveSmallIntegerField(default=0)
    position = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    played = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    games_won = models.PositiveIntegerField()
    games_lost = models.PositiveIntegerField()
    points_for = models.PositiveIntegerField()
    points_against = models.PositiveIntegerField()
    halves = models.IntegerField(default=0)
    figures = models.JSONField(default=list, blank=True)
    is_through = models.BooleanField(default=False)
    decided_by = models.CharField(max_length=24, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ("stage", "group", "position")
        constraints = (
            UniqueConstraint(fields=["stage", "entrant"], name="standing_once_per_entrant"),
            UniqueConstraint(fields=["stage", "group", "position"], name="standing_position_unique"),
            CheckConstraint(condition=Q(rank__gte=1, rank__lte=F("position")), name="standing_rank_range"),
            CheckConstraint(condition=Q(played__gte=F("won") + F("lost")), name="standing_results_add_up"),
        )

    def __str__(self) -> str:
        return f"{self.rank}. {self.entrant}"
