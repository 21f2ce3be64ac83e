"""La Triomphe, the ancestor: the point offered, taken or refused, and what a deal is then worth.

No cards are exchanged and no king is marked. Before the first card the elder hand offers the point (``P``) or plays
(``S``); where he plays, the dealer may offer it, before the first lead or after it, as long as the dealer has not
played to it. Who is offered it takes it (``G``) and marks one, the deal being over, or refuses (``R``) and is bound to
win all five tricks: if he does he marks two, if not his adversary does. There is one offer in a deal, and the elder
hand leads whoever made it. ``letters`` are those calls in order: none where they are not on record, else ``S``, ``SS``,
``PG``, ``PR``, ``SPG``, ``SPR``, and ``P`` or ``SP`` as long as nobody has answered. An offer after the lead has the
letters of the dealer's before it: the lead says ``S``.

Sources: Cavendish, *The Laws of Écarté*, historical chapter (the lowest cut deals; the offer); the problem that he
quotes there from the *Encyclopédie méthodique* of 1798 (the offer after the first lead).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scoring.cards import HAND_SIZE, Player, adversary
from scoring.checked import Mark
from scoring.course import CallMade
from scoring.variants.worth import POINT, VOLE, VULNERABLE_POINT

BOTH_PLAY: Final = "SS"
BEFORE_OFFER_IN_PLAY: Final = ("", "S", BOTH_PLAY)
"""The calls before the first lead after which the dealer may offer the point behind it."""


def is_after_lead(call: CallMade) -> bool:
    """Whether a call stands between the first lead and the reply to it."""
    return call.cards_played == 1


def with_stand_implied(calls: Iterable[CallMade]) -> list[str]:
    """Return the letters of ``calls`` in order, with the elder hand's ``S`` where a lead says it before the first."""
    letters: list[str] = []
    for call in calls:
        if not letters and is_after_lead(call):
            letters.append("S")
        letters.append(call.letter)
    return letters


def governing_letters(called: Iterable[str], *, is_played: bool) -> str:
    """The calls that stand: after one taken back the last governs the marks.

    A lead where nothing was said is the elder hand's ``S``; a card behind an offer says that it was refused, as no card
    is played to one that was taken.
    """
    letters = ""
    for letter in called:
        letters = _with_call(letters, letter)
    if not is_played:
        return letters
    return f"{letters}R" if letters.endswith("P") else letters or "S"


def _with_call(letters: str, letter: str) -> str:
    last = letters[-1:]
    if letter in "PS":
        if last in ("G", "R"):
            return letters
        return (letters[:-1] if last == "P" or letters == BOTH_PLAY else letters) + letter
    if last in ("G", "R"):
        return letters[:-1] + letter
    return letters + letter if last == "P" else f"{letters[:-1]}P{letter}"


def offered_by(letters: str, dealer: Player) -> Player | None:
    """Who offered the point; None where nobody did, or it is not known."""
    if "P" not in letters:
        return None
    return adversary(dealer) if letters[0] == "P" else dealer


def taken_by(letters: str, dealer: Player) -> Player | None:
    """Who took the point that he was offered; None where nobody did."""
    return _answered(letters, dealer, "G")


def refused_by(letters: str, dealer: Player) -> Player | None:
    """Who refused it, and is bound to win the vole; None where nobody did."""
    return _answered(letters, dealer, "R")


def _answered(letters: str, dealer: Player, answer: str) -> Player | None:
    offerer = offered_by(letters, dealer)
    return adversary(offerer) if offerer is not None and letters.endswith(answer) else None


def vulnerable_player(letters: str, dealer: Player) -> str | None:
    """Who is bound to the vole; "none" for nobody, None where the calls, or an answer, are not on record."""
    if not letters or letters.endswith("P"):
        return None
    return refused_by(letters, dealer) or "none"


def tricks_mark(winner: Player, tricks: int, vulnerable: str | None) -> Mark:
    """What ``winner``'s majority of the tricks is worth, and to whom.

    Who refused the point and did not win all five pays two, by law 49, whoever has the majority.
    """
    if vulnerable == winner and tricks < HAND_SIZE:
        return VULNERABLE_POINT[adversary(winner)]
    if vulnerable is not None and vulnerable not in ("none", winner):
        return VULNERABLE_POINT[winner]
    return VOLE[winner] if tricks == HAND_SIZE else POINT[winner]
