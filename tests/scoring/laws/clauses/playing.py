"""Laws 39 to 43: the play, and laws 44 and 45 of the packs."""

from __future__ import annotations

from tests.scoring.laws.clauses.table import (
    BASE,
    HANDS,
    VOID,
    WON,
    Clause,
    chosen_by,
    fault,
    misplaced,
    unprovable,
)

REVOKED = f"{HANDS} S SK H8"
"""The dealer trumps with a spade in hand."""
THREE_TRICKS = f"{HANDS} S SK SJ, SQ ST, CA H8, DK HJ"

CLAUSES = (
    # 39
    Clause(39, "a card led in turn can't be taken up", f"{HANDS} S !39b(SQ):takeback {WON}",
           fault("L39", "lead_taken_back")),
    Clause(39, "nor a later lead", f"{HANDS} S SK SJ, !39b(CA):takeback {WON[7:]}", fault("L39", "lead_taken_back")),
    Clause(39, "a card played to a lead may be, to save a revoke", f"{HANDS} S SK !39a(H8):takeback {WON[3:]}"),
    Clause(39, "or a failure to win", "^H9 B:SQ7.HJ7.CA A:SKJ.HQ8.DK S SQ !39a(SJ):takeback SK =A3"),
    Clause(39, "for no other reason", f"{HANDS} S SK !39a(ST):takeback {WON[3:]}", fault("L39", "no_fault"),
           kind="exception"),
    Clause(39, "before another card is led", f"{HANDS} S SK SJ, !39a(H8):takeback {WON[7:]}", kind="moment"),
    Clause(39, "not before the play", f"{HANDS} P !39a(H8):takeback R {WON}", misplaced(39), kind="moment"),
    # 40
    Clause(40, "led out of turn: taken up before it is played to",
           f"{HANDS} S !40a(DK;before):takeback {WON}"),
    Clause(40, "played to: it stands", f"{HANDS} S DK H7 !40a(DK;after):stand SK SJ"),
    Clause(40, "and is not taken up", f"{HANDS} S DK H7 !40a(DK;after):takeback SK SJ", (
        ("L40", "error", "not_allowed"),)),
    Clause(40, "the right player leads", f"{HANDS} S DK H7 SK SJ", fault("L40")),
    Clause(40, "a lead in turn is no offence", f"{HANDS} S !40b(SQ;before):takeback {WON}", fault("L40", "led_in_turn"),
           kind="exception"),
    Clause(40, "in the middle of a trick", f"{HANDS} S SK !40a(DK;before):takeback {WON[3:]}",
           fault("L40", "played_to"), kind="moment"),
    Clause(40, "not before the play", f"{HANDS} P !40a(DK;before):takeback R {WON}", misplaced(40), kind="moment"),
    # 41
    Clause(41, "one suit named, another led: it stands", f"{HANDS} S SK !41b(C):play {WON[3:]}"),
    Clause(41, "or the suit named is led", f"{HANDS} S !41b(C;SK):require CA H8"),
    Clause(41, "with none of it, the card can't be withdrawn", f"{HANDS} S !41b(D;SK):require SK",
           fault("L41", "not_allowed"), kind="exception"),
    Clause(41, "the opponent chooses", f"{HANDS} S SK !41b(C) {WON[3:]}", chosen_by(41), kind="choice"),
    Clause(41, "not before the play", f"{HANDS} P !41b(C):play R {WON}", misplaced(41), kind="moment"),
    # 42
    Clause(42, "no trick: the vole", f"{HANDS} S SK !42a:abandon =B5 (0-2)", points=(0, 2)),
    Clause(42, "and not the point", f"{HANDS} S SK !42a:abandon =B (0-1)", fault("L42", "vole")),
    Clause(42, "one trick: the point", f"{HANDS} S SK SJ !42b:abandon =A (2-0)", points=(2, 0)),
    Clause(42, "two: the point", f"{HANDS} S SK SJ, SQ ST !42b:abandon =A (2-0)", points=(2, 0)),
    Clause(42, "and not the vole", f"{HANDS} S SK SJ, SQ ST !42b:abandon =A5 (2-0)", fault("L42", "point")),
    Clause(42, "three: the point is made", f"{THREE_TRICKS} !42b:abandon =B (0-1)", points=(0, 1), kind="exception"),
    Clause(42, "the same, by the cards", f"{THREE_TRICKS} !42b:abandon =B3 (0-1)", points=(0, 1), kind="exception"),
    Clause(42, "the opponent has nothing", f"{THREE_TRICKS} !42b:abandon =A (2-0)", fault("L42", "made"),
           kind="exception"),
    Clause(42, "the same with another third trick",
           f"{HANDS} S SK SJ, SQ ST, CA H8, DK H7 !42b:abandon =A (2-0)", fault("L42", "made"), kind="exception"),
    Clause(42, "thrown down to claim: nothing is given up", f"{HANDS} S SK SJ, SQ ST, CA H8, DK HJ !42b(claim):note "
           "H7 HQ =B3 (0-1)", kind="exception"),
    Clause(42, "and no penalty", f"{HANDS} S SK !42b(claim):abandon =A5", fault("L42", "not_allowed"),
           kind="exception"),
    # 43
    Clause(43, "renounced: the play stands", f"{REVOKED} !43a(H8):stand DK H7 =A3 (1-0)", points=(1, 0)),
    Clause(43, "or is replayed", f"{REVOKED} !43a(H8):replay {WON}", points=(0, 1)),
    Clause(43, "failed to win: the same", "^H9 B:SQ7.HJ7.CA A:SKJ.HQ8.DK S SQ SJ !43a(SJ):stand"),
    Clause(43, "without an incident", f"{REVOKED} DK H7", (("L43R", "ruling", ""),)),
    Clause(43, "failed to win, without an incident", "^H9 B:SQ7.HJ7.CA A:SKJ.HQ8.DK S SQ SJ",
           (("L43W", "ruling", ""),)),
    Clause(43, "though the hand was given up", f"{REVOKED} !42b:abandon !43a(H8):replay {WON}", points=(0, 1),
           kind="exception"),
    Clause(43, "given up, and the play stands", f"{REVOKED} !42b:abandon !43a(H8):stand =A5 (1-0)", points=(1, 0)),
    Clause(43, "the opponent chooses", f"{REVOKED} !43a(H8) DK H7", chosen_by(43), kind="choice"),
    Clause(43, "the point marks nothing", f"{HANDS} P G -CA+CK -DK+DQ S SK H8 !43a(H8):stand DQ H7 =A3 (0-0)",
           points=(0, 0)),
    Clause(43, "the vole marks one", f"{REVOKED} !43a(H8):stand =A5 (1-0)", points=(1, 0)),
    Clause(43, "a point of two marks one", f"{REVOKED} !43a(H8):stand =A3 (1-0)", points=(1, 0)),
    Clause(43, "what the opponent wins is not touched", f"{REVOKED} !43a(H8):stand =B3 (0-1)", points=(0, 1)),
    Clause(43, "taken up in time (39): no penalty", f"{HANDS} S SK !39a(H8):takeback {WON[3:]}", points=(0, 1),
           kind="exception"),
    Clause(43, "a lawful reply is no offence", "P R S8 SK !43a(SK):stand", fault("L43", "no_breach"), kind="exception"),
    Clause(43, "the same by the hand", f"{HANDS} S SK SJ !43a(SJ):stand SQ ST", fault("L43", "no_breach"),
           kind="exception"),
    Clause(43, "a card led is none", f"{HANDS} S SK SJ !43b(SK):stand SQ ST", fault("L43", "card_led"),
           kind="exception"),
    Clause(43, "nor one that was not played", f"{HANDS} S SK SJ !43a(HQ):stand SQ ST", fault("L43", "card_not_played"),
           kind="exception"),
    Clause(43, "nor where nobody replied", f"{HANDS} S SK SJ !43b:stand SQ ST", fault("L43", "no_reply"),
           kind="exception"),
    Clause(43, "not before the play", f"{HANDS} P !43a(H8):stand R {WON}", misplaced(43), kind="moment"),
    # 44
    Clause(44, "new cards may be called for", f"{BASE} !44b:note"),
    unprovable(44, "before the pack is cut for the next deal", "when the pack is cut to the dealer is not on record"),
    unprovable(44, "two new packs, at the caller's expense", "what cards cost, and who pays, is not on record"),
    unprovable(44, "the dealer has choice of them", "which pack is dealt with is not on record"),
    # 45
    Clause(45, "an incorrect pack: the deal is void", f"{HANDS} S SK SJ !45(SK):void {VOID}"),
    Clause(45, "forced", f"{HANDS} S SK SJ !45(SK):stand", fault("L45", "not_allowed"), kind="choice"),
    Clause(45, "earlier deals stand", f"{BASE}\n2. B !45(SK):void {VOID}\n3. B S =A3 (1-1)", points=(1, 1)),
    Clause(45, "a card seen twice", "^H9 B:SKQ.HJ7.CA A:SKT.HQ8.DK", fault("L45")),
)  # fmt: skip
