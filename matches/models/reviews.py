"""What the review found: one review of a rubber by each version of the engine, its decisions and its deals."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.people import Player
from matches.models.records import SEATS, Rubber


class Review(models.Model):
    """The state of the work on one rubber, and what it was done with.

    A worker *claims* a review for a time, and whoever finds the claim run out may take it over.
    ``engine_version`` names review, policy, labels, solver and the table of chances together; ``table_checksum`` is
    the solver table's. ``play_checksum`` is the rubber's as it was reviewed: while the rubber has it still, the review
    is one of its cards and rules of play, whatever else was corrected.
    """

    class State(models.TextChoices):
        CLAIMED = "claimed", _("under way")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    rubber = models.ForeignKey(Rubber, on_delete=models.CASCADE, related_name="reviews")
    engine_version = models.CharField(max_length=100)
    play_checksum = models.CharField(max_length=64, db_index=True)
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
    review, ``token`` is the place in the deal. Choices are in the notation of ``worker.review.decision``:
    ``expected`` maps each to the marks that it is worth, ``chances`` to the chance of winning the game (empty where
    the score is not known). ``equity_loss`` is in that chance, ``rubber_loss`` in that of winning the rubber,
    ``stake_loss`` in points of the stake; null where the score is not known. ``se`` and ``equity_se`` are the losses'
    standard errors, null where nothing was sampled. ``book`` is what the old treatise advises (``rule`` and
    ``choices``), ``reasons`` a list of facts with their ``code``.
    """

    class Kind(models.TextChoices):
        CARD = "card", _("card")
        PROPOSAL = "proposal", _("proposal")
        REPLY = "reply", _("reply")
        DISCARD = "discard", _("discard")
        KING = "king", _("king")

    class Label(models.TextChoices):
        INACCURACY = "inaccuracy", _("inaccuracy")
        MISTAKE = "mistake", _("mistake")
        BLUNDER = "blunder", _("blunder")

    class Method(models.TextChoices):
        HANDS_SEEN = "hands seen", _("both hands seen afterwards")
        HANDS_HIDDEN = "hands hidden", _("each knowing only what he had seen")
        COUNTED = "counted", _("counted out")
        SAMPLED = "sampled", _("sampled")

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="decisions")
    number = models.PositiveIntegerField()
    game = models.PositiveSmallIntegerField()
    deal = models.PositiveIntegerField()
    token = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    trick = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.CharField(max_length=1)
    chosen = models.CharField(max_length=40)
    best = models.JSONField(default=list)
    expected = models.JSONField(default=dict)
    loss = models.FloatField()
    se = models.FloatField(null=True, blank=True)
    double_dummy_loss = models.PositiveSmallIntegerField(null=True, blank=True)
    worlds = models.PositiveIntegerField(null=True, blank=True)
    chances = models.JSONField(default=dict, blank=True)
    equity_loss = models.FloatField(null=True, blank=True)
    equity_se = models.FloatField(null=True, blank=True)
    rubber_loss = models.FloatField(null=True, blank=True)
    stake_loss = models.FloatField(null=True, blank=True)
    label = models.CharField(max_length=12, blank=True, choices=Label.choices)
    method = models.CharField(max_length=12, blank=True, choices=Method.choices)
    book = models.JSONField(null=True, blank=True)
    reasons = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ("review", "number")
        constraints = (
            models.UniqueConstraint(fields=["review", "number"], name="decision_number_unique"),
            models.UniqueConstraint(
                fields=["review", "game", "deal", "token", "player", "kind"], name="decision_made_once"
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
                condition=models.Q(equity_loss__isnull=True) | models.Q(equity_loss__gte=0),
                name="decision_equity_loss_not_negative",
            ),
            models.CheckConstraint(
                condition=models.Q(label__in=["", "inaccuracy", "mistake", "blunder"]),
                name="decision_label_known",
            ),
            models.CheckConstraint(
                condition=models.Q(label="") | models.Q(equity_loss__isnull=False),
                name="decision_label_has_loss",
            ),
            models.CheckConstraint(
                condition=models.Q(method__in=["", "hands seen", "hands hidden", "counted", "sampled"]),
                name="decision_method_known",
            ),
        )
        indexes = (
            models.Index(
                fields=["review", "player", "-equity_loss"],
                condition=~models.Q(label=""),
                name="decision_labelled",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.chosen}"


class DealReview(models.Model):
    """A deal of a review: what chance did in it, and how the chance of winning the game went.

    Swings are A's: ``dealt``, ``turned`` and ``drawn`` are what the cards dealt, the turn-up and the cards drawn were
    worth above the mean, ``result`` what the deal brought; in marks (A's less B's) and in A's chance of winning the
    game. Null where not all cards are on record, or the score is not known. ``luck_se`` is the standard error of the
    three swings of marks together. ``moments`` is a list of step, token, trick and A's chance, both hands seen.
    """

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="deals")
    game = models.PositiveSmallIntegerField()
    deal = models.PositiveIntegerField()
    dealt_marks = models.FloatField(null=True, blank=True)
    turned_marks = models.FloatField(null=True, blank=True)
    drawn_marks = models.FloatField(null=True, blank=True)
    result_marks = models.FloatField(null=True, blank=True)
    luck_se = models.FloatField(null=True, blank=True)
    dealt_chance = models.FloatField(null=True, blank=True)
    turned_chance = models.FloatField(null=True, blank=True)
    drawn_chance = models.FloatField(null=True, blank=True)
    result_chance = models.FloatField(null=True, blank=True)
    moments = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("deal reviewed")
        verbose_name_plural = _("deals reviewed")
        ordering = ("review", "game", "deal")
        constraints = (models.UniqueConstraint(fields=["review", "game", "deal"], name="deal_review_once"),)

    def __str__(self) -> str:
        return f"{self.review}, {self.game}/{self.deal}"


class Exercise(models.Model):
    """A decision that a player got wrong, set to him again: how he answered, and when it comes back.

    Known by its place in the record and not by its row, since a new version of the engine writes decisions anew.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="exercises")
    rubber = models.ForeignKey(Rubber, on_delete=models.CASCADE, related_name="exercises")
    game = models.PositiveSmallIntegerField()
    deal = models.PositiveIntegerField()
    token = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Decision.Kind.choices)
    answered = models.PositiveIntegerField(default=0)
    right_in_a_row = models.PositiveSmallIntegerField(default=0)
    last_answer = models.CharField(max_length=40, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField()

    class Meta:
        verbose_name = _("exercise")
        verbose_name_plural = _("exercises")
        ordering = ("due_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["player", "rubber", "game", "deal", "token", "kind"], name="exercise_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["card", "proposal", "reply", "discard", "king"]),
                name="exercise_kind_known",
            ),
            models.CheckConstraint(
                condition=models.Q(right_in_a_row__lte=models.F("answered")), name="exercise_counts_fit"
            ),
            models.CheckConstraint(
                condition=models.Q(answered=0, answered_at__isnull=True)
                | models.Q(answered__gt=0, answered_at__isnull=False),
                name="exercise_answered_at_some_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.rubber}, {self.game}/{self.deal}"
