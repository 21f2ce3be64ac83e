"""La Triomphe, the ancestor of écarté: the offer of the point, its answer, and the marks for a deal.

No cards are exchanged and no king is marked. Before the first card the elder hand offers the point (``P``) or
plays (``S``). If the elder hand plays, the dealer may offer the point, before the first lead or after it
until playing to it. The other player takes the point (``G``) and marks one, which ends the deal, or refuses
(``R``) and must win all five tricks. After a refusal this player marks two for winning all five; otherwise
the opponent marks two. There is one offer in a deal, and the elder hand always leads.

``letters`` are those calls in order: empty if they are not on record, else ``S``, ``SS``, ``PG``, ``PR``,
``SPG``, ``SPR``, and ``P`` or ``SP`` until the offer is answered. An offer after the lead has the same
letters as the dealer's offer before it, because the lead implies ``S``.

Sources: Cavendish, *The Laws of Écarté*, historical chapter (the lowest cut deals; the offer); the problem
that Cavendish quotes there from the *Encyclopédie méthodique* of 1798 (the offer after the first lead).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scoring.cards import HAND_SIZE, Player, opponent
from scoring.checked import Mark
from scoring.deal_course import CallMade
from scoring.variants.worth import POINT, VOLE, VULNERABLE_POINT

BOTH_PLAY: Final = "SS"
BEFORE_OFFER_IN_PLAY: Final = ("", "S", BOTH_PLAY)
"""The calls before the first lead after which the dealer may still offer the point once the elder hand has
led.
"""


def is_after_lead(call: CallMade) -> bool:
    """Return whether a call was made between the first lead and the reply to it."""
    return call.cards_played == 1


def with_stand_implied(calls: Iterable[CallMade]) -> list[str]:
    """Return the letters of ``calls`` in order.

    If the first call came after the first lead, ``S`` is added before it, because the lead implies it.
    """
    letters: list[str] = []
    for call in calls:
        if not letters and is_after_lead(call):
            letters.append("S")
        letters.append(call.letter)
    return letters


def governing_letters(called: Iterable[str], *, is_played: bool) -> str:
    """Return the letters of the calls that govern the marks of a deal.

    If a call was taken back, the last call governs. A lead without any call implies the elder hand's ``S``. A
    card played after an offer implies that the offer was refused, because no card is played once the point is
    taken.
    """
    letters = ""
    for letter in called:
        letters = _add_call(letters, letter)
    if not is_played:
        return letters
    return f"{letters}R" if letters.endswith("P") else letters or "S"


def _add_call(letters: str, letter: str) -> str:
    """Return ``letters`` with one more call.

    A second call of the same player replaces the first, which was taken back. An offer or a call to play is ignored
    after an answer. An answer without an offer turns the call before it into the offer.
    """
    last = letters[-1:]
    if letter in "PS":
        if last in ("G", "R"):
            return letters
        is_repeated = last == "P" or letters == BOTH_PLAY
        return (letters[:-1] if is_repeated else letters) + letter
    if last in ("G", "R"):
        return letters[:-1] + letter
    return letters + letter if last == "P" else f"{letters[:-1]}P{letter}"


def offered_by(letters: str, dealer: Player) -> Player | None:
    """Return the player who offered the point, or None if nobody offered it or the calls are unknown."""
    if "P" not in letters:
        return None
    return opponent(dealer) if letters[0] == "P" else dealer


def taken_by(letters: str, dealer: Player) -> Player | None:
    """Return the player who took the point that was offered, or None if nobody took it."""
    return _find_answerer(letters, dealer, "G")


def refused_by(letters: str, dealer: Player) -> Player | None:
    """Return the player who refused the point and so must win the vole, or None if nobody refused it."""
    return _find_answerer(letters, dealer, "R")


def _find_answerer(letters: str, dealer: Player, answer: str) -> Player | None:
    offerer = offered_by(letters, dealer)
    return opponent(offerer) if offerer is not None and letters.endswith(answer) else None


def vulnerable_player(letters: str, dealer: Player) -> str | None:
    """Return the player who refused the point, and must now win all five tricks or give the opponent two points.

    Return the text "none" if nobody refused it, and None if that is unknown because calls are missing, such as the
    answer to an offer.
    """
    if not letters or letters.endswith("P"):
        return None
    return refused_by(letters, dealer) or "none"


def tricks_mark(winner: Player, tricks: int, vulnerable: str | None) -> Mark:
    """Return the mark for the tricks of a deal, of which ``winner`` won the majority.

    ``vulnerable`` is the player who refused the point, "none", or None (see ``vulnerable_player``). If that player
    does not win all five tricks, the opponent marks two (law 49), whoever has the majority.
    """
    if vulnerable == winner and tricks < HAND_SIZE:
        return VULNERABLE_POINT[opponent(winner)]
    if vulnerable is not None and vulnerable not in ("none", winner):
        return VULNERABLE_POINT[winner]
    return VOLE[winner] if tricks == HAND_SIZE else POINT[winner]
