"""The next moves in a deal of La Triomphe, against deals that were played without the engine."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from scoring.board import Board, next_moves
from scoring.cards import format_card
from scoring.notation import read_one
from scoring.record import Deal, Outcome, Pair
from tests.scoring.egn import egn
from tests.scoring.generate import lawful
from tests.scoring.variants.games import DealtDeal, play_game
from tests.scoring.variants.reference import other
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row

HANDS = "B:SJA.HK.DK.CJ A:HQA9.CT8"


def deal_of(text: str) -> Deal:
    return read_one(egn(f"Game 1\n{text}\n*", Variant="Triomphe")).games[0].deals[0]


def board(deal: Deal, before: Pair = (0, 0)) -> Board:
    return next_moves(deal, before=before, variant="triomphe")


PHASES = [
    # A deals: the text so far, the next move, its player
    ("", "turn-up", "A"),
    ("^DJ", "call", "B"),
    ("^DK", "call", "B"),
    ("^DJ S", "call", "A"),
    ("S", "call", "A"),
    ("^DJ P", "reply", "A"),
    ("^DJ S P", "reply", "B"),
    ("^DJ S S", "lead", "B"),
    ("^DJ P R", "lead", "B"),
    ("^DJ S P R", "lead", "B"),
    (f"^DJ {HANDS} S HK", "follow", "A"),
    (f"^DJ {HANDS} S HK C8 !43a(C8):replay", "lead", "B"),
    (f"^DJ {HANDS} HK HQ", "lead", "B"),
]


@each_row(("line", "phase", "player"), PHASES)
def test_whose_it_is_to_offer_to_answer_and_to_play(line: str, phase: str, player: str) -> None:
    state = board(deal_of(f"1. A {line}"))
    assert (state.phase, state.player) == (phase, player)
    assert state.kings == ()


IN_PLAY = [
    # A deals and B leads: the text so far, the player of the next call or card, whether it may be an offer
    ("HK", "follow", "A", True),
    ("S HK", "follow", "A", True),
    ("S S HK", "follow", "A", True),
    ("P R HK", "follow", "A", False),
    ("S P R HK", "follow", "A", False),
    ("HK P", "reply", "B", False),
    ("S HK P", "reply", "B", False),
    ("HK P R", "follow", "A", False),
    ("HK P HQ", "lead", "B", False),
    ("HK HQ, DK", "follow", "A", False),
]


@each_row(("line", "phase", "player", "may_offer"), IN_PLAY)
def test_dealer_may_offer_after_the_first_lead(line: str, phase: str, player: str, may_offer: bool) -> None:
    state = board(deal_of(f"1. A ^DJ {HANDS} {line}"))
    assert (state.phase, state.player, state.may_offer) == (phase, player, may_offer)
    assert state.findings == ()


def test_at_ecarte_nothing_is_offered_after_the_lead() -> None:
    assert not next_moves(deal_of(f"1. A ^DJ {HANDS} S HK")).may_offer


OVER = [
    ("^DJ P G", Outcome("A"), (3, 1)),
    ("^DJ S P G", Outcome("B"), (2, 2)),
    ("P G =A", Outcome("A"), (3, 1)),
    (f"^DJ {HANDS} HK P G", Outcome("B"), (2, 2)),
    (f"^DJ {HANDS} S HK P R HQ, DK C8, SJ HA, SA H9, CJ CT", Outcome("B", 5), (2, 3)),
    (f"^DJ {HANDS} P R HK HQ, DK C8, SJ HA, SA H9, CJ CT", Outcome("B", 5), (2, 3)),
    (f"^DJ {HANDS} S P R HK HQ, DK C8, SJ HA, SA H9, CJ CT", Outcome("B", 5), (2, 3)),
    (f"^DJ {HANDS} HK HQ !42a", Outcome("B", 5), (2, 3)),
]


@each_row(("line", "outcome", "score"), OVER)
def test_a_point_that_is_taken_ends_the_deal(line: str, outcome: Outcome, score: Pair) -> None:
    state = board(deal_of(f"1. A {line}"), before=(2, 1))
    assert (state.phase, state.player, state.outcome, state.score) == ("over", None, outcome, score)
    assert state.findings == ()


@in_two_sizes("games", 2, 5)
def test_the_lead_is_any_card_held_and_the_reply_a_lawful_one(games: int) -> None:
    for seed in range(games):
        score = (0, 0)
        for dealt in play_game(Random(seed)).deals:
            replay(dealt, score)
            score = dealt.score


def replay(dealt: DealtDeal, before: Pair) -> None:
    tricks, hands = dealt.tricks, {player: list(hand) for player, hand in dealt.hands.items()}
    for number, (lead, reply) in enumerate(tricks):
        so_far = replace(dealt, tricks=tricks[:number], outcome="")
        leader = next(player for player in "AB" if lead in hands[player])
        expect(so_far, before, "lead", leader, hands[leader])
        follower = other(leader)
        may_reply = lawful(list(hands[follower]), lead, dealt.turn_up[0])
        expect(replace(so_far, tricks=[*tricks[:number], (lead, "")]), before, "follow", follower, may_reply)
        hands[leader].remove(lead)
        hands[follower].remove(reply)
    assert board(played(replace(dealt, outcome="")), before).score == dealt.score


def played(dealt: DealtDeal) -> Deal:
    """Return the deal as far as it was played, without its figure."""
    return deal_of(dealt.text().rpartition(" (")[0])


def expect(dealt: DealtDeal, before: Pair, phase: str, player: str, cards: list[str]) -> None:
    state = board(played(dealt), before)
    # Where the elder hand alone has spoken, the dealer may offer before the lead.
    calls = "".join(dealt.calls)
    if calls == "S" and not dealt.tricks:
        assert (state.phase, state.player) == ("call", dealt.dealer)
        return
    assert (state.phase, state.player) == (phase, player)
    free = [format_card(card) for card, against in state.cards.items() if against is None]
    assert sorted(free) == sorted(cards)
