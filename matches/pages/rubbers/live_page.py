"""The deals of a rubber that is being played: calls, marks and scores, and neither a card nor anything that shows one.

Everyone who may see the club reads them. Hands, tricks, remarks and values of the review wait for the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from django.utils.translation import gettext as _

from matches.pages.common.listing import DEALS_A_PAGE
from matches.pages.rubbers.deal_lines import DealLine, ruling_texts
from matches.pages.rubbers.deal_rows import DealRow
from matches.pages.rubbers.rubber_page import deal_title, places_of
from scoring.cards import Player, seat
from scoring.checked import CheckedRubber


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game of a rubber in play; ``summary`` is its winner, "" while it is being played."""

    number: int
    summary: str
    deals: tuple[DealRow, ...]


@dataclass(frozen=True)
class LivePage:
    """The page of a rubber in play. ``games`` are those of its latest deals, the game being played first."""

    checked: CheckedRubber
    names: tuple[str, str]

    @cached_property
    def games(self) -> list[LiveGame]:
        latest = [place for place in places_of(self.checked) if place[1]][-DEALS_A_PAGE:]
        games = [
            LiveGame(game, self._summary(game), tuple(self._row(game, deal) for _game, deal in places))
            for game, places in groupby(latest, key=itemgetter(0))
        ]
        return games[::-1]

    def _summary(self, number: int) -> str:
        winner = self.winner_of(number)
        return "" if winner is None else _("%(name)s wins") % {"name": self.names[seat(winner)]}

    def winner_of(self, number: int) -> Player | None:
        """Return the winner of a game, by its number, or None for the game being played."""
        return self.checked.games[number - 1].winner if number <= len(self.checked.games) else None

    @cached_property
    def ruled_deals(self) -> list[str]:
        """The rulings that are recorded so far, each after the title of its deal."""
        return [
            _("%(deal)s: %(ruling)s") % {"deal": deal_title(game.number, deal.number), "ruling": text}
            for game in self.checked.games
            for deal in game.deals
            for text in ruling_texts(deal, self.names)
        ]

    def _row(self, game: int, deal: int) -> DealRow:
        checked = self.checked.games[game - 1].deals[deal - 1]
        return DealRow(DealLine(checked, deal, self.names), is_live=True)
