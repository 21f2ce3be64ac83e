"""What settled rubbers come to in figures: one row for each side of a rubber. Projections, written with the rubber."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.events import Event
from matches.models.people import Club, Player
from matches.models.records import SEATS, Depth, Rubber
from matches.rules.figures.tallies import COUNTERS, LARGE_COUNTERS

UNDATED: Final = date.min
"""The day of a rubber whose record does not know it whole: no null, so that an index has it behind all others."""
LATEST_FIRST: Final = ("-day", "-rubber_id")


class Tally(models.Model):
    """What one side's deals of one depth came to in a rubber that counts (confirmed or corrected).

    ``depth`` is that of the deals. What is counted by games and by the rubber stands in the row whose depth is the
    rubber's. ``player`` and ``opponent``, ``club``, ``event`` and ``variant`` are the rubber's; ``day`` is its date,
    or ``UNDATED``. Beside these columns there is one for each counter of
    ``matches.rules.figures.tallies``, under its own name.
    """

    # Foreign keys have no index of their own where one of those below begins with them.
    rubber = models.ForeignKey(Rubber, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    seat = models.CharField(max_length=1)
    depth = models.CharField(max_length=6, choices=Depth.choices)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tallies", db_index=False)
    opponent = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    variant = models.CharField(max_length=8, default="ecarte")
    day = models.DateField(default=UNDATED)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        ordering = ("rubber", "seat", "depth")
        constraints = (
            models.UniqueConstraint(fields=["rubber", "seat", "depth"], name="tally_once"),
            models.CheckConstraint(condition=models.Q(seat__in=SEATS), name="tally_seat_is_a_player"),
            models.CheckConstraint(
                condition=models.Q(depth__in=["result", "marks", "play"]), name="tally_depth_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(player=models.F("opponent")), name="tally_of_two_players"
            ),
        )
        indexes = (
            # In the order in which pages list what is behind a figure.
            models.Index(fields=["player", "-day", "-rubber"], name="tally_of_player"),
            models.Index(fields=["club", "-day", "-rubber"], name="tally_of_club"),
            models.Index(fields=["event", "-day", "-rubber"], name="tally_of_event"),
        )

    def __str__(self) -> str:
        return f"{self.player}, {self.rubber}"


for _key in COUNTERS:
    # No check that they are not negative: a row has some ninety of them.
    _column = models.BigIntegerField if _key in LARGE_COUNTERS else models.IntegerField
    Tally.add_to_class(_key, _column(default=0))
