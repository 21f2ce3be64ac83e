"""Events: stages, rounds, entrants, and who meets whom at which table.

All of them are projections of the log, except that an event's row carries how far its standings have come.
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
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    log_position = models.BigIntegerField(default=0, editable=False)
    standings_position = models.BigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-created_at", "-pk")
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="event_public_id_unique"),
            models.UniqueConstraint(fields=["club", "name"], name="event_name_unique_in_club"),
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
    """A part of an event played in one way. An import plays in an *open* stage: anybody, any order."""

    class Kind(models.TextChoices):
        OPEN = "open", _("open")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.OPEN)
    name = models.CharField(_("name"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="stage_number_from_one"),
            models.CheckConstraint(condition=models.Q(kind__in=["open"]), name="stage_kind_known"),
        )

    def __str__(self) -> str:
        return self.name or f"{self.event}, {self.number}"


class Round(models.Model):
    """A round of a stage, by the label that the record gives it; empty where it gives none."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    label = models.CharField(_("round"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("stage", "pk")
        constraints = (models.UniqueConstraint(fields=["stage", "label"], name="round_label_unique"),)

    def __str__(self) -> str:
        return self.label


class Entrant(models.Model):
    """A player in an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entrants")
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ("event", "seed", "pk")
        constraints = (
            models.UniqueConstraint(fields=["event", "player"], name="entrant_once"),
            models.UniqueConstraint(
                fields=["event", "seed"], condition=models.Q(seed__isnull=False), name="entrant_seed_unique"
            ),
        )

    def __str__(self) -> str:
        return str(self.player)


class Pairing(models.Model):
    """Two entrants who meet in a round, at a table where one is named."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.CharField(_("table"), max_length=200, blank=True)
    entrant_a = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="pairings_as_a")
    entrant_b = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="pairings_as_b")

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ("round", "pk")
        constraints = (
            models.CheckConstraint(
                condition=~models.Q(entrant_a=models.F("entrant_b")), name="pairing_of_two_entrants"
            ),
        )

    def __str__(self) -> str:
        return f"{self.entrant_a} - {self.entrant_b}"
