"""Écarté: which calls govern a deal (laws 26 and 27), and what its tricks are worth (laws 48 and 49)."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.cards import HAND_SIZE, Player, adversary
from scoring.checked import Mark
from scoring.variants.worth import POINT, VOLE, VULNERABLE_POINT


def governing_letters(called: Iterable[str], *, is_played: bool) -> str:
    """The calls that stand, a stand implied by a lead included: after one taken back the last governs the marks."""
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
    """Law 49: the elder who stood at his first chance, or the dealer who refused the first proposal."""
    if letters[:1] == "S":
        return adversary(dealer)
    if letters[:2] == "PR":
        return dealer
    if letters[:2] == "PG":
        return "none"
    return None


def taken_by(_letters: str, _dealer: Player) -> None:
    """No call ends a deal."""


def tricks_mark(winner: Player, tricks: int, vulnerable: str | None) -> Mark:
    """Law 48, and law 49 where the loser stood at his first chance or refused the first proposal."""
    if tricks == HAND_SIZE:
        return VOLE[winner]
    if vulnerable is not None and vulnerable != "none" and vulnerable != winner:
        return VULNERABLE_POINT[winner]
    return POINT[winner]
