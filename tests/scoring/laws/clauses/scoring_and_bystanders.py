"""Laws 46 to 51 of the score, and 52 to 55 of bystanders."""

from __future__ import annotations

from tests.scoring.laws.clauses.table import BASE, HANDS, PLAY, VOID, Clause, fault, unprovable

TO_FOUR = "S =A5 (2-0)\n2. B S =A5 (4-0)\n3. A "
OVER = f"{HANDS} S {PLAY} =B3 (0-2)\n2. B S =A (1-2)"
"""B marks one too many in the first deal."""
TREBLE = (("Reckoning", "treble"),)
FRENCH = (("Code", "French"),)

CLAUSES = (
    # 46
    Clause(46, "five up", f"{TO_FOUR}P R =A3 (5-0)\n#5-0", points=(5, 0)),
    Clause(46, "nothing comes behind it", f"{TO_FOUR}P R =A3 (5-0)\n4. B S =A3 (5-0)\n#5-0",
           fault("L46", "deal_after")),
    Clause(46, "a treble against none", f"{TO_FOUR}P R =A3 (5-0)\n#5-0", points=(5, 0), tags=TREBLE),
    unprovable(46, "by agreement", "the tag Reckoning says whether trebles count, not who agreed"),
    # 47
    Clause(47, "a king turned up marks one", "^CK S Ka =B3 (1-1)", points=(1, 1)),
    Clause(47, "a king in hand marks one", "S Kb =B3 (0-2)", points=(0, 2)),
    Clause(47, "once in a deal", "S Kb Kb =B3 (0-2)", fault("L47", "twice")),
    # 48
    Clause(48, "the point marks one", BASE, points=(0, 1)),
    Clause(48, "the vole marks two", "S =B5 (0-2)", points=(0, 2)),
    Clause(48, "as the cards were played", f"{HANDS} S {PLAY} =B4 (0-1)", fault("L48", "played_out")),
    # 49
    Clause(49, "the elder hand plays without proposing and fails: two", "S =A3 (2-0)", points=(2, 0)),
    Clause(49, "the dealer refuses the first proposal and fails: two", "P R =B3 (0-2)", points=(0, 2)),
    Clause(49, "the first proposal alone", "P G -1 -1 P R =B3 (0-1)", points=(0, 1), kind="exception"),
    Clause(49, "a condition that failed is no first refusal", "P G -5 -5 P G -5 -5 P g R =B3 (0-1)", points=(0, 1),
           kind="exception"),
    Clause(49, "the vole is not affected", "P R =B5 (0-2)", points=(0, 2), kind="exception"),
    # 50
    Clause(50, "a mark left out is made good", "S =B3 (0-0) !50b(point;1):mark (0-1)", points=(0, 1)),
    Clause(50, "before the next turn-up", "S =B3 (0-0)\n2. B !50b(point;1):mark ^D7 P G S =A3 (1-1)",
           points=(1, 1), kind="moment"),
    Clause(50, "in the next deal, before its turn-up", "S =B3 (0-0)\n2. B !50b(point;1):mark ^D7 S =A3 (1-1)",
           points=(1, 1), kind="moment"),
    Clause(50, "a deal void before its turn-up leaves the time open",
           "S =B3 (0-0)\n2. B !12(D9) =void\n3. B !50b(point;1):mark ^D7 S =A3 (1-1)", points=(1, 1), kind="moment"),
    Clause(50, "one void behind its turn-up does not",
           "S =B3 (0-0)\n2. B ^D7 !16b(4):fresh =void\n3. B !50b(point;1):mark S =A3 (1-0)", (
        ("L50", "warning", ""), ("L50", "error", "too_late")), kind="moment"),
    Clause(50, "not behind it", "S =B3 (0-0)\n2. B ^D7 !50b(point;1):mark S =A3 (1-0)", (
        ("L50", "warning", ""), ("L50", "error", "too_late")), kind="moment"),
    Clause(50, "a king announced is made good", "S kb =B3 (0-1) !50b(king;1):mark (0-2)", points=(0, 2)),
    Clause(50, "one that nobody announced is not (law 23)", "S =B3 (0-1) !50b(king;1):mark (0-2)",
           fault("L23", "unannounced", "warning")),
    # 51
    Clause(51, "an overscore is taken down", f"{HANDS} S {PLAY} =B3 (0-2) !51b(1):correct (0-1)", points=(0, 1)),
    Clause(51, "in the next deal", f"{HANDS} S {PLAY} =B3 (0-2)\n2. B !51b(1):correct S =A3 (1-1)", points=(1, 1),
           kind="moment"),
    Clause(51, "at any time in the game", f"{OVER}\n3. A !51b(1):correct S =A (3-1)", points=(3, 1), kind="moment"),
    Clause(51, "behind the tricks", f"{OVER}\n3. A S =A !51b(1):correct (3-1)", points=(3, 1), kind="moment"),
    Clause(51, "behind the score", f"{OVER}\n3. A S =A (3-2) !51b(1):correct (3-1)", points=(3, 1), kind="moment"),
    Clause(51, "of a deal whose worth the figure alone says", "S =B (0-2)\n2. B S =A (1-2)\n3. A !51b(1):correct "
           "S =A (3-1)", points=(3, 1)),
    Clause(51, "of two deals at once", f"{OVER.replace('(1-2)', '(2-2)')}\n3. A !51b(1):correct !51a(1):correct S =A "
           "(3-1)", points=(3, 1)),
    Clause(51, "not the other player's", f"{OVER}\n3. A !51a(1):correct S =A (2-2)", (
        ("L51", "error", ""), ("L50", "warning", ""))),
    Clause(51, "never taken down", f"{OVER}\n3. A S =A (3-2)", fault("L51")),
    Clause(51, "where nothing was marked too many", f"{BASE}\n2. B S =A (1-1)\n3. A !51b(1):correct S =A (3-0)",
           fault("L50", severity="warning")),
    Clause(51, "by no other remedy", f"{OVER}\n3. A !51b(1):mark S =A (3-1)", (
        ("L51", "error", ""), ("L51", "error", "not_allowed"))),
    unprovable(51, "an admitted overscore", "who admits it is not written down; the incident itself says so"),
    # 52 to 55
    Clause(52, "no remark, no error of the score, no advice", f"!52:note {BASE}"),
    Clause(52, "nor playing on for a player who resigns",
           f"{HANDS} S SK SJ !52:note SQ ST, CA H8, DK HJ, H7 HQ =B3 (0-1)"),
    Clause(52, "at English écarté alone", f"!52:note {BASE}", fault("L52", "no_offence", "note"), tags=FRENCH,
           kind="exception"),
    Clause(53, "who affects the score may have to pay", f"!53:note {BASE}"),
    Clause(53, "at English écarté alone", f"!53:note {BASE}", fault("L53", "no_offence", "note"), tags=FRENCH,
           kind="exception"),
    unprovable(53, "the stakes and bets to be paid", "no money is on record"),
    unprovable(53, "a bystander may decide a question by agreement", "who decided is not written down"),
    Clause(54, "advice in words at French écarté", f"!54:note {BASE}", tags=FRENCH),
    Clause(54, "no matter of the English code", f"!54:note {BASE}", fault("L54", "no_offence", "note"),
           kind="exception"),
    unprovable(54, "those covering the stakes point out errors, advise and play on",
               "who bets, and what is pointed at, is not on record"),
    unprovable(54, "the player is free to follow advice", "a choice is written without its reasons"),
    Clause(55, "bettors keep to their side", f"!55:note {BASE}"),
    Clause(55, "at French écarté, too", f"!55:note {BASE}", tags=FRENCH),
    Clause(55, "nothing follows in the deal", f"!55:fresh {VOID}", fault("L55", "not_allowed")),
)  # fmt: skip
