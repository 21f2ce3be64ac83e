"""What the review found: one review of a rubber by each version of the engine, and its decisions."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.records import SEATS, Rubber


class Review(models.Model):
    """The state of the work on one rubber, and what it was done with.

    A worker *claims* a review for a time, and whoever finds the claim run out may take it over.
    ``engine_version`` names review and solver together; ``table_checksum`` is the solver table's.
    """

    class State(models.TextChoices):
        CLAIMED = "claimed", _("under way")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    rubber = models.ForeignKey(Rubber, on_delete=models.CASCADE, related_name="reviews")
    engine_version = models.CharField(max_length=60)
    rubber_version = models.PositiveIntegerField()
    table_checksum = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=7, choices=State.choices, default=State.CLAIMED)
    claim = models.CharField(max_length=32, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    problem = models.TextField(blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        ordering = ("rubber", "pk")
        constraints = (
            models.UniqueConstraint(fields=["rubber", "engine_version"], name="review_once_per_engine"),
            models.CheckConstraint(
                condition=models.Q(state="claimed", claimed_until__isnull=False, done_at__isnull=True)
                | models.Q(state="done", done_at__isnull=False)
                | models.Q(state="failed"),
                name="review_state_fits",
            ),
        )

    def __str__(self) -> str:
        return f"{self.rubber}: {self.engine_version}"


class Decision(models.Model):
    """A choice that a player had, what he chose, and what it cost.

    Games and deals are known by their position in the rubber, from 1; ``number`` counts the decisions of the
    review. Cards and calls are in the notation; ``expected`` maps each choice to the marks that it is worth.
    """

    class Kind(models.TextChoices):
        CARD = "card", _("card")
        PROPOSAL = "proposal", _("proposal")
        REPLY = "reply", _("reply")
        DISCARD = "discard", _("discard")
        KING = "king", _("king")

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="decisions")
    number = models.PositiveIntegerField()
    game = models.PositiveSmallIntegerField()
    deal = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    trick = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.CharField(max_length=1)
    chosen = models.CharField(max_length=40)
    best = models.JSONField(default=list)
    expected = models.JSONField(default=dict)
    loss = models.FloatField()
    double_dummy_loss = models.PositiveSmallIntegerField(null=True, blank=True)
    worlds = models.PositiveIntegerField(null=True, blank=True)
    equity_loss = models.FloatField(null=True, blank=True)
    label = models.CharField(max_length=12, blank=True)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ("review", "number")
        constraints = (
            models.UniqueConstraint(fields=["review", "number"], name="decision_number_unique"),
            models.UniqueConstraint(
                fields=["review", "game", "deal", "trick", "player"],
                condition=models.Q(kind="card"),
                name="decision_card_once",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["card", "proposal", "reply", "discard", "king"]),
                name="decision_kind_known",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="card") | models.Q(trick__isnull=False, trick__gte=1, trick__lte=5),
                name="decision_card_has_trick",
            ),
            models.CheckConstraint(condition=models.Q(player__in=SEATS), name="decision_player_is_a_player"),
            models.CheckConstraint(condition=models.Q(loss__gte=0), name="decision_loss_not_negative"),
            models.CheckConstraint(
                condition=models.Q(label__in=["", "inaccuracy", "mistake", "blunder"]),
                name="decision_label_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.chosen}"
