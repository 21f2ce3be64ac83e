"""Laws 5, 8, 14 and 46, numbers and totals: the rules that a game or a rubber can keep or break.

Scores are kept in marks alone: ``S =A`` won against an elder who stood counts two.
"""

from __future__ import annotations

from tests.scoring.egn import checked
from tests.scoring.text_table import rows_of
from tests.support.rows import each_row

WON_BY_A = "1. A P R =A3 (1-0) 2. B P R =A3 (3-0) 3. A S =A3 (5-0) #5-0"

CASES = f"""
kept | Game 1 cut A=HK B=HQ {WON_BY_A} ##1-0 | |
kept, with tags | Game 1 {WON_BY_A} ##1-0 | Result=1-0 Points=1-0 |
# Law 5
lower cut deals | Game 1 cut A=HQ B=HK {WON_BY_A} ##1-0 | | L05 1
ace is below the knave | Game 1 cut A=HA B=SJ {WON_BY_A} ##1-0 | | L05 1
tie cut again | Game 1 cut A=HQ B=DQ A=HK B=HT {WON_BY_A} ##1-0 | |
tie not cut again | Game 1 cut A=HQ B=DQ {WON_BY_A} ##1-0 | | L05 1
cut on after a decision | Game 1 cut A=HK B=DQ A=HK B=HT {WON_BY_A} ##1-0 | | L05 1
# Law 8
a dealer changes the packets | Game 1 1. A 2-3 P R =A3 (1-0) 2. B 3-2 P R =A3 (3-0) 3. A 3-2 S =A3 (5-0) #5-0 ##1-0 |
    | L08 1 3
# Law 14
deals twice | Game 1 1. A P R =A3 (1-0) 2. A P R =A3 (2-0) * | | L14 1 2
deals again after a void deal | Game 1 1. A =void 2. A P R =A3 (1-0) * | |
does not deal again after a void deal | Game 1 1. A =void 2. B P R =A3 (2-0) * | | L14 1 2
out of turn, let stand | Game 1 1. A P R =A3 (1-0) 2. A !14a(after):stand P R =A3 (2-0) * | |
out of turn, voided: the rightful dealer deals
    | Game 1 1. A P R =A3 (1-0) 2. A !14a(before):void =void 3. B P R =A3 (3-0) * | |
one dealer mistaken, the rest in turn
    | Game 1 1. A P R =A3 (1-0) 2. A P R =A3 (2-0) 3. A P R =A3 (3-0) 4. B P G S =A3 (4-0) * | | L14 1 2
the wrong pack, voided: the dealer by the cut deals again
    | Game 1 cut A=HK B=H7 1. A !14a(before):void =void 2. A =A3 (1-0) * | |
the deal runs on through the rubber | Game 1 {WON_BY_A} Game 2 1. A P R =A3 (1-0) * | BestOf=3 | L14 2 1
a fresh cut each game is not known | Game 1 {WON_BY_A} Game 2 1. A P R =A3 (1-0) * | BestOf=3 Cut=game |
# Law 46
a deal after the fifth point
    | Game 1 1. A P R =A5 (2-0) 2. B P R =A5 (4-0) 3. A S =A3 (5-0) 4. B S =A3 (5-0) #5-0 ##1-0 | | L46 1 4
a game that stops short | Game 1 1. A P R =A3 (1-0) #1-0 ##1-0 | | L46 1
a game that may stop short | Game 1 1. A P R =A3 (1-0) #1-0 ##0-0 | Termination=retired Winner=B |
five each | Game 1 #5-5 ##1-0 | | L46 1
a game after the rubber | Game 1 #5-0 Game 2 #5-0 ##2-0 | | L46 2
a game missing | Game 1 #5-0 ##1-0 | BestOf=3 | L46
a walkover | Game 1 #5-0 ##1-0 | BestOf=3 Termination=walkover Winner=A |
# E04
a deal out of number | Game 1 1. A P R =A3 (1-0) 3. B P R =A3 (3-0) 4. A S =A (5-0) ##1-0 | | E04 1
a game out of number | Game 2 #5-0 ##1-0 | | E04 1
# E05
game end disagrees | Game 1 1. A P R =A3 (1-0) 2. B P R =A3 (3-0) 3. A S =A3 (5-0) #5-1 ##1-0 | | E05 1
rubber end disagrees | Game 1 {WON_BY_A} ##0-1 | | E05
rubber end claims a game that is not there | Game 1 #5-3 ##2-0 | BestOf=3 | E05
Points alone are compared with nothing | * | BestOf=3 Points=5-2 |
Result disagrees | Game 1 {WON_BY_A} ##1-0 | Result=0-1 | E05
Points disagree | Game 1 {WON_BY_A} ##1-0 | Points=1-0 Reckoning=treble | E05
tags alone | ##2-1 | BestOf=3 Result=2-1 Points=7-2 Reckoning=treble | E05
above five | Game 1 #7-2 ##1-0 | | E05 1
"""
"""The case, the body, tags, and the findings: code, game, and deal as far as they concern one."""


def tags_of(text: str) -> dict[str, str]:
    return dict(tag.split("=") for tag in text.split())


@each_row(("name", "body", "tags", "expected"), rows_of(CASES))
def test_each_law_is_found_broken_and_found_kept(name: str, body: str, tags: str, expected: str) -> None:
    findings = checked(body, **tags_of(tags)).findings
    places = [f"{one.code} {one.game or ''} {one.deal or ''}".rstrip() for one in findings]
    assert ", ".join(places) == expected


TOTALS = """
plain | Game 1 #5-0 Game 2 #5-4 ##2-0 | BestOf=3 | 2-0 | 2-0 | A
single, double, treble | Game 1 #5-3 Game 2 #1-5 Game 3 #0-5 ##1-2 | BestOf=3 Reckoning=treble | 1-2 | 1-5 | B
with the bonus | Game 1 #5-4 Game 2 #5-2 ##2-0 | BestOf=3 Reckoning=treble RubberBonus=2 | 2-0 | 5-0 | A
unfinished | Game 1 #5-4 * | BestOf=3 | 1-0 | 1-0 |
retired | Game 1 #5-4 Game 2 1. A S =A (2-0) ##1-0 | BestOf=3 Termination=retired Winner=B | 1-0 | 1-0 | B
retired, winner not said | Game 1 #5-4 ##1-0 | BestOf=3 Termination=retired | 1-0 | 1-0 |
tags alone | ##2-1 | BestOf=3 Result=2-1 | 2-1 | 2-1 | A
tags alone, treble | ##2-1 | BestOf=3 Reckoning=treble | 2-1 | | A
best of seven | Game 1 #5-0 Game 2 #5-0 Game 3 #5-0 Game 4 #5-0 ##4-0 | BestOf=7 | 4-0 | 4-0 | A
"""
"""The case, the body, tags, games won, points (nothing where they are not known), and the winner, if there is one."""


@each_row(("name", "body", "tags", "games_won", "points", "winner"), rows_of(TOTALS))
def test_rubbers_are_totalled_under_their_reckoning(
    name: str, body: str, tags: str, games_won: str, points: str, winner: str
) -> None:
    rubber = checked(body, **tags_of(tags))
    assert rubber.findings == ()
    assert "{}-{}".format(*rubber.games_won) == games_won
    assert ("" if rubber.points is None else "{}-{}".format(*rubber.points)) == points
    assert (rubber.winner or "") == winner


def test_a_broken_rubber_keeps_what_was_read_and_has_no_winner() -> None:
    rubber = checked(f"Game 1\n{WON_BY_A}\n##1-0 <what>", Result="0-1")
    assert [finding.code for finding in rubber.findings] == ["E01"]
    assert rubber.broken
    assert rubber.games_won == (1, 0)
    assert rubber.winner is None
