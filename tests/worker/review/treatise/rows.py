"""The treatise's advice on hands that no sentence and no example of it names; trumps are spades.

A row has a label, the kind of decision with the hand, the rule and the choices (nothing where the treatise is silent),
and the position, in the words of ``sentences``.
"""

from __future__ import annotations

from typing import Final

from tests.scoring.text_table import rows_of
from tests.worker.review.treatise.sentences import sentence_of

ROWS: Final = """
# First proposals
three trumps, two of a suit | propose SAT8.H98 | stand-1: S
five trumps | propose SA9T87 | stand-1: S
two trumps, king guarded | propose S87.HK7.D7 | stand-2b: S
two trumps, knave guarded by the ten, and a nine | propose S87.HJT.D9 | propose: P
ace and ten, with a nine | propose S87.HAT.D9 | propose: P
knave and ten is as good as ace and ten | propose S87.HJT.DT | stand-2d: S
ace and nine is as good as ten and nine | propose S87.HA9.DJ | stand-2d: S
nine and eight, with a knave | propose S87.H98.DJ | propose: P
ten and eight is as good as nine and eight | propose S87.HT8.DQ | stand-2d: S
king, knave and eight single | propose S87.HK.DJ.C8 | stand-2e: S
king and queen is as good as two queens | propose S87.HK.DQ.C7 | stand-2e: S
two knaves and an ace single | propose S87.HJ.DJ.CA | propose: P
king, ace and eight single: no 2e, but two cards only to go | propose S87.HK.DA.C8 | stand-5: S
king, ten and nine single: the same | propose S87.HK.DT.C9 | stand-5: S
king, queen, ten and a nine | propose S7.HKQT.D9 | propose: P
king, knave, ace is no tierce | propose S7.HKJA.DJ | propose: P
queen with two of its suit, and a knave | propose S7.HQ87.DJ | propose: P
king with two of its suit, and a queen | propose S7.HK87.DQ | stand-3c: S
queen once guarded and another alone | propose S7.HQT.DQ.C7 | propose: P
four court cards without a trump | propose HQJ.DQJ.C7 | stand-4: S
four court cards, one of them a trump | propose SQ.HJ.DJ.CJ7 | stand-4: S | reading=court-trump
three court cards without a trump | propose HQJ.DQA.C7 | propose: P
three queens, one of them twice guarded | propose HQ87.DQ.CQ | stand-4: S
three queens and a trump | propose S7.HQ7.DQ.CQ | stand-4: S
two queens and a knave without a trump | propose HQ8.DQ7.CJ | propose: P
two kings without a trump | propose HK87.DKT | propose: P
nothing | propose S7.H98.DT8 | propose: P
class 2b with the king, guard a nine, fifth an ace | propose SK7.HQ9.DA | king-propose: P
class 2c with the king turned up | propose S87.H97.DK | king-propose: P | king_turned_up reading=king-turned-up
class 2d with the king | propose SK7.HAT.DT | king-propose: P | reading=king-between
class 2e with the king | propose SK7.HQ.DJ.CA | king-propose: P | reading=king-silent
class 3a with the king | propose SK.HKQJ.D7 | stand-3a: S
class 3c with the king turned up | propose S7.HQ87.DQ | king-propose: P | king_turned_up reading=king-turned-up
class 4 with the king turned up | propose HQ8.DQ7.CQ | stand-4: S | king_turned_up
class 5 with the king, a guard as high as a ten | propose SK.HKT.DK.C7 | stand-5: S
no class, with the king | propose SK.H98.DT8 | propose: P
king turned up: it is not in hand | propose S87.HQT.D7 | king-propose: P | king_turned_up reading=king-turned-up
king alone, queen guarded by the ten | propose SK.HQT.DQ7 | king-3c: S
king, trump, queen guarded, and a knave | propose SK7.HQ7.DJ | king-queen-honour: S
king, trump, queen guarded, and a ten | propose SK7.HQ7.DT | king-propose: P
king and court cards | propose SK7.HJ.DJ.CJ | king-all-court: S | reading=all-court
king turned up, court cards and trumps | propose S87.HJ.DJ.CJ | king-all-court: S | king_turned_up reading=all-court
the same, with an ace among them | propose SK7.HQ.DJ.CA | king-propose: P | reading=king-silent
tierce to the king of trumps, all court cards | propose SKQJ.HK.DK | king-all-court: S
queen, knave, ace with the king turned up | propose SQJA.H7.D8 | king-certain: P | king_turned_up
king and queen with two small trumps | propose SKQ87.H7 | king-certain: P
king and knave with two small trumps | propose SKJ87.H7 | king-certain: P
king and ace with two small trumps | propose SKA87.H7 | king-propose: P
king and queen with one small trump | propose SKQ7.H7.D8 | king-propose: P
five trumps with the king | propose SK987T | king-all-court: S
a certain point at four, the king safe | propose SKQJ.H7.D8 | king-certain: P | own=4
a certain point, the dealer at four, the king not safe | propose SA9T87 | score-certain: S | other=4
a certain point at four, the dealer at none | propose SA9T87 | stand-1: S | own=4
one trump, small cards of two suits | propose S7.H98.D98 | score-dealer-four: S | own=1 other=4
one trump, small cards of three suits | propose S7.H98.D9.C8 | propose: P | own=1 other=4 reading=different-suits
one trump, three suits with a ten | propose S7.H98.DT.C8 | score-dealer-four: S | own=1 other=4
the same at three | propose S7.H98.DT.C8 | propose: P | own=1 other=3
the same, the king in hand | propose SK.H98.DT.C8 | propose: P | own=1 other=4
the same, the king turned up | propose S7.H98.DT.C8 | propose: P | own=1 other=4 king_turned_up
no trump, three suits guarded | propose HJ8.DJ7.CK | score-dealer-four: S | own=1 other=4
no trump, two suits guarded | propose HJ8.DJ7.CA | propose: P | own=1 other=4
a class at that score | propose S87.HQ7.D7 | stand-2b: S | own=1 other=4
# Later proposals
a hand to refuse with, and no class | again S7.HK8.DJ9 | again-even: S | reading=even-chance
neither a class nor a hand to refuse with | again S7.HK8.DA9 | again: P | reading=even-chance
a class, the king turned up | again S87.HQ7.D7 | again-even: S | king_turned_up reading=even-chance
no class, the king in hand | again SK.H98.DT8 | again: P | reading=even-chance
a certain point, the dealer at four | again SA9T87 | score-certain: S | other=4
a certain point at four, the king turned up | again SQJA.H7.D8 | again-even: S
    | own=4 king_turned_up reading=even-chance
a certain point and the king, no weak card | again SKQJ.HQ.DJ | again-even: S | also=P reading=even-chance
one trump, the dealer at four | again S7.H98.DT.C8 | score-dealer-four: S | own=1 other=4 reading=later
the same, the king turned up | again S7.H98.DT.C8 | again: P | own=1 other=4 king_turned_up reading=even-chance
# Replies
two trumps, ace and ten, with a nine | reply S87.HAT.D9 | accept: G | reading=guards
two trumps with the king, queen, knave and ace | reply SK7.HQ.DJ.CA | accept-king: G | reading=king-silent
two trumps, queen, knave and ten | reply S87.HQ.DJ.CT | accept: G | reading=guards
king, queen, ace and an eight | reply S7.HKQA.D8 | accept-3a: G
queen and guarded knave, fifth of the knave's suit | reply S7.HQ.DJ97 | accept-queen-knave: G
queen and guarded knave without a trump | reply HQ.DJ7.CA9 | accept: G | reading=guards
two kings without a trump | reply HK87.DKT | accept: G
king and queen alone, the fourth suit headed by the knave | reply S7.HK.DQ.CJ7 | refuse-king-queen: R
king of trumps, king guarded, queen alone | reply SK.HK8.DQ.C7 | refuse-king-queen: R | reading=king-refusals
four court cards of three suits, a trump among them | reply SQ.HKQ8.DJ | refuse-4-court: R | reading=court-trump
three queens and a trump | reply S7.HQ7.DQ.CQ | accept-4-queens: G
guarded in three suits, once by a queen twice guarded | reply HK.DK.CQ87 | refuse-guarded: R
guarded in two without a trump | reply HK8.DJ97 | accept: G
two trumps, a bare queen | reply S87.HQ.DT.C7 | accept: G | reading=guards
two trumps with the king, no class | reply SK7.HQ.DT.C7 | accept: G | reading=guards
nothing | reply S7.H98.DT8 | accept: G
a hand to refuse with, later | reply S87.HQ7.D7 | refuse-2b: R | later
a hand too weak to refuse with, later | reply S7.HK987 | reply-later: | later reading=later
the king of trumps, later | reply SK7.HQ7.D7 | accept-king: G | later
nothing, later | reply S7.H98.DT8 | accept: G | later
two bare court cards and a trump, elder at four | reply S7.HQ.DJ.C98 | score-elder-trump: R | own=1 other=4
three bare court cards, elder at four | reply HQ.DJ.CJ98 | score-elder-four: R | own=1 other=4
the same later | reply HQ.DJ.CJ98 | score-elder-four: R | own=1 other=4 later
one bare court card and a trump, elder at four | reply S7.HQ.DT.C98 | score-elder-trump: R | own=1 other=4 also=G
the same later | reply S7.HQ.DT.C98 | score-elder-trump: R | own=1 other=4 later also=G
very small cards and a trump, elder at four | reply S7.H98.D9.C8 | accept: G | own=1 other=4 reading=different-suits
two bare court cards and a trump, elder at three | reply S7.HQ.DJ.C98 | accept: G | own=1 other=3
the same, elder at four, king in hand | reply SK.HQ.DJ.C98 | accept: G | own=1 other=4
the same, elder at four, king turned up | reply S7.HQ.DJ.C98 | accept: G | own=2 other=4 king_turned_up
named to refuse with, elder at four | reply S987.H7.D7 | refuse-1: R | own=1 other=4
a hand to stand with, dealer four to three | reply S7.HK987 | score-dealer-four-three: R
    | own=4 other=3 reading=even-chance
the same four to two | reply S7.HK987 | accept-3b: G | own=4 other=2
the same four to three, later | reply S7.HK987 | reply-later: | own=4 other=3 later reading=later
a trump, an ace and a guarded knave, dealer four to three | reply S7.HQ.DJ7.CA | score-dealer-four-three: R
    | own=4 other=3
nothing, dealer four to three | reply S7.H98.DT8 | accept: G | own=4 other=3
# Discards and the king
nothing to keep | discard H98.DTQ.C7 | discard-all: H98.DQT.C7 | dealer
nothing to put out: the elder has to | discard SQ87.HK.DK | discard-none:
nothing to put out: the dealer needn't | discard SQ87.HK.DK | discard-none: - | dealer
love-all | king - | king-mark: K | counts_two
three to four after an exchange | king - | king-mark: K | own=3 other=4
two to four | king - | king-mark: K | own=2 other=4 counts_two
three to three | king - | king-mark: K | own=3 other=3 counts_two
four to three | king - | king-mark: K | own=4 other=3 counts_two
# Leads
three tricks, the king marked at three: the vole gains nothing | lead S7.CQ | | own=3 led=SK,HK,DK
class 2a | lead S87.HJ98 | lead-2a: HJ
class 2b, one trump above the nine | lead ST7.HQ8.DT | lead-2b: HQ | reading=low-trumps
class 2b, low trumps | lead S97.HQ8.DT | lead-2b: DT | reading=low-trumps
class 2c, the pair in sequence | lead S87.H98.DK | lead-2c: H9
class 2d | lead S87.HT9.DJ | lead-2d: HT
class 2e | lead S87.HJ.DQ.CA | lead-2e: DQ
class 2e, two as high | lead S87.HQ.DQ.C8 | lead-2e: HQ DQ
class 3a | lead S7.HKQT.DJ | lead-3a: HK
class 3c, the bare king | lead S7.HQ87.DK | lead-3c: HQ
class 4 | lead HQ7.DQJ.CQ | lead-4: DQ | reading=strongest
class 5 | lead S7.HK.DK8.C7 | lead-5: DK
a class, after a refusal | lead S87.HJ98 | lead-2a: HJ | refused
no class, cards exchanged | lead S7.HJ8.DA9 | lead-strongest: HJ DA | reading=strongest
no class, a clear strongest suit | lead S7.HJ8.DAT | lead-strongest: DA | reading=strongest
two single cards as high | lead S7.HQ8.DT.CT | lead-single: DT CT | refused
no single card, two small in sequence | lead S7.HQ8.D98 | lead-sequence: D9 | refused
small and in sequence, of two suits | lead S7.H87.D98 | lead-sequence: H8 D9 | refused
ten and nine are not both small | lead S7.HQ8.DT9 | lead-never-guarded: | refused
three trumps left | lead SQ87.H7 | lead-trumps: SQ S8 S7 | led=HQ
the dealer's first lead, the elder's trick lost | lead S7.HJ8.D7 | lead-strongest: HJ | won=1
the first lead with three trumps | lead S987.D7 | lead-trumps: S9 S8 S7 | won=1
going on | lead S7.H98.DK | lead-go-on: H9 | led=HQ
going on at the third trick | lead S8.HJ.DK | lead-go-on: HJ | led=HK,HQ
the suit at its end | lead S7.D98.CT | lead-strongest: D9 | led=HQ
trumps led before | lead SQ8.HT9 | lead-strongest: HT | led=SK
two kings, both trumps gone | lead HK.DK7 | lead-strongest: DK | won=2 led=SK whole=SK9.HK.DK7
stopped | lead S7.H98 | | won=1 led=HT-
nothing but two trumps, both led from | lead SQ8 | | won=3 led=SK
the queen first | lead SQ8.H98 | lead-trump-first: SQ | led=HQ also=H9
the queen, the king against her | lead SQ8.H98 | lead-go-on: H9 | led=HQ king_against
knave and ace first | lead SJA.H98 | lead-trump-first: SJ | led=HQ also=H9
knave and ten | lead SJT.H98 | lead-go-on: H9 | led=HQ
the king, at four | lead SK.H98.D7 | lead-no-forward: H9 | own=4 led=HQ
three tricks | lead S7.HT | lead-vole: S7 | led=HK,HQ,HJ
three tricks, at four | lead S7.HT | | own=4 led=HK,HQ,HJ
two plain cards of the suit, two tricks won | lead HT9 | lead-go-on: HT | won=3 led=HK,HQ
two plain cards, stopped | lead HT9 | | won=2 led=HJ-
"""
CASES: Final = [sentence_of("", *row) for row in rows_of(ROWS)]
