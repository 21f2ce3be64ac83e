"""Random games within the laws are clean, and a single fault is found at its place and with its code.

Each fault is put into a game that was played without one. The rest of the game is unchanged, so that the last deal
is the faulty one and the rubber is left unfinished behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.scoring.egn import checked
from tests.scoring.generate import PlayedDeal, PlayedGame, lawful, other, play_game, strength, wins
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row

GAMES = in_two_sizes("games", 20, 45)

Fault = Callable[[Random, PlayedDeal], None]
"""A change of a deal that makes it faulty; it leaves a deal in which that can't happen as it is."""


@GAMES
def test_games_played_within_the_laws_have_nothing_to_settle(games: int) -> None:
    for seed in range(games):
        game = play_game(Random(seed))
        rubber = checked(game.text())
        blocking = [finding for finding in rubber.findings if finding.blocks_confirming]
        assert blocking == [], (seed, game.text())
        assert rubber.winner == ("A" if game.ending == "##1-0" else "B"), seed
        assert rubber.depth == "play"
        for deal, played in zip(rubber.games[0].deals, game.deals, strict=True):
            assert deal.score is not None
            assert f"({deal.score[0]}-{deal.score[1]})" == (played.late_score or played.score), (
                seed,
                played.text(),
            )


def turn_up_in_hand(rng: Random, deal: PlayedDeal) -> None:
    deal.turn_up = rng.choice(deal.hands["A"] + deal.hands["B"])


def takes_too_many(_: Random, deal: PlayedDeal) -> None:
    if deal.exchanges and deal.stock:
        deal.exchanges[0][1].append(deal.stock[0])


def dealer_takes_too_few(_: Random, deal: PlayedDeal) -> None:
    if deal.exchanges and len(deal.exchanges[1][1]) >= 2:
        deal.exchanges[1][1].pop()


def proposal_taken_back(_: Random, deal: PlayedDeal) -> None:
    if not deal.calls and deal.stood:
        deal.calls = ["P"]


def acceptance_taken_back(_: Random, deal: PlayedDeal) -> None:
    if deal.calls == ["P", "R"]:
        deal.calls = ["P", "G", "R"]


def lead_out_of_turn(rng: Random, deal: PlayedDeal) -> None:
    if len(deal.tricks) == 5:
        index = rng.randrange(5)
        lead, reply = deal.tricks[index]
        deal.tricks[index] = reply, lead


def play_on(rng: Random, deal: PlayedDeal, choose: Callable[[list[str], str], list[str]]) -> None:
    """Play the deal again, with the reply to one trick chosen among ``choose``'s cards, unless it returns none."""
    if len(deal.tricks) < 5:
        return
    faulty_trick = rng.randrange(4)
    hands = {player: list(hand) for player, hand in deal.final_hands.items()}
    trump, leader = deal.turn_up[0], other(deal.dealer)
    won, tricks = {"A": 0, "B": 0}, []
    for number in range(5):
        follower = other(leader)
        lead = rng.choice(hands[leader])
        replies = lawful(hands[follower], lead, trump)
        if number == faulty_trick:
            replies = choose(hands[follower], lead)
            if not replies:
                return
        reply = rng.choice(replies)
        hands[leader].remove(lead)
        hands[follower].remove(reply)
        tricks.append((lead, reply))
        leader = follower if wins(reply, lead, trump) else leader
        won[leader] += 1
    deal.tricks = tricks
    winner = "A" if won["A"] > won["B"] else "B"
    deal.outcome = (winner, won[winner])
    deal.score = deal.late_score = ""
    if deal.king and deal.turn_up != trump + "K":
        deal.king = (deal.king[0], 0 if deal.king[0] == other(deal.dealer) else 1)


def revoke(rng: Random, deal: PlayedDeal) -> None:
    def choose(hand: list[str], lead: str) -> list[str]:
        same_suit = [card for card in hand if card[0] == lead[0]]
        return [card for card in hand if card[0] != lead[0]] if same_suit else []

    play_on(rng, deal, choose)


def underplay(rng: Random, deal: PlayedDeal) -> None:
    trump = deal.turn_up[0]

    def choose(hand: list[str], lead: str) -> list[str]:
        same_suit = [card for card in hand if card[0] == lead[0]]
        if not same_suit:
            trumps = [card for card in hand if card[0] == trump]
            return [card for card in hand if card[0] != trump] if trumps else []
        lower = [card for card in same_suit if strength(card) < strength(lead)]
        return lower if len(lower) < len(same_suit) else []

    play_on(rng, deal, choose)


def duplicate(_: Random, deal: PlayedDeal) -> None:
    if not deal.tricks and deal.hands:
        deal.hands["A"][0] = deal.hands["B"][0]


def duplicate_in_play(rng: Random, deal: PlayedDeal) -> None:
    if len(deal.tricks) == 5 and not deal.exchanges:
        deal.hands["A"][rng.randrange(5)] = rng.choice(deal.hands["B"])


def outcome(rng: Random, deal: PlayedDeal) -> None:
    if deal.outcome is not None:
        winner, tricks = deal.outcome
        deal.outcome = rng.choice([(winner, 3 if tricks > 3 else 4), (other(winner), 3)])
        deal.score = deal.late_score = ""


def late_king(rng: Random, deal: PlayedDeal) -> None:
    if deal.king is not None and deal.turn_up[1] != "K" and len(deal.tricks) == 5:
        deal.king = (deal.king[0], rng.randint(3, 9))
        deal.score = ""


def false_king(rng: Random, deal: PlayedDeal) -> None:
    if deal.turn_up[1] != "K" and len(deal.tricks) == 5:
        king = deal.turn_up[0] + "K"
        player = rng.choice([player for player in "AB" if king not in deal.final_hands[player]])
        deal.king = (player, 0 if player != deal.dealer else 1)
        deal.score = ""


def card_from_nowhere(rng: Random, deal: PlayedDeal) -> None:
    seen = {card for hand in deal.hands.values() for card in hand} | {deal.turn_up}
    seen |= {card for _, taken in deal.exchanges for card in taken}
    unseen = [card for card in deal.stock if card not in seen]
    if len(deal.tricks) == 5 and unseen:
        index = rng.randrange(5)
        lead, reply = deal.tricks[index]
        card = rng.choice(unseen)
        deal.tricks[index] = (card, reply) if rng.random() < 0.5 else (lead, card)


def overscored(rng: Random, deal: PlayedDeal) -> None:
    a, b = (int(digit) for digit in deal.score.strip("()").split("-"))
    if not deal.late_score and max(a, b) < 5:
        deal.score = f"({a + 1}-{b})" if rng.random() < 0.5 else f"({a}-{b + 1})"


FAULTS: list[tuple[Fault, str]] = [
    (turn_up_in_hand, "L10"),
    (takes_too_many, "L26"),
    (dealer_takes_too_few, "L27"),
    (proposal_taken_back, "L26"),
    (acceptance_taken_back, "L27"),
    (lead_out_of_turn, "L40"),
    (revoke, "L43R"),
    (underplay, "L43W"),
    (duplicate, "L45"),
    (duplicate_in_play, "E06"),
    (outcome, "L48"),
    (late_king, "L23"),
    (false_king, "L25"),
    (card_from_nowhere, "E06"),
    (overscored, "L51"),
]


def faulty(rng: Random, fault: Fault) -> tuple[PlayedGame, int] | None:
    """Return a game cut off behind the deal into which the fault was put, and that deal's number."""
    game = play_game(rng)
    for deal in game.deals:
        before = deal.text()
        fault(rng, deal)
        if deal.text() != before:
            game.deals = game.deals[: deal.number]
            game.final, game.ending = "", "*"
            return game, deal.number
    return None


@GAMES
@each_row(("fault", "code"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_fault_is_found_as_what_it_is_and_nothing_else(fault: Fault, code: str, games: int) -> None:
    tried = 0
    for seed in range(games):
        made = faulty(Random(seed), fault)
        if made is None:
            continue
        game, number = made
        tried += 1
        findings = [finding for finding in checked(game.text()).findings if finding.blocks_confirming]
        faults = [(finding.code, finding.game, finding.deal) for finding in findings]
        assert faults == [(code, 1, number)], (seed, game.text())
    assert tried > games // 45
