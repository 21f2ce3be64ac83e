"""Écarté: the calls that govern a deal (laws 26 and 27), and the marks for its tricks (laws 48 and 49)."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.cards import HAND_SIZE, Player, opponent
from scoring.checked import Mark
from scoring.variants.worth import POINT, VOLE, VULNERABLE_POINT


def governing_letters(called: Iterable[str], *, is_played: bool) -> str:
    """Return the letters of the calls that govern the marks of a deal.

    If a call was taken back, the last call governs. If a card was played after an acceptance (``G``), the
    lead implies that the elder hand then stood, so ``S`` is added.
    """
    letters = ""
    for letter in called:
        last = letters[-1:]
        if letter in "PS":
            if last in ("P", "S"):
                letters = letters[:-1]
            elif last == "R":
                continue
        elif last == "P":
            pass
        elif last in ("G", "R"):
            letters = letters[:-1]
        else:
            letters = letters[:-1] + "P"
        letters += letter
    if is_played and letters[-1:] == "G":
        letters += "S"
    return letters


def vulnerable_player(letters: str, dealer: Player) -> str | None:
    """Return the player against whom the point counts two (law 49).

    This is the elder hand who stood at the first opportunity, or the dealer who refused the first proposal.
    Return "none" if it is neither player, or None if the calls do not show it.
    """
    if letters[:1] == "S":
        return opponent(dealer)
    if letters[:2] == "PR":
        return dealer
    if letters[:2] == "PG":
        return "none"
    return None


def taken_by(_letters: str, _dealer: Player) -> None:
    """Return None, because at écarté no call ends a deal."""


def tricks_mark(winner: Player, tricks: int, vulnerable: str | None) -> Mark:
    """Return the mark that ``winner`` gets for winning the majority of the tricks.

    Law 48 applies, or law 49 if the opponent is vulnerable.
    """
    if tricks == HAND_SIZE:
        return VOLE[winner]
    if vulnerable is not None and vulnerable != "none" and vulnerable != winner:
        return VULNERABLE_POINT[winner]
    return POINT[winner]
