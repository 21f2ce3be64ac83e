"""Sittings: pools and French tables, at which more than two people take turns to play for money.

All columns except the sitting's ``rows_version`` are computed from the sitting's log stream and the rubbers
played.
"""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from matches.models.events import Event
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, Player
from matches.models.records import SEATS_OR_NONE, Rubber


class Sitting(models.Model):
    """A pool or a French table, from the first seat to the last payment.

    ``state`` is the JSON that ``matches.rules.sittings`` computes from the facts and results. ``version``
    counts the entries of its log stream. Amounts are in the smallest unit of ``currency``. ``rows_version``
    gets a new value whenever rows of the sitting are written. ``event`` is the one to which its games belong,
    or null.
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
            UniqueConstraint(fields=["public_id"], name="sitting_public_id_unique"),
            CheckConstraint(condition=Q(kind__in=["pool", "french"]), name="sitting_kind_known"),
            CheckConstraint(condition=Q(phase__in=["open", "closed"]), name="sitting_phase_known"),
            CheckConstraint(condition=Q(currency__regex="^[A-Z]{3}$"), name="sitting_currency_code"),
        )
        indexes = (Index(fields=["club", "phase", "id"], name="sitting_of_club"),)

    def __str__(self) -> str:
        return self.name


class SittingPerson(models.Model):
    """A person who plays, waits or bets in a sitting. ``balance`` is what they have won, negative for a loss."""

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
            UniqueConstraint(fields=["sitting", "player"], name="sittingperson_once"),
            UniqueConstraint(fields=["sitting", "position"], name="sittingperson_position_unique"),
        )

    def __str__(self) -> str:
        return str(self.player)


class SittingGame(models.Model):
    """A game of a sitting, which is stored as a rubber of one game.

    ``winner`` is empty if it is undecided or void. ``chouette`` is the side that covers every bet against it.
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
            UniqueConstraint(fields=["sitting", "number"], name="sittinggame_number_unique"),
            CheckConstraint(condition=~Q(player_a=F("player_b")), name="sittinggame_of_two_players"),
            CheckConstraint(condition=Q(winner__in=SEATS_OR_NONE), name="sittinggame_winner_is_a_player"),
            CheckConstraint(condition=Q(chouette__in=SEATS_OR_NONE), name="sittinggame_chouette_is_a_player"),
        )

    def __str__(self) -> str:
        return f"{self.sitting}, {self.number}"


class Posting(models.Model):
    """A line of a sitting's ledger: ``player`` receives ``amount``, or pays it if it is negative.

    ``player`` is null for the pool or the stakes on the table. The postings of one ``entry`` add up to zero.
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
            UniqueConstraint(fields=["sitting", "position"], name="posting_position_unique"),
            CheckConstraint(condition=~Q(amount=0), name="posting_of_something"),
        )

    def __str__(self) -> str:
        return f"{self.why}: {self.amount}"
