"""A single fault in a random game of La Triomphe is found at its place and with its code, and no other is.

The rest of the game is unchanged: the faulty deal is the last one, and the rubber is left unfinished behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.scoring.egn import checked
from tests.scoring.generate import PACK, lawful, other
from tests.scoring.variants.games import DealtDeal, DealtGame, play_game
from tests.scoring.variants.reference import refuser, taker
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row

Fault = Callable[[Random, DealtDeal], None]
"""A change of a deal that makes it faulty; it leaves a deal in which that can't happen as it is."""


def exchanges(_: Random, deal: DealtDeal) -> None:
    deal.extra = "-2 -0"


def marks_the_king(chance: Random, deal: DealtDeal) -> None:
    deal.extra = chance.choice(["Ka", "Kb"])


def takes_the_offer_back(_: Random, deal: DealtDeal) -> None:
    if "P" in deal.calls:
        deal.calls.insert(deal.calls.index("P") + 1, "S")


def offers_a_second_time(_: Random, deal: DealtDeal) -> None:
    if deal.calls != ["S"]:
        deal.calls.append("P")


def answers_unasked(chance: Random, deal: DealtDeal) -> None:
    if "P" not in deal.calls:
        deal.calls.append(chance.choice("GR"))


def answers_twice(chance: Random, deal: DealtDeal) -> None:
    if "P" in deal.calls:
        deal.calls.append(chance.choice("GR"))


def plays_on_after_taking(chance: Random, deal: DealtDeal) -> None:
    if _taker(deal):
        deal.tricks = [(chance.choice(deal.hands[deal.elder]), "")]


def gives_a_taken_point_to_the_other(_: Random, deal: DealtDeal) -> None:
    took = _taker(deal)
    if took:
        deal.outcome = f"={other(took)}"


def counts_tricks_of_a_taken_point(chance: Random, deal: DealtDeal) -> None:
    if _taker(deal):
        deal.outcome += chance.choice("345")


def counts_a_lost_refusal_once(_: Random, deal: DealtDeal) -> None:
    """Give one point less to the player who offered, if the game was not over with the first of two."""
    made = [after - before for before, after in zip(deal.began, deal.score, strict=True)]
    if refuser("".join(deal.calls), deal.dealer) and not deal.outcome.endswith("5") and 2 in made:
        a, b = deal.score
        deal.score = (a - 1, b) if made[0] else (a, b - 1)


def scores_too_much(chance: Random, deal: DealtDeal) -> None:
    a, b = deal.score
    if max(deal.score) < 5:
        deal.score = chance.choice([(a + 1, b), (a, b + 1)])


def revokes_or_underplays(chance: Random, deal: DealtDeal) -> None:
    """Reply to the first lead against the law, and break the deal off."""
    if deal.tricks:
        lead, hand = deal.tricks[0][0], deal.hands[deal.dealer]
        wrong = [card for card in hand if card not in lawful(hand, lead, deal.turn_up[0])]
        if wrong:
            deal.tricks, deal.outcome = [(lead, chance.choice(wrong))], ""


def leads_out_of_turn(_: Random, deal: DealtDeal) -> None:
    if deal.tricks:
        lead, reply = deal.tricks[0]
        deal.tricks[0] = reply, lead


def plays_a_card_of_nobodys(chance: Random, deal: DealtDeal) -> None:
    if deal.tricks:
        seen = {*deal.hands["A"], *deal.hands["B"], deal.turn_up}
        deal.tricks[0] = chance.choice([card for card in PACK if card not in seen]), deal.tricks[0][1]


def _taker(deal: DealtDeal) -> str | None:
    return taker("".join(deal.calls), deal.dealer)


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
    """Return a game cut off behind the deal into which the fault was put, and that deal's number."""
    chance = Random(seed)
    game = play_game(chance)
    for deal in game.deals:
        before = deal.text()
        fault(chance, deal)
        if deal.text() != before:
            return DealtGame(game.deals[: deal.number], "*"), deal.number
    return None


@in_two_sizes("games", 15, 60)
@each_row(("fault", "codes"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_fault_is_found_as_what_it_is_and_nothing_else(fault: Fault, codes: set[str], games: int) -> None:
    tried = 0
    for seed in range(games):
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
    assert tried > games // 5
