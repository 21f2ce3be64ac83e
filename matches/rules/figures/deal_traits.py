"""What is counted of a deal on each side. A deal that is void has no traits at all: it did not count.

What the record does not hold is not guessed: each trait that may be unknown has another beside it which says that
it is known, and figures are shares of that. docs/statistics.md says what each one means.
"""

from __future__ import annotations

from typing import Final

from matches.rules.figures.trait import Trait
from scoring.cards import HAND_SIZE, KING_RANK, PLAYERS, Player, king_of, rank_of, seat
from scoring.checked import CheckedDeal
from scoring.marks import is_decided, tricks_won
from scoring.variants.triomphe import offered_by, refused_by, taken_by

KING_LAW: Final = 47
TRICKS_LAW: Final = 48

DEALS: Final = Trait("deals", 0, is_shared=True)
AS_ELDER: Final = Trait("as_elder", 1)
AS_DEALER: Final = Trait("as_dealer", 2)

TURN_UP_SEEN: Final = Trait("turn_up_seen", 3)
KING_TURNED: Final = Trait("king_turned", 4)
TURNED_KING_MARKED: Final = Trait("turned_king_marked", 5)
KING_MARKED: Final = Trait("king_marked", 6)
KING_FROM_HAND: Final = Trait("king_from_hand", 7)
HAND_SEEN: Final = Trait("hand_seen", 8)
KING_HELD: Final = Trait("king_held", 9)
KING_ANNOUNCED: Final = Trait("king_announced", 10)
KING_UNANNOUNCED: Final = Trait("king_unannounced", 11)

FIRST_WORD: Final = Trait("first_word", 12)
PROPOSED_FIRST: Final = Trait("proposed_first", 13)
STOOD_FIRST: Final = Trait("stood_first", 14)
FIRST_GIVEN: Final = Trait("first_given", 15)
FIRST_REFUSED: Final = Trait("first_refused", 16)
GAVE_FIRST: Final = Trait("gave_first", 17)
REFUSED_FIRST: Final = Trait("refused_first", 18)
WAS_REFUSED: Final = Trait("was_refused", 19)
REFUSED: Final = Trait("refused", 20)
PROPOSALS: Final = Trait("proposals", 21, width=5, is_squared=True)

VULNERABLE: Final = Trait("vulnerable", 26)
VULNERABLE_WON: Final = Trait("vulnerable_won", 27)
VULNERABLE_LOST: Final = Trait("vulnerable_lost", 28)
AGAINST_VULNERABLE: Final = Trait("against_vulnerable", 29)
AGAINST_VULNERABLE_WON: Final = Trait("against_vulnerable_won", 30)
AGAINST_VULNERABLE_LOST: Final = Trait("against_vulnerable_lost", 31)

DECIDED: Final = Trait("decided", 32, is_shared=True)
DEAL_WON: Final = Trait("deal_won", 33)
DEAL_LOST: Final = Trait("deal_lost", 34)
TRICKS_KNOWN: Final = Trait("tricks_known", 35, is_shared=True)
TRICKS: Final = Trait("tricks", 36, width=3, is_squared=True)
VOLE_MADE: Final = Trait("vole_made", 39)
VOLE_SUFFERED: Final = Trait("vole_suffered", 40)

SCORE_KNOWN: Final = Trait("score_known", 41, is_shared=True)
MARKS: Final = Trait("marks", 42, width=3, is_squared=True)
MARKS_AGAINST: Final = Trait("marks_against", 45, width=3, is_squared=True)

EXCHANGED: Final = Trait("exchanged", 48)
CARDS_CHANGED: Final = Trait("cards_changed", 49, width=3, is_squared=True)

OFFERED: Final = Trait("offered", 52)
OFFER_TAKEN: Final = Trait("offer_taken", 53)
OFFER_REFUSED: Final = Trait("offer_refused", 54)
TOOK_OFFER: Final = Trait("took_offer", 55)
REFUSED_OFFER: Final = Trait("refused_offer", 56)
REFUSAL_WON: Final = Trait("refusal_won", 57)
REFUSAL_LOST: Final = Trait("refusal_lost", 58)

DEAL_TRAITS: Final = (
    DEALS,
    AS_ELDER,
    AS_DEALER,
    TURN_UP_SEEN,
    KING_TURNED,
    TURNED_KING_MARKED,
    KING_MARKED,
    KING_FROM_HAND,
    HAND_SEEN,
    KING_HELD,
    KING_ANNOUNCED,
    KING_UNANNOUNCED,
    FIRST_WORD,
    PROPOSED_FIRST,
    STOOD_FIRST,
    FIRST_GIVEN,
    FIRST_REFUSED,
    GAVE_FIRST,
    REFUSED_FIRST,
    WAS_REFUSED,
    REFUSED,
    PROPOSALS,
    VULNERABLE,
    VULNERABLE_WON,
    VULNERABLE_LOST,
    AGAINST_VULNERABLE,
    AGAINST_VULNERABLE_WON,
    AGAINST_VULNERABLE_LOST,
    DECIDED,
    DEAL_WON,
    DEAL_LOST,
    TRICKS_KNOWN,
    TRICKS,
    VOLE_MADE,
    VOLE_SUFFERED,
    SCORE_KNOWN,
    MARKS,
    MARKS_AGAINST,
    EXCHANGED,
    CARDS_CHANGED,
    OFFERED,
    OFFER_TAKEN,
    OFFER_REFUSED,
    TOOK_OFFER,
    REFUSED_OFFER,
    REFUSAL_WON,
    REFUSAL_LOST,
)


def deal_traits(deal: CheckedDeal) -> tuple[int, int]:
    """The masks of A's side and B's."""
    # Behind the fifth point nothing is dealt: such an entry only puts the score right (laws 50, 51).
    if deal.void or is_decided(deal.before):
        return 0, 0
    winner = _winner(deal)
    a, b = (
        DEALS.mask
        | (AS_DEALER if deal.dealer == player else AS_ELDER).mask
        | _of_variant(deal, player, winner)
        | _tricks(deal, player, winner)
        | _score(deal, player)
        for player in PLAYERS
    )
    return a, b


def _winner(deal: CheckedDeal) -> Player | None:
    """Who won the deal: the majority of the tricks, or, of a refusal at La Triomphe, who need not pay for it.

    None as well where he who has the majority may have been bound to the vole, and nothing says whether he made it.
    """
    won = tricks_won(deal.course)
    if won is None or deal.course.variant != "triomphe":
        return None if won is None else won.winner
    if deal.marks:
        # There is one at most, and it is not always the majority's.
        return deal.marks[0].player
    is_open = deal.score is None and deal.vulnerable in (None, won.winner) and won.tricks != HAND_SIZE
    return None if is_open else won.winner


def _of_variant(deal: CheckedDeal, player: Player, winner: Player | None) -> int:
    if deal.course.variant == "triomphe":
        return _offers(deal, player, winner)
    return (
        _kings(deal, player)
        | _calls(deal, player)
        | _exchange(deal, player)
        | _vulnerability(deal, player, winner)
    )


def _kings(deal: CheckedDeal, player: Player) -> int:
    course = deal.course
    mask = KING_MARKED.mask if _has_mark(deal, player, KING_LAW) else 0
    is_turned = course.turn_up is not None and rank_of(course.turn_up) == KING_RANK
    if deal.dealer == player and course.turn_up is not None:
        mask |= TURN_UP_SEEN.mask
        if is_turned:
            mask |= KING_TURNED.mask
            mask |= TURNED_KING_MARKED.mask if mask & KING_MARKED.mask else 0
    # A dealer's king of whom the turn-up is not on record may have been turned up.
    is_from_hand = deal.dealer != player or (course.turn_up is not None and not is_turned)
    if mask & KING_MARKED.mask and is_from_hand:
        mask |= KING_FROM_HAND.mask
    hand = course.hands[seat(player)]
    if hand is None or course.trump is None:
        return mask
    mask |= HAND_SEEN.mask
    if hand >> king_of(course.trump) & 1:
        mask |= KING_HELD.mask
        mask |= (KING_ANNOUNCED if mask & KING_MARKED.mask else KING_UNANNOUNCED).mask
    return mask


def _calls(deal: CheckedDeal, player: Player) -> int:
    letters = deal.course.letters
    if deal.dealer == player:
        mask = REFUSED.mask if "R" in letters else 0
        if letters.startswith("PG"):
            mask |= GAVE_FIRST.mask
        elif letters.startswith("PR"):
            mask |= REFUSED_FIRST.mask
        return mask
    if not letters:
        return 0
    mask = FIRST_WORD.mask | PROPOSALS.put(letters.count("P"))
    mask |= (PROPOSED_FIRST if letters[0] == "P" else STOOD_FIRST).mask
    if letters.startswith("PG"):
        mask |= FIRST_GIVEN.mask
    elif letters.startswith("PR"):
        mask |= FIRST_REFUSED.mask
    return mask | (WAS_REFUSED.mask if "R" in letters else 0)


def _exchange(deal: CheckedDeal, player: Player) -> int:
    first = next((swap for swap in deal.course.swaps if swap.player == player and swap.give == 0), None)
    return 0 if first is None else EXCHANGED.mask | CARDS_CHANGED.put(first.number)


def _vulnerability(deal: CheckedDeal, player: Player, winner: Player | None) -> int:
    if deal.vulnerable is None or deal.vulnerable == "none":
        return 0
    whole, won, lost = AGAINST_VULNERABLE, AGAINST_VULNERABLE_WON, AGAINST_VULNERABLE_LOST
    if deal.vulnerable == player:
        whole, won, lost = VULNERABLE, VULNERABLE_WON, VULNERABLE_LOST
    if winner is None:
        return whole.mask
    return whole.mask | (won if winner == player else lost).mask


def _offers(deal: CheckedDeal, player: Player, winner: Player | None) -> int:
    """Of La Triomphe: who offered the point, what the other answered, and what a refusal came to."""
    letters, dealer = deal.course.letters, deal.dealer
    offerer, taker, refuser = (ask(letters, dealer) for ask in (offered_by, taken_by, refused_by))
    if offerer is None:
        return 0
    if offerer == player:
        answered = (OFFER_TAKEN.mask if taker else 0) | (OFFER_REFUSED.mask if refuser else 0)
        return OFFERED.mask | answered
    if taker == player:
        return TOOK_OFFER.mask
    if refuser != player:
        return 0
    if winner is None:
        return REFUSED_OFFER.mask
    return REFUSED_OFFER.mask | (REFUSAL_WON if winner == player else REFUSAL_LOST).mask


def _tricks(deal: CheckedDeal, player: Player, winner: Player | None) -> int:
    mask = 0 if winner is None else DECIDED.mask | (DEAL_WON if winner == player else DEAL_LOST).mask
    if deal.tricks is None:
        return mask
    mask |= TRICKS_KNOWN.mask | TRICKS.put(deal.tricks[seat(player)])
    if winner is None:
        return mask
    if deal.tricks[seat(winner)] == HAND_SIZE and _has_mark(deal, winner, TRICKS_LAW):
        mask |= (VOLE_MADE if winner == player else VOLE_SUFFERED).mask
    return mask


def _score(deal: CheckedDeal, player: Player) -> int:
    """The points that came to the score: of a vole made at four points, one.

    Where the scorer's figure alone is on record and has gone down, nobody knows what the deal brought.
    """
    if deal.score is None or deal.before is None:
        return 0
    own, theirs = (after - before for after, before in zip(deal.score, deal.before, strict=True))
    if own < 0 or theirs < 0:
        return 0
    if player == "B":
        own, theirs = theirs, own
    return SCORE_KNOWN.mask | MARKS.put(own) | MARKS_AGAINST.put(theirs)


def _has_mark(deal: CheckedDeal, player: Player, law: int) -> bool:
    return any(mark.player == player and mark.law == law for mark in deal.marks)
