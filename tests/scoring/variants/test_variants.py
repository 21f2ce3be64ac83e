"""Incidents that cannot arise in a variant are errors in it; the differences between variants are in one table."""

from __future__ import annotations

import pytest

from scoring.book import IncidentError, Place, ruling, write_incident
from scoring.follow import follow_deal
from scoring.incidents import ROWS
from scoring.notation import read_one
from scoring.record import VARIANT_TAGS, Incident, Rules, Variant, rules_of
from scoring.variants import VARIATIONS, can_arise, point_taken_by
from tests.scoring.egn import checked, codes, egn
from tests.support.rows import each_row

OF_THE_KING = {19, 22, 23, 24, 25, 47}
OF_EXCHANGING = set(range(28, 39))
"""Laws on cards discarded, asked for, given and laid aside."""
OF_THE_PLAY = {20, 21, 39, 40, 41, 42, 43}


def test_laws_of_the_king_and_of_exchanging_can_arise_at_ecarte_alone() -> None:
    assert {law for law in ROWS if not can_arise(law, "triomphe")} == OF_THE_KING | OF_EXCHANGING
    assert all(can_arise(law, "ecarte") for law in ROWS)


@each_row("record", ["Game 1 !{law}\n1. A S =B3\n*", "Game 1\n1. A S !{law} =B3\n*"])
@each_row("law", ROWS)
def test_an_incident_that_cant_arise_is_an_error_of_its_law(law: int, record: str) -> None:
    findings = checked(record.format(law=law), Variant="Triomphe").findings
    is_out = [
        finding for finding in findings if finding.variant in ("king_not_marked", "cards_not_exchanged")
    ]
    if can_arise(law, "triomphe"):
        assert is_out == []
        return
    (finding,) = findings
    assert (finding.code, finding.severity) == (f"L{law:02d}", "error")
    assert finding.variant == ("king_not_marked" if law in OF_THE_KING else "cards_not_exchanged")


@each_row("law", ROWS)
def test_no_law_of_the_play_is_broken_where_the_point_was_taken(law: int) -> None:
    taken = checked(f"Game 1\n1. A P G !{law} =A\n*", Variant="Triomphe").findings
    faults = [(finding.code, finding.severity) for finding in taken if finding.variant == "nothing_played"]
    assert faults == ([(f"L{law:02d}", "error")] if law in OF_THE_PLAY else [])
    for calls, variant in (("P R", "Triomphe"), ("S", "Triomphe"), ("P G", "Ecarte")):
        played = checked(f"Game 1\n1. A {calls} !{law} =A\n*", Variant=variant).findings
        assert not any(finding.variant == "nothing_played" for finding in played)


def test_a_card_played_on_a_point_taken_is_the_slip_and_not_what_it_led_to() -> None:
    play = "^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 P G CT SQ !43a(SQ):replay"
    findings = checked(f"Game 1\n1. A {play} =A\n*", Variant="Triomphe").findings
    assert "nothing_played" not in [finding.variant for finding in findings]
    assert "played_after_taking" in [finding.variant for finding in findings]


def test_the_book_writes_no_revoke_where_the_point_was_taken() -> None:
    rubber = read_one(egn("Game 1\n1. A P G =A\n*", Variant="Triomphe"))
    with pytest.raises(IncidentError) as caught:
        write_incident(rubber, Place(0, 0, 4), Incident(43, "A", (), "stand"))
    assert [finding.variant for finding in caught.value.findings] == ["nothing_played"]


def test_no_king_that_was_left_out_is_made_good() -> None:
    rubber = checked("Game 1\n1. A S =A3 (1-0) !50a(king;1):mark (2-0)\n*", Variant="Triomphe")
    assert [(finding.code, finding.variant) for finding in rubber.findings] == [("L50", "king_not_marked")]
    assert rubber.games[0].deals[0].course.kings == ()
    point = checked("Game 1\n1. A S =A3 (0-0) !50a(point;1):mark (1-0)\n*", Variant="Triomphe")
    assert codes(point) == ""


def test_the_book_rules_on_no_law_that_cant_arise() -> None:
    rubber = read_one(egn("Game 1\n1. A S =B3\n*", Variant="Triomphe"))
    with pytest.raises(IncidentError) as caught:
        ruling(rubber, Place(0, 0, 2), Incident(29, "B"))
    assert caught.value.key == "variant"
    with pytest.raises(IncidentError):
        ruling(rubber, Place(0, None, 2), Incident(22))
    assert ruling(rubber, Place(0, 0, 2), Incident(43, "A")).options


@each_row("variant", VARIATIONS)
def test_a_rubber_says_by_its_tag_which_game_is_played(variant: Variant) -> None:
    assert rules_of({"Variant": VARIANT_TAGS[variant]}).variant == variant
    assert Rules().variant == "ecarte"
    rubber = checked("Game 1\n1. A S =B3\n*", Variant=VARIANT_TAGS[variant])
    assert rubber.games[0].deals[0].course.variant == variant


def test_cards_given_at_ecarte_are_a_point_taken_at_la_triomphe() -> None:
    deal = read_one(egn("Game 1\n1. A P G =A\n*")).games[0].deals[0]
    assert point_taken_by(follow_deal(deal)) is None
    assert point_taken_by(follow_deal(deal, variant="triomphe")) == "A"
