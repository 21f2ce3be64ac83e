"""Random games within the laws are clean, and a single fault is found as what it is, where it is.

Each fault is put into a game that was played without one; the rest of the game stays as it was, so the last
deal is the faulty one and the rubber is left unfinished behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.scoring.egn import checked
from tests.scoring.generate import PlayedDeal, PlayedGame, lawful, other, play_game, strength, wins
from tests.support.examples import examples
from tests.support.rows import each_row

GAMES = examples(45, many=150)

Fault = Callable[[Random, PlayedDeal], bool]


def test_games_played_within_the_laws_have_nothing_to_settle() -> None:
    for seed in range(GAMES):
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


def turn_up_in_hand(rng: Random, deal: PlayedDeal) -> bool:
    deal.turn_up = rng.choice(deal.hands["A"] + deal.hands["B"])
    return True


def takes_too_many(rng: Random, deal: PlayedDeal) -> bool:
    if not deal.exchanges or not deal.stock:
        return False
    deal.exchanges[0][1].append(deal.stock[0])
    return True


def dealer_takes_too_few(rng: Random, deal: PlayedDeal) -> bool:
    if not deal.exchanges or len(deal.exchanges[1][1]) < 2:
        return False
    deal.exchanges[1][1].pop()
    return True


def proposal_taken_back(rng: Random, deal: PlayedDeal) -> bool:
    if deal.calls or not deal.stood:
        return False
    deal.calls = ["P"]
    return True


def acceptance_taken_back(rng: Random, deal: PlayedDeal) -> bool:
    if deal.calls != ["P", "R"]:
        return False
    deal.calls = ["P", "G", "R"]
    return True


def lead_out_of_turn(rng: Random, deal: PlayedDeal) -> bool:
    if len(deal.tricks) < 5:
        return False
    index = rng.randrange(5)
    lead, reply = deal.tricks[index]
    deal.tricks[index] = reply, lead
    return True


def play_on(
    rng: Random, deal: PlayedDeal, faulty_trick: int, choose: Callable[[list[str], str], list[str]]
) -> bool:
    """Play the deal anew, the reply to one trick chosen among ``choose``'s cards; False where it gives none."""
    hands = {player: list(hand) for player, hand in deal.final_hands.items()}
    trump, leader = deal.turn_up[0], other(deal.dealer)
    won, tricks, done = {"A": 0, "B": 0}, [], False
    king = deal.turn_up[0] + "K"
    for number in range(5):
        follower = other(leader)
        lead = rng.choice(hands[leader])
        replies = lawful(hands[follower], lead, trump)
        if number == faulty_trick:
            replies = choose(hands[follower], lead)
            if not replies:
                return False
            done = True
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
    if deal.king and deal.turn_up != king:
        deal.king = (deal.king[0], 0 if deal.king[0] == other(deal.dealer) else 1)
    return done


def revoke(rng: Random, deal: PlayedDeal) -> bool:
    def choose(hand: list[str], lead: str) -> list[str]:
        held = [card for card in hand if card[0] == lead[0]]
        return [card for card in hand if card[0] != lead[0]] if held else []

    return len(deal.tricks) == 5 and play_on(rng, deal, rng.randrange(4), choose)


def underplay(rng: Random, deal: PlayedDeal) -> bool:
    trump = deal.turn_up[0]

    def choose(hand: list[str], lead: str) -> list[str]:
        held = [card for card in hand if card[0] == lead[0]]
        if not held:
            return (
                [card for card in hand if card[0] != trump] if any(card[0] == trump for card in hand) else []
            )
        if not any(strength(card) > strength(lead) for card in held):
            return []
        return [card for card in held if strength(card) < strength(lead)]

    return len(deal.tricks) == 5 and play_on(rng, deal, rng.randrange(4), choose)


def duplicate(rng: Random, deal: PlayedDeal) -> bool:
    if deal.tricks or not deal.hands:
        return False
    deal.hands["A"][0] = deal.hands["B"][0]
    return True


def duplicate_in_play(rng: Random, deal: PlayedDeal) -> bool:
    if len(deal.tricks) < 5 or deal.exchanges:
        return False
    deal.hands["A"][rng.randrange(5)] = rng.choice(deal.hands["B"])
    return True


def outcome(rng: Random, deal: PlayedDeal) -> bool:
    if deal.outcome is None:
        return False
    winner, tricks = deal.outcome
    deal.outcome = rng.choice([(winner, 3 if tricks > 3 else 4), (other(winner), 3)])
    deal.score = deal.late_score = ""
    return True


def late_king(rng: Random, deal: PlayedDeal) -> bool:
    if deal.king is None or deal.turn_up[1] == "K" or len(deal.tricks) < 5:
        return False
    deal.king = (deal.king[0], rng.randint(3, 9))
    deal.score = ""
    return True


def false_king(rng: Random, deal: PlayedDeal) -> bool:
    king = deal.turn_up[0] + "K"
    if deal.turn_up == king or len(deal.tricks) < 5:
        return False
    without = [player for player in "AB" if king not in deal.final_hands[player]]
    player = rng.choice(without)
    deal.king = (player, 0 if player != deal.dealer else 1)
    deal.score = ""
    return True


def card_from_nowhere(rng: Random, deal: PlayedDeal) -> bool:
    if len(deal.tricks) < 5:
        return False
    seen = {card for hand in deal.hands.values() for card in hand} | {deal.turn_up}
    seen |= {card for _, taken in deal.exchanges for card in taken}
    unseen = [card for card in deal.stock if card not in seen]
    if not unseen:
        return False
    index = rng.randrange(5)
    lead, reply = deal.tricks[index]
    card = rng.choice(unseen)
    deal.tricks[index] = (card, reply) if rng.random() < 0.5 else (lead, card)
    return True


def overscored(rng: Random, deal: PlayedDeal) -> bool:
    a, b = (int(digit) for digit in deal.score.strip("()").split("-"))
    if deal.late_score or max(a, b) == 5:
        return False
    deal.score = f"({a + 1}-{b})" if rng.random() < 0.5 else f"({a}-{b + 1})"
    return True


FAULTS: list[tuple[Fault, set[str]]] = [
    (turn_up_in_hand, {"L10"}),
    (takes_too_many, {"L26"}),
    (dealer_takes_too_few, {"L27"}),
    (proposal_taken_back, {"L26"}),
    (acceptance_taken_back, {"L27"}),
    (lead_out_of_turn, {"L40"}),
    (revoke, {"L43R"}),
    (underplay, {"L43W"}),
    (duplicate, {"L45"}),
    (duplicate_in_play, {"E06"}),
    (outcome, {"L48"}),
    (late_king, {"L23"}),
    (false_king, {"L25"}),
    (card_from_nowhere, {"E06"}),
    (overscored, {"L51"}),
]


def faulty(rng: Random, fault: Fault) -> tuple[PlayedGame, int] | None:
    """A game cut off behind the deal into which the fault was put, and that deal's number."""
    game = play_game(rng)
    for deal in game.deals:
        if fault(rng, deal):
            game.deals = game.deals[: deal.number]
            game.final, game.ending = "", "*"
            return game, deal.number
    return None


@each_row(("fault", "codes"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_fault_is_found_as_what_it_is_and_nothing_else(fault: Fault, codes: set[str]) -> None:
    tried = 0
    for seed in range(GAMES):
        made = faulty(Random(seed), fault)
        if made is None:
            continue
        game, number = made
        tried += 1
        findings = [finding for finding in checked(game.text()).findings if finding.blocks_confirming]
        found = [(finding.code, finding.game, finding.deal) for finding in findings]
        assert len(found) == 1, (seed, found, game.text())
        assert found[0][0] in codes, (seed, found, game.text())
        assert found[0][1:] == (1, number), (seed, found, game.text())
    assert tried > 1
