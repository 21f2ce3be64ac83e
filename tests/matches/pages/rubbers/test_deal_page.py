from __future__ import annotations

import pytest

from matches.pages.common.card_faces import Face
from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.deal_page import DealPage
from matches.pages.rubbers.rubber_page import findings_of_deal
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.matches.pages.records import DEALS, EXCHANGED, unfinished

NAMES = ("Boiteau", "Walker")
FIRST = EXCHANGED.replace("2. B", "1. B")


def page_of_deal(deals: str, *, number: int = 1, judgements: tuple[Judgement, ...] = ()) -> DealPage:
    checked = check_rubber(read_one(unfinished(deals)))
    game = checked.games[0]
    return DealPage(
        game.deals[number - 1],
        names=NAMES,
        findings=findings_of_deal(checked, 1, number),
        judgements=judgements,
    )


def codes(faces: tuple[Face | None, ...] | None) -> str:
    return " ".join(face.code for face in faces or () if face is not None)


def judgement(**fields: object) -> Judgement:
    usual: dict[str, object] = {
        "game": 1,
        "deal": 1,
        "kind": "card",
        "trick": 3,
        "player": "B",
        "chosen": "DQ",
        "best": ["HA"],
        "expected": {"DQ": -0.24, "HA": 0.12},
        "loss": 0.36,
        "worlds": 231,
        "double_dummy_loss": 0,
        "label": None,
    }
    return Judgement(**{**usual, **fields})  # type: ignore[arg-type]


def test_elder_hand_sits_first_with_the_cards_as_dealt() -> None:
    page = page_of_deal(DEALS)
    assert (page.dealer, page.elder) == ("Boiteau", "Walker")
    assert page.seats is not None
    assert [seat.name for seat in page.seats] == ["Walker", "Boiteau"]
    assert codes(page.seats[0].cards) == "HA DQ D8 CK CT"
    assert codes((page.turn_up,)) == "C9"


def test_exchange_shows_what_went_what_came_and_the_hand_it_made() -> None:
    page = page_of_deal(FIRST)
    elder, dealer = [step for step in page.steps if step.kind == "exchange"]
    assert (codes(elder.out), codes(elder.taken)) == ("SA DQ D7", "HT D8 CA")
    assert codes(elder.hand) == "HT H9 D9 D8 CA"
    assert codes(dealer.hand) == "H8 CK CJ CT C7"


def test_second_exchange_starts_from_the_hand_that_the_first_made() -> None:
    page = page_of_deal(
        "1. A 3-2 ^H8 B:SKQA.H7.C7 A:SJ.H9.DKQJ P G -SKQA+DA987 -SJ.DJ+CKQ "
        "P G -D98.H7+CJT9 -DKQ+S98 S".replace("-SKQA+DA987", "-SKQA+DA98")
    )
    hands = [codes(step.hand) for step in page.steps if step.hand]
    assert hands == ["H7 DA D9 D8 C7", "H9 DK DQ CK CQ", "DA CJ CT C9 C7", "S9 S8 H9 CK CQ"]
    assert "Walker proposes again." in [step.text for step in page.steps]


def test_exchange_of_unknown_cards_leaves_the_hand_unknown() -> None:
    page = page_of_deal("1. A ^H8 B:SKQA.H7.C7 A:SJ.H9.DKQJ P G -3 -0 S =B (0-1)")
    elder, dealer = [step for step in page.steps if step.kind == "exchange"]
    assert elder.hand is None
    assert elder.text == "Walker changes three cards."
    assert dealer.text == "Boiteau keeps all five cards."


def test_each_card_stands_under_its_player_whoever_led() -> None:
    page = page_of_deal(DEALS)
    row = page.tricks[0]
    assert codes((row.elder.face, row.dealer.face)) == "CT C8"
    assert (row.elder.led, row.elder.won, row.dealer.led, row.dealer.won) == (True, True, False, False)
    later = page_of_deal(FIRST).tricks[1]
    assert (codes((later.dealer.face,)), later.dealer.led, later.dealer.won) == ("CT", True, False)


def test_king_is_marked_where_it_was_announced() -> None:
    before, during = page_of_deal(DEALS), page_of_deal(DEALS, number=2)
    king = "Walker announces the king of {} and marks it."
    assert [step.text for step in before.steps] == ["Walker stands.", king.format("clubs")]
    assert [step.text for step in during.tricks[0].steps] == [king.format("spades")]
    turned = page_of_deal("1. B 2-3 ^HK Kb S =A (1-1)")
    assert turned.steps[0].text == "Walker marks the king of hearts, turned up."
    late = page_of_deal("1. A S =A3 (2-0) Kb (2-1)")
    assert [step.text for step in late.closing] == ["After the score was called, Walker marks the king."]


def test_marks_name_what_they_were_for() -> None:
    page = page_of_deal(DEALS, number=2)
    assert page.marks == [
        {"name": "Walker", "what": "the king", "law": 47, "points": 1},
        {"name": "Walker", "what": "the point, counting two", "law": 49, "points": 2},
    ]
    assert page.score == (("Boiteau", 0, 0), ("Walker", 3, 5))
    assert page.vulnerable == "If Boiteau loses, the point counts two (law\u00a049)."
    assert page_of_deal(DEALS).marks[1]["what"] == "the vole"


def test_deal_starts_from_the_scorers_figure() -> None:
    """The scorer left a mark out of deal 1 (law 50), and deal 2 goes on from the written score."""
    page = page_of_deal("1. A S =B5 (0-1)\n2. B S =A3 (1-1)", number=2)
    assert page.score == (("Boiteau", 0, 1), ("Walker", 1, 1))


@pytest.mark.parametrize(
    ("deals", "outcome"),
    [
        ("1. A S =B (0-1)", "Walker wins the point."),
        ("1. A S =B4 (0-1)", "Walker wins four tricks: the point."),
        ("1. A S =B5 (0-2)", "Walker wins all five tricks: the vole."),
        (DEALS.splitlines()[0].replace("=B5 (0-3)", "=A (1-1)"), "Boiteau wins the point."),
        ("1. A S", ""),
    ],
)
def test_outcome_is_told_as_it_was_written(deals: str, outcome: str) -> None:
    assert page_of_deal(deals).outcome == outcome


def test_flagged_card_carries_its_note_beside_its_trick() -> None:
    page = page_of_deal(DEALS, judgements=(judgement(),))
    row = page.tricks[2]
    assert row.elder.flagged
    assert not row.dealer.flagged
    assert [flag.anchor for flag in row.flags] == ["trick-3-b"]
    assert page.flags == ()


@pytest.mark.parametrize(
    ("fields", "step"),
    [
        ({"kind": "proposal", "token": 6, "player": "A", "chosen": "P", "best": ["S"]}, "Boiteau proposes."),
        ({"kind": "reply", "token": 7, "player": "B", "chosen": "G", "best": ["R"]}, "Walker gives cards."),
        (
            {"kind": "discard", "token": 8, "player": "A", "chosen": "SA.DQ7", "best": ["-"]},
            "Boiteau changes three cards.",
        ),
        (
            {"kind": "discard", "token": 9, "player": "B", "chosen": "SQJ.DA.C8", "best": ["-"]},
            "Walker changes four cards.",
        ),
    ],
)
def test_judged_call_stands_beside_its_step(fields: dict[str, object], step: str) -> None:
    made = judgement(trick=None, expected={}, **fields)
    page = page_of_deal(FIRST, judgements=(made,))
    assert [each.text for each in page.steps if each.flags] == [step]
    assert page.flags == ()
    assert not any(row.flags for row in page.tricks)


@pytest.mark.parametrize(("token", "trick"), [(8, 1), (9, 1), (10, 2)])
def test_silence_with_the_king_stands_beside_its_card(token: int, trick: int) -> None:
    silent = judgement(
        kind="king", trick=None, token=token, chosen="-", best=["K"], expected={"-": 0, "K": 1}
    )
    page = page_of_deal(DEALS, judgements=(silent,))
    assert [row.number for row in page.tricks if row.flags] == [trick]
    assert not any(row.elder.flagged or row.dealer.flagged for row in page.tricks)


@pytest.mark.parametrize(
    ("deal", "step", "trick"), [(1, "Walker announces the king of clubs and marks it.", None), (2, None, 1)]
)
def test_king_is_judged_where_announced(deal: int, step: str | None, trick: int | None) -> None:
    announced = judgement(
        deal=deal, kind="king", trick=None, token=8, chosen="K", best=["K"], expected={"-": 0, "K": 1}, loss=0
    )
    page = page_of_deal(DEALS, number=deal, judgements=(announced,))
    assert [each.text for each in page.steps if each.flags] == [step] * (step is not None)
    assert [row.number for row in page.tricks if row.flags] == [trick] * (trick is not None)


def test_judgement_of_no_step_stands_with_the_deal() -> None:
    lost = judgement(kind="reply", trick=None, token=40, chosen="G", best=["R"], expected={"G": 0, "R": 1})
    page = page_of_deal(DEALS, judgements=(lost,))
    assert [flag.anchor for flag in page.flags] == ["reply-40-b"]
    assert not any(row.flags for row in page.tricks)
    assert not any(step.flags for step in page.steps)


def test_finding_stands_beside_its_trick() -> None:
    revoked = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT SQ, CK C7, DQ DJ, HA S8, D8 C8 =B4 (0-2)"
    page = page_of_deal(revoked)
    assert page.findings == ()
    notes = page.tricks[0].findings
    assert [note.code for note in notes] == ["L43R"]
    assert notes[0].message.startswith("Boiteau plays the queen of spades to the ten of clubs")


def test_remarks_and_incidents_stand_where_they_were_written() -> None:
    page = page_of_deal(
        "1. A {late} 2-3 ^C9 S {stood at once} CT C8 !40b(DQ;before):takeback CK {well led} C7 =B3 (0-1)"
    )
    assert [step.text for step in page.steps] == ["late", "Walker stands.", "stood at once"]
    assert [step.text for step in page.tricks[0].steps] == [
        "Walker led out of turn (the queen of diamonds, before a card was played to it). The card is taken back,"
        " without a penalty."
    ]
    assert [step.text for step in page.tricks[1].steps] == ["well led"]


def test_hand_made_up_from_the_stock_is_shown_with_what_came() -> None:
    page = page_of_deal("1. A 2-3 ^C9 B:HA.DQ8.CK A:SQ8.DJ.C87 !16a(4):complete(CT) S CT C7")
    (made_up, _stands) = page.steps
    assert made_up.text.startswith("Boiteau dealt the elder hand fewer than five cards (four cards).")
    assert (codes(made_up.taken), codes(made_up.hand)) == ("CT", "HA DQ D8 CK CT")


def test_trick_without_a_card_is_the_opponents() -> None:
    page = page_of_deal("1. A 2-3 ^C9 P G -HA+HK -2 !30b(1):short S HK -- =A")
    assert page.tricks[0].dealer.face is None
    assert "that it has no card for is the dealer's" in " ".join(step.text for step in page.steps)


def test_cards_taken_up_for_a_replay_are_told_before_the_play() -> None:
    page = page_of_deal(
        "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT SQ !43a(SQ):replay CT C8, CK C7, DQ DJ, HA SQ, "
        "D8 S8 =B5 (0-2)"
    )
    again = page.steps[-1]
    assert again.kind == "taken-up"
    assert codes(again.out) == "CT SQ"
    assert codes((page.tricks[0].dealer.face,)) == "C8"


def test_reviewers_mark_is_kept_beside_its_card() -> None:
    page = page_of_deal("1. A ^C9 S CT?? C8 =B3 (0-1)")
    assert (page.tricks[0].elder.suffix, str(page.tricks[0].elder.suffix_word)) == ("??", "bad")


def test_void_deal_says_that_it_does_not_count() -> None:
    page = page_of_deal("1. A ^C9 !12(HK):fresh =void")
    assert page.is_void
    assert page.marks == []


@pytest.mark.parametrize("deals", ["1. A =B (0-1)", "1. A"])
def test_deal_with_nothing_written_has_no_cards_to_show(deals: str) -> None:
    page = page_of_deal(deals)
    assert (page.seats, page.turn_up, page.tricks) == (None, None, ())


def test_hand_known_in_part_shows_what_is_known() -> None:
    page = page_of_deal("1. A ^C9 B:HA.DQ8.CKT A:SQ.DJ~ S =B (0-1)")
    assert page.seats is not None
    dealer = page.seats[1]
    assert codes(dealer.cards) == "SQ DJ"
    assert len(dealer.hidden) == 3
