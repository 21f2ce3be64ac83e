"""What the cards of a deal say of its incidents: hands, exchanges, stock and leads against what is written.

A check that needs what the record does not hold is not made.
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
from scoring.course import Course, IncidentNoted, Swap
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
from scoring.laws.slips import Slip
from scoring.record import Incident

_CARD_OF_OFFENDER: Final = frozenset({39, 40, 41, 43})


class _Shown(NamedTuple):
    """Whose hand a law is about, how many cards it comes to, and by how many it is over (below 0: short).

    ``surpluses`` holds those alone that the law is about; ``readings`` are the numbers that a scorer may write.
    """

    player: Player
    held: int
    surpluses: set[int]
    readings: set[int]


class _Given:
    """What the exchanges of one player come to so far."""

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
    """What the cards of one deal say of its incidents, asked in the order of their tokens.

    It goes through the exchanges once, along with the incidents: a text may hold more of either than any deal has.
    """

    __slots__ = ("course", "given", "replayed_at", "seen", "swaps_passed", "taken")

    def __init__(self, course: Course) -> None:
        self.course = course
        self.swaps_passed = 0
        self.given: dict[Player, _Given] = {}
        self.taken: dict[Player, CardMask | None] = {}
        self.seen: CardMask = 0 if course.turn_up is None else 1 << course.turn_up
        for tally in course.stated:
            self.seen |= (tally or 0) & PACK
        self.replayed_at = max(
            (noted.token for noted in course.incidents if noted.remedy == "replay"), default=-1
        )

    def slip(self, noted: IncidentNoted) -> Slip | None:
        """What the record shows to be wrong with an incident that the law has nothing against."""
        incident, remedy = noted.incident, noted.remedy
        self._pass_exchanges_before(noted.token)
        if remedy in ENDS_DEAL and not self.course.void:
            return Slip("void_wanted", {"remedy": str(remedy)})
        if self.course.void:
            return self._slip_of_void_deal(incident)
        facts, cards = facts_of(incident), (argument_of(incident) or 0) & PACK
        shown = self._shown(incident.law)
        slip = (
            self._wrong_number(shown, facts)
            or self._wrong_choice(noted, facts, cards)
            or self._wrong_count(shown, noted, facts)
            or self._wrong_hand(noted, facts, cards)
            or self._wrong_stock(noted, cards)
            or self._wrong_suit(noted, facts)
        )
        if remedy == "aside":
            self.seen |= facts.cards & PACK
        return slip

    def _slip_of_void_deal(self, incident: Incident) -> Slip | None:
        """The cards of a void deal are not judged, but what they are void for has to be there: six cards, not five."""
        if self.course.checks == FIRST_CHECKS:
            return None
        return self._wrong_number(self._shown(incident.law), facts_of(incident))

    def _pass_exchanges_before(self, token: int) -> None:
        swaps = self.course.swaps
        while self.swaps_passed < len(swaps) and swaps[self.swaps_passed].token < token:
            swap = swaps[self.swaps_passed]
            self.seen |= ((swap.out or 0) | (swap.taken or 0)) & PACK
            self.given.setdefault(swap.player, _Given()).add(swap)
            self.swaps_passed += 1

    def _holder(self, law: int) -> Player | None:
        """Whose hand the law calls long or short."""
        if law in ELDERS_HAND:
            return self.course.elder
        return self.course.dealer if law in DEALERS_HAND else None

    def _shown(self, law: int) -> _Shown | None:
        """What the hand or the exchanges in question show; None where the record does not tell."""
        player = self._holder(law)
        if player is None:
            return None
        if law in DEALT_WRONG:
            tally = self.course.stated[seat(player)]
            if tally is None or self.course.partial[seat(player)]:
                return None
            held = tally.bit_count()
            return _Shown(player, held, _right_way(law, {held - HAND_SIZE}), {held, abs(held - HAND_SIZE)})
        given = self.given.get(player)
        if given is None or not given.is_known:
            return None
        surpluses = _right_way(law, given.surpluses | {given.total})
        readings = given.taken.union(*({abs(surplus), HAND_SIZE + surplus} for surplus in surpluses))
        return _Shown(player, HAND_SIZE + given.total, surpluses, readings)

    def _wrong_number(self, shown: _Shown | None, facts: Facts) -> Slip | None:
        """The number written, or the law itself, is not what the hand or the exchange shows."""
        if shown is None:
            return None
        if not shown.surpluses:
            return Slip("hand", {"player": shown.player, "count": shown.held})
        wrong = next((number for number in facts.numbers if number not in shown.readings), None)
        if wrong is None:
            return None
        return Slip("number_differs", {"player": shown.player, "count": wrong, "shown": shown.held})

    def _wrong_choice(self, noted: IncidentNoted, facts: Facts, cards: CardMask) -> Slip | None:
        """Law 11: the card chosen is one of those turned up, and is the turn-up."""
        if noted.remedy != "choose":
            return None
        if cards.bit_count() != 1:
            return Slip("argument_number", {"remedy": "choose", "count": cards.bit_count(), "due": 1})
        turn_up = self.course.turn_up
        if facts.cards and not cards & facts.cards:
            return Slip("choice_not_shown", {"card": format_cards(cards), "shown": format_cards(facts.cards)})
        if turn_up is not None and cards != 1 << turn_up:
            return Slip(
                "choice_not_turned_up", {"card": format_cards(cards), "turn_up": format_card(turn_up)}
            )
        return None

    def _wrong_count(self, shown: _Shown | None, noted: IncidentNoted, facts: Facts) -> Slip | None:
        """As many cards are discarded, drawn or completed as are over or missing."""
        incident, law = noted.incident, noted.incident.law
        if noted.remedy not in ("discard", "draw", "complete"):
            return None
        named = (argument_of(incident) or 0).bit_count()
        due = {abs(surplus) for surplus in shown.surpluses} if shown is not None else _readings(law, facts)
        if not due or named in due:
            return None
        return Slip("argument_number", {"remedy": noted.remedy, "count": named, "due": min(due)})

    def _wrong_hand(self, noted: IncidentNoted, facts: Facts, cards: CardMask) -> Slip | None:
        """What is put out or drawn leaves the hand in question; a card taken back was in the offender's."""
        incident, law = noted.incident, noted.incident.law
        player = self._holder(law)
        held: CardMask | None = None
        if noted.remedy in ("discard", "draw") and player is not None:
            held = self.course.held_at(player, noted.token)
        elif law in _CARD_OF_OFFENDER and incident.player is not None:
            player, cards = incident.player, facts.cards & PACK
            was_played = noted.remedy in ("stand", "replay")
            hands = self.course.hands
            held = hands[seat(player)] if was_played else self.course.held_at(player, noted.token)
        elif noted.remedy == "take":
            return self._wrong_taking(law, facts)
        if player is None or held is None or not cards & ~held:
            return None
        params: dict[str, Any] = {"player": player, "card": format_cards(cards & ~held)}
        return Slip("not_in_hand", params, spoils_cards=True)

    def _wrong_taking(self, law: int, facts: Facts) -> Slip | None:
        """Laws 36 and 37: the card that was shown is among those that its player takes."""
        if law == 36 and not facts.words & {"own", "adversary"}:
            return None
        player = self.course.dealer if "own" in facts.words else self.course.elder
        taken = self._taken_by(player)
        if taken is None or not facts.cards & ~taken:
            return None
        return Slip("not_taken", {"player": player, "card": format_cards(facts.cards & ~taken & PACK)})

    def _taken_by(self, player: Player) -> CardMask | None:
        """All that the player took in the deal; None where an exchange does not show it, or there is none."""
        if player not in self.taken:
            swaps = [swap for swap in self.course.swaps if swap.player == player and swap.number]
            taken: CardMask | None = 0 if swaps else None
            for swap in swaps:
                taken = None if taken is None or swap.taken is None else taken | swap.taken & PACK
            self.taken[player] = taken
        return self.taken[player]

    def _wrong_stock(self, noted: IncidentNoted, cards: CardMask) -> Slip | None:
        """A hand is completed from the stock: with cards that are seen nowhere before."""
        if noted.remedy != "complete":
            return None
        seen = cards & self.seen
        self.seen |= cards
        if not seen:
            return None
        return Slip("not_in_stock", {"card": format_cards(seen)}, spoils_cards=True)

    def _wrong_suit(self, noted: IncidentNoted, facts: Facts) -> Slip | None:
        """Law 41: the lead that was required is of the suit named."""
        number = noted.cards_played // 2
        if noted.remedy != "require" or not facts.suits or noted.token < self.replayed_at:
            return None
        lead = self.course.tricks[number].lead if number < len(self.course.tricks) else None
        if lead is None or suit_of(lead) in facts.suits:
            return None
        return Slip("suit", {"card": format_card(lead), "suit": SUITS[facts.suits[0]]})


def _right_way(law: int, surpluses: set[int]) -> set[int]:
    """Those of ``surpluses`` that the law is about: too many, too few, or either."""
    if law in TOO_MANY:
        return {surplus for surplus in surpluses if surplus > 0}
    if law in TOO_FEW:
        return {surplus for surplus in surpluses if surplus < 0}
    return surpluses - {0}


def _readings(law: int, facts: Facts) -> set[int]:
    """How many cards are over or missing by the numbers written: those of the hand, or the difference itself."""
    readings = set()
    for number in facts.numbers:
        readings.add(number - HAND_SIZE if number > HAND_SIZE else number)
        if law in TOO_FEW and number < HAND_SIZE:
            readings.add(HAND_SIZE - number)
    return readings - {0}
