"""The traits of deals and games: what is counted for each side of them, stored as bits of a 63-bit mask.

Masks are stored with deals and games. A trait keeps its bits for ever, and bits of a removed trait are not reused:
otherwise stored masks would be misread until they are rebuilt.

A void deal has no traits, because it did not count. A game without a winner has none either. Nothing is guessed that
is not on record: a trait that may be unknown has a second trait beside it that says whether it is known, and figures
are shares of the known cases. docs/statistics.md explains each trait.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scoring.cards import HAND_SIZE, KING_RANK, PLAYERS, Player, king_of, rank_of, seat
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.marks import GAME_POINTS, game_value, is_decided, tricks_won
from scoring.record import Pair
from scoring.variants.triomphe import offered_by, refused_by, taken_by

MASK_BITS: Final = 63
"""The number of bits of a mask: a signed integer of 64 bits without its sign."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A value to count for one side of a deal or game, such as a marked king, stored in a bit mask.

    The value takes ``width`` bits of the mask from ``bit`` upwards: one bit for a flag, several for a number from 0
    to ``largest``. ``is_shared`` means that the value is the same for both sides, so that sums over both sides count
    it once. ``is_squared`` means that squares of the value are summed as well, for the standard error of a mean.
    """

    key: str
    bit: int
    width: int = 1
    is_shared: bool = False
    is_squared: bool = False
    mask: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", self.largest << self.bit)

    @property
    def largest(self) -> int:
        return (1 << self.width) - 1

    def put(self, value: int) -> int:
        """Return a bit mask with only this value of the trait, at most ``largest``."""
        return min(value, self.largest) << self.bit

    def value(self, mask: int) -> int:
        return (mask & self.mask) >> self.bit


class TraitList(list[Trait]):
    """Traits in the order in which they are defined."""

    def define(
        self, key: str, bit: int, width: int = 1, *, is_shared: bool = False, is_squared: bool = False
    ) -> Trait:
        """Append a trait with these fields of ``Trait``, and return it."""
        trait = Trait(key, bit, width, is_shared, is_squared)
        self.append(trait)
        return trait


GAME_TRAITS: Final = TraitList()
GAMES: Final = GAME_TRAITS.define("games", 0, is_shared=True)
GAME_WON: Final = GAME_TRAITS.define("game_won", 1)
GAME_LOST: Final = GAME_TRAITS.define("game_lost", 2)
SINGLE_WON: Final = GAME_TRAITS.define("single_won", 3)
DOUBLE_WON: Final = GAME_TRAITS.define("double_won", 4)
TREBLE_WON: Final = GAME_TRAITS.define("treble_won", 5)
SINGLE_LOST: Final = GAME_TRAITS.define("single_lost", 6)
DOUBLE_LOST: Final = GAME_TRAITS.define("double_lost", 7)
TREBLE_LOST: Final = GAME_TRAITS.define("treble_lost", 8)
DEALT_FIRST: Final = GAME_TRAITS.define("dealt_first", 9)
DEALT_FIRST_WON: Final = GAME_TRAITS.define("dealt_first_won", 10)
DEALT_SECOND: Final = GAME_TRAITS.define("dealt_second", 11)
DEALT_SECOND_WON: Final = GAME_TRAITS.define("dealt_second_won", 12)
GAME_POINTS_FOR: Final = GAME_TRAITS.define("game_points_for", 13, width=3, is_squared=True)
GAME_POINTS_AGAINST: Final = GAME_TRAITS.define("game_points_against", 16, width=3, is_squared=True)
SCORES_SEEN: Final = GAME_TRAITS.define("scores_seen", 19, is_shared=True)
NIL_TO_FOUR: Final = GAME_TRAITS.define("nil_to_four", 20)
CAME_BACK: Final = GAME_TRAITS.define("came_back", 21)
FOUR_TO_NIL: Final = GAME_TRAITS.define("four_to_nil", 22)
LET_SLIP: Final = GAME_TRAITS.define("let_slip", 23)
WON_BY_VALUE: Final = {1: SINGLE_WON, 2: DOUBLE_WON, 3: TREBLE_WON}
LOST_BY_VALUE: Final = {1: SINGLE_LOST, 2: DOUBLE_LOST, 3: TREBLE_LOST}
FOUR_POINTS: Final = GAME_POINTS - 1


def game_traits(game: CheckedGame) -> tuple[int, int]:
    """Return the traits of a game for side A and side B, each a bit mask that ``Trait`` objects read."""
    if game.winner is None or game.points is None:
        return 0, 0
    a, b = (
        GAMES.mask
        | _result_traits(game.points, player, game.winner)
        | _dealing_traits(game, player)
        | _game_score_traits(game, player)
        for player in PLAYERS
    )
    return a, b


def _result_traits(points: Pair, player: Player, winner: Player) -> int:
    """Return the traits of the result: a single, a double or a treble by law 46, whatever the rubber's reckoning."""
    own, theirs = points if player == "A" else points[::-1]
    value = game_value(points, "treble")
    is_won = winner == player
    mask = (GAME_WON if is_won else GAME_LOST).mask
    mask |= (WON_BY_VALUE if is_won else LOST_BY_VALUE)[value].mask
    return mask | GAME_POINTS_FOR.put(own) | GAME_POINTS_AGAINST.put(theirs)


def _dealing_traits(game: CheckedGame, player: Player) -> int:
    """Return the traits of who dealt first in the game, and whether the player won it. Void deals do not count."""
    first = next((deal.dealer for deal in game.deals if not deal.void), None)
    if first is None:
        return 0
    all_of, won = (DEALT_FIRST, DEALT_FIRST_WON) if first == player else (DEALT_SECOND, DEALT_SECOND_WON)
    return all_of.mask | (won.mask if game.winner == player else 0)


def _game_score_traits(game: CheckedGame, player: Player) -> int:
    """Return the traits of a score of four to none and how the game then ended, if every score is known."""
    scores = [deal.score for deal in game.deals]
    if not scores:
        return 0
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        return 0
    mask = SCORES_SEEN.mask
    own = seat(player)
    is_won = game.winner == player
    if any(score[own] == 0 and score[1 - own] == FOUR_POINTS for score in known):
        mask |= NIL_TO_FOUR.mask | (CAME_BACK.mask if is_won else 0)
    if any(score[own] == FOUR_POINTS and score[1 - own] == 0 for score in known):
        mask |= FOUR_TO_NIL.mask | (0 if is_won else LET_SLIP.mask)
    return mask


KING_LAW: Final = 47
TRICKS_LAW: Final = 48
DEAL_TRAITS: Final = TraitList()
DEALS: Final = DEAL_TRAITS.define("deals", 0, is_shared=True)
AS_ELDER: Final = DEAL_TRAITS.define("as_elder", 1)
AS_DEALER: Final = DEAL_TRAITS.define("as_dealer", 2)
TURN_UP_SEEN: Final = DEAL_TRAITS.define("turn_up_seen", 3)
KING_TURNED: Final = DEAL_TRAITS.define("king_turned", 4)
TURNED_KING_MARKED: Final = DEAL_TRAITS.define("turned_king_marked", 5)
KING_MARKED: Final = DEAL_TRAITS.define("king_marked", 6)
KING_FROM_HAND: Final = DEAL_TRAITS.define("king_from_hand", 7)
HAND_SEEN: Final = DEAL_TRAITS.define("hand_seen", 8)
KING_HELD: Final = DEAL_TRAITS.define("king_held", 9)
KING_ANNOUNCED: Final = DEAL_TRAITS.define("king_announced", 10)
KING_UNANNOUNCED: Final = DEAL_TRAITS.define("king_unannounced", 11)
# The first call of the elder hand, and whether it is on record.
FIRST_WORD: Final = DEAL_TRAITS.define("first_word", 12)
PROPOSED_FIRST: Final = DEAL_TRAITS.define("proposed_first", 13)
STOOD_FIRST: Final = DEAL_TRAITS.define("stood_first", 14)
# The answer to the first proposal, counted for the elder hand.
FIRST_GIVEN: Final = DEAL_TRAITS.define("first_given", 15)
FIRST_REFUSED: Final = DEAL_TRAITS.define("first_refused", 16)
# The same answer, counted for the dealer.
GAVE_FIRST: Final = DEAL_TRAITS.define("gave_first", 17)
REFUSED_FIRST: Final = DEAL_TRAITS.define("refused_first", 18)
# A refusal of any proposal, counted for the elder hand, then for the dealer.
WAS_REFUSED: Final = DEAL_TRAITS.define("was_refused", 19)
REFUSED: Final = DEAL_TRAITS.define("refused", 20)
# The number of the elder hand's proposals.
PROPOSALS: Final = DEAL_TRAITS.define("proposals", 21, width=5, is_squared=True)
# Deals in which the point would count two against the player, then against the opponent.
VULNERABLE: Final = DEAL_TRAITS.define("vulnerable", 26)
VULNERABLE_WON: Final = DEAL_TRAITS.define("vulnerable_won", 27)
VULNERABLE_LOST: Final = DEAL_TRAITS.define("vulnerable_lost", 28)
AGAINST_VULNERABLE: Final = DEAL_TRAITS.define("against_vulnerable", 29)
AGAINST_VULNERABLE_WON: Final = DEAL_TRAITS.define("against_vulnerable_won", 30)
AGAINST_VULNERABLE_LOST: Final = DEAL_TRAITS.define("against_vulnerable_lost", 31)
DECIDED: Final = DEAL_TRAITS.define("decided", 32, is_shared=True)
DEAL_WON: Final = DEAL_TRAITS.define("deal_won", 33)
DEAL_LOST: Final = DEAL_TRAITS.define("deal_lost", 34)
TRICKS_KNOWN: Final = DEAL_TRAITS.define("tricks_known", 35, is_shared=True)
TRICKS: Final = DEAL_TRAITS.define("tricks", 36, width=3, is_squared=True)
VOLE_MADE: Final = DEAL_TRAITS.define("vole_made", 39)
VOLE_SUFFERED: Final = DEAL_TRAITS.define("vole_suffered", 40)
SCORE_KNOWN: Final = DEAL_TRAITS.define("score_known", 41, is_shared=True)
MARKS: Final = DEAL_TRAITS.define("marks", 42, width=3, is_squared=True)
MARKS_AGAINST: Final = DEAL_TRAITS.define("marks_against", 45, width=3, is_squared=True)
EXCHANGED: Final = DEAL_TRAITS.define("exchanged", 48)
CARDS_CHANGED: Final = DEAL_TRAITS.define("cards_changed", 49, width=3, is_squared=True)
OFFERED: Final = DEAL_TRAITS.define("offered", 52)
OFFER_TAKEN: Final = DEAL_TRAITS.define("offer_taken", 53)
OFFER_REFUSED: Final = DEAL_TRAITS.define("offer_refused", 54)
TOOK_OFFER: Final = DEAL_TRAITS.define("took_offer", 55)
REFUSED_OFFER: Final = DEAL_TRAITS.define("refused_offer", 56)
REFUSAL_WON: Final = DEAL_TRAITS.define("refusal_won", 57)
REFUSAL_LOST: Final = DEAL_TRAITS.define("refusal_lost", 58)


def deal_traits(deal: CheckedDeal) -> tuple[int, int]:
    """Return the traits of a deal for side A and side B, each a bit mask that ``Trait`` objects read."""
    # Nothing is dealt after the fifth point: such an entry only corrects the score (laws 50, 51).
    if deal.void or is_decided(deal.before):
        return 0, 0
    winner = _winner(deal)
    a, b = (
        DEALS.mask
        | (AS_DEALER if deal.dealer == player else AS_ELDER).mask
        | _variant_traits(deal, player, winner)
        | _trick_traits(deal, player, winner)
        | _score_traits(deal, player)
        for player in PLAYERS
    )
    return a, b


def _winner(deal: CheckedDeal) -> Player | None:
    """Return the winner of the deal, or None if that is unknown.

    The majority of the tricks wins, except for a refusal at La Triomphe: there the winner is the player who need not
    pay for it. It is unknown as well if the player with the majority may have been obliged to make the vole, and the
    record does not say whether they did.
    """
    won = tricks_won(deal.course)
    if won is None or deal.course.variant != "triomphe":
        return None if won is None else won.winner
    if deal.marks:
        # There is at most one mark, and it is not always the majority's.
        return deal.marks[0].player
    is_unknown = deal.score is None and deal.vulnerable in (None, won.winner) and won.tricks != HAND_SIZE
    return None if is_unknown else won.winner


def _variant_traits(deal: CheckedDeal, player: Player, winner: Player | None) -> int:
    if deal.course.variant == "triomphe":
        return _offer_traits(deal, player, winner)
    return (
        _king_traits(deal, player)
        | _call_traits(deal, player)
        | _exchange_traits(deal, player)
        | _vulnerability_traits(deal, player, winner)
    )


def _king_traits(deal: CheckedDeal, player: Player) -> int:
    """Return the bits of ``player``'s traits in a deal that are about the king of trumps."""
    course = deal.course
    mask = KING_MARKED.mask if _has_mark(deal, player, KING_LAW) else 0
    is_turned = course.turn_up is not None and rank_of(course.turn_up) == KING_RANK
    if deal.dealer == player and course.turn_up is not None:
        mask |= TURN_UP_SEEN.mask
        if is_turned:
            mask |= KING_TURNED.mask
            mask |= TURNED_KING_MARKED.mask if mask & KING_MARKED.mask else 0
    # If the turn-up is not on record, a dealer's king may have been turned up.
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


def _call_traits(deal: CheckedDeal, player: Player) -> int:
    """Return the bits of ``player``'s traits in a deal that are about proposals and answers."""
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


def _exchange_traits(deal: CheckedDeal, player: Player) -> int:
    # The exchange after the first acceptance.
    first = next((swap for swap in deal.course.swaps if swap.player == player and swap.give == 0), None)
    return 0 if first is None else EXCHANGED.mask | CARDS_CHANGED.put(first.number)


def _vulnerability_traits(deal: CheckedDeal, player: Player, winner: Player | None) -> int:
    if deal.vulnerable is None or deal.vulnerable == "none":
        return 0
    all_of, won, lost = AGAINST_VULNERABLE, AGAINST_VULNERABLE_WON, AGAINST_VULNERABLE_LOST
    if deal.vulnerable == player:
        all_of, won, lost = VULNERABLE, VULNERABLE_WON, VULNERABLE_LOST
    if winner is None:
        return all_of.mask
    return all_of.mask | (won if winner == player else lost).mask


def _offer_traits(deal: CheckedDeal, player: Player, winner: Player | None) -> int:
    """Return the traits of La Triomphe: the offer of the point, the answer, and how a refusal ended."""
    letters, dealer = deal.course.letters, deal.dealer
    offerer, taker, refuser = (ask(letters, dealer) for ask in (offered_by, taken_by, refused_by))
    if offerer is None:
        return 0
    if offerer == player:
        answer = (OFFER_TAKEN.mask if taker else 0) | (OFFER_REFUSED.mask if refuser else 0)
        return OFFERED.mask | answer
    if taker == player:
        return TOOK_OFFER.mask
    if refuser != player:
        return 0
    if winner is None:
        return REFUSED_OFFER.mask
    return REFUSED_OFFER.mask | (REFUSAL_WON if winner == player else REFUSAL_LOST).mask


def _trick_traits(deal: CheckedDeal, player: Player, winner: Player | None) -> int:
    mask = 0 if winner is None else DECIDED.mask | (DEAL_WON if winner == player else DEAL_LOST).mask
    if deal.tricks is None:
        return mask
    mask |= TRICKS_KNOWN.mask | TRICKS.put(deal.tricks[seat(player)])
    if winner is None:
        return mask
    if deal.tricks[seat(winner)] == HAND_SIZE and _has_mark(deal, winner, TRICKS_LAW):
        mask |= (VOLE_MADE if winner == player else VOLE_SUFFERED).mask
    return mask


def _score_traits(deal: CheckedDeal, player: Player) -> int:
    """Return the points by which the scores rose; a vole made at four points adds one.

    If a score went down, as one that only the scorer wrote may, the points of the deal are unknown.
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


class GameMasks(NamedTuple):
    """The traits of a game, and of each of its deals, as bit masks for side A and side B."""

    game: Pair
    deals: list[Pair]


def rubber_traits(rubber: CheckedRubber) -> list[GameMasks]:
    """Return the traits of each game of a rubber, with those of its deals."""
    return [GameMasks(game_traits(game), [deal_traits(deal) for deal in game.deals]) for game in rubber.games]


TRAITS: Final = {trait.key: trait for trait in (*DEAL_TRAITS, *GAME_TRAITS)}
"""Every trait of a deal or a game, by its key. No key is used for both."""
