"""Laws 22 to 25: marking the king."""

from __future__ import annotations

from tests.scoring.laws.clauses.table import (
    DEALER,
    ELDER,
    HANDS,
    KING_TO_A,
    KING_TO_B,
    WON,
    Clause,
    chosen_by,
    found,
    unprovable,
)

B_PLAYS = "SK SJ, SQ ST, CA H8, DK H7, HK HQ =B4"
"""From ``KING_TO_B``: the king is played last."""
A_PLAYS = "SK SJ, SQ ST, CA H8, HK H7, DK HJ =B3"
"""From ``KING_TO_A``."""
KING_TURNED_UP = f"^HK {ELDER} {DEALER}"
FALSE = f"{HANDS} S Kb SK SJ"

CLAUSES = (
    # 22
    Clause(22, "the dealer marks a king turned up", "^CK S Ka =B3 (1-1)", points=(1, 1)),
    Clause(22, "until the next turn-up", "^CK S =B3 (0-1) Ka (1-1)", points=(1, 1), kind="moment"),
    Clause(22, "not behind it", "^CK S =B3 (0-1)\n2. B ^D7 S =A3 (2-1)", found("L51"), kind="moment"),
    Clause(22, "the dealer alone", "^CK S Kb =B3 (0-2)", found("L22", "elder")),
    Clause(22, "marked by the wrong player is one slip", f"^HK {ELDER} {DEALER} S Kb {WON}", found("L22", "elder")),
    Clause(22, "a deal void before its turn-up leaves the time open",
           f"{KING_TURNED_UP} S {WON}\n2. B !9b:fresh =void\n3. B !50a(king;1):mark ^D7 S =A3 (2-1)", points=(2, 1),
           kind="moment"),
    Clause(22, "a king turned up in the last deal is not made good behind the turn-up of this one",
           f"{KING_TURNED_UP} S {WON}\n2. B ^D7 !50a(king;1):mark S =A3 (1-1)",
           (("L22", "warning", "unused"), ("L50", "error", "too_late")), kind="moment"),
    # 23
    Clause(23, "announced before the holder plays", f"{KING_TO_B} S Kb {B_PLAYS} (0-2)", points=(0, 2)),
    Clause(23, "too late", f"{KING_TO_B} S SK SJ, Kb {B_PLAYS[7:]} (0-1)", found("L23"), kind="moment"),
    Clause(23, "never announced", f"{KING_TO_B} S {B_PLAYS} (0-1)", found("L23", "unused", "warning"), (0, 1)),
    Clause(23, "announced, and marked later", f"{KING_TO_B} S kb {B_PLAYS} (0-1) !50b(king;1):mark (0-2)",
           points=(0, 2)),
    Clause(23, "marked later, and nothing says that it was announced",
           f"{KING_TO_B} S {B_PLAYS} (0-1) !50b(king;1):mark (0-2)",
           found("L23", "unannounced", "warning")),
    Clause(23, "announced too late, and marked later",
           f"{KING_TO_B} S SK SJ, kb {B_PLAYS[7:]} (0-1) !50b(king;1):mark (0-2)",
           found("L23", "announced_late"), kind="moment"),
    Clause(23, "announced and never marked", f"{KING_TO_B} S kb {B_PLAYS} (0-1)", found("L50", "king", "warning"),
           (0, 1)),
    Clause(23, "a king turned up needs no word", "^CK S =B3 (0-1) !50a(king;1):mark (1-1)", points=(1, 1),
           kind="exception"),
    Clause(23, "announced in time, and marked after the first card", f"{KING_TO_B} S kb SK SJ, Kb {B_PLAYS[7:]} (0-2)",
           points=(0, 2)),
    Clause(23, "announced in time, and marked behind the score", f"{KING_TO_B} S kb {B_PLAYS} (0-1) Kb (0-2)",
           points=(0, 2)),
    Clause(23, "announced in time, and made good in the next deal",
           f"{KING_TO_B} S kb {B_PLAYS} (0-1)\n2. B !50b(king;1):mark ^D7 S =A3 (1-2)", points=(1, 2)),
    Clause(23, "made good in the next deal, and nothing says that it was announced",
           f"{KING_TO_B} S {B_PLAYS} (0-1)\n2. B !50b(king;1):mark ^D7 S =A3 (1-2)",
           found("L23", "unannounced", "warning"), (1, 2)),
    Clause(23, "announced too late, and made good in the next deal",
           f"{KING_TO_B} S SK SJ, kb {B_PLAYS[7:]} (0-1)\n2. B !50b(king;1):mark ^D7 S =A3 (1-2)",
           found("L23", "announced_late"), kind="moment"),
    Clause(23, "announced in time, and made good behind the next turn-up",
           f"{KING_TO_B} S kb {B_PLAYS} (0-1)\n2. B ^D7 !50b(king;1):mark S =A3 (1-1)",
           (("L50", "warning", "king"), ("L50", "error", "too_late")), kind="moment"),
    Clause(23, "announced too late is one slip", f"{KING_TO_B} S SK SJ, kb {B_PLAYS[7:]} (0-1)",
           found("L23", "announced_late", "warning"), (0, 1), kind="moment"),
    # 24
    Clause(24, "led first: until it is played to", "^H9 B:SKQ.HK7.CA A:SJT.HQ8.DK S HK Kb H8 =B4 (0-2)",
           points=(0, 2), kind="exception"),
    Clause(24, "not after that", "^H9 B:SKQ.HK7.CA A:SJT.HQ8.DK S HK H8 Kb =B4", found("L23"), kind="moment"),
    Clause(24, "the dealer's first card: until the dealer plays again",
           "^H9 B:SKQ.HJ7.CA A:SJT.HK8.DK S HJ HK Ka DK H7 =B3 (1-1)", points=(1, 1), kind="exception"),
    Clause(24, "still after the next lead is the dealer's own: no",
           "^H9 B:SKQ.HJ7.CA A:SJT.HK8.DK S HJ HK, DK Ka H7 =B3", found("L23"), kind="moment"),
    # 25
    Clause(25, "declared before the player plays: no penalty", f"{HANDS} Kb !25b:correct S {WON}", points=(0, 1),
           kind="moment"),
    Clause(25, "the dealer has not played when the elder hand leads",
           f"{HANDS} S Ka SK !25a:correct {WON[3:]}", points=(0, 1), kind="moment"),
    Clause(25, "so that nobody may choose then", f"{HANDS} S Ka SK !25a:stand {WON[3:]}", found("L25", "not_allowed"),
           kind="moment"),
    Clause(25, "the adversary corrects the score: play stands", f"{FALSE} !25b:stand SQ ST, CA H8, DK HJ, H7 HQ =B3 "
           "(0-0)", points=(0, 0)),
    Clause(25, "or has the hand replayed", f"{FALSE} !25b:replay {WON.replace('(0-1)', '(0-0)')}", points=(0, 0)),
    Clause(25, "though the hand was given up", f"{FALSE} !42a:abandon !25b:replay {WON.replace('(0-1)', '(0-0)')}",
           points=(0, 0), kind="exception"),
    Clause(25, "the adversary chooses", f"{FALSE} !25b SQ ST", chosen_by(25), kind="choice"),
    Clause(25, "the vole counts one", f"{FALSE} !42a:abandon !25b:stand =B5 (0-1)", points=(0, 1)),
    Clause(25, "a point of two counts one", f"{HANDS} P R Kb SK SJ !25b:stand SQ ST, CA H8, DK HJ, H7 HQ =B3 (0-1)",
           points=(0, 1)),
    Clause(25, "what the adversary wins is not touched", "^H9 S Kb !25b:stand =A3 (2-0)", points=(2, 0)),
    Clause(25, "no penalty where the adversary holds the king",
           f"{KING_TO_A} S Kb SK SJ !25b:stand SQ ST, CA H8, HK H7, DK HJ =B3 (0-1)",
           points=(0, 1), kind="exception"),
    Clause(25, "a king that is held is no offence", f"{KING_TO_B} S Kb SK SJ !25b:stand SQ ST, CA H8, DK H7, HK HQ =B4",
           found("L25", "king_held"), kind="exception"),
    Clause(25, "announced without a mark is announced", f"{HANDS} S kb {WON}", found("L25", "announced", "ruling")),
    unprovable(25, "the offender declares the error", "who speaks is not written down; its moment is"),
)  # fmt: skip
