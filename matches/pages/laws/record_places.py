"""Places of a record as the director's rulings ask for them and tell them: game, deal, moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from matches.pages.laws.moments import steps_of
from matches.pages.laws.search_page import Choice
from matches.pages.rubbers.page import deal_title
from scoring.book import Place
from scoring.cards import Player
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.record import FIRST_ITEM_TOKEN, FIRST_OPENING_TOKEN, tokens_of_opening


@dataclass(frozen=True, slots=True)
class Where:
    """A place of the record in the words of a page; ``deal`` is None before the first deal of a game."""

    place: Place
    deal: CheckedDeal | None
    title: str
    after: str

    @property
    def kept(self) -> dict[str, str]:
        """What the address says of it: game and deal from 1, deal 0 for a game's heading."""
        deal = 0 if self.place.deal is None else self.place.deal + 1
        return {"game": str(self.place.game + 1), "deal": str(deal), "at": str(self.place.token)}

    @property
    def dealer(self) -> Player | None:
        return None if self.deal is None else self.deal.dealer


def place_asked(request: HttpRequest, checked: CheckedRubber, *, of_last_deal: bool) -> Place | None:
    """The place in the address, None where it names none; its token is -1 where only the deal is named.

    ``of_last_deal``: no deal is opened but the last, nor anything before it. Raises ``Http404`` for no such place.
    """
    place = _place_asked(request, checked)
    if not of_last_deal:
        return place
    game = max((at for at, game in enumerate(checked.games) if game.deals), default=None)
    if game is None:
        return None
    last = len(checked.games[game].deals) - 1
    return place if place is not None and (place.game, place.deal) == (game, last) else Place(game, last, -1)


def _place_asked(request: HttpRequest, checked: CheckedRubber) -> Place | None:
    game, deal, token = (number_asked(request, name) for name in ("game", "deal", "at"))
    if game is None or deal is None:
        return None
    if not 1 <= game <= len(checked.games):
        raise Http404
    there = checked.games[game - 1]
    if not 0 <= deal <= len(there.deals):
        raise Http404
    if deal == 0:
        end = FIRST_OPENING_TOKEN + sum(tokens_of_opening(item) for item in there.game.opening)
        return Place(game - 1, None, end if token is None else token)
    if token is None:
        return Place(game - 1, deal - 1, -1)
    if not FIRST_ITEM_TOKEN <= token <= FIRST_ITEM_TOKEN + len(there.deals[deal - 1].deal.items):
        raise Http404
    return Place(game - 1, deal - 1, token)


def number_asked(request: HttpRequest, name: str) -> int | None:
    said = request.GET.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 7 else None


def where_of(checked: CheckedRubber, place: Place, names: tuple[str, str]) -> Where:
    game = checked.games[place.game]
    if place.deal is None:
        return Where(place, None, place_title(place), _("Before the first deal"))
    deal = game.deals[place.deal]
    told = [step.text for step in steps_of(deal, names) if step.token <= place.token]
    return Where(place, deal, place_title(place), told[-1] if told else "")


def every_place(checked: CheckedRubber, url_of: Callable[[int, int], str]) -> list[tuple[str, list[Choice]]]:
    """Every place that can be named by game and deal, the last game first."""
    found = []
    for number, game in reversed(list(enumerate(checked.games, start=1))):
        before = Choice(url_of(number, 0), _("Before the first deal"))
        deals = [
            Choice(url_of(number, deal), _("Deal %(number)s") % {"number": deal})
            for deal in range(len(game.deals), 0, -1)
        ]
        found.append((_("Game %(number)s") % {"number": number}, [*deals, before]))
    return found


def place_title(place: Place) -> str:
    if place.deal is None:
        return _("Game %(number)s") % {"number": place.game + 1}
    return deal_title(place.game + 1, place.deal + 1)
