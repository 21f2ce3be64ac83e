"""The board's next moves, against deals that were really played, and a second, plain reading of law 43."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from scoring.board import Board, next_moves
from scoring.cards import PLAYERS, Card, Player, format_card, parse_card
from scoring.checked import CheckedDeal
from scoring.findings import Finding
from scoring.marks import is_decided
from scoring.record import (
    Call,
    CardPlayed,
    Exchange,
    Incident,
    Item,
    KingMarked,
    Outcome,
    Pair,
    Score,
    VoidDeal,
)
from tests.samples import checked_sample
from tests.scoring.egn import deal_of
from tests.scoring.generate import PACK, lawful, show, wins
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row


def board(text: str, before: Pair = (0, 0)) -> Board:
    return next_moves(deal_of(text), before=before)


def offered(state: Board) -> list[str]:
    return [format_card(card) for card, finding in state.cards.items() if finding is None]


def against(state: Board, card: str) -> Finding | None:
    return state.cards[parse_card(card)]


def sample_deals(name: str, every: int = 1) -> Iterator[CheckedDeal]:
    for rubber in checked_sample(name)[::every]:
        for game in rubber.games:
            yield from game.deals


# Deals that were played


@pytest.mark.parametrize(
    ("name", "every", "least"),
    [
        ("evening.egn", 16, 5),
        pytest.param("evening.egn", 1, 50, marks=pytest.mark.long),
        pytest.param("season.egn", 17, 50, marks=pytest.mark.long),
    ],
)
def test_what_was_played_was_on_offer(name: str, every: int, least: int) -> None:
    replayed = 0
    for checked in sample_deals(name, every):
        if checked.course.turn_up is None or checked.course.incidents:
            continue
        replay(checked)
        replayed += 1
    assert replayed > least


def replay(checked: CheckedDeal) -> None:
    """Write the deal token by token: each was its player's to write, and lawful."""
    deal = checked.deal
    played: dict[Player, list[Card]] = {"A": [], "B": []}
    for count, item in enumerate(deal.items):
        state = next_moves(replace(deal, items=deal.items[:count]), before=checked.before)
        where = f"{item} in {deal}"
        if isinstance(item, Outcome | Score):
            assert state.phase == "over", where
            break
        if state.phase == "over":
            # A king had decided the game, and the cards were played to the end all the same.
            assert is_decided(state.score), where
            return
        if isinstance(item, CardPlayed) and item.card is not None:
            assert state.phase in ("lead", "follow"), where
            assert state.player is not None
            assert state.cards[item.card] is None, where
            played[state.player].append(item.card)
        elif isinstance(item, KingMarked):
            assert item.player in state.kings, where
        else:
            assert is_turn_of(item, state), where
    end = next_moves(
        replace(deal, items=tuple(i for i in deal.items if not isinstance(i, Outcome | Score))),
        before=checked.before,
    )
    assert (end.phase, end.outcome, end.score) == ("over", checked.course.outcome, checked.score), deal
    for player, hand in zip(PLAYERS, checked.course.hands, strict=True):
        assert hand is not None
        assert all(hand >> card & 1 for card in played[player])


def is_turn_of(item: Item, state: Board) -> bool:
    if isinstance(item, Call):
        return state.phase in (("call", "king") if item.letter in "PS" else ("reply",))
    return not isinstance(item, Exchange) or state.phase == "exchange"


def test_revokes_are_not_on_offer() -> None:
    revokes = 0
    for rubber in checked_sample("faults.egn"):
        for finding in rubber.findings:
            if finding.code not in ("L43R", "L43W") or finding.game is None or finding.deal is None:
                continue
            checked = rubber.games[finding.game - 1].deals[finding.deal - 1]
            trick = checked.course.tricks[(finding.trick or 0) - 1]
            assert trick.reply is not None
            until = (trick.reply_token or 0) - 2
            state = next_moves(replace(checked.deal, items=checked.deal.items[:until]))
            objection = state.cards[trick.reply]
            assert objection is not None
            assert (objection.code, objection.params) == (finding.code, finding.params)
            revokes += 1
    assert revokes >= 2


# A second reading of law 43


@in_two_sizes("deals", 8, 100)
def test_replies_on_offer_are_those_of_the_law(deals: int) -> None:
    for seed in range(deals):
        play_by_the_law(random.Random(seed))


def play_by_the_law(dice: random.Random) -> None:
    pack = dice.sample(PACK, 11)
    hands = {"B": pack[:5], "A": pack[5:10]}
    turn_up = pack[10]
    line = f"A ^{turn_up} B:{show(hands['B'])} A:{show(hands['A'])} S"
    leader: Player = "B"
    for _ in range(5):
        follower: Player = "A" if leader == "B" else "B"
        state = board(line)
        assert (state.phase, state.player) == ("lead", leader)
        assert sorted(offered(state)) == sorted(hands[leader])
        lead = dice.choice(hands[leader])
        hands[leader].remove(lead)
        state = board(f"{line} {lead}")
        assert (state.phase, state.player) == ("follow", follower)
        replies = lawful(hands[follower], lead, turn_up[0])
        assert sorted(offered(state)) == sorted(replies)
        reply = dice.choice(replies)
        hands[follower].remove(reply)
        line += f" {lead} {reply}"
        if wins(reply, lead, turn_up[0]):
            leader = follower
    assert board(line).phase == "over"


# Phases


HANDS = "B:SJA.HK.DK.CJ A:HQA9.CT8"


@each_row(
    ("line", "phase", "player", "kings"),
    [
        ("A", "turn-up", "A", ""),
        ("A 2-3", "turn-up", "A", ""),
        ("A 2-3 ^DJ", "call", "B", "AB"),
        ("A 2-3 ^DK", "king", "A", "A"),
        ("A 2-3 ^DK Ka", "call", "B", ""),
        ("B ^DK P", "reply", "B", "B"),
        (f"A ^DJ {HANDS}", "call", "B", "B"),
        ("A ^DJ P", "reply", "A", "AB"),
        ("A ^DJ P G", "exchange", "B", "AB"),
        ("A ^DJ P G -3", "exchange", "A", "AB"),
        ("A ^DJ P G -3 -0", "call", "B", "AB"),
        ("A ^DJ P G -3 -0 P G", "exchange", "B", "AB"),
        ("A ^DJ P R", "lead", "B", "AB"),
        (f"A ^DJ {HANDS} S", "lead", "B", "B"),
        # Law 24: the king that is itself the first card led is announced until it is played to.
        (f"A ^DJ {HANDS} S DK", "follow", "A", "B"),
        (f"A ^DJ {HANDS} S HK", "follow", "A", ""),
        (f"A ^DJ {HANDS} S Kb HK HQ", "lead", "B", ""),
        (f"A ^DJ {HANDS} S SJ HA, HK HQ", "lead", "B", ""),
        ("A ^S9 S HT HK", "lead", "A", ""),
        # The hand is replayed from the first lead.
        (f"A ^DJ {HANDS} S HK C8 !43a(C8):replay", "lead", "B", "B"),
    ],
)
def test_phase_and_player_follow_from_the_line(line: str, phase: str, player: str, kings: str) -> None:
    state = board(line)
    assert (state.phase, state.player, "".join(state.kings)) == (phase, player, kings)
    assert (state.outcome, state.score) == (None, None)


@each_row(
    ("line", "before", "outcome", "score"),
    [
        (f"A ^DJ {HANDS} S Kb HK HQ, DK C8, SJ HA, SA H9, CJ CT", (0, 0), Outcome("B", 5), (0, 3)),
        # Without hands, and the king unannounced.
        ("A ^DJ S HK HQ, DK C8, SJ HA, SA H9, CJ CT", (1, 1), Outcome("B", 5), (1, 3)),
        # The outcome in its short form.
        ("A ^DJ P R HK HQ =B", (1, 1), Outcome("B"), (1, 3)),
        # Law 42: given up with no trick won.
        (f"A ^DJ {HANDS} S HK HQ !42a", (0, 0), Outcome("B", 5), (0, 2)),
        ("A !12(H9):fresh", (2, 1), VoidDeal(), (2, 1)),
        # The turn-up ends the game.
        ("A 2-3 ^DK Ka", (4, 4), None, (5, 4)),
    ],
)
def test_deal_that_is_over_has_its_outcome_and_score(
    line: str, before: Pair, outcome: Outcome | VoidDeal | None, score: Pair
) -> None:
    state = board(line, before)
    assert (state.phase, state.player, state.cards) == ("over", None, {})
    assert (state.outcome, state.score) == (outcome, score)


def test_score_is_not_known_where_that_before_is_not() -> None:
    deal = deal_of("A ^DJ S HK HQ, DK C8, SJ HA, SA H9, CJ CT")
    assert next_moves(deal, before=None).score is None


# Cards


def test_cards_that_were_seen_are_not_among_them() -> None:
    state = board("A ^DJ P G -SK.HK+C7.C8 -2 S HA")
    assert {"DJ", "SK", "HK", "HA"}.isdisjoint(format_card(card) for card in state.cards)
    assert len(state.cards) == 28


@each_row(
    ("line", "card", "code"),
    [
        (f"A ^DJ {HANDS} S HK", "C8", "L43R"),
        (f"A ^DJ {HANDS} S HK", "SK", "E06"),
        (f"A ^DJ {HANDS} S", "HQ", "L40"),
        # The second revoke of a deal is as unlawful as the first.
        (f"A ^DJ {HANDS} S HK C8, CJ", "HA", "L43R"),
        ("A B:SJA.HK.DK.CJ", "SJ", "L10"),
        # With the last card it comes out that C8 was not all that A could play.
        ("A ^DJ S HK C8, DK CT, SJ HA, SA HQ, CJ", "H9", "L43R"),
    ],
)
def test_card_that_breaks_a_law_comes_with_it(line: str, card: str, code: str) -> None:
    objection = against(board(line), card)
    assert objection is not None
    assert objection.code == code
    assert objection.message


def test_short_hand_may_have_no_card_left() -> None:
    tricks = "HK HQ, DK C8, SJ HA, SA H9"
    assert board(f"A ^DJ P G -3 -2 !30b(1) S {tricks}").may_have_none
    assert not board(f"A ^DJ P G -3 -2 S {tricks}").may_have_none


@in_two_sizes("every", 3, 1)
def test_every_irregularity_leaves_a_board(every: int) -> None:
    prefixes = 0
    for checked in sample_deals("incidents.egn", every):
        items = checked.deal.items
        behind = (index + 1 for index, item in enumerate(items) if isinstance(item, Incident))
        for count in {*behind, len(items)}:
            state = next_moves(replace(checked.deal, items=items[:count]))
            assert (state.phase == "over") == (not state.cards)
            prefixes += 1
    assert prefixes > 100 // every
