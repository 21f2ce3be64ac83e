"""Laws 1 to 7: shuffling and cutting."""

from __future__ import annotations

from tests.scoring.laws.clauses.table import BASE, HANDS, VOID, Clause, fault, misplaced, unprovable

CUT = "cut A=HK B=D8"

CLAUSES = (
    unprovable(1, "each player may shuffle both packs", "a right that may be left unused shows in no record"),
    Clause(1, "the dealer shuffles last: shuffled after, the pack is shuffled again", BASE, opening="!1b:reshuffle"),
    Clause(1, "found once a card is turned up", f"{HANDS} !1b:reshuffle S", misplaced(1), kind="moment"),
    Clause(2, "no shuffling below the table", BASE, opening="!2a:reshuffle"),
    Clause(2, "no face shown", BASE.replace("^H9", "!2a:reshuffle ^H9")),
    Clause(2, "no shuffling during the play of a hand", BASE.replace("SQ ST", "!2a:reshuffle SQ ST"), kind="moment"),
    Clause(3, "a cut of one card is made again", BASE, opening="!3b(1):recut"),
    Clause(3, "a cut of two cards is a cut", BASE, fault("L03", "cut_large"), opening="!3b(2):recut", kind="exception"),
    Clause(3, "and no other remedy", BASE, fault("L03", "not_allowed"), opening="!3b(1):stand"),
    Clause(3, "found once a card is turned up", f"{HANDS} !3b(1):recut S", misplaced(3), kind="moment"),
    Clause(4, "two cards exposed in cutting for deal: cut again", BASE, opening=f"!4a:recut {CUT}"),
    Clause(4, "found when cards are dealt", f"!4a:recut {BASE}", misplaced(4), opening=CUT, kind="moment"),
    unprovable(4, "one card exposed is no fault", "a cut for deal shows one card of each player in any case"),
    Clause(5, "the higher card deals", BASE, opening=CUT),
    Clause(5, "the lower does not", BASE, fault("L05", "lower"), opening="cut A=D8 B=HK"),
    Clause(5, "at La Triomphe the higher does not", "S =A3 (1-0)", fault("L05", "higher"), opening="cut A=HK B=D8",
           tags=(("Variant", "Triomphe"),)),
    Clause(5, "rank alone counts: king above ace", BASE, opening="cut A=DK B=HA"),
    Clause(5, "the ace is below the knave", BASE, opening="cut A=DJ B=HA"),
    Clause(5, "equal ranks cut again", BASE, opening="cut A=HQ B=DQ A=HK B=D8"),
    Clause(5, "a tie decides nothing", BASE, fault("L05", "tie"), opening="cut A=HQ B=DQ"),
    Clause(5, "its winner has choice of cards and seats", BASE, opening=f"{CUT} cards=red seat=north"),
    unprovable(5, "the choice holds during the play",
               "who sits where, and deals with which pack, is not written deal by deal"),
    Clause(6, "the cut holds though the pack is incorrect", BASE, opening=f"{CUT} !6:stand"),
    Clause(6, "and is not made again", BASE, fault("L06", "not_allowed"), opening=f"{CUT} !6:recut"),
    Clause(6, "found in play it is law 45's", f"{HANDS} S SK SJ !6:stand", misplaced(6), kind="moment"),
    Clause(7, "a card exposed in cutting to the dealer: a fresh cut", BASE, opening="!7b:recut"),
    Clause(7, "the same before a later deal", f"!7b(D9):recut {BASE}", fault("L07", "fact_unknown", "warning")),
    Clause(7, "and no fresh deal", f"!7b:fresh {VOID}", fault("L07", "not_allowed")),
    Clause(7, "found once a card is turned up", f"{HANDS} !7b:recut S", misplaced(7), kind="moment"),
)  # fmt: skip
