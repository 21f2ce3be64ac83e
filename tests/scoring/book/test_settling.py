"""Choices on a deal that is still being written, as tokens that go behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from scoring.book import settlings
from scoring.check import check_rubber
from scoring.findings import Finding, new_findings
from scoring.record import Deal, Ending, Game, Rubber
from tests.samples import checked_sample
from tests.scoring.egn import deal_of, one_deal
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row

CHOICES = {"L25", "L40", "L43R", "L43W"}

HANDS = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87"


def tokens(line: str) -> list[str]:
    return [each.tokens for each in settlings(deal_of(line))]


@each_row(
    ("line", "choices"),
    [
        (f"{HANDS} S CT C8", []),
        (f"{HANDS} S CT SQ", ["!43a(SQ):stand", "!43a(SQ):replay"]),
        (f"{HANDS} S DQ SQ", ["!43a(SQ):stand", "!43a(SQ):replay"]),
        (f"{HANDS} S CT SQ, D8", ["!43a(SQ):stand", "!43a(SQ):replay"]),
        (f"{HANDS} S CT SQ !43a(SQ):stand", []),
        (f"{HANDS} S Ka CT C8", ["!25a:stand", "!25a:replay"]),
        (f"{HANDS} S C8", []),
        (f"{HANDS} S C8 CT", ["!40a(C8;after):stand"]),
        ("A 2-3 ^C9 B:HA.DQ8.CKJT", ["!15a(6):fresh =void"]),
        ("A 2-3 ^C9 B:HA.DQ8.CKJT A:SQ8.DJ.C87 S", []),
        ("A 2-3 ^C9 B:HA.DQ8.CKJT A:SQ8.DJ.C87 S CT C8", ["!20b(6):fresh =void"]),
        ("A 2-3 ^C9 S CT", []),
    ],
)
def test_what_can_be_chosen_behind_the_line(line: str, choices: list[str]) -> None:
    assert tokens(line) == choices


@in_two_sizes("has_choice", True, False)
def test_whatever_is_offered_settles_its_finding_and_raises_none(has_choice: bool) -> None:
    """The deals of the file of faults, or those alone that have a finding with a choice, token by token."""
    offered = Counter[str]()
    for deal in deals_of_faults(has_choice=has_choice):
        for length in range(1, len(deal.items) + 1):
            so_far = replace(deal, items=deal.items[:length], comments=())
            choices = settlings(so_far)
            before = judged(so_far) if choices else ()
            for choice in choices:
                added = deal_of(f"A {choice.tokens}").items
                after = judged(replace(so_far, items=(*so_far.items, *added)))
                assert choice.finding in new_findings(after, before), choice
                assert not any(finding.blocks_confirming for finding in new_findings(before, after)), choice
                offered[choice.finding.code] += 1
    assert set(offered) == CHOICES


def deals_of_faults(*, has_choice: bool) -> Iterator[Deal]:
    for rubber in checked_sample("faults.egn"):
        places = {(each.game, each.deal) for each in rubber.findings if each.code in CHOICES}
        for number, game in enumerate(rubber.rubber.games, start=1):
            for position, deal in enumerate(game.deals, start=1):
                if not has_choice or (number, position) in places:
                    yield deal


def judged(deal: Deal) -> tuple[Finding, ...]:
    tags = (("EGN", "1"), ("A", "A"), ("B", "B"))
    return check_rubber(Rubber(tags, (Game(1, deals=(replace(deal, number=1),)),), Ending(None))).findings


@each_row("line", [f"{HANDS} S CT SQ", f"{HANDS} S Ka CT C8", f"{HANDS} S C8 CT"])
def test_line_with_the_choice_behind_it_asks_for_no_ruling(line: str) -> None:
    for choice in settlings(deal_of(line)):
        findings = one_deal(f"1. {line} {choice.tokens}").findings
        assert [each.code for each in findings if each.blocks_confirming] == []


def test_opponent_chooses_where_the_law_leaves_a_choice() -> None:
    assert {each.chooser for each in settlings(deal_of(f"{HANDS} S CT SQ"))} == {"B"}
    assert [each.chooser for each in settlings(deal_of(f"{HANDS} S C8 CT"))] == [None]
