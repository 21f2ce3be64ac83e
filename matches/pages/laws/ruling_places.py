"""Read from a URL the position in a rubber's record on which a director rules, also in the deal being played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from matches.pages.laws.moments import laws_at, moment_at, steps_of
from matches.pages.laws.search import NextStep
from matches.pages.rubbers.rubber_page import deal_title
from matches.rubbers.deal_from_input import position_of
from scoring.book import Place
from scoring.cards import PLAYERS, Player
from scoring.check import check_rubber
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.record import FIRST_ITEM_TOKEN, FIRST_OPENING_TOKEN, Deal, Game, Variant, tokens_of_opening


@dataclass(frozen=True, slots=True)
class RubberPlace:
    """A position in a record. ``after`` is the step before it; ``deal`` is None before a game's first deal."""

    place: Place
    deal: CheckedDeal | None
    after: str
    is_given: bool = True
    """Whether the URL names the step; else it is the last one at which the law can be broken."""
    is_now: bool = False
    """Whether the deal is still being played, so that the record does not have it yet."""
    url_dealer: str = ""
    """The dealer that the URL names, A or B, for a deal whose dealer the record does not know."""

    @property
    def title(self) -> str:
        if self.place.deal is None:
            return _("Game %(number)s") % {"number": self.place.game + 1}
        return deal_title(self.place.game + 1, self.place.deal + 1)

    @property
    def parameters(self) -> dict[str, str]:
        """The query parameters of the position; ``game`` and ``deal`` count from 1, deal 0 is a game's start."""
        deal = 0 if self.place.deal is None else self.place.deal + 1
        at = {"at": str(self.place.token)} if self.is_given and not self.is_now else {}
        dealer = {"dealer": self.url_dealer} if self.url_dealer else {}
        return {"game": str(self.place.game + 1), "deal": str(deal), **at, **dealer}

    @property
    def dealer(self) -> Player | None:
        return None if self.deal is None else self.deal.dealer


@dataclass(frozen=True, slots=True)
class DealNow:
    """The deal that is being played: a record that has it as an empty last deal, and its position there.

    ``dealer`` is the dealer that the URL names, "" if the record knows the dealer. ``is_open`` tells that nobody
    has said yet who deals.
    """

    checked: CheckedRubber
    place: Place
    dealer: str
    is_open: bool


def deal_now(request: HttpRequest, checked: CheckedRubber) -> DealNow | None:
    """Return the deal of a live rubber that is not in the record yet, or None if the rubber is decided."""
    position = position_of(checked)
    if position.winner is not None:
        return None
    chosen = request.GET.get("dealer", "")
    chosen = chosen if position.dealer is None and chosen in PLAYERS else ""
    dealer = position.dealer or cast(Player, chosen or PLAYERS[0])
    games = checked.rubber.games
    game = Game(position.game) if len(games) < position.game else games[position.game - 1]
    games = (*games[: position.game - 1], replace(game, deals=(*game.deals, Deal(position.deal, dealer))))
    return DealNow(
        checked=check_rubber(replace(checked.rubber, games=games)),
        place=Place(position.game - 1, position.deal - 1, FIRST_ITEM_TOKEN),
        dealer=chosen,
        is_open=position.dealer is None and not chosen,
    )


def read_place(
    request: HttpRequest, checked: CheckedRubber, now: DealNow | None, *, of_last_deal: bool
) -> Place | None:
    """Return the position that the URL names, or None if the URL names none.

    The token of the position is -1 if the URL names a deal but no step. With ``of_last_deal``, the position
    is only ever in the deal being played or in the last one of the record. Raises ``Http404`` if there is no such
    position.
    """
    place = _read_place(request, checked if now is None else now.checked)
    if place is None or not of_last_deal:
        return place
    allowed = [each[:2] for each in (last_place(checked), now and now.place) if each]
    return place if place[:2] in allowed else None


def _read_place(request: HttpRequest, checked: CheckedRubber) -> Place | None:
    game, deal, token = (read_number(request, name) for name in ("game", "deal", "at"))
    if game is None or deal is None:
        return None
    if not 1 <= game <= len(checked.games):
        raise Http404
    checked_game = checked.games[game - 1]
    if not 0 <= deal <= len(checked_game.deals):
        raise Http404
    if deal == 0:
        end = FIRST_OPENING_TOKEN + sum(tokens_of_opening(item) for item in checked_game.game.opening)
        return Place(game - 1, None, end if token is None else token)
    if token is None:
        return Place(game - 1, deal - 1, -1)
    if not FIRST_ITEM_TOKEN <= token <= FIRST_ITEM_TOKEN + len(checked_game.deals[deal - 1].deal.items):
        raise Http404
    return Place(game - 1, deal - 1, token)


def read_number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


def last_place(checked: CheckedRubber) -> Place | None:
    """Return the last deal of the record, its step open; None for a record without deals."""
    game = max((at for at, game in enumerate(checked.games) if game.deals), default=None)
    return None if game is None else Place(game, len(checked.games[game].deals) - 1, -1)


def last_token(deal: CheckedDeal, names: tuple[str, str], law: int | None, variant: Variant) -> int:
    """Return the last step of the deal after which ``law`` can be broken, or just the last one."""
    tokens = [step.token for step in steps_of(deal, names)]
    fitting = [
        token for token in tokens if law is not None and law in laws_at(moment_at(deal, token), variant)
    ]
    return next(iter((*fitting[::-1], *tokens[::-1])), FIRST_ITEM_TOKEN)


def find_rubber_place(
    checked: CheckedRubber, place: Place, names: tuple[str, str], *, now: DealNow | None = None
) -> RubberPlace:
    """Return a position with its deal and the step before it. ``now`` is given for the deal being played."""
    if now is not None:
        deal = now.checked.games[place.game].deals[place.deal or 0]
        return RubberPlace(place, deal, _("Being played now."), is_now=True, url_dealer=now.dealer)
    if place.deal is None:
        return RubberPlace(place, None, _("Before the first deal"))
    deal = checked.games[place.game].deals[place.deal]
    texts = [step.text for step in steps_of(deal, names) if step.token <= place.token]
    return RubberPlace(place, deal, texts[-1] if texts else "")


def every_place(
    checked: CheckedRubber, url_of: Callable[[int, int], str]
) -> list[tuple[str, list[NextStep]]]:
    """Return links to the start and to each deal of every game, grouped by game, the last game first."""
    places = []
    for number, game in reversed(list(enumerate(checked.games, start=1))):
        before = NextStep(url_of(number, 0), _("Before the first deal"))
        deals = [
            NextStep(url_of(number, deal), _("Deal %(number)s") % {"number": deal})
            for deal in range(len(game.deals), 0, -1)
        ]
        places.append((_("Game %(number)s") % {"number": number}, [*deals, before]))
    return places
