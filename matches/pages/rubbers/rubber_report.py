"""The report on a rubber: how well each side decided, by the review, and what luck gave them.

All of it are review figures, sums over the deals of one rubber. A side's part shows to those who may read the
player's review figures, and to nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.access import Viewer, open_figure_seats
from matches.common.number_format import decimal, signed
from matches.models import Rubber
from matches.pages.common.game_words import LABEL_SIGNS
from matches.pages.reviews.figures import accuracy_text
from matches.reviews import queries as reviews
from matches.reviews import review_figures
from matches.reviews.review_figures import Losses, LuckSums
from scoring.cards import PLAYERS

LEAST_TOLD: Final = 0.05
"""The least part of a game that the sentences mention, since they give one decimal."""
LABEL_HEADS: Final[dict[str, str | Promise]] = {
    "inaccuracy": gettext_lazy("Inaccuracies"),
    "mistake": gettext_lazy("Mistakes"),
    "blunder": gettext_lazy("Blunders"),
}
"""The head of the report's row for each label."""


class LabelRow(NamedTuple):
    """A row of the report: the label, its head and sign, and how many decisions of each side have it."""

    label: str
    head: str | Promise
    sign: str
    counts: list[int]


@dataclass(frozen=True, slots=True)
class SideReport:
    """One side's part of the report.

    ``labels`` is the number of decisions with each label. ``luck`` is in games, "" if it is not known.
    """

    look: str
    name: str
    accuracy: str
    has_accuracy: bool
    labels: Mapping[str, int]
    luck: str


@dataclass(frozen=True, slots=True)
class Report:
    """The report, with the sides that the viewer may read. ``hidden`` is the name of the other side, or ""."""

    sides: tuple[SideReport, ...]
    sentences: tuple[str, ...]
    hidden: str

    @property
    def has_luck(self) -> bool:
        return any(side.luck for side in self.sides)

    @property
    def label_rows(self) -> list[LabelRow]:
        """The rows of the labels, the worst label first."""
        return [
            LabelRow(
                label, LABEL_HEADS[label], LABEL_SIGNS[label], [side.labels[label] for side in self.sides]
            )
            for label in reversed(review_figures.LABELS)
        ]


def rubber_report(rubber: Rubber, viewer: Viewer, names: tuple[str, str]) -> Report | None:
    """Return the report of a rubber, None without a review or if the viewer may read neither side.

    The rubber's club and players must be loaded. Takes three queries at most.
    """
    seats = open_figure_seats(viewer, rubber)
    losses = review_figures.losses_by_side(reviews.decisions(rubber, seats)) if seats else {}
    if not losses:
        return None
    _marks, luck = review_figures.luck(reviews.deal_reviews(rubber, seats), rubber.player_a)
    by_side = dict(zip(PLAYERS, names, strict=True))
    hidden = [name for player, name in by_side.items() if player not in seats]
    return Report(
        sides=tuple(
            _side(player, name, losses[player], luck) for player, name in by_side.items() if player in losses
        ),
        sentences=() if hidden else tuple(_sentences(luck, names)),
        hidden="".join(hidden),
    )


def _side(player: str, name: str, losses: Losses, luck: LuckSums) -> SideReport:
    gained = luck.luck.value if player == "A" else -luck.luck.value
    return SideReport(
        look=player.lower(),
        name=name,
        accuracy=accuracy_text(losses.accuracy),
        has_accuracy=losses.accuracy.is_enough,
        labels={
            label.value: count for label, count in zip(review_figures.LABELS, losses.labels, strict=True)
        },
        luck=signed(gained, 1) if luck.deals else "",
    )


def _sentences(luck: LuckSums, names: tuple[str, str]) -> Sequence[str]:
    """Return who played better and whom luck favoured, in games; () if luck is not known."""
    if not luck.deals:
        return ()
    played, gained = luck.played.value, luck.luck.value
    is_better, is_lucky = abs(played) >= LEAST_TOLD, abs(gained) >= LEAST_TOLD
    if is_better and is_lucky and played * gained > 0:
        text = _("%(name)s played better, which was worth %(games)s games; luck gave them another %(luck)s.")
        return (text % {**_in_games(played, names), "luck": decimal(abs(gained), 1)},)
    better = _("Both played about equally well.")
    if is_better:
        better = _("%(name)s played better, which was worth %(games)s games.") % _in_games(played, names)
    if is_lucky:
        return better, _("Luck gave %(name)s %(games)s games.") % _in_games(gained, names)
    return better, _("Luck favoured neither.")


def _in_games(value: float, names: tuple[str, str]) -> dict[str, str]:
    return {"name": names[0 if value > 0 else 1], "games": decimal(abs(value), 1)}
