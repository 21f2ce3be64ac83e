"""Check the incidents of a deal against the cards on record: hands, exchanges, stock and leads.

A check is skipped if the record lacks the cards that the check needs.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from scoring.cards import (
    HAND_SIZE,
    PACK,
    SUITS,
    CardMask,
    Player,
    format_card,
    format_cards,
    seat,
    suit_of,
)
from scoring.checks import FIRST_CHECKS
from scoring.deal_course import Course, IncidentNoted, Swap
from scoring.incidents import (
    DEALERS_HAND,
    DEALT_WRONG,
    ELDERS_HAND,
    ENDS_DEAL,
    TOO_FEW,
    TOO_MANY,
    Facts,
    argument_of,
    facts_of,
)
from scoring.laws.faults import IncidentFault
from scoring.record import Incident

_CARD_OF_OFFENDER: Final = frozenset({39, 40, 41, 43})


class _HandCount(NamedTuple):
    """The number of cards of the hand that a law is about.

    ``surpluses`` are the possible differences from five, negative if cards are missing, as far as the law is about
    them. ``readings`` are the numbers that a scorer may write.
    """

    player: Player
    number: int
    surpluses: set[int]
    readings: set[int]


class _ExchangeTotals:
    """The surplus of one player's exchanges so far: the cards drawn beyond those discarded.

    ``total`` is their sum, ``surpluses`` has that of each exchange, and ``taken`` the numbers of cards drawn. Without
    ``is_known``, an exchange is not on record.
    """

    __slots__ = ("is_known", "surpluses", "taken", "total")

    def __init__(self) -> None:
        self.is_known = True
        self.total = 0
        self.surpluses: set[int] = set()
        self.taken: set[int] = set()

    def add(self, swap: Swap) -> None:
        if swap.taken is None:
            self.is_known = self.is_known and not swap.number
            return
        surplus = swap.taken.bit_count() - swap.number
        self.total += surplus
        self.surpluses.add(surplus)
        self.taken.add(swap.taken.bit_count())


class IncidentCards:
    """Checks each incident of one deal against the cards of the deal, in the order of the tokens.

    The exchanges are read only once for all incidents, because a record may contain many more exchanges and
    incidents than any real deal.

    - ``swaps_passed``: the number of exchanges before the current incident; ``given`` has their totals by player.
    - ``taken``: the cards that each player drew in the whole deal, or None if they are unknown.
    - ``seen``: the cards that were seen before the current incident, so that they can't be in the stock.
    - ``replayed_at``: the token of the last incident after which the hand was replayed, or -1.
    """

    __slots__ = ("course", "given", "replayed_at", "seen", "swaps_passed", "taken")

    def __init__(self, course: Course) -> None:
        self.course = course
        self.swaps_passed = 0
        self.given: dict[Player, _ExchangeTotals] = {}
        self.taken: dict[Player, CardMask | None] = {}
        self.seen: CardMask = 0 if course.turn_up is None else 1 << course.turn_up
        for tally in course.stated:
            self.seen |= (tally or 0) & PACK
        self.replayed_at = max(
            (noted.token for noted in course.incidents if noted.remedy == "replay"), default=-1
        )

    def find_fault(self, noted: IncidentNoted) -> IncidentFault | None:
        """Return how the incident disagrees with the cards of the deal, or None if it agrees with them.

        Call this method for the incidents in order. Skip incidents that the law does not allow on their
        facts.
        """
        incident, remedy = noted.incident, noted.remedy
        self._pass_exchanges_before(noted.token)
        if remedy in ENDS_DEAL and not self.course.void:
            return IncidentFault("void_wanted", {"remedy": str(remedy)})
        if self.course.void:
            return self._check_void_deal(incident)
        facts, cards = facts_of(incident), (argument_of(incident) or 0) & PACK
        hand_count = self._count_hand(incident.law)
        fault = (
            self._check_number(hand_count, facts)
            or self._check_choice(noted, facts, cards)
            or self._check_count(hand_count, noted, facts)
            or self._check_hand(noted, facts, cards)
            or self._check_stock(noted, cards)
            or self._check_suit(noted, facts)
        )
        if remedy == "aside":
            self.seen |= facts.cards & PACK
        return fault

    def _check_void_deal(self, incident: Incident) -> IncidentFault | None:
        """Return the fault of an incident in a void deal, or None.

        The cards of a void deal are not judged, but the reason why it is void must be true: a hand said to
        have six cards must not have five.
        """
        if self.course.checks == FIRST_CHECKS:
            # That version judged no incident of a void deal by its cards.
            return None
        return self._check_number(self._count_hand(incident.law), facts_of(incident))

    def _pass_exchanges_before(self, token: int) -> None:
        swaps = self.course.swaps
        while self.swaps_passed < len(swaps) and swaps[self.swaps_passed].token < token:
            swap = swaps[self.swaps_passed]
            self.seen |= ((swap.out or 0) | (swap.taken or 0)) & PACK
            self.given.setdefault(swap.player, _ExchangeTotals()).add(swap)
            self.swaps_passed += 1

    def _find_holder(self, law: int) -> Player | None:
        """Return the player whose hand the law calls long or short, or None."""
        if law in ELDERS_HAND:
            return self.course.elder
        return self.course.dealer if law in DEALERS_HAND else None

    def _count_hand(self, law: int) -> _HandCount | None:
        """Return the size of the hand or the exchange that the law is about, or None if the record does not
        show it.
        """
        player = self._find_holder(law)
        if player is None:
            return None
        if law in DEALT_WRONG:
            tally = self.course.stated[seat(player)]
            if tally is None or self.course.partial[seat(player)]:
                return None
            number = tally.bit_count()
            return _HandCount(
                player,
                number,
                _select_surpluses(law, {number - HAND_SIZE}),
                {number, abs(number - HAND_SIZE)},
            )
        given = self.given.get(player)
        if given is None or not given.is_known:
            return None
        surpluses = _select_surpluses(law, given.surpluses | {given.total})
        readings = given.taken.union(*({abs(surplus), HAND_SIZE + surplus} for surplus in surpluses))
        return _HandCount(player, HAND_SIZE + given.total, surpluses, readings)

    def _check_number(self, hand_count: _HandCount | None, facts: Facts) -> IncidentFault | None:
        """Return the fault if the number written, or the law itself, contradicts the hand or the exchange, or None."""
        if hand_count is None:
            return None
        if not hand_count.surpluses:
            return IncidentFault("hand", {"player": hand_count.player, "count": hand_count.number})
        wrong = next((number for number in facts.numbers if number not in hand_count.readings), None)
        if wrong is None:
            return None
        return IncidentFault(
            "number_differs", {"player": hand_count.player, "count": wrong, "shown": hand_count.number}
        )

    def _check_choice(self, noted: IncidentNoted, facts: Facts, cards: CardMask) -> IncidentFault | None:
        """Return the fault if the card chosen is not one of those turned up, or not the turn-up (law 11), or None."""
        if noted.remedy != "choose":
            return None
        if cards.bit_count() != 1:
            return IncidentFault(
                "argument_number", {"remedy": "choose", "count": cards.bit_count(), "due": 1}
            )
        turn_up = self.course.turn_up
        if facts.cards and not cards & facts.cards:
            return IncidentFault(
                "choice_not_shown", {"card": format_cards(cards), "shown": format_cards(facts.cards)}
            )
        if turn_up is not None and cards != 1 << turn_up:
            return IncidentFault(
                "choice_not_turned_up", {"card": format_cards(cards), "turn_up": format_card(turn_up)}
            )
        return None

    def _check_count(
        self, hand_count: _HandCount | None, noted: IncidentNoted, facts: Facts
    ) -> IncidentFault | None:
        """Return the fault if other than the surplus or missing cards are discarded, drawn or added, or None.

        As many cards must be named as the hand has too many or too few.
        """
        incident, law = noted.incident, noted.incident.law
        if noted.remedy not in ("discard", "draw", "complete"):
            return None
        named = (argument_of(incident) or 0).bit_count()
        due = (
            {abs(surplus) for surplus in hand_count.surpluses}
            if hand_count is not None
            else _list_readings(law, facts)
        )
        if not due or named in due:
            return None
        return IncidentFault("argument_number", {"remedy": noted.remedy, "count": named, "due": min(due)})

    def _check_hand(self, noted: IncidentNoted, facts: Facts, cards: CardMask) -> IncidentFault | None:
        """Return the fault if a card does not come from the right hand, or None.

        Cards discarded or drawn must come from the hand that has the wrong number, and a card taken back from the
        offender's hand.
        """
        incident, law = noted.incident, noted.incident.law
        player = self._find_holder(law)
        hand: CardMask | None = None
        if noted.remedy in ("discard", "draw") and player is not None:
            hand = self.course.held_at(player, noted.token)
        elif law in _CARD_OF_OFFENDER and incident.player is not None:
            player, cards = incident.player, facts.cards & PACK
            was_played = noted.remedy in ("stand", "replay")
            hands = self.course.hands
            hand = hands[seat(player)] if was_played else self.course.held_at(player, noted.token)
        elif noted.remedy == "take":
            return self._check_taking(law, facts)
        if player is None or hand is None or not cards & ~hand:
            return None
        params: dict[str, Any] = {"player": player, "card": format_cards(cards & ~hand)}
        return IncidentFault("not_in_hand", params, spoils_cards=True)

    def _check_taking(self, law: int, facts: Facts) -> IncidentFault | None:
        """Return the fault if the exposed card is not among those that its player takes (laws 36 and 37), or None."""
        if law == 36 and not facts.words & {"own", "adversary"}:
            return None
        player = self.course.dealer if "own" in facts.words else self.course.elder
        taken = self._find_cards_taken(player)
        if taken is None or not facts.cards & ~taken:
            return None
        return IncidentFault(
            "not_taken", {"player": player, "card": format_cards(facts.cards & ~taken & PACK)}
        )

    def _find_cards_taken(self, player: Player) -> CardMask | None:
        """Return all cards that the player drew in the deal; None if they are unknown or there is no exchange."""
        if player not in self.taken:
            swaps = [swap for swap in self.course.swaps if swap.player == player and swap.number]
            taken: CardMask | None = 0 if swaps else None
            for swap in swaps:
                taken = None if taken is None or swap.taken is None else taken | swap.taken & PACK
            self.taken[player] = taken
        return self.taken[player]

    def _check_stock(self, noted: IncidentNoted, cards: CardMask) -> IncidentFault | None:
        """Return the fault if a hand is completed with cards seen before, which can't be in the stock, or None."""
        if noted.remedy != "complete":
            return None
        seen = cards & self.seen
        self.seen |= cards
        if not seen:
            return None
        return IncidentFault("not_in_stock", {"card": format_cards(seen)}, spoils_cards=True)

    def _check_suit(self, noted: IncidentNoted, facts: Facts) -> IncidentFault | None:
        """Return the fault if the lead that was required is not of the suit named (law 41), or None."""
        number = noted.cards_played // 2
        if noted.remedy != "require" or not facts.suits or noted.token < self.replayed_at:
            return None
        lead = self.course.tricks[number].lead if number < len(self.course.tricks) else None
        if lead is None or suit_of(lead) in facts.suits:
            return None
        return IncidentFault("suit", {"card": format_card(lead), "suit": SUITS[facts.suits[0]]})


def _select_surpluses(law: int, surpluses: set[int]) -> set[int]:
    """Return those of ``surpluses`` that the law is about: too many, too few, or either."""
    if law in TOO_MANY:
        return {surplus for surplus in surpluses if surplus > 0}
    if law in TOO_FEW:
        return {surplus for surplus in surpluses if surplus < 0}
    return surpluses - {0}


def _list_readings(law: int, facts: Facts) -> set[int]:
    """Return the possible numbers of cards over or missing, by the numbers among the incident's facts.

    Such a number may be that of the hand, or the difference itself.
    """
    readings = set()
    for number in facts.numbers:
        readings.add(number - HAND_SIZE if number > HAND_SIZE else number)
        if law in TOO_FEW and number < HAND_SIZE:
            readings.add(HAND_SIZE - number)
    return readings - {0}
