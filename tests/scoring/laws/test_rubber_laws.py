"""Laws 5, 8, 14 and 46, numbers and totals: what a game or a rubber can keep or break.

Scores are kept in marks alone: ``S =A`` won against an elder who stood counts two.
"""

from __future__ import annotations

from scoring.cards import Player
from tests.scoring.egn import checked
from tests.support.rows import each_row

WON_BY_A = "1. A P R =A3 (1-0)\n2. B P R =A3 (3-0)\n3. A S =A3 (5-0)\n#5-0"

CASES: list[tuple[str, str, dict[str, str], list[tuple[str, int | None, int | None]]]] = [
    # what is told, the body, tags, (code, game, deal) found
    ("kept", f"Game 1 cut A=HK B=HQ\n{WON_BY_A}\n##1-0", {}, []),
    ("kept, with tags", f"Game 1\n{WON_BY_A}\n##1-0", {"Result": "1-0", "Points": "1-0"}, []),
    # Law 5
    ("lower cut deals", f"Game 1 cut A=HQ B=HK\n{WON_BY_A}\n##1-0", {}, [("L05", 1, None)]),
    ("ace is below the knave", f"Game 1 cut A=HA B=SJ\n{WON_BY_A}\n##1-0", {}, [("L05", 1, None)]),
    ("tie cut again", f"Game 1 cut A=HQ B=DQ A=HK B=HT\n{WON_BY_A}\n##1-0", {}, []),
    ("tie not cut again", f"Game 1 cut A=HQ B=DQ\n{WON_BY_A}\n##1-0", {}, [("L05", 1, None)]),
    ("cut on after a decision", f"Game 1 cut A=HK B=DQ A=HK B=HT\n{WON_BY_A}\n##1-0", {}, [("L05", 1, None)]),
    # Law 8
    (
        "a dealer changes his packets",
        "Game 1\n1. A 2-3 P R =A3 (1-0)\n2. B 3-2 P R =A3 (3-0)\n3. A 3-2 S =A3 (5-0)\n#5-0\n##1-0",
        {},
        [("L08", 1, 3)],
    ),
    # Law 14
    ("deals twice", "Game 1\n1. A P R =A3 (1-0)\n2. A P R =A3 (2-0)\n*", {}, [("L14", 1, 2)]),
    ("deals again after a void deal", "Game 1\n1. A =void\n2. A P R =A3 (1-0)\n*", {}, []),
    (
        "does not deal again after a void deal",
        "Game 1\n1. A =void\n2. B P R =A3 (2-0)\n*",
        {},
        [("L14", 1, 2)],
    ),
    ("out of turn, let stand", "Game 1\n1. A P R =A3 (1-0)\n2. A !14a(after):stand P R =A3 (2-0)\n*", {}, []),
    (
        "out of turn, voided: the rightful dealer deals",
        "Game 1\n1. A P R =A3 (1-0)\n2. A !14a(before):void =void\n3. B P R =A3 (3-0)\n*",
        {},
        [],
    ),
    (
        "one dealer mistaken, the rest in turn",
        "Game 1\n1. A P R =A3 (1-0)\n2. A P R =A3 (2-0)\n3. A P R =A3 (3-0)\n4. B P G S =A3 (4-0)\n*",
        {},
        [("L14", 1, 2)],
    ),
    (
        "the wrong pack, voided: the dealer by the cut deals again",
        "Game 1 cut A=HK B=H7\n1. A !14a(before):void =void\n2. A =A3 (1-0)\n*",
        {},
        [],
    ),
    (
        "the deal runs on through the rubber",
        f"Game 1\n{WON_BY_A}\nGame 2\n1. A P R =A3 (1-0)\n*",
        {"BestOf": "3"},
        [("L14", 2, 1)],
    ),
    (
        "a fresh cut each game is not known",
        f"Game 1\n{WON_BY_A}\nGame 2\n1. A P R =A3 (1-0)\n*",
        {"BestOf": "3", "Cut": "game"},
        [],
    ),
    # Law 46
    (
        "a deal after the fifth point",
        "Game 1\n1. A P R =A5 (2-0)\n2. B P R =A5 (4-0)\n3. A S =A3 (5-0)\n4. B S =A3 (5-0)\n#5-0\n##1-0",
        {},
        [("L46", 1, 4)],
    ),
    ("a game that stops short", "Game 1\n1. A P R =A3 (1-0)\n#1-0\n##1-0", {}, [("L46", 1, None)]),
    (
        "a game that may stop short",
        "Game 1\n1. A P R =A3 (1-0)\n#1-0\n##0-0",
        {"Termination": "retired", "Winner": "B"},
        [],
    ),
    ("five each", "Game 1 #5-5\n##1-0", {}, [("L46", 1, None)]),
    ("a game after the rubber", "Game 1 #5-0\nGame 2 #5-0\n##2-0", {}, [("L46", 2, None)]),
    ("a game missing", "Game 1 #5-0\n##1-0", {"BestOf": "3"}, [("L46", None, None)]),
    ("a walkover", "Game 1 #5-0\n##1-0", {"BestOf": "3", "Termination": "walkover", "Winner": "A"}, []),
    # E04
    (
        "a deal out of number",
        "Game 1\n1. A P R =A3 (1-0)\n3. B P R =A3 (3-0)\n4. A S =A (5-0)\n##1-0",
        {},
        [("E04", 1, None)],
    ),
    ("a game out of number", "Game 2 #5-0\n##1-0", {}, [("E04", 1, None)]),
    # E05
    (
        "game end disagrees",
        WON_BY_A.join(["Game 1\n", ""]).replace("#5-0", "#5-1") + "\n##1-0",
        {},
        [("E05", 1, None)],
    ),
    ("rubber end disagrees", f"Game 1\n{WON_BY_A}\n##0-1", {}, [("E05", None, None)]),
    (
        "rubber end claims a game that is not there",
        "Game 1 #5-3\n##2-0",
        {"BestOf": "3"},
        [("E05", None, None)],
    ),
    ("Points alone are compared with nothing", "*", {"BestOf": "3", "Points": "5-2"}, []),
    ("Result disagrees", f"Game 1\n{WON_BY_A}\n##1-0", {"Result": "0-1"}, [("E05", None, None)]),
    (
        "Points disagree",
        f"Game 1\n{WON_BY_A}\n##1-0",
        {"Points": "1-0", "Reckoning": "treble"},
        [("E05", None, None)],
    ),
    (
        "tags alone",
        "##2-1",
        {"BestOf": "3", "Result": "2-1", "Points": "7-2", "Reckoning": "treble"},
        [("E05", None, None)],
    ),
    ("above five", "Game 1 #7-2\n##1-0", {}, [("E05", 1, None)]),
]


@each_row(("body", "tags", "found"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_each_law_is_found_broken_and_found_kept(
    body: str, tags: dict[str, str], found: list[tuple[str, int | None, int | None]]
) -> None:
    findings = checked(body, **tags).findings
    assert [(finding.code, finding.game, finding.deal) for finding in findings] == found


TOTALS: list[tuple[str, str, dict[str, str], tuple[int, int], tuple[int, int] | None, Player | None]] = [
    # what is told, the body, tags, games won, points, winner
    ("plain", "Game 1 #5-0\nGame 2 #5-4\n##2-0", {"BestOf": "3"}, (2, 0), (2, 0), "A"),
    (
        "single, double, treble",
        "Game 1 #5-3\nGame 2 #1-5\nGame 3 #0-5\n##1-2",
        {"BestOf": "3", "Reckoning": "treble"},
        (1, 2),
        (1, 5),
        "B",
    ),
    (
        "with the bonus",
        "Game 1 #5-4\nGame 2 #5-2\n##2-0",
        {"BestOf": "3", "Reckoning": "treble", "RubberBonus": "2"},
        (2, 0),
        (5, 0),
        "A",
    ),
    ("unfinished", "Game 1 #5-4\n*", {"BestOf": "3"}, (1, 0), (1, 0), None),
    (
        "retired",
        "Game 1 #5-4\nGame 2\n1. A S =A (2-0)\n##1-0",
        {"BestOf": "3", "Termination": "retired", "Winner": "B"},
        (1, 0),
        (1, 0),
        "B",
    ),
    (
        "retired, winner not said",
        "Game 1 #5-4\n##1-0",
        {"BestOf": "3", "Termination": "retired"},
        (1, 0),
        (1, 0),
        None,
    ),
    ("tags alone", "##2-1", {"BestOf": "3", "Result": "2-1"}, (2, 1), (2, 1), "A"),
    ("tags alone, treble", "##2-1", {"BestOf": "3", "Reckoning": "treble"}, (2, 1), None, "A"),
    (
        "best of seven",
        "".join(f"Game {n} #5-0\n" for n in range(1, 5)) + "##4-0",
        {"BestOf": "7"},
        (4, 0),
        (4, 0),
        "A",
    ),
]


@each_row(
    ("body", "tags", "games_won", "points", "winner"),
    [case[1:] for case in TOTALS],
    ids=[case[0] for case in TOTALS],
)
def test_rubbers_are_totalled_under_their_reckoning(
    body: str,
    tags: dict[str, str],
    games_won: tuple[int, int],
    points: tuple[int, int] | None,
    winner: Player | None,
) -> None:
    rubber = checked(body, **tags)
    assert rubber.findings == ()
    assert (rubber.games_won, rubber.points, rubber.winner) == (games_won, points, winner)


def test_a_broken_rubber_keeps_what_was_read_and_has_no_winner() -> None:
    rubber = checked(f"Game 1\n{WON_BY_A}\n##1-0 <what>", Result="0-1")
    assert [finding.code for finding in rubber.findings] == ["E01"]
    assert rubber.broken
    assert rubber.games_won == (1, 0)
    assert rubber.winner is None
