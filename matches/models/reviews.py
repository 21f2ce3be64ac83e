"""Reviews of rubbers, at most one for each version of the review engine, and their decisions and deals."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from matches.models.people import Player
from matches.models.records import SEATS, Rubber


class Review(models.Model):
    """The state of the review of one rubber by one version of the engine.

    A worker *claims* a review until ``claimed_until``; after that, another may take it over.
    ``engine_version`` combines the versions of the engine's parts: review, policy, labels, solver and table
    of chances; ``table_checksum`` identifies the solver's table. ``play_checksum`` is copied from the rubber:
    the review applies as long as the two are equal, even if other content of the rubber was corrected.
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
            UniqueConstraint(fields=["rubber", "engine_version"], name="review_once_per_engine"),
            CheckConstraint(
                condition=Q(state="claimed", claimed_until__isnull=False, done_at__isnull=True)
                | Q(state="done", done_at__isnull=False)
                | Q(state="failed"),
                name="review_state_fits",
            ),
        )

    def __str__(self) -> str:
        return f"{self.rubber}: {self.engine_version}"


class Decision(models.Model):
    """A choice that a player made in a reviewed rubber, with the loss compared with the best choice.

    ``game`` and ``deal`` are numbers from 1, ``number`` counts the decisions of the review, and ``token`` is
    the position in the deal's EGN line. Choices are in the notation of ``worker.review.decision``.
    ``expected`` maps each to its expected points, ``chances`` to the chance of winning the game (empty if the
    score is unknown).

    ``loss`` is in points, ``equity_loss`` in the chance of winning the game, ``rubber_loss`` in that of
    winning the rubber, ``stake_loss`` in points of the stake; the last three are null if the score is
    unknown. ``se`` and ``equity_se`` are standard errors, null if nothing was sampled. ``book`` has the
    advice of the old treatise (``rule`` and ``choices``), ``reasons`` the facts for the judgement: a list of
    objects with a ``code``.
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
            UniqueConstraint(fields=["review", "number"], name="decision_number_unique"),
            UniqueConstraint(
                fields=["review", "game", "deal", "token", "player", "kind"], name="decision_made_once"
            ),
            CheckConstraint(
                condition=Q(kind__in=["card", "proposal", "reply", "discard", "king"]),
                name="decision_kind_known",
            ),
            CheckConstraint(
                condition=~Q(kind="card") | Q(trick__isnull=False, trick__gte=1, trick__lte=5),
                name="decision_card_has_trick",
            ),
            CheckConstraint(condition=Q(player__in=SEATS), name="decision_player_is_a_player"),
            CheckConstraint(condition=Q(loss__gte=0), name="decision_loss_not_negative"),
            CheckConstraint(
                condition=Q(equity_loss__isnull=True) | Q(equity_loss__gte=0),
                name="decision_equity_loss_not_negative",
            ),
            CheckConstraint(
                condition=Q(label__in=["", "inaccuracy", "mistake", "blunder"]), name="decision_label_known"
            ),
            CheckConstraint(
                condition=Q(label="") | Q(equity_loss__isnull=False), name="decision_label_has_loss"
            ),
            CheckConstraint(
                condition=Q(method__in=["", "hands seen", "hands hidden", "counted", "sampled"]),
                name="decision_method_known",
            ),
        )
        indexes = (
            Index(
                fields=["review", "player", "-equity_loss"], condition=~Q(label=""), name="decision_labelled"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.chosen}"


class DealReview(models.Model):
    """The luck in one deal of a review, and the chance of winning the game at each moment of the deal.

    ``dealt``, ``turned`` and ``drawn`` are the values of these cards, compared with the mean, and ``result``
    that of the deal's result, for side A, in points (A's minus B's) and as a change of A's chance of winning
    the game. They are null if not all cards were recorded, or if the score is unknown. ``luck_se`` is the
    standard error, in points, of the sum of the first three. ``moments`` is a list of step, token, trick and
    A's chance if the cards of each hand were known.
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
        constraints = (UniqueConstraint(fields=["review", "game", "deal"], name="deal_review_once"),)

    def __str__(self) -> str:
        return f"{self.review}, {self.game}/{self.deal}"


class Exercise(models.Model):
    """An exercise that asks a player to repeat a choice that they made wrongly in a reviewed rubber.

    It refers to a position in the rubber's text and not to a ``Decision``, because a new version of the
    engine writes new rows.
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
            UniqueConstraint(
                fields=["player", "rubber", "game", "deal", "token", "kind"], name="exercise_unique"
            ),
            CheckConstraint(
                condition=Q(kind__in=["card", "proposal", "reply", "discard", "king"]),
                name="exercise_kind_known",
            ),
            CheckConstraint(condition=Q(right_in_a_row__lte=F("answered")), name="exercise_counts_fit"),
            CheckConstraint(
                condition=Q(answered=0, answered_at__isnull=True)
                | Q(answered__gt=0, answered_at__isnull=False),
                name="exercise_answered_at_some_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.rubber}, {self.game}/{self.deal}"
