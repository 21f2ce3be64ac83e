"""A single fault put into a game of La Triomphe at random is found as what it is, where it is, and nothing else is.

The rest of the game stays as it was: the faulty deal is the last one, and the rubber is left unfinished behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.scoring.egn import checked
from tests.scoring.generate import PACK, lawful, other
from tests.scoring.variants.games import DealtDeal, DealtGame, is_refused, play_game
from tests.scoring.variants.reference import taker
from tests.support.rows import each_row

GAMES = 60

Fault = Callable[[Random, DealtDeal], bool]


def exchanges(_: Random, deal: DealtDeal) -> bool:
    deal.extra = "-2 -0"
    return True


def marks_the_king(chance: Random, deal: DealtDeal) -> bool:
    deal.extra = chance.choice(["Ka", "Kb"])
    return True


def takes_the_offer_back(_: Random, deal: DealtDeal) -> bool:
    if "P" not in deal.calls:
        return False
    deal.calls.insert(deal.calls.index("P") + 1, "S")
    return True


def offers_a_second_time(_: Random, deal: DealtDeal) -> bool:
    if deal.calls == ["S"]:
        return False
    deal.calls.append("P")
    return True


def answers_unasked(chance: Random, deal: DealtDeal) -> bool:
    if "P" in deal.calls:
        return False
    deal.calls.append(chance.choice("GR"))
    return True


def answers_twice(chance: Random, deal: DealtDeal) -> bool:
    if "P" not in deal.calls:
        return False
    deal.calls.append(chance.choice("GR"))
    return True


def plays_on_after_taking(chance: Random, deal: DealtDeal) -> bool:
    if not _taker(deal):
        return False
    deal.tricks = [(chance.choice(deal.hands[deal.elder]), "")]
    return True


def gives_a_taken_point_to_the_other(_: Random, deal: DealtDeal) -> bool:
    took = _taker(deal)
    deal.outcome = f"={other(took)}" if took else deal.outcome
    return bool(took)


def counts_tricks_of_a_taken_point(chance: Random, deal: DealtDeal) -> bool:
    if not _taker(deal):
        return False
    deal.outcome += chance.choice("345")
    return True


def counts_a_lost_refusal_once(_: Random, deal: DealtDeal) -> bool:
    return is_refused(deal) and not deal.outcome.endswith("5") and _lowered(deal)


def scores_too_much(chance: Random, deal: DealtDeal) -> bool:
    if max(deal.score) == 5:
        return False
    a, b = deal.score
    deal.score = chance.choice([(a + 1, b), (a, b + 1)])
    return True


def revokes_or_underplays(chance: Random, deal: DealtDeal) -> bool:
    """The last card but one is played, lawful or not, and the deal breaks off."""
    if not deal.tricks:
        return False
    held = {player: list(hand) for player, hand in deal.hands.items()}
    lead = deal.tricks[0][0]
    follower = other(deal.elder)
    wrong = [card for card in held[follower] if card not in lawful(held[follower], lead, deal.turn_up[0])]
    if not wrong:
        return False
    deal.tricks, deal.outcome = [(lead, chance.choice(wrong))], ""
    return True


def leads_out_of_turn(_: Random, deal: DealtDeal) -> bool:
    if not deal.tricks:
        return False
    lead, reply = deal.tricks[0]
    deal.tricks[0] = reply, lead
    return True


def plays_a_card_of_nobodys(chance: Random, deal: DealtDeal) -> bool:
    if not deal.tricks:
        return False
    seen = {*deal.hands["A"], *deal.hands["B"], deal.turn_up}
    deal.tricks[0] = chance.choice([card for card in PACK if card not in seen]), deal.tricks[0][1]
    return True


def _taker(deal: DealtDeal) -> str:
    return taker("".join(deal.calls), deal.dealer) or ""


def _lowered(deal: DealtDeal) -> bool:
    """One point less to who offered, where that is a figure that the deal did not begin with."""
    winner = 0 if deal.score[0] > deal.began[0] else 1
    if deal.score[winner] - deal.began[winner] != 2:
        return False
    a, b = deal.score
    deal.score = (a - 1, b) if winner == 0 else (a, b - 1)
    return True


FAULTS: list[tuple[Fault, set[str]]] = [
    (exchanges, {"L26"}),
    (marks_the_king, {"L47"}),
    (takes_the_offer_back, {"L26"}),
    (offers_a_second_time, {"L26"}),
    (answers_unasked, {"L27"}),
    (answers_twice, {"L27"}),
    (plays_on_after_taking, {"L26"}),
    (gives_a_taken_point_to_the_other, {"L48"}),
    (counts_tricks_of_a_taken_point, {"L48"}),
    (counts_a_lost_refusal_once, {"L50"}),
    (scores_too_much, {"L51"}),
    (revokes_or_underplays, {"L43R", "L43W"}),
    (leads_out_of_turn, {"L40"}),
    (plays_a_card_of_nobodys, {"E06"}),
]


def faulty(seed: int, fault: Fault) -> tuple[DealtGame, int] | None:
    """A game cut off behind the deal into which the fault was put, and that deal's number."""
    chance = Random(seed)
    game = play_game(chance)
    for deal in game.deals:
        if fault(chance, deal):
            return DealtGame(game.deals[: deal.number], "*"), deal.number
    return None


@each_row(("fault", "codes"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_fault_is_found_as_what_it_is_and_nothing_else(fault: Fault, codes: set[str]) -> None:
    tried = 0
    for seed in range(GAMES):
        made = faulty(seed, fault)
        if made is None:
            continue
        game, number = made
        tried += 1
        findings = checked(game.text(), Variant="Triomphe").findings
        assert len(findings) == 1, (seed, findings, game.text())
        (finding,) = findings
        assert finding.code in codes, (seed, finding, game.text())
        assert (finding.game, finding.deal) == (1, number), (seed, finding, game.text())
    assert tried > GAMES // 5
