"""Sort the items of a deal by type, and apply the remedies of its incidents.

``ItemWalk`` processes the items in order and knows the effect of each remedy. ``scoring.hands`` works out the
resulting hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from scoring.cards import KING_RANK, Card, CardMask, Player, opponent, rank_of, seat
from scoring.checks import FIRST_CHECKS
from scoring.deal_course import Alteration, CallMade, Change, IncidentNoted, KingEvent, Swap
from scoring.effects import effect_of
from scoring.hands import Play, StoodLead
from scoring.incidents import Situation, applied, facts_of
from scoring.record import (
    FIRST_ITEM_TOKEN,
    Call,
    CardPlayed,
    Code,
    Deal,
    Exchange,
    Hand,
    Incident,
    Item,
    KingAnnounced,
    KingMarked,
    Outcome,
    Packets,
    Pair,
    Score,
    TurnUp,
    Variant,
    VoidDeal,
)

NEVER: Final = -1
"""Stands for the token of an item, or the index of an acceptance, that the deal does not have (so far)."""


class DealBefore(NamedTuple):
    """The kings of earlier deals that may still be marked late (law 50).

    ``unmarked`` are the players who may still mark a king of the last deal that counted. ``is_time_over`` is
    whether a card has been turned up since then, in a deal that became void.
    """

    unmarked: frozenset[Player]
    is_time_over: bool


class ItemWalk:
    """The items of one deal, sorted by type and each with the number of its token, and the effects of the
    incidents.

    - ``stated``: each seat's hand as the record states it, with its token and whether the record gives only a part.
    - ``gives``: the index of the last acceptance that was not cancelled, from 0.
    - ``swaps_since_give``: the number of exchanges since then; two or more if none is due.
    - ``has_failed_condition``: whether a conditional acceptance was answered by a refusal.
    - ``kings_at_lead``: the number of ``kings`` that were marked before the last replay of the hand.
    - ``aside``: the cards laid aside.
    - ``has_cards``, ``turns_up``: whether the whole deal has cards played, and a turn-up; set at the first incident.
    """

    __slots__ = (
        "announced",
        "aside",
        "before",
        "calls",
        "changes",
        "checks",
        "code",
        "dealer",
        "elder",
        "gives",
        "has_cards",
        "has_failed_condition",
        "incidents",
        "kings",
        "kings_at_lead",
        "outcome",
        "outcome_token",
        "packets",
        "packets_token",
        "partial",
        "play",
        "replayed",
        "scores",
        "stated",
        "stated_tokens",
        "swaps",
        "swaps_since_give",
        "turn_up",
        "turn_up_token",
        "turns_up",
        "variant",
        "void",
    )

    def __init__(
        self, deal: Deal, code: Code, variant: Variant, checks: int, before: DealBefore | None = None
    ) -> None:
        self.code: Code = code
        self.before = before
        self.checks = checks
        self.variant: Variant = variant
        self.dealer: Player = deal.dealer
        self.elder: Player = opponent(deal.dealer)
        self.packets: str | None = None
        self.turn_up: Card | None = None
        self.packets_token = self.turn_up_token = self.outcome_token = NEVER
        self.stated: list[int | None] = [None, None]
        self.stated_tokens = [NEVER, NEVER]
        self.partial = [False, False]
        self.calls: list[CallMade] = []
        self.swaps: list[Swap] = []
        self.changes: list[Change] = []
        self.kings: list[KingEvent] = []
        self.announced: list[KingEvent] | None = None
        self.kings_at_lead = 0
        self.play = Play([], [], [])
        self.replayed: list[Play] = []
        self.outcome: Outcome | None = None
        self.void = False
        self.scores: list[tuple[Pair, int]] = []
        self.incidents: list[IncidentNoted] = []
        self.aside: CardMask = 0
        self.gives = NEVER
        self.has_failed_condition = False
        self.swaps_since_give = 2
        self.has_cards: bool | None = None
        self.turns_up = False
        cards, tokens = self.play.cards, self.play.tokens
        for token, item in enumerate(deal.items, FIRST_ITEM_TOKEN):
            if isinstance(item, CardPlayed):
                cards.append(item.card)
                tokens.append(token)
            elif isinstance(item, Incident):
                if self.has_cards is None:
                    self.has_cards = any(isinstance(one, CardPlayed) for one in deal.items)
                    self.turns_up = any(isinstance(one, TurnUp) for one in deal.items)
                self._take_incident(token, item)
                cards, tokens = self.play.cards, self.play.tokens
            else:
                _TAKE[type(item)](self, token, item)

    def _take_call(self, token: int, item: Call) -> None:
        calls = self.calls
        calls.append(CallMade(item.letter, token, len(self.play.cards), item.is_conditional))
        if item.letter == "G":
            self.gives += 1
            self.swaps_since_give = 0
        elif item.letter == "R" and len(calls) > 1 and calls[-2].is_conditional:
            self.has_failed_condition = True
            self.gives -= 1
            self.swaps_since_give = 2

    def _take_hand(self, token: int, item: Hand) -> None:
        index = seat(item.player)
        self.stated[index] = item.cards
        self.stated_tokens[index] = token
        self.partial[index] = item.partial

    def _take_turn_up(self, token: int, item: TurnUp) -> None:
        self.turn_up, self.turn_up_token = item.card, token

    def _take_packets(self, token: int, item: Packets) -> None:
        self.packets, self.packets_token = item.order, token

    def _take_outcome(self, token: int, item: Outcome) -> None:
        self.outcome, self.outcome_token = item, token

    def _take_void(self, token: int, _item: VoidDeal) -> None:
        self.void, self.outcome_token = True, token

    def _take_score(self, token: int, item: Score) -> None:
        self.scores.append((item.points, token))

    def _take_king(self, token: int, item: KingMarked) -> None:
        self.kings.append(self._build_king_event(item.player, token))

    def _take_announced(self, token: int, item: KingAnnounced) -> None:
        if self.announced is None:
            self.announced = []
        self.announced.append(self._build_king_event(item.player, token))

    def _build_king_event(self, player: Player, token: int) -> KingEvent:
        return KingEvent(player, token, len(self.play.cards), bool(self.scores), len(self.changes))

    def _take_exchange(self, token: int, item: Exchange) -> None:
        self.swaps_since_give += 1
        player = self.elder if self.swaps_since_give == 1 else self.dealer
        give = self.gives if self.swaps_since_give <= 2 else NEVER
        out, taken = item.out, item.taken
        if item.count == 0:
            out = taken = taken or 0
        swap = Swap(player, token, item.count, out, taken, give)
        self.swaps.append(swap)
        self.changes.append(swap)

    def _take_incident(self, token: int, incident: Incident) -> None:
        """Take in an incident: find its remedy, and apply what the remedy does to hands, stock, turn-up and play."""
        played = len(self.play.cards)
        is_of_last_deal = self._corrects_last_deal(incident)
        situation = Situation(
            dealer=self.dealer,
            cards_played=played if self.has_cards else None,
            is_turned_up=self.turn_up is not None if self.turns_up else None,
            is_too_late=is_of_last_deal and incident.law == 50 and self._is_time_over,
            code=self.code,
            variant=self.variant,
            # The first version of the checks did not ask who had played (law 25).
            is_yet_to_play=self.checks > FIRST_CHECKS and self._is_yet_to_play(incident.player),
        )
        remedy = applied(incident, situation)
        effect = effect_of(incident, remedy, self.dealer)
        if effect.player is not None:
            self.changes.append(Alteration(effect.player, token, effect.out, effect.taken))
        self.aside |= effect.aside
        if incident.law == 11 and remedy == "choose" and self.turn_up is None and effect.revealed:
            self._set_turn_up(token, effect.revealed & ~effect.aside)
        if incident.law == 40 and remedy != "takeback" and "before" not in incident.facts:
            self.play.stood.append(StoodLead(incident.player, effect.revealed, max(played - 1, 0) // 2))
        self.incidents.append(
            IncidentNoted(incident, token, played, remedy, situation, effect.revealed, is_of_last_deal)
        )
        if remedy == "replay":
            self._start_replay()

    def _is_yet_to_play(self, player: Player | None) -> bool:
        """Return whether exactly one card was played, and not by ``player``.

        The card counts as the elder hand's unless it is known to be the dealer's.
        """
        if player is None or len(self.play.cards) != 1:
            return False
        lead, dealers = self.play.cards[0], self.stated[seat(self.dealer)] or 0
        for change in self.changes:
            if change.player == self.dealer:
                dealers |= change.taken or 0
        is_dealers = lead is not None and bool(dealers >> lead & 1)
        return (player == self.dealer) != is_dealers

    def _set_turn_up(self, token: int, chosen: CardMask) -> None:
        """Make the card chosen under law 11 the turn-up, if the record has no turn-up."""
        if chosen and not self.turns_up:
            self.turn_up, self.turn_up_token = chosen.bit_length() - 1, token

    @property
    def _is_untouched(self) -> bool:
        """True if the record has only packets and incidents of the deal so far."""
        return not (
            self.turn_up is not None
            or self.calls
            or self.swaps
            or self.kings
            or self.play.cards
            or self.outcome_token != NEVER
            or self.scores
        )

    @property
    def _is_time_over(self) -> bool:
        """True if a card was turned up since the deal in which a mark was left out (law 50)."""
        return not self._is_untouched or (self.before is not None and self.before.is_time_over)

    def _corrects_last_deal(self, incident: Incident) -> bool:
        """Return whether an incident of law 50 or 51 corrects the score of the previous deal.

        After the turn-up, a king left out may belong to either deal. A point or vole left out belongs to this
        deal only after its outcome.
        """
        if incident.law not in (50, 51) or self.outcome_token != NEVER or self.scores:
            return False
        if self._is_untouched or incident.law == 51:
            return True
        words = facts_of(incident).words
        if "king" in words:
            return self._is_king_of_last_deal(incident.player)
        return bool(words & {"point", "vole"})

    def _is_king_of_last_deal(self, player: Player | None) -> bool:
        """Return whether a king left out belongs to the previous deal.

        It does only if the player has not announced a king or played a card in this deal.
        """
        if self.before is None or player not in self.before.unmarked or self.play.cards or self.replayed:
            return False
        if player == self.dealer and (self.turn_up is None or rank_of(self.turn_up) == KING_RANK):
            return False
        return not any(king.player == player for king in (*self.kings, *(self.announced or ())))

    def _start_replay(self) -> None:
        """Start a new play at the first lead, because the hand is replayed (notation, section 5).

        Kings marked since the last replay stay, and count as marked before the first lead. The outcome will
        be that of the replay.
        """
        self.outcome, self.outcome_token = None, NEVER
        for position in range(self.kings_at_lead, len(self.kings)):
            self.kings[position] = self.kings[position]._replace(cards_played=0)
        self.kings_at_lead = len(self.kings)
        self.replayed.append(self.play)
        self.play = Play([], [], [])


_TAKE: Final[dict[type[Item], Callable[[ItemWalk, int, Any], None]]] = {
    Call: ItemWalk._take_call,
    Exchange: ItemWalk._take_exchange,
    Hand: ItemWalk._take_hand,
    TurnUp: ItemWalk._take_turn_up,
    Packets: ItemWalk._take_packets,
    Outcome: ItemWalk._take_outcome,
    VoidDeal: ItemWalk._take_void,
    Score: ItemWalk._take_score,
    KingMarked: ItemWalk._take_king,
    KingAnnounced: ItemWalk._take_announced,
}
"""The method of ``ItemWalk`` that handles each type of item. The loop in ``ItemWalk.__init__`` handles cards and
incidents.
"""
