"""Events: how they are played, who is in them, and who meets whom in which round at which table.

All of them are projections of the log, except that an event's row carries how far its standings have come.
What they mean is said once, in ``matches.rules.events``: ``plan`` for how an event is played, ``state`` for what
follows from its facts and results.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, Player


class Event(models.Model):
    """A tournament, a league, an evening. The one without a name holds a club's rubbers outside any event.

    ``log_position`` is the last log entry that may have changed its standings, ``standings_position`` the
    one that the stored standings were computed after: they are owed while the first is the larger.

    ``plan`` is how the event is played (``matches.rules.events.plan``), null for an *open* one, in which anybody may
    play anybody. ``version`` counts the entries of the event's own stream that its rows follow from. ``rows_key`` is
    another whenever rows that hang on the event were written: whoever remembers them sees by it whether they are so
    still.
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
            models.UniqueConstraint(fields=["public_id"], name="event_public_id_unique"),
            models.UniqueConstraint(fields=["club", "name"], name="event_name_unique_in_club"),
            models.CheckConstraint(
                condition=models.Q(phase="open", plan__isnull=True)
                | models.Q(phase__in=["entry", "playing", "complete"], plan__isnull=False),
                name="event_open_or_planned",
            ),
        )
        indexes = (
            models.Index(
                fields=["id"],
                condition=models.Q(log_position__gt=models.F("standings_position")),
                name="event_standings_owed",
            ),
        )

    def __str__(self) -> str:
        return self.name or str(_("Outside any event"))


class Stage(models.Model):
    """A part of an event played in one way, from 1; number 0 is the *open* one that every event has.

    An import plays in the open stage: anybody, any order. Of a planned event it holds nothing.
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
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_unique"),
            models.CheckConstraint(
                condition=models.Q(number=0, kind="open")
                | models.Q(
                    number__gte=1,
                    kind__in=["round_robin", "league", "swiss", "knockout", "double_elimination"],
                ),
                name="stage_kind_known",
            ),
            models.CheckConstraint(
                condition=models.Q(phase__in=["planned", "draft", "playing", "complete"]),
                name="stage_phase_known",
            ),
        )

    def __str__(self) -> str:
        return self.name or f"{self.event}, {self.number}"


class Round(models.Model):
    """A drawn round. ``label`` is what a record has in its tag ``Round``; ``due`` the last day to play it, if any."""

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
            models.UniqueConstraint(fields=["stage", "label"], name="round_label_unique"),
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_number_from_one"),
        )

    def __str__(self) -> str:
        return self.label


class Entrant(models.Model):
    """A player in an event, because a rubber of it has him or because he was entered (``is_entered``).

    ``number`` counts those who were entered, from 1 in the order of entry; null for the others. ``place`` is his
    place in the whole event, as far as it is settled.
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
            models.UniqueConstraint(fields=["event", "player"], name="entrant_once"),
            models.UniqueConstraint(
                fields=["event", "seed"], condition=models.Q(seed__isnull=False), name="entrant_seed_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(is_entered=True, number__isnull=False)
                | models.Q(
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
    """Who meets whom in a drawn round, at which table, and how it stands (``matches.rules.events.state.PairingState``).

    An entrant is null where a bracket does not know him yet, and B's is for a bye. ``group`` counts from 1 in a stage
    that is played in groups, else 0. ``rubber`` is the one that decides it or is being played; ``halves_a`` and
    ``halves_b`` are the score that it gives, in half points, null while it is undecided. ``source_a``, ``source_b``:
    where a bracket takes its entrant from. ``why``: the rule that made the pairing, a code and parameters.
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
            models.UniqueConstraint(fields=["round", "number"], name="pairing_number_unique"),
            models.UniqueConstraint(fields=["rubber"], name="pairing_rubber_unique"),
            models.CheckConstraint(
                condition=models.Q(entrant_a__isnull=True)
                | models.Q(entrant_b__isnull=True)
                | ~models.Q(entrant_a=models.F("entrant_b")),
                name="pairing_of_two_entrants",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="rubber") | models.Q(entrant_b__isnull=True, rubber__isnull=True),
                name="pairing_bye_of_one",
            ),
            models.CheckConstraint(
                condition=models.Q(decided_by="", winner="", halves_a__isnull=True, halves_b__isnull=True)
                | models.Q(
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
