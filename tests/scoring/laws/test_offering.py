"""Laws 26 and 27 at La Triomphe, and parts of écarté that it lacks: a deal, and its findings."""

from __future__ import annotations

from tests.scoring.egn import one_deal
from tests.support.rows import each_row

HANDS = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87"
AFTER_LEAD = "C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)"
PLAY = f"CT {AFTER_LEAD}"

CASES = [
    # name of the case, deal, code and variant of the findings
    ("nothing said, the elder hand leads", f"{HANDS} {PLAY}", ""),
    ("both play", f"{HANDS} S S {PLAY}", ""),
    ("offered and refused", f"{HANDS} P R {PLAY}", ""),
    ("offered by the dealer and refused", f"{HANDS} S P R {PLAY}", ""),
    ("a card behind an offer says that it was refused", f"{HANDS} P {PLAY}", ""),
    ("taken", f"{HANDS} P G =A (1-0)", ""),
    ("taken, and no outcome written", f"{HANDS} P G (1-0)", ""),
    ("offered by the dealer and taken", f"{HANDS} S P G =B (0-1)", ""),
    ("not answered yet", f"{HANDS} P", ""),
    # Law 26: an offer is binding, there is one at most, and an accepted point is not played for
    ("offer taken back", f"{HANDS} P S {PLAY}", "L26 offer_taken_back"),
    ("offered twice over", f"{HANDS} P P R {PLAY}", "L26 offer_taken_back"),
    ("offered again after a refusal", f"{HANDS} P R P G =A (1-0)", "L26 offer_settled"),
    ("offered after both had played", f"{HANDS} S S P R {PLAY}", "L26 offer_settled"),
    ("said again after both had played", f"{HANDS} S S S {PLAY}", "L26 offer_settled"),
    # The point may be offered after the first lead, as long as it was not played to
    ("offered after the lead and refused", f"{HANDS} S CT P R {AFTER_LEAD}", ""),
    ("offered after the lead alone", f"{HANDS} CT P R {AFTER_LEAD}", ""),
    ("offered after both had played and one led", f"{HANDS} S S CT P R {AFTER_LEAD}", ""),
    ("offered after the lead and taken", f"{HANDS} S CT P G =B (0-1)", ""),
    ("offered after the lead, not answered yet", f"{HANDS} S CT P", ""),
    ("a reply behind an offer says that it was refused", f"{HANDS} S CT P {AFTER_LEAD}", ""),
    ("offered after the reply", f"{HANDS} S CT C8 P R CK C7", "L26 after_card"),
    ("offered after the second lead", f"{HANDS} S CT C8, CK P R C7", "L26 after_card"),
    ("answered after the reply", f"{HANDS} S CT P C8 R CK C7", "L26 after_card"),
    ("answered after the lead", f"{HANDS} P CT R {AFTER_LEAD}", "L26 after_card"),
    ("answered unasked after the lead", f"{HANDS} S CT R {AFTER_LEAD}", "L26 after_card"),
    ("said after the lead", f"{HANDS} S CT S {AFTER_LEAD}", "L26 after_card"),
    ("a second offer, after the lead", f"{HANDS} P R CT P R {AFTER_LEAD}", "L26 offer_settled"),
    ("offered twice over after the lead", f"{HANDS} S CT P P R {AFTER_LEAD}", "L26 offer_taken_back"),
    ("answer taken back after the lead", f"{HANDS} S CT P R G", "L27 taken_back"),
    ("played after it was taken behind the lead", f"{HANDS} S CT P G C8", "L26 played_after_taking"),
    ("taken behind the lead, the outcome the other's", f"{HANDS} S CT P G =A", "L48 point_taken"),
    ("refused behind the lead, scored as a point", f"{HANDS} CT P R C8 =B4 (0-1)", "L51"),
    ("played after it was taken", f"{HANDS} P G {PLAY}", "L26 played_after_taking"),
    ("cards exchanged", f"{HANDS} P R -2 {PLAY}", "L26 no_exchange"),
    ("cards exchanged after an answer", f"{HANDS} P G -SQ -0 =A (1-0)", "L26 no_exchange"),
    # Law 27: an answer follows an offer, and is binding
    ("answered unasked", f"{HANDS} R {PLAY}", "L27 no_offer"),
    ("answered where the elder hand plays", f"{HANDS} S G =A", "L27 no_offer"),
    ("answered where both play", f"{HANDS} S S R {PLAY}", "L27 no_offer"),
    ("answer taken back", f"{HANDS} P R G =A (1-0)", "L27 taken_back"),
    # Law 47: no king is marked
    ("the king marked from hand", f"{HANDS} S Kb {PLAY}", "L47 no_king"),
    ("the king turned up, marked", "A ^CK S Ka =A3 (2-0)", "L47 no_king"),
    ("two kings marked are one slip", "A ^CK Ka S Kb =A3 (2-0)", "L47 no_king"),
    ("the king marked behind the score", "A S =A3 (1-0) Ka (2-0)", "L47 no_king"),
    # Laws 22 and 23 warn of no king
    (
        "the king turned up, not marked",
        "A 2-3 ^CK B:HA.DQ8.CQT A:SQ8.DJ.C87 CT C8, CQ C7, DQ DJ, HA SQ, D8 S8 =B5",
        "",
    ),
    # Law 48: the point taken has one outcome and no tricks
    ("taken, the outcome the other's", f"{HANDS} P G =B", "L48 point_taken"),
    ("taken, with tricks", f"{HANDS} P G =A3", "L48 point_taken"),
    # Laws 50 and 51: the figures
    ("a refusal lost, scored as one", "A P R =B3 (0-1)", "L50"),
    ("a refusal lost, scored for the tricks", "A P R =A4 (1-0)", "L51"),
    ("the point taken, scored as two", "A P G =A (2-0)", "L51"),
    # The laws that hold in both games
    ("a hand of six", "A 2-3 ^C9 B:HA.DQ87.CKT S", "L09"),
    ("the turn-up in a hand", f"{HANDS.replace('^C9', '^C8')} S {PLAY}", "L10"),
    ("a revoke", f"{HANDS} S CT SQ", "L43R"),
    ("a trick not won", "A 2-3 ^C9 B:HA.DQ8.CJT A:SQ8.DJ.CK7 S CT C7", "L43W"),
    ("a lead out of turn", f"{HANDS} S C8 CT", "L40"),
    ("a hand given up at no trick", f"{HANDS} S CT C8 !42a:abandon =B", "L42 vole"),
]


@each_row(("name", "deal", "expected"), CASES)
def test_what_is_found_in_a_deal(name: str, deal: str, expected: str) -> None:
    findings = one_deal(f"1. {deal}", Variant="Triomphe").findings
    assert ", ".join(f"{one.code} {one.variant}".rstrip() for one in findings) == expected


SPEAKERS = [("P S", "B"), ("P P", "B"), ("S P S", "A"), ("P R G", "A"), ("S P R G", "B")]


@each_row(("calls", "player"), SPEAKERS)
def test_the_player_who_spoke_before_made_the_slip(calls: str, player: str) -> None:
    (finding,) = one_deal(f"1. A {calls}", Variant="Triomphe").findings
    assert finding.params["player"] == player
    assert finding.message.startswith(player)


def test_a_figure_that_forgets_the_refusal_is_explained_by_law_49() -> None:
    (finding,) = one_deal("1. A P R =B3 (0-1)", Variant="Triomphe").findings
    assert finding.cause == 49
