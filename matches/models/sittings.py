"""Sittings: an evening at one table where more than two take turns and money passes, a pool or a French table.

All rows but the sitting's own stamp are projections of its stream in the log and of the rubbers played at it.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.events import Event
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, Player
from matches.models.records import SEATS_OR_NONE, Rubber


class Sitting(models.Model):
    """A pool or a French table. ``state`` is what ``matches.rules.sittings`` makes of the facts and results, as JSON.

    ``version`` counts the entries of its stream ``sitting:<public id>``. Amounts are in the smallest unit of
    ``currency``. ``rows_version`` is another whenever rows of it were written. ``event``: where its games count, null
    for outside any.
    """

    class Kind(models.TextChoices):
        POOL = "pool", _("pool")
        FRENCH = "french", _("French table")

    class Phase(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="sittings")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, blank=True, related_name="sittings")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    name = models.CharField(_("name"), max_length=200)
    currency = models.CharField(_("currency"), max_length=3)
    date = models.CharField(_("date"), max_length=10)
    phase = models.CharField(max_length=6, choices=Phase.choices, default=Phase.OPEN)
    version = models.PositiveIntegerField(default=1)
    rows_version = models.PositiveIntegerField(default=0)
    state = models.JSONField(default=dict)
    opened_at = models.DateTimeField(_("opened"))
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("sitting")
        verbose_name_plural = _("sittings")
        ordering = ("-opened_at", "-pk")
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="sitting_public_id_unique"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["pool", "french"]), name="sitting_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(phase__in=["open", "closed"]), name="sitting_phase_known"
            ),
            models.CheckConstraint(
                condition=models.Q(currency__regex="^[A-Z]{3}$"), name="sitting_currency_code"
            ),
        )
        indexes = (models.Index(fields=["club", "phase", "id"], name="sitting_of_club"),)

    def __str__(self) -> str:
        return self.name


class SittingPerson(models.Model):
    """Somebody at the table: he plays, waits his turn, or bets. ``balance`` is what he is up, or down if negative."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="people")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sittings")
    position = models.PositiveSmallIntegerField()
    is_here = models.BooleanField(default=True)
    balance = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("person at a sitting")
        verbose_name_plural = _("people at a sitting")
        ordering = ("sitting", "position")
        constraints = (
            models.UniqueConstraint(fields=["sitting", "player"], name="sittingperson_once"),
            models.UniqueConstraint(fields=["sitting", "position"], name="sittingperson_position_unique"),
        )

    def __str__(self) -> str:
        return str(self.player)


class SittingGame(models.Model):
    """A game of a sitting: who sat, which rubber of one game it is, who won it (empty: open, or nobody).

    ``chouette`` is the side that holds every bet against it.
    """

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField()
    player_a = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    player_b = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    rubber = models.OneToOneField(
        Rubber, on_delete=models.PROTECT, null=True, blank=True, related_name="sitting_game"
    )
    winner = models.CharField(max_length=1, blank=True)
    chouette = models.CharField(max_length=1, blank=True)

    class Meta:
        verbose_name = _("game of a sitting")
        verbose_name_plural = _("games of a sitting")
        ordering = ("sitting", "number")
        constraints = (
            models.UniqueConstraint(fields=["sitting", "number"], name="sittinggame_number_unique"),
            models.CheckConstraint(
                condition=~models.Q(player_a=models.F("player_b")), name="sittinggame_of_two_players"
            ),
            models.CheckConstraint(
                condition=models.Q(winner__in=SEATS_OR_NONE), name="sittinggame_winner_is_a_player"
            ),
            models.CheckConstraint(
                condition=models.Q(chouette__in=SEATS_OR_NONE), name="sittinggame_chouette_is_a_player"
            ),
        )

    def __str__(self) -> str:
        return f"{self.sitting}, {self.number}"


class Posting(models.Model):
    """A line of a sitting's ledger: an account gets ``amount``, or gives it where that is negative.

    Postings of one ``entry`` add up to nothing. ``player`` null is the pool, or the stakes on the table.
    """

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="postings")
    position = models.PositiveIntegerField()
    entry = models.PositiveIntegerField()
    game = models.PositiveIntegerField(null=True, blank=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    amount = models.BigIntegerField()
    why = models.CharField(max_length=40)

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        ordering = ("sitting", "position")
        constraints = (
            models.UniqueConstraint(fields=["sitting", "position"], name="posting_position_unique"),
            models.CheckConstraint(condition=~models.Q(amount=0), name="posting_of_something"),
        )

    def __str__(self) -> str:
        return f"{self.why}: {self.amount}"
