"""Records of play: rubbers, games, deals, incidents. Projections of the log, never edited by hand.

Pairs of the game's room are two columns here, ``_a`` and ``_b``. A player is ``"A"`` or ``"B"``, and the
empty text where it is nobody or not known. What the record does not hold is null.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.events import Event
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, Player
from scoring.checks import FIRST_CHECKS

SEATS = ("A", "B")
SEATS_OR_NONE = ("", *SEATS)


def both_or_neither(column: str) -> models.Q:
    """Both halves of a pair are known, or none is."""
    return models.Q(**{f"{column}_a__isnull": True, f"{column}_b__isnull": True}) | models.Q(
        **{f"{column}_a__isnull": False, f"{column}_b__isnull": False}
    )


def up_to_five(column: str) -> models.Q:
    """A pair of which neither half is above five; tricks of a deal and points of a game."""
    return both_or_neither(column) & (
        models.Q(**{f"{column}_a__isnull": True}) | models.Q(**{f"{column}_a__lte": 5, f"{column}_b__lte": 5})
    )


class Depth(models.TextChoices):
    RESULT = "result", _("result")
    MARKS = "marks", _("marks")
    PLAY = "play", _("play")


class Rubber(models.Model):
    """A rubber (``BestOf`` 1: a single game) as the log has it now.

    ``identity`` says which rubber this is, whatever is in it: the same record comes back under the same
    identity. ``egn`` is its canonical text with the letters A and B for the players' names and without their
    ids and its own; ``checksum`` is the SHA-256 of the players' ids and that text, ``play_checksum`` that of its
    cards and rules of play alone, which is all that a review depends on. ``findings`` is a list of
    objects with code, variant, severity, law, game, deal, trick, cause and params; places in a file are not
    kept. ``checks`` is the version of the checks that judges the text, ``has_advisories`` whether later ones find
    something besides that would have kept it from counting (``scoring.checks``).
    ``version`` counts the entries of its stream, ``changed_at`` is the time of the last of them.
    ``reported_by`` is the side whose word alone it rests on, and empty where it is nobody's or a helper's.
    ``is_agreed``: one side reported it and the other confirmed it.
    ``round_label`` and ``table`` are what the record says, empty where it says nothing. ``trebles`` counts the games
    won against a player without a point, whatever the reckoning, and ``voles`` the voles that were marked, as far as
    they are on record.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        LIVE = "live", _("being played")
        REPORTED = "reported", _("reported by one side")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        CORRECTED = "corrected", _("corrected")
        VOID = "void", _("void")

    class Termination(models.TextChoices):
        NORMAL = "normal", _("played out")
        WALKOVER = "walkover", _("walkover")
        RETIRED = "retired", _("retired")
        UNFINISHED = "unfinished", _("unfinished")

    SETTLED_STATES = (State.CONFIRMED, State.CORRECTED)

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    identity = models.CharField(max_length=80, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rubbers")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rubbers")
    player_a = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rubbers_as_a")
    player_b = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rubbers_as_b")
    date = models.CharField(_("date"), max_length=10, blank=True, help_text="YYYY.MM.DD, ?? where unknown")
    round_label = models.CharField(_("round"), max_length=200, blank=True)
    table = models.CharField(_("table"), max_length=200, blank=True)

    best_of = models.PositiveSmallIntegerField(default=3)
    reckoning = models.CharField(max_length=6, default="plain")
    rubber_bonus = models.PositiveIntegerField(default=0)
    cut = models.CharField(max_length=6, default="rubber")
    code = models.CharField(max_length=7, default="English")
    variant = models.CharField(max_length=8, default="ecarte")
    termination = models.CharField(max_length=10, choices=Termination.choices, default=Termination.NORMAL)

    depth = models.CharField(max_length=6, choices=Depth.choices)
    state = models.CharField(max_length=9, choices=State.choices)
    reported_by = models.CharField(max_length=1, blank=True)
    is_agreed = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    winner = models.CharField(max_length=1, blank=True)
    games_won_a = models.PositiveSmallIntegerField(default=0)
    games_won_b = models.PositiveSmallIntegerField(default=0)
    points_a = models.PositiveIntegerField(null=True, blank=True)
    points_b = models.PositiveIntegerField(null=True, blank=True)
    trebles_a = models.PositiveIntegerField(default=0)
    trebles_b = models.PositiveIntegerField(default=0)
    voles_a = models.PositiveIntegerField(default=0)
    voles_b = models.PositiveIntegerField(default=0)
    findings = models.JSONField(default=list, blank=True)
    has_advisories = models.BooleanField(default=False, db_default=False)
    egn = models.TextField()
    checks = models.PositiveSmallIntegerField(default=FIRST_CHECKS, db_default=FIRST_CHECKS)
    checksum = models.CharField(max_length=64)
    play_checksum = models.CharField(max_length=64)
    entered_at = models.DateTimeField(_("entered"))
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("rubber")
        verbose_name_plural = _("rubbers")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="rubber_public_id_unique"),
            models.UniqueConstraint(fields=["identity"], name="rubber_identity_unique"),
            models.CheckConstraint(
                condition=~models.Q(player_a=models.F("player_b")), name="rubber_of_two_players"
            ),
            models.CheckConstraint(
                condition=models.Q(best_of__gte=1, best_of__lte=99), name="rubber_best_of_range"
            ),
            models.CheckConstraint(
                condition=models.Q(reckoning__in=["plain", "treble"]), name="rubber_reckoning_known"
            ),
            models.CheckConstraint(condition=models.Q(cut__in=["rubber", "game"]), name="rubber_cut_known"),
            models.CheckConstraint(
                condition=models.Q(code__in=["English", "French"]), name="rubber_code_known"
            ),
            models.CheckConstraint(
                condition=models.Q(termination__in=["normal", "walkover", "retired", "unfinished"]),
                name="rubber_termination_known",
            ),
            models.CheckConstraint(
                condition=models.Q(depth__in=["result", "marks", "play"]), name="rubber_depth_known"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    state__in=["draft", "live", "reported", "confirmed", "disputed", "corrected", "void"]
                ),
                name="rubber_state_known",
            ),
            models.CheckConstraint(
                condition=models.Q(winner__in=SEATS_OR_NONE), name="rubber_winner_is_a_player"
            ),
            models.CheckConstraint(
                condition=models.Q(reported_by__in=SEATS_OR_NONE), name="rubber_reported_by_a_player"
            ),
            models.CheckConstraint(
                condition=models.Q(is_agreed=False) | models.Q(state="confirmed"),
                name="rubber_agreed_if_confirmed",
            ),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="rubber_version_from_one"),
            models.CheckConstraint(condition=both_or_neither("points"), name="rubber_points_pair"),
        )
        indexes = (
            models.Index(fields=["club", "id"], name="rubber_of_club"),
            models.Index(
                fields=["club", "state", "id"],
                condition=models.Q(state__in=["draft", "reported", "disputed"]),
                name="rubber_to_settle",
            ),
            models.Index(
                fields=["club", "date"],
                condition=models.Q(state__in=["confirmed", "corrected"]),
                name="rubber_that_counts",
            ),
            models.Index(
                fields=["club", "id"], condition=~models.Q(findings=[]), name="rubber_with_findings"
            ),
            models.Index(
                fields=["club", "id"],
                condition=models.Q(has_advisories=True),
                name="rubber_with_advisories",
            ),
            models.Index(fields=["event", "id"], name="rubber_of_event"),
            models.Index(fields=["event", "round_label"], name="rubber_of_round"),
        )

    def __str__(self) -> str:
        return f"{self.player_a} - {self.player_b}"


class Game(models.Model):
    """A game of five up. ``value`` under the rubber's reckoning; winner and value while undecided: none.

    ``traits_a`` and ``traits_b`` say what can be counted of it on each side: bits of ``matches.rules.figures.traits``.
    """

    rubber = models.ForeignKey(Rubber, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    points_a = models.PositiveSmallIntegerField(null=True, blank=True)
    points_b = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.CharField(max_length=1, blank=True)
    value = models.PositiveSmallIntegerField(null=True, blank=True)
    traits_a = models.BigIntegerField(default=0)
    traits_b = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ("rubber", "number")
        constraints = (
            models.UniqueConstraint(fields=["rubber", "number"], name="game_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="game_number_from_one"),
            models.CheckConstraint(condition=up_to_five("points"), name="game_points_up_to_five"),
            models.CheckConstraint(
                condition=models.Q(winner__in=SEATS_OR_NONE), name="game_winner_is_a_player"
            ),
            models.CheckConstraint(
                condition=models.Q(value__isnull=True) | models.Q(value__gte=1, value__lte=3),
                name="game_value_single_to_treble",
            ),
        )

    def __str__(self) -> str:
        return f"{self.rubber}, {self.number}"


class Deal(models.Model):
    """A deal: its canonical line, and the columns that statistics ask for.

    ``score``: points of the game after the deal. ``vulnerable``: against whom the point counts two (law 49),
    ``none`` when against nobody, empty where the calls are not recorded. ``marks``: objects with player, law
    and points. ``king_by``: who marked the king; ``king_turned_up``: the turn-up was one. ``calls``: the
    letters in order (``PGS``), a stand that a lead implies included. ``traits_a`` and ``traits_b`` say what can be
    counted of it on each side: bits of ``matches.rules.figures.traits``.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField()
    dealer = models.CharField(max_length=1)
    depth = models.CharField(max_length=6, choices=Depth.choices)
    is_void = models.BooleanField(default=False)
    vulnerable = models.CharField(max_length=4, blank=True)
    tricks_a = models.PositiveSmallIntegerField(null=True, blank=True)
    tricks_b = models.PositiveSmallIntegerField(null=True, blank=True)
    score_a = models.PositiveSmallIntegerField(null=True, blank=True)
    score_b = models.PositiveSmallIntegerField(null=True, blank=True)
    marks = models.JSONField(default=list, blank=True)
    king_by = models.CharField(max_length=1, blank=True)
    king_turned_up = models.BooleanField(default=False)
    calls = models.TextField(blank=True)
    traits_a = models.BigIntegerField(default=0)
    traits_b = models.BigIntegerField(default=0)
    egn = models.TextField()

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="deal_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="deal_number_from_one"),
            models.CheckConstraint(condition=models.Q(dealer__in=SEATS), name="deal_dealer_is_a_player"),
            models.CheckConstraint(
                condition=models.Q(depth__in=["result", "marks", "play"]), name="deal_depth_known"
            ),
            models.CheckConstraint(
                condition=models.Q(vulnerable__in=["", "A", "B", "none"]), name="deal_vulnerable_known"
            ),
            models.CheckConstraint(condition=up_to_five("tricks"), name="deal_tricks_up_to_five"),
            models.CheckConstraint(condition=up_to_five("score"), name="deal_score_up_to_five"),
            models.CheckConstraint(
                condition=models.Q(king_by__in=SEATS_OR_NONE), name="deal_king_by_is_a_player"
            ),
        )

    def __str__(self) -> str:
        return self.egn


class Incident(models.Model):
    """An irregularity, by the number of its law; ``deal`` is null where it stands before the first deal.

    ``position`` counts the incidents of the game from 1.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="incidents")
    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, null=True, blank=True, related_name="incidents")
    position = models.PositiveIntegerField()
    law = models.PositiveSmallIntegerField()
    offender = models.CharField(max_length=1, blank=True)
    facts = models.JSONField(default=list, blank=True)
    remedy = models.CharField(max_length=40, blank=True)
    argument = models.TextField(blank=True)

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        ordering = ("game", "position")
        constraints = (
            models.UniqueConstraint(fields=["game", "position"], name="incident_position_unique"),
            models.CheckConstraint(
                condition=models.Q(law__gte=1, law__lte=55), name="incident_law_of_the_code"
            ),
            models.CheckConstraint(
                condition=models.Q(offender__in=SEATS_OR_NONE), name="incident_offender_is_a_player"
            ),
        )

    def __str__(self) -> str:
        return f"!{self.law}"
