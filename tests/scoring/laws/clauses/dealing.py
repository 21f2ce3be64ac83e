"""Laws 8 to 21: dealing."""

from __future__ import annotations

from tests.scoring.laws.clauses.table import (
    BASE,
    DEALER,
    DEALER_FOUR,
    DEALER_SIX,
    ELDER,
    FOUR,
    HANDS,
    PLAY,
    SIX,
    VOID,
    WON,
    Clause,
    chosen_by,
    fault,
    misplaced,
    unprovable,
)

SIX_DEALT, FOUR_DEALT = f"^H9 {SIX} {DEALER}", f"^H9 {FOUR} {DEALER}"
DEALERS_SIX, DEALERS_FOUR = f"^H9 {ELDER} {DEALER_SIX}", f"^H9 {ELDER} {DEALER_FOUR}"
THREE_DEALS = "3-2 S =B3 (0-1)\n2. B S =A3 (1-1)\n3. A {} S =B3 (1-2)"

CLAUSES = (
    # 8
    Clause(8, "five cards each", BASE),
    Clause(8, "three and two, or two and three", f"2-3 {BASE}"),
    Clause(8, "the order stays during the game", THREE_DEALS.format("2-3"), fault("L08")),
    Clause(8, "each dealer keeps their own", "3-2 S =B3 (0-1)\n2. B 2-3 S =A3 (1-1)", kind="exception"),
    Clause(8, "a change that was noticed is noted", THREE_DEALS.format("2-3 !8a:note")),
    unprovable(
        8,
        "in a later game another order needs word before the cut",
        "what the dealer says to the opponent is not written down; without word it is recorded as !8a:note",
    ),
    # 9
    Clause(9, "not looked: put right", f"!9a:rectify {BASE}"),
    Clause(9, "not looked: a fresh deal", f"!9a:fresh {VOID}"),
    Clause(9, "not looked: it does not stand", f"!9a:stand {BASE}", fault("L09", "not_allowed")),
    Clause(9, "looked: no claim is left", f"!9a(looked):fresh {VOID}", fault("L09", "not_allowed"), kind="exception"),
    Clause(9, "looked: the deal stands", f"!9a(looked):stand ^H9 {SIX} {DEALER} S =B3 (0-1)", kind="exception"),
    Clause(9, "the non-dealer chooses", f"!9a {BASE}", chosen_by(9), kind="choice"),
    Clause(9, "before the trump card is turned", f"{HANDS} !9a:fresh {VOID}", misplaced(9), kind="moment"),
    Clause(9, "found in play", f"{HANDS} S SK SJ !9a:rectify", misplaced(9), kind="moment"),
    Clause(9, "a wrong number with no incident", f"{SIX_DEALT} S =B3 (0-1)", fault("L09", severity="ruling")),
    # 10
    Clause(10, "the top card of those left is turned up", "^SK B:SKQ.HJ7.CA A:SJT.HQ8.DK", fault("L10")),
    unprovable(10, "it is the eleventh card", "the order of the pack is not on record"),
    # 11
    Clause(11, "not looked: one is chosen", f"!11a(H9;D7):choose(H9) {BASE}"),
    Clause(11, "not looked: a fresh deal", f"!11a(H9;D7):fresh {VOID}"),
    Clause(
        11, "looked: a fresh deal alone", f"!11a(H9;D7;looked):choose(H9) {BASE}", fault("L11", "not_allowed"),
        kind="exception",
    ),
    Clause(11, "looked: fresh is forced", f"!11a(H9;D7;looked) {VOID}", kind="exception"),
    Clause(11, "one of those exposed", f"!11a(D8;D7):choose(H9) {BASE}", fault("L11", "choice_not_shown")),
    Clause(11, "the non-dealer chooses", f"!11a(H9;D7) {BASE}", chosen_by(11), kind="choice"),
    Clause(11, "at the turn-up", f"^H9 !11a(H9;D7):choose(H9) {ELDER} {DEALER} S {WON}", kind="moment"),
    Clause(11, "found after a call", f"{HANDS} P !11a(H9;D7):fresh {VOID}", misplaced(11), kind="moment"),
    # 12
    Clause(12, "a faced card before the turn-up: fresh", f"!12(D9):fresh {VOID}"),
    Clause(12, "forced", f"!12(D9):stand {BASE}", fault("L12", "not_allowed")),
    Clause(12, "before the trump card is turned", f"{HANDS} !12(D9):fresh {VOID}", misplaced(12), kind="moment"),
    Clause(12, "found in play", f"{HANDS} S SK SJ !12(D9):fresh {VOID}", misplaced(12), kind="moment"),
    # 13
    Clause(13, "a card of the dealer's own: the deal stands", f"!13a(SJ;own):stand {BASE}"),
    Clause(13, "and no fresh deal", f"!13a(SJ;own):fresh {VOID}", fault("L13", "not_allowed")),
    Clause(13, "the opponent's: a fresh deal", f"!13a(SK;adversary):fresh {VOID}"),
    Clause(13, "the opponent's: or it stands", f"!13a(SK;adversary):stand {BASE}"),
    Clause(
        13, "once looked, no fresh deal", f"!13a(SK;adversary;looked):fresh {VOID}", fault("L13", "not_allowed"),
        kind="exception",
    ),
    Clause(13, "the non-dealer chooses", f"!13a(SK;adversary) {BASE}", chosen_by(13), kind="choice"),
    Clause(13, "the card is in that hand", f"!13a(SJ;adversary):stand {BASE}", fault("L13", "not_in_hand")),
    Clause(13, "before the non-dealer looks", f"{HANDS} !13a(SK;adversary):fresh {VOID}", kind="moment"),
    Clause(13, "a call shows a look", f"{HANDS} S !13a(SK;adversary):fresh {VOID}", misplaced(13), kind="moment"),
    # 14
    Clause(14, "out of turn, before the turn-up: void", f"!14a(before):void {VOID}"),
    Clause(14, "after it: too late", f"^H9 {ELDER} {DEALER} !14a(after):void {VOID}", fault("L14", "not_allowed")),
    Clause(14, "after it: the deal stands", f"{HANDS} !14a(after):stand S {WON}"),
    Clause(14, "found before, but written behind it", f"{HANDS} !14a(before):void {VOID}", misplaced(14),
           kind="moment"),
    Clause(14, "in play it stands", f"{HANDS} S SK SJ !14a:stand SQ ST, CA H8, DK HJ, H7 HQ =B3 (0-1)",
           kind="moment"),
    Clause(14, "without an incident", "S =B3 (0-1)\n2. A S =B3 (0-2)", fault("L14")),
    Clause(14, "void: the rightful dealer deals", f"S =B3 (0-1)\n2. A !14a(before):void {VOID}\n3. B S =A3 (1-1)"),
    unprovable(14, "the packs remain changed", "which pack is dealt with is not on record"),
    # 15
    Clause(15, "the elder hand has more: fresh", f"{SIX_DEALT} !15a(6):fresh {VOID}"),
    Clause(15, "or puts out the surplus", f"{SIX_DEALT} !15a(6):discard(CT) S {WON}"),
    Clause(15, "five cards are not six", f"{HANDS} !15a(6):fresh {VOID}", fault("L15", "hand"), kind="exception"),
    Clause(15, "the non-dealer chooses", f"{SIX_DEALT} !15a(6) S =B3 (0-1)", chosen_by(15), kind="choice"),
    Clause(15, "before proposing", f"{SIX_DEALT} P !15a(6):fresh {VOID}", misplaced(15), kind="moment"),
    Clause(15, "without a proposal, before playing", f"{SIX_DEALT} S !15a(6):fresh {VOID}", kind="moment"),
    Clause(15, "not once a card is played", f"{SIX_DEALT} S SK !15a(6):fresh {VOID}", misplaced(15), kind="moment"),
    unprovable(15, "the dealer may not see the cards put out", "who saw a card is not written down"),
    # 16
    Clause(16, "the elder hand has fewer: made up", f"{FOUR_DEALT} !16a(4):complete(CA) S {WON}"),
    Clause(16, "or fresh", f"{FOUR_DEALT} !16a(4):fresh {VOID}"),
    Clause(16, "five cards are not four", f"{HANDS} !16a(4):fresh {VOID}", fault("L16", "hand"), kind="exception"),
    Clause(16, "the non-dealer chooses", f"{FOUR_DEALT} !16a(4) S =B3 (0-1)", chosen_by(16), kind="choice"),
    Clause(16, "before proposing", f"{FOUR_DEALT} P !16a(4):fresh {VOID}", misplaced(16), kind="moment"),
    # 17
    Clause(17, "the dealer has more: fresh", f"{DEALERS_SIX} !17a(6):fresh {VOID}"),
    Clause(17, "or the surplus is drawn", f"{DEALERS_SIX} !17a(6):draw(DA) S {WON}"),
    Clause(17, "looked at where the dealer had taken up the hand", f"{DEALERS_SIX} !17a(6;looked):draw(DA) S {WON}"),
    Clause(17, "five cards are not six", f"{HANDS} !17a(6):fresh {VOID}", fault("L17", "hand"), kind="exception"),
    Clause(17, "the non-dealer chooses", f"{DEALERS_SIX} !17a(6) S =B3 (0-1)", chosen_by(17), kind="choice"),
    Clause(17, "after the proposal still", f"{DEALERS_SIX} P !17a(6):fresh {VOID}", kind="moment"),
    Clause(17, "not once it is answered", f"{DEALERS_SIX} P R !17a(6):fresh {VOID}", misplaced(17), kind="moment"),
    Clause(17, "no proposal: before the dealer plays", f"{DEALERS_SIX} S SK !17a(6):fresh {VOID}", kind="moment"),
    Clause(17, "not after that", f"{DEALERS_SIX} S SK SJ !17a(6):fresh {VOID}", misplaced(17), kind="moment"),
    # 18
    Clause(18, "the dealer has fewer: made up", f"{DEALERS_FOUR} !18a(4):complete(DK) S {WON}"),
    Clause(18, "or fresh", f"{DEALERS_FOUR} !18a(4):fresh {VOID}"),
    Clause(18, "five cards are not four", f"{HANDS} !18a(4):fresh {VOID}", fault("L18", "hand"), kind="exception"),
    Clause(18, "the non-dealer chooses", f"{DEALERS_FOUR} !18a(4) S =B3 (0-1)", chosen_by(18), kind="choice"),
    Clause(18, "after the proposal still", f"{DEALERS_FOUR} P !18a(4):fresh {VOID}", kind="moment"),
    Clause(18, "not once it is answered", f"{DEALERS_FOUR} P G !18a(4):fresh {VOID}", misplaced(18), kind="moment"),
    # 19
    Clause(19, "a misdeal that stood bars the king turned up", f"^CK {SIX.replace('T', '')}9 {DEALER} Ka "
           "!15a(6):discard(C9) S =B3 (0-1)", fault("L19")),
    Clause(19, "after law 9 as well", f"!9a(looked):stand ^CK {SIX} {DEALER} Ka S =B3 (0-1)", fault("L19")),
    Clause(19, "after law 21, where no fresh deal is claimed", f"^CK {ELDER} {DEALER_SIX} Ka S SK SJ "
           "!21a(6):stand SQ ST =B3 (0-1)", fault("L19")),
    Clause(19, "a fresh deal bars nothing", f"^CK {SIX} {DEALER} Ka !15a(6):fresh {VOID}", kind="exception"),
    Clause(
        19, "the order of the packets is no wrong number", f"!9a(looked):stand ^CK {ELDER} {DEALER} Ka S =B3 (1-1)",
        points=(1, 1), kind="exception",
    ),
    # 20
    Clause(20, "the elder hand played as dealt: fresh", f"{SIX_DEALT} S SK SJ !20b(6):fresh {VOID}"),
    Clause(20, "there is no choice", f"{SIX_DEALT} S SK SJ !20b(6):stand", fault("L20", "not_allowed"), kind="choice"),
    Clause(20, "five cards are not six", f"{HANDS} S SK SJ !20b(6):fresh {VOID}", fault("L20", "hand"),
           kind="exception"),
    Clause(20, "cards were taken", f"^H9 {DEALER} P G -SK+S7 -SJ+S8 S S7 S8 !20b(6):fresh {VOID}",
           fault("L20", "took_cards"), kind="exception"),
    Clause(20, "five cards played are not four", f"^H9 S {PLAY} !20b(4):fresh {VOID}", fault("L20", "number_differs"),
           kind="exception"),
    Clause(20, "once it has played", f"{SIX_DEALT} P !20b(6):fresh {VOID}", misplaced(20), kind="moment"),
    # 21
    Clause(21, "the dealer played as dealt: fresh", f"{DEALERS_SIX} S SK SJ !21a(6):fresh {VOID}"),
    Clause(21, "or the deal stands", f"{DEALERS_SIX} S SK SJ !21a(6):stand SQ ST"),
    Clause(21, "the opponent chooses", f"{DEALERS_SIX} S SK SJ !21a(6)", chosen_by(21), kind="choice"),
    Clause(21, "five cards are not six", f"{HANDS} S SK SJ !21a(6):fresh {VOID}", fault("L21", "hand"),
           kind="exception"),
    Clause(21, "not while the dealer has still to play to the first lead (law 17)",
           f"{DEALERS_SIX} S SK !21a(6):fresh {VOID}", misplaced(21), kind="moment"),
    Clause(21, "law 17 is over where the dealer refused", f"{DEALERS_SIX} P R SK !21a(6):fresh {VOID}",
           kind="moment"),
    Clause(21, "once the dealer has played", f"{DEALERS_SIX} P !21a(6):fresh {VOID}", misplaced(21), kind="moment"),
)  # fmt: skip
