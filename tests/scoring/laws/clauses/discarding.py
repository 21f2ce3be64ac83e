"""Laws 26 to 38: proposing, and the cards discarded and drawn."""

from __future__ import annotations

from tests.scoring.laws.clauses.table import (
    HANDS,
    PLAY,
    VOID,
    WON,
    Clause,
    chosen_by,
    fault,
    misplaced,
    ruling,
    unprovable,
)

GIVEN = f"{HANDS} P G"
ONE_EACH = "-CA+CK -DK+DQ"
AFTER = "S SK SJ, SQ ST, CK H8, DQ HJ, H7 HQ =B3 (0-1)"
"""The base deal played when each has changed one card."""
TWICE = "P G -5 -5 P G -5 -5"
"""Calls and exchanges that use twenty of the 21 cards."""

CLAUSES = (
    # 26
    Clause(26, "a proposal can't be retracted", f"{HANDS} P S {PLAY}", fault("L26", "taken_back")),
    Clause(26, "nor the number altered", f"{GIVEN} -CA+CKQ -DK+DQ S", fault("L26", "taken")),
    Clause(26, "one to five cards", f"{GIVEN} -0 -DK+DQ S", fault("L26", "number")),
    Clause(26, "a change that was noticed is noted", f"{HANDS} P !26b:note G {ONE_EACH} {AFTER}"),
    # 27
    Clause(27, "an acceptance can't be retracted", f"{GIVEN} R {PLAY}", fault("L27", "taken_back")),
    Clause(27, "nor a refusal", f"{HANDS} P R G", fault("L27", "taken_back")),
    Clause(27, "a dealer takes none to five", f"{GIVEN} -CA+CK -0 S SK SJ"),
    Clause(27, "as many as were put out", f"{GIVEN} -CA+CK -DK+DQJ S", fault("L27", "taken")),
    unprovable(27, "the dealer says how many were taken", "what is answered is not written down; the number itself is"),
    # 28
    Clause(28, "discards are laid apart, face down", f"{GIVEN} !28b:note {ONE_EACH} {AFTER}"),
    Clause(28, "and not looked at", f"{GIVEN} {ONE_EACH} S SK SJ !28a:note SQ ST"),
    unprovable(28, "how a discard lies on the table", "a record has the cards, not the table"),
    # 29
    Clause(29, "the elder hand took more: fresh", f"{GIVEN} -CA+CKQ !29b(1):fresh {VOID}"),
    Clause(29, "or the dealer draws the surplus", f"{GIVEN} -CA+CKQ !29b(1):draw(CQ) -DK+DQ {AFTER}"),
    Clause(29, "and looks where a card was taken up", f"{GIVEN} -CA+CKQ !29b(1;looked):draw(CQ) -DK+DQ {AFTER}"),
    Clause(29, "as many as were put out are no more", f"{GIVEN} -CA+CK !29b(1):fresh {VOID}", fault("L29", "hand"),
           kind="exception"),
    Clause(29, "the dealer chooses", f"{GIVEN} -CA+CKQ !29b(1) -DK+DQ S", chosen_by(29), kind="choice"),
    Clause(29, "before a card is played", f"{GIVEN} {ONE_EACH} S SK SJ !29b(1):fresh {VOID}", fault("L29", "hand"),
           kind="moment"),
    Clause(29, "not in play", "P G -1 -1 S SK SJ !29b(1):fresh =void", misplaced(29), kind="moment"),
    Clause(29, "nor without an exchange on record", "!29b(1):fresh =void", ruling(29), kind="moment"),
    Clause(29, "nor behind a turn-up alone", "^S7 !29b(1):fresh =void", ruling(29), kind="moment"),
    Clause(29, "an exchange without its calls is one", f"{HANDS} -CA+CKQ !29b(1):fresh {VOID}"),
    Clause(30, "an exchange on record", "!30b(1):short =A", ruling(30), kind="moment"),
    Clause(31, "an exchange on record", "!31a(1):fresh =void", ruling(31), kind="moment"),
    Clause(32, "an exchange on record", "^S7 !32a(1):fresh =void", ruling(32), kind="moment"),
    Clause(33, "an exchange on record", "^S7 !33a(1):fresh =void", ruling(33), kind="moment"),
    Clause(34, "an exchange on record", "!34a(1;played):short =A", ruling(34), kind="moment"),
    Clause(29, "not before cards are given", f"{HANDS} P !29b(1):fresh {VOID}", misplaced(29), kind="moment"),
    # 30
    Clause(30, "the elder hand asked for fewer: short",
           f"{HANDS} P G -CA.H7+CK !30b(1):short -DK+DQ S SK SJ, SQ ST, CK H8, DQ HJ, -- HQ =B3 (0-1)"),
    Clause(30, "forced", f"{GIVEN} -CA.H7+CK !30b(1):fresh {VOID}", fault("L30", "not_allowed"), kind="choice"),
    Clause(30, "tricks that can't be played to are the dealer's",
           f"{HANDS} P G -CA.H7+CK !30b(1) -DK+DQ S SK SJ, SQ ST, CK H8, DQ HJ, -- HQ =B4", fault("L48", "played_out")),
    Clause(30, "found at the exchange or in play", f"{GIVEN} -CA.H7+CK !30b(1):short -DK+DQ S", kind="moment"),
    Clause(30, "not before", f"{HANDS} !30b(1):short P G {ONE_EACH} S", misplaced(30), kind="moment"),
    # 31
    Clause(31, "the dealer gave more: fresh", f"{GIVEN} -CA+CKQ !31a(1):fresh {VOID}"),
    Clause(31, "or the elder hand puts them out", f"{GIVEN} -CA+CKQ !31a(1):discard(CQ) -DK+DQ {AFTER}"),
    Clause(31, "as many as were asked for are no more", f"{GIVEN} -CA+CK !31a(1):fresh {VOID}", fault("L31", "hand"),
           kind="exception"),
    Clause(31, "the non-dealer chooses", f"{GIVEN} -CA+CKQ !31a(1) -DK+DQ S", chosen_by(31), kind="choice"),
    Clause(31, "not in play", f"P G -1 -1 S SK SJ !31a(1):fresh {VOID}", misplaced(31), kind="moment"),
    # 32
    Clause(32, "the dealer gave fewer: fresh", f"{GIVEN} -CA.H7+CK !32a(1):fresh {VOID}"),
    Clause(32, "or the hand is made up", f"{GIVEN} -CA.H7+CK !32a(1):complete(HT) -DK+DQ S"),
    Clause(32, "as many as were asked for are no fewer", f"{GIVEN} -CA+CK !32a(1):fresh {VOID}", fault("L32", "hand"),
           kind="exception"),
    Clause(32, "the non-dealer chooses", f"{GIVEN} -CA.H7+CK !32a(1) -DK+DQ S", chosen_by(32), kind="choice"),
    Clause(32, "not in play", f"P G -1 -1 S SK SJ !32a(1):fresh {VOID}", misplaced(32), kind="moment"),
    # 33
    Clause(33, "the dealer took more: fresh", f"{GIVEN} -CA+CK -DK+DQJ !33a(1):fresh {VOID}"),
    Clause(33, "or the surplus is drawn", f"{GIVEN} -CA+CK -DK+DQJ !33a(1):draw(DJ) {AFTER}"),
    Clause(33, "and looked at where a card was taken up", f"{GIVEN} -CA+CK -DK+DQJ !33a(1;looked):draw(DJ) {AFTER}"),
    Clause(33, "as many as were put out are no more", f"{GIVEN} {ONE_EACH} !33a(1):fresh {VOID}", fault("L33", "hand"),
           kind="exception"),
    Clause(33, "the non-dealer chooses", f"{GIVEN} -CA+CK -DK+DQJ !33a(1) S", chosen_by(33), kind="choice"),
    Clause(33, "not in play", f"P G -1 -1 S SK SJ !33a(1):fresh {VOID}", misplaced(33), kind="moment"),
    # 34
    Clause(34, "the dealer took fewer: made up before playing",
           f"{GIVEN} -CA+CK -DK.ST+DQ !34a(1):complete(S9) S SK SJ, SQ S9, CK H8, DQ HJ, H7 HQ =B3 (0-1)"),
    Clause(34, "after playing: short", f"{GIVEN} -CA+CK -DK.ST+DQ S SK SJ !34a(1;played):short SQ H8, DQ H7, CK HQ, "
           "-- HJ =B3 (0-1)"),
    Clause(34, "not made up then", f"{GIVEN} -CA+CK -DK.ST+DQ S SK SJ !34a(1;played):complete(S9)",
           fault("L34", "not_allowed"), kind="moment"),
    Clause(34, "tricks that can't be played to are the elder hand's",
           f"{GIVEN} -CA+CK -DK.ST+DQ S SK SJ !34a(1;played) SQ H8, DQ H7, CK HQ, -- HJ =B4",
           fault("L48", "played_out")),
    Clause(34, "not before cards are given", f"{HANDS} P !34a(1):complete(S9)", misplaced(34), kind="moment"),
    # 35
    Clause(35, "a faced card after discarding is thrown aside", f"{GIVEN} -CA+CK !35(D7):aside -DK+DQ {AFTER}"),
    Clause(35, "forced", f"{GIVEN} !35(D7):take {ONE_EACH} S", fault("L35", "not_allowed"), kind="choice"),
    Clause(35, "the next card is given", f"{GIVEN} !35(CK):aside {ONE_EACH} S SK SJ", fault("L45")),
    Clause(35, "after discarding", f"{HANDS} !35(D7):aside S {WON}", misplaced(35), kind="moment"),
    unprovable(35, "both players may see it", "who saw a card is not written down"),
    # 36
    Clause(36, "the opponent's card: taken", f"{GIVEN} !36a(CK;adversary):take {ONE_EACH} {AFTER}"),
    Clause(36, "or thrown aside", f"{GIVEN} !36a(D7;adversary):aside {ONE_EACH} {AFTER}"),
    Clause(36, "the dealer's own: taken", f"{GIVEN} -CA+CK !36a(DQ;own):take -DK+DQ {AFTER}"),
    Clause(36, "and not refused", f"{GIVEN} -CA+CK !36a(DQ;own):aside -DK+D8 S", fault("L36", "not_allowed"),
           kind="exception"),
    Clause(36, "the non-dealer chooses", f"{GIVEN} !36a(CK;adversary) {ONE_EACH} S", chosen_by(36), kind="choice"),
    Clause(36, "in giving", f"{HANDS} P !36a(CK;adversary):take G {ONE_EACH} S", misplaced(36), kind="moment"),
    # 37
    Clause(37, "another discard can't be refused", f"{GIVEN} {ONE_EACH} !37a(D7) P R", fault("L37")),
    Clause(37, "the exposed card is taken", f"{GIVEN} {ONE_EACH} !37a(D7):take P G -CK+D7 -0 S"),
    Clause(37, "or not", f"{GIVEN} {ONE_EACH} !37a(D7):aside P G -CK+C9 -0 S"),
    Clause(37, "without another demand there is nothing to choose", f"{GIVEN} {ONE_EACH} !37a(D7) {AFTER}",
           kind="exception"),
    Clause(37, "the non-dealer chooses", f"{GIVEN} {ONE_EACH} !37a(D7) P G -CK+C9 -0 S", chosen_by(37), kind="choice"),
    Clause(37, "after giving", f"{HANDS} !37a(D7):aside S {WON}", misplaced(37), kind="moment"),
    # 38
    Clause(38, "too few are shared: the elder hand first", f"{TWICE} P G !38a(1):share -1 -0 S =B3 (0-1)"),
    Clause(38, "forced", f"{TWICE} P G !38a(1):fresh {VOID}", fault("L38", "not_allowed"), kind="choice"),
    Clause(38, "no more than there are", f"{TWICE} P G !38a(1):share -2 -0 S", fault("L38")),
    Clause(38, "without an incident", f"{TWICE} P G -1 -1 S", fault("L38")),
    Clause(38, "a stock with enough for both is not too small", f"{GIVEN} !38a(3):share {ONE_EACH} S",
           fault("L38", "stock_enough"), kind="exception"),
    Clause(38, "as many as are left", f"{TWICE} P G !38a(3):share -1 -0 S", fault("L38", "stock_differs")),
    Clause(38, "a card thrown aside before it is not left",
           "P G -5 -5 P G -5 -4 !37a(D7):aside P G !38a(1):share -1 -0 S =B3 (0-1)"),
    Clause(38, "at the acceptance", f"{TWICE} !38a(1):share P G -1 -0 S",
           fault("L38", "stock_enough"), kind="moment"),
    Clause(38, "not before it", f"{HANDS} P !38a(1):share G {ONE_EACH} S", misplaced(38), kind="moment"),
    Clause(38, "accepted on condition, and there are enough", f"{HANDS} P g {ONE_EACH} {AFTER}", kind="exception"),
    Clause(38, "accepted on condition, and there are not", f"{TWICE} P g R =B3 (0-1)", kind="exception"),
    Clause(38, "the condition holds: no way back", f"{HANDS} P g R {WON}", fault("L27", "condition_met")),
    Clause(38, "what the exchanges leave is not known without them", "P G P G P g R =B3 (0-1)"),
    Clause(38, "a condition is no offence", f"{TWICE} P g !38a(1):share -1 -0 S", fault("L38", "conditional")),
)  # fmt: skip
