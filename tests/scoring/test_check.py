"""The judged record as the contracts show it; any record is judged without an exception."""

from __future__ import annotations

import json

from hypothesis import given, settings

from scoring.check import check_read, check_rubber
from scoring.checks import FIRST_CHECKS
from scoring.notation import read_text, write_rubber
from scoring.record import Rubber
from tests.scoring.egn import checked, egn, first_deal
from tests.scoring.strategies import rubbers
from tests.support.examples import examples
from tests.support.rows import each_row

EXAMPLE = """[EGN "1"]
[Event "Autumn Cup"]
[A "Orford"]
[B "Baldwin"]
[BestOf "3"]
[Reckoning "treble"]
[Termination "unfinished"]
[Result "*"]

Game 1 cut A=DA B=H8
1. A 2-3 ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S Kb HK HQ, DK C8, SJ HA, SA H9, CJ CT =B5 (0-3)
2. B 2-3 ^DQ A:HAT.DA.CT8 B:S8.H7.DJ8.CQ P R DA DJ, H7 HT, CT CQ, S8 C8, D8 HA =B4 (0-4)
3. A S =A (2-4) {only the marks were written down}
4. B 2-3 ^HK Kb (2-5)
#2-5
*
"""


JUDGED = """{"index": 1, "line": 1, "players": {"A": "Orford", "B": "Baldwin"}, "depth": "play",
 "games": [{"number": 1, "points": [2, 5], "winner": "B", "value": 2, "deals": [
  {"number": 1, "dealer": "A", "depth": "play", "vulnerable": "B", "tricks": [0, 5], "score": [0, 3],
   "marks": [{"player": "B", "law": 47, "points": 1}, {"player": "B", "law": 48, "points": 2}]},
  {"number": 2, "dealer": "B", "depth": "play", "vulnerable": "B", "tricks": [1, 4], "score": [0, 4],
   "marks": [{"player": "B", "law": 48, "points": 1}]},
  {"number": 3, "dealer": "A", "depth": "marks", "vulnerable": "B", "tricks": null, "score": [2, 4],
   "marks": [{"player": "A", "law": 49, "points": 2}]},
  {"number": 4, "dealer": "B", "depth": "play", "vulnerable": null, "tricks": null, "score": [2, 5],
   "marks": [{"player": "B", "law": 47, "points": 1}]}
 ]}],
 "games_won": [0, 1], "points": [0, 2], "winner": null, "findings": []}"""


def test_the_example_of_the_notation_is_clean_and_marked() -> None:
    (read,) = read_text(EXAMPLE)
    rubber = check_read(read)
    assert rubber.findings == ()
    assert rubber.as_json() == json.loads(JUDGED)


def test_depth_says_how_far_the_record_goes() -> None:
    cards = "1. A ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7"
    assert first_deal(cards).depth == "marks"
    assert first_deal(f"{cards}, DQ DJ, HA SQ, D8 S8").depth == "play"
    assert first_deal("1. A S =B3").depth == "marks"
    assert checked("Game 1 #5-3\n##1-0").depth == "result"


def test_a_game_headed_and_not_begun_is_love_all() -> None:
    rubber = checked("Game 1 #5-0\nGame 2\n*", BestOf="3")
    assert rubber.games[1].points == (0, 0)
    assert rubber.points == (1, 0)


def test_findings_have_no_place_in_a_record_without_a_text() -> None:
    (read,) = read_text(egn("Game 1\n1. A S =B3 (0-4)\n*"))
    (finding,) = check_rubber(read.rubber).findings
    assert (finding.line, finding.column) == (None, None)
    (placed,) = check_read(read).findings
    assert (placed.line, placed.column) == (7, 12)


@each_row(
    ("body", "tags", "dealer"),
    [
        ("Game 1\n1. A S =B (0-1)\n*", {}, "B"),
        ("Game 1\n1. A =void\n*", {}, "A"),
        ("Game 1\n1. A S =B (0-1)\n2. A S =B (0-2)\n*", {}, None),
        ("Game 1\n1. A =B5 (0-2)\n2. B =B5 (0-4)\n3. A =B5 (0-5)\n*", {"BestOf": "3"}, "B"),
        ("Game 1\n1. A =B5 (0-2)\n2. B =B5 (0-4)\n3. A =B5 (0-5)\n*", {"BestOf": "3", "Cut": "game"}, None),
        ("Game 1 #0-5\n*", {"BestOf": "3"}, None),
        ("*", {}, None),
    ],
)
def test_whose_deal_comes_next(body: str, tags: dict[str, str], dealer: str | None) -> None:
    assert checked(body, **tags).next_to_deal == dealer


KING_TURNED_UP = "1. A ^HK B:SKQ.HJ7.CA A:SJT.HQ8.DK"
DEALERS_SIX = "1. A ^HK B:SKQ.HJ7.CA A:SJT.HQ8.DK7"
PLAY = "SK SJ, SQ ST, CA H8, DK H7, HJ HQ"


@each_row(
    ("deals", "points", "expected"),
    [
        (f"{DEALERS_SIX} Ka S SK SJ !21a(6):stand {PLAY[7:]} =B3 (1-1)", (1, 1), [("L19", True)]),
        (f"{DEALERS_SIX} Ka S SK !21a(6):fresh =void", (0, 0), [("L21", True)]),
        (
            f"{KING_TURNED_UP} S {PLAY} =B3 (0-1)\n2. B ^D7 !50a(king;1):mark S =A3 (2-1)",
            (2, 1),
            [("L22", False), ("L23", False), ("L50", True)],
        ),
    ],
    ids=["law 19 after law 21", "law 21 before the dealer plays", "law 50 behind the turn-up"],
)
def test_what_counted_by_the_first_checks_goes_on_counting(
    deals: str, points: tuple[int, int], expected: list[tuple[str, bool]]
) -> None:
    (read,) = read_text(egn(f"Game 1\n{deals}\n*"))
    rubber = check_rubber(read.rubber, checks=FIRST_CHECKS)
    assert rubber.games[0].points == points
    assert [(finding.code, finding.is_advisory) for finding in rubber.findings] == expected


@settings(max_examples=examples(6, many=200))
@given(rubbers())
def test_every_record_is_judged_alike_with_and_without_its_text_and_every_finding_told(
    rubber: Rubber,
) -> None:
    (read,) = read_text(write_rubber(rubber))
    with_text, without = check_read(read), check_rubber(rubber)
    document = json.loads(json.dumps(without.as_json()))
    assert len(document["games"]) == len(rubber.games)
    assert [finding["message"] for finding in document["findings"]] == [f.message for f in without.findings]
    assert all(max(game.points) <= 5 for game in without.games if game.points is not None)
    assert with_text.games_won == without.games_won
    assert [(f.code, f.game, f.deal, f.trick) for f in with_text.findings] == [
        (f.code, f.game, f.deal, f.trick) for f in without.findings
    ]
    assert all(finding.line is not None for finding in with_text.findings)
