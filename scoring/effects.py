"""What the remedy of an incident does to the cards: hands it changes, cards it lays aside, cards it shows.

Pure: an incident with its remedy in, its effect out. What becomes of the deal by it is for ``scoring.follow``. Law
numbers are those of the club's code of 55 laws.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.cards import PACK, CardMask, Player, adversary
from scoring.incidents import DEALERS_HAND, ELDERS_HAND, ENDS_DEAL, Remedy, argument_of, facts_of
from scoring.record import Incident

_STAYS_AS_IT_IS: Final = frozenset({20, 21, 30})
_ELDERS_LAWS: Final = ELDERS_HAND - _STAYS_AS_IT_IS
_DEALERS_LAWS: Final = DEALERS_HAND - _STAYS_AS_IT_IS
_LEAVES_HAND_ALONE: Final = ENDS_DEAL | {"short"}
_SHOWING_LAWS: Final = frozenset({11, 13, 35, 36, 37, 39, 40, 41, 43})
_SHOWS_CARDS_DRAWN: Final = frozenset({17, 29, 33})
_SETTING_ASIDE_LAWS: Final = frozenset({35, 36, 37})


class Effect(NamedTuple):
    """``player`` is he whose hand changes by ``out`` and ``taken``, None where none does; None for cards not known.

    ``aside``: cards out of play that both players saw; ``shown``: cards that both saw, wherever they are.
    """

    player: Player | None
    out: CardMask | None
    taken: CardMask | None
    aside: CardMask
    shown: CardMask


_NONE: Final = Effect(None, 0, 0, 0, 0)


def effect_of(incident: Incident, remedy: Remedy | None, dealer: Player) -> Effect:
    """The effect of ``incident`` where ``remedy`` was applied, None where it is not known which."""
    law = incident.law
    if law in _ELDERS_LAWS:
        return _change_of_hand(incident, remedy, adversary(dealer))
    if law in _DEALERS_LAWS:
        return _change_of_hand(incident, remedy, dealer)
    if law not in _SHOWING_LAWS or remedy in ENDS_DEAL:
        return _NONE
    shown = facts_of(incident).cards & PACK
    aside = 0
    if law == 11:
        aside = shown & ~(argument_of(incident) or 0)
    elif law in _SETTING_ASIDE_LAWS and remedy == "aside":
        aside = shown
    return Effect(None, 0, 0, aside, shown)


def _change_of_hand(incident: Incident, remedy: Remedy | None, player: Player) -> Effect:
    """Laws 15 to 18, 29, 31 to 34: a hand that was long or short is put right, or stays as it is."""
    if remedy in _LEAVES_HAND_ALONE:
        return _NONE
    cards = argument_of(incident)
    if remedy is None or cards is None:
        return Effect(player, None, None, 0, 0)
    cards &= PACK
    if remedy == "complete":
        return Effect(player, 0, cards, 0, 0)
    # Laws 17, 29 and 33: the player who draws cards that their holder has taken up may look at them.
    shown = cards if incident.law in _SHOWS_CARDS_DRAWN and "looked" in incident.facts else 0
    return Effect(player, cards, 0, shown, shown)
