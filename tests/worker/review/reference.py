"""Fair and hindsight loss by brute force: every hand written out, every play searched.

Shares nothing with the review: cards are ints of 8 * suit + rank in plain lists, play is the solver tests' naive
search, and a player's knowledge is derived again for each hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

from tests.worker.solver import naive
from tests.worker.solver.naive import cards_by_place, position_of

KING_RANK = 7

# Many hands make one position.
leads = cache(naive.leads)
replies = cache(naive.replies)


@dataclass
class PlayedDeal:
    """A deal with its hands and play.

    ``hands`` are those at the first lead, ``calls`` calls and exchanges as written, ``plays`` the cards in order.
    ``marked[player]`` is how many cards had been played; the player is absent if they marked no king.

    The other fields hold what incidents revealed, with moments as numbers of cards played: ``seen_gone[player]``
    are cards that the player knows to be in neither hand, ``seen_held`` who saw which card of the other's and when,
    ``seen_before`` who saw which cards of the other's before so many left that hand and so many stayed, ``earlier``
    the play before a replay, ``unmasked`` from when a king is known to be false, ``penalised`` from when its player
    is under which law's penalty.
    """

    dealer: str
    turn_up: int
    letters: str
    dealt: dict[str, list[int]]
    out: dict[str, list[int]]
    hands: dict[str, list[int]]
    calls: list[str]
    plays: list[tuple[str, int]]
    marked: dict[str, int] = field(default_factory=dict)
    seen_gone: dict[str, set[int]] = field(default_factory=lambda: {"A": set(), "B": set()})
    seen_held: list[tuple[str, int, int]] = field(default_factory=list)
    seen_before: list[tuple[str, set[int], int, int]] = field(default_factory=list)
    earlier: list[tuple[str, int]] = field(default_factory=list)
    unmasked: dict[str, int] = field(default_factory=dict)
    penalised: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def king(self) -> int:
        return 8 * self.trump + KING_RANK

    @property
    def trump(self) -> int:
        return self.turn_up // 8


@dataclass
class Judged:
    trick: int
    player: str
    chosen: int
    marks: dict[int, int]
    worlds: int
    tricks_lost: int


def lawful(hand: Sequence[int], lead: int | None, trump: int) -> list[int]:
    """Law 43."""
    if lead is None:
        return list(hand)
    following = [card for card in hand if card // 8 == lead // 8]
    winning = [card for card in following if card > lead]
    return winning or following or [card for card in hand if card // 8 == trump] or list(hand)


def takes(reply: int, lead: int, trump: int) -> bool:
    return reply > lead if reply // 8 == lead // 8 else reply // 8 == trump


def tricks_by_card(own: Sequence[int], theirs: Sequence[int], lead: int | None, trump: int) -> dict[int, int]:
    """Return the player's tricks, this one included, with each lawful card; ``theirs`` without the card led."""
    if lead is None:
        card_at = cards_by_place([*own, *theirs], trump)
        tricks = leads(position_of(own, theirs, trump))
    else:
        card_at = cards_by_place([*own, *theirs, lead], trump)
        led = next(place for place, card in card_at.items() if card == lead)
        tricks = replies(position_of([*theirs, lead], own, trump), led)
    return {card_at[place]: value for place, value in tricks.items()}


def marks_for(tricks: int, player: str, vulnerable: str, penalised: Sequence[str] = ()) -> int:
    """Laws 48 and 49, and the penalty of 25 and 43; the player's marks less the opponent's."""
    winner = player if tricks >= 3 else other(player)
    marks = 2 if tricks in (0, 5) or vulnerable == other(winner) else 1
    marks -= winner in penalised
    return marks if winner == player else -marks


def penalised_players(deal: PlayedDeal, number: int, hands: dict[str, list[int]]) -> list[str]:
    """Return the players known to be penalised at that card, if these were the hands at the first lead."""
    return [
        player
        for player, (law, since) in deal.penalised.items()
        if since <= number and not (law == 25 and deal.king in hands[other(player)])
    ]


def vulnerable_player(letters: str, dealer: str) -> str:
    if letters[0] == "S":
        return other(dealer)
    return dealer if letters[:2] == "PR" else "none"


def other(player: str) -> str:
    return "B" if player == "A" else "A"


def play_out(deal: PlayedDeal, choose: Callable[[str, dict[str, list[int]], int | None], int]) -> None:
    """Play the deal to its end; ``choose`` returns the card of a player from what is left to both, and the lead."""
    left = {player: list(hand) for player, hand in deal.hands.items()}
    leader = other(deal.dealer)
    while left[leader]:
        lead = None
        for player in (leader, other(leader)):
            card = choose(player, left, lead)
            left[player].remove(card)
            deal.plays.append((player, card))
            if lead is None:
                lead = card
            elif takes(card, lead, deal.trump):
                leader = player


def judge(deal: PlayedDeal, *, from_trick: int = 1) -> list[Judged]:
    """Judge every card played by choice from that trick on."""
    vulnerable = vulnerable_player(deal.letters, deal.dealer)

    def worth(number: int, player: str, hand: list[int]) -> Callable[[int], int]:
        whole = [card for who, card in deal.plays[:number] if who != player] + hand
        penalised = penalised_players(deal, number, {player: deal.hands[player], other(player): whole})
        return lambda tricks: marks_for(tricks, player, vulnerable, penalised)

    return judge_by(deal, possible_hands, worth, from_trick=from_trick)


def judge_by(
    deal: PlayedDeal,
    hands_at: Callable[[PlayedDeal, str, int], Iterator[list[int]]],
    worth: Callable[[int, str, list[int]], Callable[[int], int]],
    *,
    from_trick: int,
) -> list[Judged]:
    """Judge cards against the hands that may be held, by the worth of tricks at a card of a player against a hand."""
    won = {"A": 0, "B": 0}
    judged = []
    for number, (player, chosen) in enumerate(deal.plays):
        before = deal.plays[:number]
        lead = before[-1][1] if number % 2 else None
        own = [card for card in deal.hands[player] if (player, card) not in before]
        theirs = [card for card in deal.hands[other(player)] if (other(player), card) not in before]
        choices = lawful(own, lead, deal.trump)
        if len(choices) > 1 and chosen in choices and number // 2 + 1 >= from_trick:
            marks = dict.fromkeys(choices, 0)
            hands = list(hands_at(deal, player, number))
            for hand in hands:
                marks_of = worth(number, player, hand)
                for card, tricks in tricks_by_card(own, hand, lead, deal.trump).items():
                    marks[card] += marks_of(won[player] + tricks)
            seen = tricks_by_card(own, theirs, lead, deal.trump)
            lost = max(seen.values()) - seen[chosen]
            if hands:
                judged.append(Judged(number // 2 + 1, player, chosen, marks, len(hands), lost))
        if lead is not None:
            won[player if takes(chosen, lead, deal.trump) else other(player)] += 1
    return judged


def possible_hands(deal: PlayedDeal, player: str, number: int) -> Iterator[list[int]]:
    """Yield every hand that the opponent may have when ``player`` is to play the card of that number."""
    opponent = other(player)
    revealed = [(index, card) for index, (who, card) in enumerate(deal.plays[:number]) if who == opponent]
    cards_shown = [card for _, card in revealed]
    seen = {*deal.hands[player], *deal.out[player], *deal.seen_gone[player], deal.turn_up, *cards_shown}
    king = deal.king
    known = {card for who, when, card in deal.seen_held if who == player and when <= number}
    is_unmasked = deal.unmasked.get(opponent, 99) <= number
    announced = deal.marked.get(opponent, 99) <= number and not is_unmasked
    earlier = [(index, card) for index, (who, card) in enumerate(deal.earlier) if who == opponent]
    for rest in combinations([card for card in range(32) if card not in seen], 5 - len(revealed)):
        whole = [*cards_shown, *rest]
        if not known <= set(whole):
            continue
        if deal.turn_up != king:
            if announced and king not in whole:
                continue
            if not announced and (revealed or is_unmasked) and king in rest and king not in known:
                continue
        if not all(
            len(cards) - gone <= len(cards & set(whole)) <= stayed
            for who, cards, gone, stayed in deal.seen_before
            if who == player
        ):
            continue
        if replies_fit(deal.plays, deal, whole, revealed) and replies_fit(deal.earlier, deal, whole, earlier):
            yield list(rest)


def replies_fit(
    plays: Sequence[tuple[str, int]],
    deal: PlayedDeal,
    whole: Sequence[int],
    revealed: Sequence[tuple[int, int]],
) -> bool:
    """Return True if every lawful reply among the cards ``revealed`` would have been one from ``whole`` as well."""
    if not revealed:
        return True
    true_hand = deal.hands[plays[revealed[0][0]][0]]
    cards = [card for _, card in revealed]
    return all(
        reply_fits(plays, deal.trump, whole, cards[:place], index)
        for place, (index, _) in enumerate(revealed)
        if index % 2 and reply_fits(plays, deal.trump, true_hand, cards[:place], index)
    )


def reply_fits(
    plays: Sequence[tuple[str, int]], trump: int, whole: Sequence[int], gone: Sequence[int], index: int
) -> bool:
    """Return True if the card of that number was a lawful reply from ``whole``, after the cards ``gone``."""
    hand = [card for card in whole if card not in gone]
    return plays[index][1] in lawful(hand, plays[index - 1][1], trump)
