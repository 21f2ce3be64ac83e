"""The score pad: links by which a table gets in without an account, and all that phones sent from there."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.events import Event
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, Player, User
from matches.models.records import SEATS_OR_NONE, Rubber
from matches.models.sittings import Sitting


class TableLink(models.Model):
    """A link that opens the pad of one rubber, or one sitting, and nothing else, for whoever has it.

    ``rubber`` is null until somebody opens the link of a pairing that was drawn: ``event``, ``round_label``, the two
    players and ``table`` say which rubber it is to be then. That of a ``sitting`` has no rubber and no players of its
    own; it opens the pads of all its games. The token is kept nowhere, only its SHA-256; ``hint``, its
    beginning, is what the link is known by again. It is good as long as whoever made it may do himself what it opens.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="table_links")
    rubber = models.ForeignKey(
        Rubber, on_delete=models.PROTECT, null=True, blank=True, related_name="table_links"
    )
    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="table_links"
    )
    sitting = models.ForeignKey(
        Sitting, on_delete=models.PROTECT, null=True, blank=True, related_name="table_links"
    )
    round_label = models.CharField(_("round"), max_length=200, blank=True)
    table = models.CharField(_("table"), max_length=200, blank=True)
    player_a = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    player_b = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    token_hash = models.CharField(max_length=64, editable=False)
    hint = models.CharField(max_length=8, editable=False)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("good until"))
    opened_at = models.DateTimeField(_("last opened"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("table link")
        verbose_name_plural = _("table links")
        ordering = ("-created_at", "-pk")
        indexes = (
            models.Index(fields=["event", "round_label"], name="tablelink_of_round"),
            models.Index(fields=["club", "created_at"], name="tablelink_of_club"),
        )
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="tablelink_public_id_unique"),
            models.UniqueConstraint(fields=["token_hash"], name="tablelink_token_unique"),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")), name="tablelink_expires_later"
            ),
            models.CheckConstraint(
                condition=~models.Q(player_a=models.F("player_b")), name="tablelink_of_two_players"
            ),
            models.CheckConstraint(
                condition=models.Q(rubber__isnull=False)
                | models.Q(event__isnull=False)
                | models.Q(sitting__isnull=False),
                name="tablelink_leads_somewhere",
            ),
            models.CheckConstraint(
                condition=models.Q(sitting__isnull=True, player_a__isnull=False, player_b__isnull=False)
                | models.Q(
                    sitting__isnull=False,
                    rubber__isnull=True,
                    event__isnull=True,
                    player_a__isnull=True,
                    player_b__isnull=True,
                ),
                name="tablelink_of_a_sitting_or_of_two",
            ),
        )

    def __str__(self) -> str:
        return f"{self.hint}..."


class PadEntry(models.Model):
    """One thing that a phone sent from a pad, by the key that the phone made, and what became of it.

    ``seen`` is the version of the rubber that the phone knew when it was written, ``after`` the key of the same phone's
    entry that was still waiting before it (empty: none). ``kind`` and ``told`` are as ``matches.pads.entries``
    has them. ``version`` is that of the rubber once it was carried out, or once another phone had done the very same.
    ``kept``: it contradicts what was there already, stands beside it until somebody chooses, and nothing is lost.
    ``fork`` is the last version that both have in common. Of one that was refused ``version`` is what it was sent on,
    ``code`` and ``faults`` (findings, as in ``Rubber``) say why. ``steps`` are what one that is kept would append to
    the log: pairs of a kind and a payload.
    """

    class Outcome(models.TextChoices):
        DONE = "done", _("recorded")
        SAME = "same", _("recorded by the other phone as well")
        KEPT = "kept", _("kept beside what the other phone wrote")
        REFUSED = "refused", _("refused")

    class Settlement(models.TextChoices):
        NONE = "", _("open")
        TAKEN = "taken", _("taken in its place")
        DROPPED = "dropped", _("the other one stands")

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    rubber = models.ForeignKey(Rubber, on_delete=models.CASCADE, related_name="pad_entries")
    key = models.CharField(max_length=64)
    device = models.CharField(max_length=64)
    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    side = models.CharField(max_length=1, blank=True)
    seen = models.PositiveIntegerField()
    after = models.CharField(max_length=64, blank=True)
    kind = models.CharField(max_length=12)
    told = models.JSONField()
    outcome = models.CharField(max_length=7, choices=Outcome.choices)
    version = models.PositiveIntegerField(null=True, blank=True)
    fork = models.PositiveIntegerField(null=True, blank=True)
    code = models.CharField(max_length=40, blank=True)
    faults = models.JSONField(default=list, blank=True)
    steps = models.JSONField(default=list, blank=True)
    received_at = models.DateTimeField(default=timezone.now)
    settlement = models.CharField(max_length=7, choices=Settlement.choices, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("pad entry")
        verbose_name_plural = _("pad entries")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="padentry_public_id_unique"),
            models.UniqueConstraint(fields=["rubber", "key"], name="padentry_once"),
            models.CheckConstraint(
                condition=models.Q(side__in=SEATS_OR_NONE), name="padentry_side_is_a_player"
            ),
            models.CheckConstraint(
                condition=models.Q(outcome__in=["done", "same", "kept", "refused"]),
                name="padentry_outcome_known",
            ),
            models.CheckConstraint(
                condition=models.Q(settlement="") | models.Q(outcome="kept", settled_at__isnull=False),
                name="padentry_settled_if_kept",
            ),
            models.CheckConstraint(
                condition=models.Q(outcome__in=["kept", "refused"]) | models.Q(version__isnull=False),
                name="padentry_done_at_a_version",
            ),
        )
        indexes = (
            models.Index(
                fields=["rubber", "id"],
                condition=models.Q(outcome="kept", settlement=""),
                name="padentry_open",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
