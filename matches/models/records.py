"""Rubbers, games, deals and incidents. All rows are computed from the log, and never edited by hand.

Values that ``scoring`` has as pairs are two columns here, ``_a`` and ``_b``. A side is ``"A"`` or ``"B"``,
and an empty string for neither or unknown. A value that was not recorded is null.
"""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from matches.models.events import Event
from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, Player
from scoring.checks import FIRST_CHECKS

SEATS = ("A", "B")
SEATS_OR_NONE = ("", *SEATS)


def both_or_neither(column: str) -> Q:
    """Return the constraint that ``<column>_a`` and ``<column>_b`` are either both null or both set."""
    return Q(**{f"{column}_a__isnull": True, f"{column}_b__isnull": True}) | Q(
        **{f"{column}_a__isnull": False, f"{column}_b__isnull": False}
    )


def up_to_five(column: str) -> Q:
    """Return the constraint that both columns are at most five, or both null: a deal's tricks, a game's points."""
    return both_or_neither(column) & (
        Q(**{f"{column}_a__isnull": True}) | Q(**{f"{column}_a__lte": 5, f"{column}_b__lte": 5})
    )


class Depth(models.TextChoices):
    RESULT = "result", _("result")
    MARKS = "marks", _("marks")
    PLAY = "play", _("play")


class Rubber(models.Model):
    """A rubber in its current state. With ``best_of`` 1 it is a single game.

    ``identity`` is a unique text that does not depend on the rubber's content, so that an import recognizes a
    changed version of the rubber. ``egn`` is the rubber's canonical EGN text, with the letters A and B in
    place of the players' names and without public ids. ``checksum`` is the SHA-256 of the players' ids and
    ``egn``. ``play_checksum`` is a SHA-256 of the rubber's cards and rules of play, the only content on which
    a review depends. ``depth`` is ``play`` as soon as one deal has its cards, else ``marks`` or ``result``.

    ``findings`` is a list of objects with code, variant, severity, law, game, deal, trick, cause and params.
    ``checks`` is the version of the checks (``scoring.checks``) that produced the findings.
    ``has_advisories`` is true if a later version of the checks finds a further error, because of which the
    rubber would not have counted.

    ``version`` counts the entries of the rubber's log stream, and ``changed_at`` is the time of the last
    entry. ``reported_by`` is the side that reported the result; it is empty if a helper entered the result or
    nobody has reported it. ``is_agreed`` is true if one side reported the result and the other side confirmed
    it. ``round_label`` and ``table`` are EGN tags, empty if absent.

    ``trebles_a`` and ``trebles_b`` count the games that each side won while the opponent had no point,
    whether or not such a game counts triple; ``voles_a`` and ``voles_b`` count the recorded voles.
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
            UniqueConstraint(fields=["public_id"], name="rubber_public_id_unique"),
            UniqueConstraint(fields=["identity"], name="rubber_identity_unique"),
            CheckConstraint(condition=~Q(player_a=F("player_b")), name="rubber_of_two_players"),
            CheckConstraint(condition=Q(best_of__gte=1, best_of__lte=99), name="rubber_best_of_range"),
            CheckConstraint(condition=Q(reckoning__in=["plain", "treble"]), name="rubber_reckoning_known"),
            CheckConstraint(condition=Q(cut__in=["rubber", "game"]), name="rubber_cut_known"),
            CheckConstraint(condition=Q(code__in=["English", "French"]), name="rubber_code_known"),
            CheckConstraint(
                condition=Q(termination__in=["normal", "walkover", "retired", "unfinished"]),
                name="rubber_termination_known",
            ),
            CheckConstraint(condition=Q(depth__in=["result", "marks", "play"]), name="rubber_depth_known"),
            CheckConstraint(
                condition=Q(
                    state__in=["draft", "live", "reported", "confirmed", "disputed", "corrected", "void"]
                ),
                name="rubber_state_known",
            ),
            CheckConstraint(condition=Q(winner__in=SEATS_OR_NONE), name="rubber_winner_is_a_player"),
            CheckConstraint(condition=Q(reported_by__in=SEATS_OR_NONE), name="rubber_reported_by_a_player"),
            CheckConstraint(
                condition=Q(is_agreed=False) | Q(state="confirmed"), name="rubber_agreed_if_confirmed"
            ),
            CheckConstraint(condition=Q(version__gte=1), name="rubber_version_from_one"),
            CheckConstraint(condition=both_or_neither("points"), name="rubber_points_pair"),
        )
        indexes = (
            Index(fields=["club", "id"], name="rubber_of_club"),
            Index(fields=["club", "date", "id"], name="rubber_of_club_by_day"),
            Index(fields=["date", "id"], name="rubber_by_day"),
            Index(
                fields=["club", "state", "id"],
                condition=Q(state__in=["draft", "reported", "disputed"]),
                name="rubber_to_settle",
            ),
            Index(
                fields=["club", "date"],
                condition=Q(state__in=["confirmed", "corrected"]),
                name="rubber_that_counts",
            ),
            Index(fields=["club", "id"], condition=~Q(findings=[]), name="rubber_with_findings"),
            Index(fields=["club", "id"], condition=Q(has_advisories=True), name="rubber_with_advisories"),
            Index(fields=["event", "id"], name="rubber_of_event"),
            Index(fields=["event", "round_label"], name="rubber_of_round"),
        )

    def __str__(self) -> str:
        return f"{self.player_a} - {self.player_b}"


class Game(models.Model):
    """A game of five points. ``winner`` and ``value`` (1 to 3, by the rubber's reckoning) are empty or null
    if undecided.

    ``traits_a`` and ``traits_b`` are bit masks of statistical properties of each side
    (``matches.rules.figures.traits``).
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
            UniqueConstraint(fields=["rubber", "number"], name="game_number_unique"),
            CheckConstraint(condition=Q(number__gte=1), name="game_number_from_one"),
            CheckConstraint(condition=up_to_five("points"), name="game_points_up_to_five"),
            CheckConstraint(condition=Q(winner__in=SEATS_OR_NONE), name="game_winner_is_a_player"),
            CheckConstraint(
                condition=Q(value__isnull=True) | Q(value__gte=1, value__lte=3),
                name="game_value_single_to_treble",
            ),
        )

    def __str__(self) -> str:
        return f"{self.rubber}, {self.number}"


class Deal(models.Model):
    """A deal of a game, with its canonical EGN line and the columns that statistics use.

    ``score_a`` and ``score_b`` are the points of the game after it. ``vulnerable`` is the side against which
    the point counts two (law 49), ``none`` without one, empty if the calls were not recorded. ``marks`` is a
    list of objects with player, law and points. ``king_by`` is the side that marked the king, and
    ``king_turned_up`` means that the turn-up was one. ``calls`` has the calls' letters, such as ``PGS``, with
    a stand that the lead implies. ``traits_a`` and ``traits_b`` are as in ``Game``.
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
            UniqueConstraint(fields=["game", "number"], name="deal_number_unique"),
            CheckConstraint(condition=Q(number__gte=1), name="deal_number_from_one"),
            CheckConstraint(condition=Q(dealer__in=SEATS), name="deal_dealer_is_a_player"),
            CheckConstraint(condition=Q(depth__in=["result", "marks", "play"]), name="deal_depth_known"),
            CheckConstraint(condition=Q(vulnerable__in=["", "A", "B", "none"]), name="deal_vulnerable_known"),
            CheckConstraint(condition=up_to_five("tricks"), name="deal_tricks_up_to_five"),
            CheckConstraint(condition=up_to_five("score"), name="deal_score_up_to_five"),
            CheckConstraint(condition=Q(king_by__in=SEATS_OR_NONE), name="deal_king_by_is_a_player"),
        )

    def __str__(self) -> str:
        return self.egn


class Incident(models.Model):
    """An irregularity in a game, with the number of the law that it broke.

    ``position`` counts those of the game from 1. ``deal`` is null before the first deal.
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
            UniqueConstraint(fields=["game", "position"], name="incident_position_unique"),
            CheckConstraint(condition=Q(law__gte=1, law__lte=55), name="incident_law_of_the_code"),
            CheckConstraint(condition=Q(offender__in=SEATS_OR_NONE), name="incident_offender_is_a_player"),
        )

    def __str__(self) -> str:
        return f"!{self.law}"
