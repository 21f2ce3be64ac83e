"""Hands after the remedy of an incident: each law and remedy that touches cards, with hands known and derived."""

from __future__ import annotations

from scoring.cards import format_cards
from scoring.deal_course import Masks
from tests.scoring.egn import codes, course_of, one_deal
from tests.support.rows import each_row

ELDER, DEALER = "B:HA.DQ8.CKT", "A:SQ8.DJ.C87"
PLAY = "S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)"
HANDS = "SQ8.DJ.C87 HA.DQ8.CKT"

GIVEN_ELDER, GIVEN_DEALER = "A:SA.H9.DQ97", "B:SQJ.H8.DA.C8"
ELDERS_EXCHANGE, DEALERS_EXCHANGE = "-SA.DQ7+HT.D8.CA", "-SQJ.DA.C8+CKJT7"
GIVEN_PLAY = "S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4 (1-0)"
GIVEN_HANDS = "HT9.D98.CA H8.CKJT7"


def dealt(elder: str, dealer: str, incident: str) -> str:
    return f"1. A 2-3 ^C9 {elder} {dealer} {incident} {PLAY}"


def given(elders: str, dealers: str, play: str = GIVEN_PLAY) -> str:
    return f"1. B 2-3 ^H7 {GIVEN_ELDER} {GIVEN_DEALER} P G {elders} {dealers} {play}"


def format_hands(hands: Masks) -> str:
    return " ".join("?" if hand is None else format_cards(hand) for hand in hands)


PUT_RIGHT = [
    # the deal, the hands at the first lead
    (dealt(ELDER, DEALER, "!9a:rectify"), HANDS),
    (dealt("B:HA.DQ87.CKT", DEALER, "!15a(6):discard(D7)"), HANDS),
    (dealt("B:HA.DQ8.CT", DEALER, "!16a(4):complete(CK)"), HANDS),
    (dealt(ELDER, "A:SQ8.DJT.C87", "!17a(6):draw(DT)"), HANDS),
    (dealt(ELDER, "A:SQ8.DJ.C8", "!18a(4):complete(C7)"), HANDS),
    (given(f"{ELDERS_EXCHANGE}Q !29a(1):draw(CQ)", DEALERS_EXCHANGE), GIVEN_HANDS),
    (given(f"{ELDERS_EXCHANGE}Q !31b(1):discard(CQ)", DEALERS_EXCHANGE), GIVEN_HANDS),
    (given("-SA.DQ7+HT.CA !32b(1):complete(D8)", DEALERS_EXCHANGE), GIVEN_HANDS),
    (given(ELDERS_EXCHANGE, "-SQJ.DA.C8+CKQJT7 !33b(1):draw(CQ)"), GIVEN_HANDS),
    (given(ELDERS_EXCHANGE, "-SQJ.DA.C8+CJT7 !34b(1):complete(CK)"), GIVEN_HANDS),
    (given(f"!36b(D8;adversary):take {ELDERS_EXCHANGE}", DEALERS_EXCHANGE), GIVEN_HANDS),
    (given(f"!36b(CQ;adversary):aside {ELDERS_EXCHANGE}", DEALERS_EXCHANGE), GIVEN_HANDS),
    (given(ELDERS_EXCHANGE, f"!35(CQ):aside {DEALERS_EXCHANGE}"), GIVEN_HANDS),
]


@each_row(("deal", "hands"), PUT_RIGHT)
def test_a_hand_put_right_is_followed_as_it_was_put_right(deal: str, hands: str) -> None:
    assert codes(one_deal(deal)) == ""
    course = course_of(deal)
    assert format_hands(course.hands) == hands
    assert course.regular


@each_row(("deal", "hands"), PUT_RIGHT)
def test_hands_left_out_are_derived_through_what_put_them_right(deal: str, hands: str) -> None:
    whole = course_of(deal)
    derived = course_of(" ".join(part for part in deal.split() if part[:2] not in ("A:", "B:")))
    assert (format_hands(derived.hands), derived.dealt) == (hands, whole.dealt)
    assert derived.regular


def test_a_card_added_behind_the_first_lead_is_held_from_then_on() -> None:
    deal = given(
        ELDERS_EXCHANGE, "-SQJ.DA.C8+CJT7", "S CA !34b(1):complete(CK) CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4"
    )
    course = course_of(deal)
    assert codes(one_deal(deal)) == ""
    assert format_hands(course.hands) == "HT9.D98.CA H8.CJT7"
    assert not course.regular
    derived = course_of(" ".join(part for part in deal.split() if part[:2] not in ("A:", "B:")))
    assert derived.hands == course.hands


LEFT_AS_IT_IS = [
    # the deal, the hands at the first lead, the tricks [A's, B's]
    (
        "1. A 2-3 ^C9 B:HA.DQ87.CKT A:SQ8.DJ.C87 !9a(looked):stand S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5",
        "SQ8.DJ.C87 HA.DQ87.CKT",
        (0, 5),
    ),
    (
        "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJT.C87 S Kb CT C8, CK C7, DQ DJ !21a(6):stand HA SQ, D8 DT =A3",
        "SQ8.DJT.C87 HA.DQ8.CKT",
        (1, 4),
    ),
    (
        "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C8 S Kb CT C8, CK DJ, DQ S8 !21a(4):stand HA SQ, D8 -- =B5 (0-3)",
        "SQ8.DJ.C8 HA.DQ8.CKT",
        (0, 5),
    ),
    (
        given("-SA.DQ7+HT.CA", DEALERS_EXCHANGE, "S CA CK !30a(1) CT HT, H9 H8, D9 CJ, -- C7 =A3 (1-0)"),
        "HT9.D9.CA H8.CKJT7",
        (3, 2),
    ),
    (
        given(
            ELDERS_EXCHANGE, "-SQJ.DA.C8+CKJT", "S CA CK, CT HT, H9 H8, D9 CJ, D8 -- !34b(1;played) =A4 (1-0)"
        ),
        "HT9.D98.CA H8.CKJT",
        (4, 1),
    ),
]


@each_row(("deal", "hands", "tricks"), LEFT_AS_IT_IS)
def test_a_hand_that_stays_long_or_short_plays_as_it_is(
    deal: str, hands: str, tricks: tuple[int, int]
) -> None:
    course = course_of(deal)
    assert (format_hands(course.hands), course.tricks_won) == (hands, tricks)
    assert not course.regular


def test_a_hand_left_short_is_derived_from_the_trick_that_it_can_not_play_to() -> None:
    short = given("-SA.DQ7+HT.CA", DEALERS_EXCHANGE, "S CA CK !30a(1) CT HT, H9 H8, D9 CJ, -- C7 =A3 (1-0)")
    derived = course_of(" ".join(part for part in short.split() if part[:2] not in ("A:", "B:")))
    assert format_hands(derived.hands) == "HT9.D9.CA H8.CKJT7"


def test_five_cards_do_not_tell_a_hand_that_may_hold_six() -> None:
    course = course_of("1. A 2-3 ^C9 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 !21a(6):stand =B5 (0-3)")
    assert format_hands(course.hands) == "? HA.DQ8.CKT"


NOT_KNOWN = [
    "1. A ^C9 B:HA.DQ87.CKT A:SQ8.DJ.C87 !15a(6) S CT C8",
    "1. A ^C9 B:HA.DQ87.CKT A:SQ8.DJ.C87 !15a(6):discard S CT C8",
    "1. A ^C9 B:HA.DQ87.CKT A:SQ8.DJ.C87 !15a(6):complete(H7) S CT C8",
]


@each_row("deal", NOT_KNOWN)
def test_a_hand_is_not_known_where_its_remedy_is_not(deal: str) -> None:
    assert format_hands(course_of(deal).hands) == "SQ8.DJ.C87 ?"


def test_what_is_put_out_or_drawn_is_out_of_the_hand_for_good() -> None:
    deal = dealt("B:HA.DQ87.CKT", DEALER, "!15a(6):discard(D7)").replace("D8 S8", "D7 S8")
    assert codes(one_deal(deal)).startswith("E06 error")


CASES = [
    # before which token, player, hand
    ("CT", "B", "HA.DQ8.CKT"),
    ("C8,", "B", "HA.DQ8.CK"),
    ("!16a(4):complete(CK)", "B", "HA.DQ8.CT"),
    ("DQ", "A", "SQ8.DJ"),
]


@each_row(("token", "player", "expected"), CASES)
def test_a_hand_is_known_at_every_token(token: str, player: str, expected: str) -> None:
    deal = dealt("B:HA.DQ8.CT", DEALER, "!16a(4):complete(CK)")
    position = deal.split().index(token)
    hand = course_of(deal).held_at("A" if player == "A" else "B", position)
    assert format_cards(hand or 0) == expected


def test_the_play_begins_again_with_the_hands_of_the_first_lead() -> None:
    deal = (
        "1. A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S Kb HK C8 !43a(C8):replay "
        "HK HQ, DK C8, SJ HA, SA H9, CJ CT =B5 (0-3)"
    )
    course = course_of(deal)
    tokens = deal.split()
    assert format_cards(course.held_at("B", tokens.index("C8")) or 0) == "SJA.DK.CJ"
    assert course.held_at("B", tokens.index("!43a(C8):replay") + 1) == course.hands[1]
    assert len(course.replayed) == 1
    assert course.regular


def test_the_card_chosen_gives_trumps_where_no_turn_up_is_written() -> None:
    course = course_of("1. A !11a(H9;SQ):choose(H9) B:ST9.HT.DT.CT A:HK87.DJ.CJ S HT HK")
    assert course.trump == 1
    assert course.tricks[0].winner == "A"


def test_a_lead_out_of_turn_that_stood_is_its_players_though_no_hand_is_known() -> None:
    course = course_of("1. A ^DJ S HK HQ, CT CJ !40a(CT;after) DK C8")
    assert [(trick.leader, trick.winner) for trick in course.tricks] == [("B", "B"), ("A", "B"), ("B", "B")]
