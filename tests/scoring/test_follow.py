"""A deal followed: the calls that govern it, hands through exchanges, tricks and their winners."""

from __future__ import annotations

from scoring.cards import format_cards, parse_cards
from tests.scoring.egn import course_of, first_deal
from tests.support.rows import each_row

EXCHANGED = (
    "1. B ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 "
    "CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4"
)


CALLS = [
    # the calls as written, those that govern, who is vulnerable (law 49); A deals, B is the elder
    ("S", "S", "B"),
    ("P R", "PR", "A"),
    ("P G -2 -2 S", "PGS", "none"),
    ("P G -2 -2 P R", "PGPR", "none"),
    ("P G", "PG", "none"),
    ("P", "P", None),
    ("", "", None),
    ("P S", "S", "B"),
    ("S P", "P", None),
    ("P G R", "PR", "A"),
    ("P R G", "PG", "none"),
    ("G", "PG", "none"),
    ("P R S", "PR", "A"),
]


@each_row(("calls", "letters", "vulnerable"), CALLS)
def test_the_last_call_governs(calls: str, letters: str, vulnerable: str | None) -> None:
    course = course_of(f"1. A {calls}")
    assert (course.letters, course.vulnerable) == (letters, vulnerable)


def test_a_lead_after_an_exchange_implies_a_stand() -> None:
    assert course_of(EXCHANGED).letters == "PGS"


def test_hands_are_followed_through_the_exchange() -> None:
    course = course_of(EXCHANGED)
    assert [format_cards(hand or 0) for hand in course.hands] == ["HT9.D98.CA", "H8.CKJT7"]
    assert course.discards == (parse_cards("SA.DQ7"), parse_cards("SQJ.DA.C8"))
    (exchange,) = course.exchanges
    assert (exchange.elder_count, exchange.dealer_count) == (3, 4)
    assert course.regular


def test_counts_alone_leave_the_hands_open() -> None:
    course = course_of("1. B ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G -3 -5 S CA CK")
    assert course.hands == (None, None)
    assert course.discards == (None, None)
    assert not course.regular


def test_a_gift_without_its_exchanges_leaves_the_hands_open() -> None:
    course = course_of("1. B ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G S CA CK")
    assert course.hands == course.discards == (None, None)
    assert not course.regular


def test_a_card_taken_in_that_was_seen_before_leaves_the_play_unjudged() -> None:
    deal = first_deal(EXCHANGED.replace("+HT.D8.CA", "+SQ.D8.CA"))
    assert not deal.course.regular


def test_tricks_are_won_by_rank_in_suit_or_by_trump() -> None:
    course = course_of(EXCHANGED)
    assert [trick.winner for trick in course.tricks] == ["B", "A", "A", "A", "A"]
    assert course.tricks_won == (4, 1)
    assert course.is_played_out


def test_a_replay_begins_the_play_again() -> None:
    course = course_of("1. A ^C9 S CT C8, CK DJ !43a(DJ):replay CT C7")
    assert [(trick.lead, trick.reply) for trick in course.tricks] == [
        tuple(parse_cards(card).bit_length() - 1 for card in ("CT", "C7"))
    ]


def test_a_short_hand_loses_the_trick_it_can_not_play_to() -> None:
    course = course_of("1. A ^C9 !30b(1):short S CT C8, CK C7, DQ DJ, HA SQ, -- S8")
    assert course.tricks[4].winner == "A"


def test_a_hand_known_in_part_is_not_judged() -> None:
    course = course_of("1. A ^C9 B:HA.CK~ A:SQ8.DJ.C87 S HA SQ")
    assert course.dealt[1] is None
    assert not course.regular
