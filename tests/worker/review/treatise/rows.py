"""The treatise's advice in rows, for the elder's proposals, the dealer's replies, discards, the king and
leads; trumps are spades.

A row of proposals: label, hand, whether a king is turned up, elder's points and dealer's, rule. Rules that
begin with ``stand``, ``score`` or ``again-even`` stand, and so do the exceptions with the king. A row of
replies: label, hand, rule; and in others a king turned up, dealer's points and elder's, whether it is the
first.
"""

from __future__ import annotations

from tests.scoring.text_table import rows_of

LOVE_ALL = (0, 0)
TO_THE_DEALER_AT_FOUR = (1, 4)
CLASSES = [
    ("three trumps with two sevens", "S987.H7.D7", "stand-1"),
    ("three trumps, two of a suit", "SAT8.H98", "stand-1"),
    ("four trumps", "SQ987.D7", "stand-1"),
    ("five trumps", "SA9T87", "stand-1"),
    ("two trumps, three small of a suit", "S87.H987", "stand-2a"),
    ("two trumps, queen guarded by the lowest, lowest fifth", "S87.HQ7.D7", "stand-2b"),
    ("two trumps, king guarded", "S87.HK7.D7", "stand-2b"),
    ("two trumps, knave guarded by the ten, and a nine", "S87.HJT.D9", "propose"),
    ("two trumps, two small and a king", "S87.H87.DK", "stand-2c"),
    ("two trumps, two small and a queen", "S87.H97.DQ", "propose"),
    ("knave and ace, with an eight", "S87.HJA.D8", "stand-2d"),
    ("knave and ace, with a nine", "S87.HJA.D9", "stand-2d"),
    ("knave and ace, with a seven", "S87.HJA.D7", "propose"),
    ("ace and ten, with a ten", "S87.HAT.DT", "stand-2d"),
    ("ace and ten, with an ace", "S87.HAT.DA", "stand-2d"),
    ("ace and ten, with a nine", "S87.HAT.D9", "propose"),
    ("knave and ten is as good as ace and ten", "S87.HJT.DT", "stand-2d"),
    ("ten and nine, with a knave", "S87.HT9.DJ", "stand-2d"),
    ("ten and nine, with an ace", "S87.HT9.DA", "propose"),
    ("ace and nine is as good as ten and nine", "S87.HA9.DJ", "stand-2d"),
    ("nine and eight, with a queen", "S87.H98.DQ", "stand-2d"),
    ("nine and eight, with a knave", "S87.H98.DJ", "propose"),
    ("ten and eight is as good as nine and eight", "S87.HT8.DQ", "stand-2d"),
    ("king, knave and eight single", "S87.HK.DJ.C8", "stand-2e"),
    ("king, knave and seven single", "S87.HK.DJ.C7", "stand-2e"),
    ("king, ace and nine single", "S87.HK.DA.C9", "stand-2e"),
    ("king and two tens single", "S87.HK.DT.CT", "stand-2e"),
    ("two queens and a seven single", "S87.HQ.DQ.C7", "stand-2e"),
    ("king and queen is as good as two queens", "S87.HK.DQ.C7", "stand-2e"),
    ("queen, knave and ace single", "S87.HQ.DJ.CA", "stand-2e"),
    ("queen, knave and ten single", "S87.HQ.DJ.CT", "propose"),
    ("three knaves single", "S87.HJ.DJ.CJ", "stand-2e"),
    ("two knaves and an ace single", "S87.HJ.DJ.CA", "propose"),
    ("king, ace and eight single: no 2e, but two cards only to go", "S87.HK.DA.C8", "stand-5"),
    ("king, ten and nine single: the same", "S87.HK.DT.C9", "stand-5"),
    ("tierce to the king and the lowest fifth", "S7.HKQJ.D7", "stand-3a"),
    ("king, queen, ace and an eight", "S7.HKQA.D8", "stand-3a"),
    ("king, queen, ace and a seven", "S7.HKQA.D7", "propose"),
    ("king, queen, ten and a ten", "S7.HKQT.DT", "stand-3a"),
    ("king, queen, ten and a nine", "S7.HKQT.D9", "propose"),
    ("king, queen, small and a knave", "S7.HKQ7.DJ", "stand-3a"),
    ("king, queen, small and an ace", "S7.HKQ9.DA", "propose"),
    ("king, knave, ace is no tierce", "S7.HKJA.DJ", "propose"),
    ("one trump, king and three of its suit", "S7.HK987", "stand-3b"),
    ("one trump, queen and three of its suit", "S7.HQJ98", "propose"),
    ("queen with two of its suit, and a queen", "S7.HQ87.DQ", "stand-3c"),
    ("queen with two of its suit, and a knave", "S7.HQ87.DJ", "propose"),
    ("king with two of its suit, and a queen", "S7.HK87.DQ", "stand-3c"),
    ("two queens once guarded, one by the ten", "S7.HQT.DQ7", "stand-3c"),
    ("two queens once guarded, by nine and eight", "S7.HQ9.DQ8", "propose"),
    ("queen once guarded and another alone", "S7.HQT.DQ.C7", "propose"),
    ("four court cards without a trump", "HQJ.DQJ.C7", "stand-4"),
    ("four court cards, one of them a trump", "SQ.HJ.DJ.CJ7", "stand-4"),
    ("four knaves, that of trumps not guarded", "SJ.HJ.DJ.CJ7", "propose"),
    ("four knaves, that of trumps guarded", "SJ7.HJ.DJ.CJ", "stand-2e"),
    ("three court cards without a trump", "HQJ.DQA.C7", "propose"),
    ("three queens without a trump", "HQ8.DQ7.CQ", "stand-4"),
    ("three queens, one of them twice guarded", "HQ87.DQ.CQ", "stand-4"),
    ("three queens and a trump", "S7.HQ7.DQ.CQ", "stand-4"),
    ("two queens and a knave without a trump", "HQ8.DQ7.CJ", "propose"),
    ("one trump and two kings", "S7.HK8.DK.C7", "stand-5"),
    ("one trump and one king", "S7.HK8.DA.CT", "propose"),
    ("two kings without a trump", "HK87.DKT", "propose"),
    ("nothing", "S7.H98.DT8", "propose"),
]
FIRST_PROPOSALS = [(label, hand, False, LOVE_ALL, rule) for label, hand, rule in CLASSES] + [
    ("class 1 with the king in hand", "SK87.H97", False, LOVE_ALL, "king-propose"),
    ("class 1 with the king turned up", "S987.H97", True, LOVE_ALL, "king-propose"),
    ("class 2a with the king", "SK7.H987", False, LOVE_ALL, "king-propose"),
    ("class 2b with the king, guard a nine, fifth an ace", "SK7.HQ9.DA", False, LOVE_ALL, "king-propose"),
    ("class 2c with the king turned up", "S87.H97.DK", True, LOVE_ALL, "king-propose"),
    ("class 2d with the king", "SK7.HAT.DT", False, LOVE_ALL, "king-propose"),
    ("class 2e with the king", "SK7.HQ.DJ.CA", False, LOVE_ALL, "king-propose"),
    ("class 3a with the king", "SK.HKQJ.D7", False, LOVE_ALL, "stand-3a"),
    ("class 3b with the king", "SK.HK987", False, LOVE_ALL, "king-propose"),
    ("class 3c with the king turned up", "S7.HQ87.DQ", True, LOVE_ALL, "king-propose"),
    ("class 4 with the king turned up", "HQ8.DQ7.CQ", True, LOVE_ALL, "stand-4"),
    ("class 5 with the king", "SK.HK8.DK.C7", False, LOVE_ALL, "king-few"),
    ("class 5 with the king, a guard as high as a ten", "SK.HKT.DK.C7", False, LOVE_ALL, "stand-5"),
    ("no class, with the king", "SK.H98.DT8", False, LOVE_ALL, "propose"),
    ("king, trump, queen guarded by the ten", "SK7.HQT.D7", False, LOVE_ALL, "king-queen-guarded"),
    ("king turned up: it is not in hand", "S87.HQT.D7", True, LOVE_ALL, "king-propose"),
    ("king alone, queen guarded by the ten", "SK.HQT.DQ7", False, LOVE_ALL, "king-3c"),
    ("king, trump, queen guarded, and a knave", "SK7.HQ7.DJ", False, LOVE_ALL, "king-queen-honour"),
    ("king, trump, queen guarded, and a ten", "SK7.HQ7.DT", False, LOVE_ALL, "king-propose"),
    ("king and court cards", "SK7.HJ.DJ.CJ", False, LOVE_ALL, "king-all-court"),
    ("king turned up, court cards and trumps", "S87.HJ.DJ.CJ", True, LOVE_ALL, "king-all-court"),
    ("the same, with an ace among them", "SK7.HQ.DJ.CA", False, LOVE_ALL, "king-propose"),
    ("tierce to the king of trumps", "SKQJ.H7.D8", False, LOVE_ALL, "king-certain"),
    ("the same, all court cards", "SKQJ.HK.DK", False, LOVE_ALL, "king-all-court"),
    ("queen, knave, ace with the king turned up", "SQJA.H7.D8", True, LOVE_ALL, "king-certain"),
    ("king and queen with two small trumps", "SKQ87.H7", False, LOVE_ALL, "king-certain"),
    ("king and knave with two small trumps", "SKJ87.H7", False, LOVE_ALL, "king-certain"),
    ("king and ace with two small trumps", "SKA87.H7", False, LOVE_ALL, "king-propose"),
    ("king and queen with one small trump", "SKQ7.H7.D8", False, LOVE_ALL, "king-propose"),
    ("five trumps with the king", "SK987T", False, LOVE_ALL, "king-all-court"),
    ("a certain point at four, the king safe", "SKQJ.H7.D8", False, (4, 0), "king-certain"),
    ("a certain point, the dealer at four, the king not safe", "SA9T87", False, (0, 4), "score-certain"),
    ("a certain point at four, the dealer at none", "SA9T87", False, (4, 0), "stand-1"),
    ("one trump, small cards of two suits", "S7.H98.D98", False, TO_THE_DEALER_AT_FOUR, "score-dealer-four"),
    ("one trump, small cards of three suits", "S7.H98.D9.C8", False, TO_THE_DEALER_AT_FOUR, "propose"),
    ("one trump, three suits with a ten", "S7.H98.DT.C8", False, TO_THE_DEALER_AT_FOUR, "score-dealer-four"),
    ("the same at three", "S7.H98.DT.C8", False, (1, 3), "propose"),
    ("the same, the king in hand", "SK.H98.DT.C8", False, TO_THE_DEALER_AT_FOUR, "propose"),
    ("the same, the king turned up", "S7.H98.DT.C8", True, TO_THE_DEALER_AT_FOUR, "propose"),
    ("no trump, three suits guarded", "HJ8.DJ7.CK", False, TO_THE_DEALER_AT_FOUR, "score-dealer-four"),
    ("no trump, two suits guarded", "HJ8.DJ7.CA", False, TO_THE_DEALER_AT_FOUR, "propose"),
    ("a class at that score", "S87.HQ7.D7", False, TO_THE_DEALER_AT_FOUR, "stand-2b"),
]
LATER_PROPOSALS = [
    ("a class", "S87.HQ7.D7", False, LOVE_ALL, "again-even"),
    ("a hand to refuse with, and no class", "S7.HK8.DJ9", False, LOVE_ALL, "again-even"),
    ("neither", "S7.HK8.DA9", False, LOVE_ALL, "again"),
    ("a class, the king in hand", "SK7.HQ7.D7", False, LOVE_ALL, "again-even"),
    ("a class, the king turned up", "S87.HQ7.D7", True, LOVE_ALL, "again-even"),
    ("no class, the king in hand", "SK.H98.DT8", False, LOVE_ALL, "again"),
    ("a certain point, the dealer at four", "SA9T87", False, (0, 4), "score-certain"),
    ("a certain point at four, the king turned up", "SQJA.H7.D8", True, (4, 0), "again-even"),
    ("a certain point and the king, no weak card", "SKQJ.HQ.DJ", False, LOVE_ALL, "again-even"),
    ("one trump, the dealer at four", "S7.H98.DT.C8", False, TO_THE_DEALER_AT_FOUR, "score-dealer-four"),
    ("the same, the king turned up", "S7.H98.DT.C8", True, TO_THE_DEALER_AT_FOUR, "again"),
]
CHOICES = {
    "king-certain": ("P",),
    "king-propose": ("P",),
    "propose": ("P",),
    "again": ("P",),
    "again-certain": ("P",),
    "king-few": ("P",),
}
"""The choices that the rules recommend. A rule that is not listed says to stand."""


FIRST_AT_LOVE_ALL = [
    ("three trumps", "S987.H7.D7", "refuse-1"),
    ("three trumps with the king", "SK87.H7.D7", "accept-king"),
    ("two trumps, three headed by the knave", "S87.HJ87", "refuse-2a"),
    ("two trumps, three headed by the ace", "S87.HAT9", "accept-2a"),
    ("two trumps with the king, three headed by the knave", "SK7.HJ87", "accept-king"),
    ("two trumps and a queen guarded", "S87.HQ7.D7", "refuse-2b"),
    ("the same with the king", "SK7.HQ7.D7", "accept-king"),
    ("two trumps, two small and a king", "S87.H97.DK", "refuse-2c"),
    ("the same with the king", "SK7.H97.DK", "accept-king"),
    ("two trumps, ace and ten, with a ten", "S87.HAT.DT", "refuse-2d"),
    ("the same with the king", "SK7.HAT.DT", "accept-king"),
    ("two trumps, ace and ten, with a nine", "S87.HAT.D9", "accept"),
    ("two trumps, queen, knave and ace", "S87.HQ.DJ.CA", "refuse-2e"),
    ("the same with the king", "SK7.HQ.DJ.CA", "accept-king"),
    ("two trumps, queen, knave and ten", "S87.HQ.DJ.CT", "accept"),
    ("tierce to the king and a knave", "S7.HKQJ.DJ", "refuse-3a"),
    ("tierce to the king and an ace", "S7.HKQJ.DA", "accept-3a"),
    ("king, queen, small and a queen", "S7.HKQ7.DQ", "refuse-3a"),
    ("king, queen, small and a knave", "S7.HKQ7.DJ", "accept-3a"),
    ("king, queen, ace and an eight", "S7.HKQA.D8", "accept-3a"),
    ("king and three of its suit", "S7.HK987", "accept-3b"),
    ("two queens once guarded, one by the ten", "S7.HQT.DQ7", "refuse-3c"),
    ("queen twice guarded, and a queen", "S7.HQ87.DQ", "accept-3c"),
    ("queen and guarded knave, fifth of the queen's suit", "S7.HQ8.DJ7", "refuse-queen-knave"),
    ("queen and guarded knave, fifth a knave", "S7.HQ.DJ7.CJ", "refuse-queen-knave"),
    ("queen and guarded knave, fifth an ace", "S7.HQ.DJ7.CA", "accept-queen-knave"),
    ("queen and guarded knave, fifth of the knave's suit", "S7.HQ.DJ97", "accept-queen-knave"),
    ("queen and guarded knave without a trump", "HQ.DJ7.CA9", "accept"),
    ("two kings", "S7.HK8.DK.C7", "refuse-two-kings"),
    ("two kings without a trump", "HK87.DKT", "accept"),
    ("king and queen alone, the fourth suit headed by the ace", "S7.HK.DQ.CA7", "refuse-king-queen"),
    ("king and queen alone, the fourth suit headed by the knave", "S7.HK.DQ.CJ7", "refuse-king-queen"),
    ("king and queen alone, the fourth suit headed by the ten", "S7.HK.DQ.CT9", "accept-king-queen"),
    ("king guarded, queen alone", "S7.HK8.DQ.C7", "refuse-king-queen"),
    ("king alone, queen guarded", "S7.HK.DQ8.C7", "refuse-king-queen"),
    ("king of trumps, king guarded, queen alone", "SK.HK8.DQ.C7", "refuse-king-queen"),
    ("four court cards of three suits", "HK.DQJ.CQ7", "refuse-4-court"),
    ("four court cards of three suits, a trump among them", "SQ.HKQ8.DJ", "refuse-4-court"),
    ("four court cards of two suits", "HQJ.DQJ.C7", "accept-4-court"),
    ("three queens, two once guarded", "HQ8.DQ7.CQ", "refuse-4-queens"),
    ("three queens, one twice guarded", "HQ87.DQ.CQ", "accept-4-queens"),
    ("three queens and a trump", "S7.HQ7.DQ.CQ", "accept-4-queens"),
    ("two trumps and a king: two cards only to go", "S87.HK.DT.C7", "refuse-5"),
    ("the same with the king of trumps", "SK7.HK.DT.C7", "accept-king"),
    ("king of trumps and two kings", "SK.HK8.DK.C7", "accept-king"),
    ("guarded in three suits, once by a queen twice guarded", "HK.DK.CQ87", "refuse-guarded"),
    ("guarded in two with a trump", "S7.HK8.DJ9", "refuse-guarded"),
    ("guarded in two without a trump", "HK8.DJ97", "accept"),
    ("guarded in one with a trump", "S7.HK8.DA9", "accept"),
    ("guarded in one with two trumps", "S87.HJ8.D7", "refuse-guarded"),
    ("two trumps, a bare queen", "S87.HQ.DT.C7", "accept"),
    ("two trumps with the king, no class", "SK7.HQ.DT.C7", "accept"),
    ("nothing", "S7.H98.DT8", "accept"),
]
REPLIES_AT_OTHER_SCORES = """
a hand to refuse with, later | S87.HQ7.D7 | 0-0 | later | refuse-2b
a hand too weak to refuse with, later | S7.HK987 | 0-0 | later | reply-later
the king of trumps, later | SK7.HQ7.D7 | 0-0 | later | accept-king
nothing, later | S7.H98.DT8 | 0-0 | later | accept
two bare court cards and a trump, elder at four | S7.HQ.DJ.C98 | 1-4 | | score-elder-trump
three bare court cards, elder at four | HQ.DJ.CJ98 | 1-4 | | score-elder-four
the same later | HQ.DJ.CJ98 | 1-4 | later | score-elder-four
one bare court card and a trump, elder at four | S7.HQ.DT.C98 | 1-4 | | score-elder-trump
the same later | S7.HQ.DT.C98 | 1-4 | later | score-elder-trump
very small cards and a trump, elder at four | S7.H98.D9.C8 | 1-4 | | accept
two bare court cards and a trump, elder at three | S7.HQ.DJ.C98 | 1-3 | | accept
the same, elder at four, king in hand | SK.HQ.DJ.C98 | 1-4 | | accept
the same, elder at four, king turned up | S7.HQ.DJ.C98 | 2-4 | king turned up | accept
named to refuse with, elder at four | S987.H7.D7 | 1-4 | | refuse-1
a hand to stand with, dealer four to three | S7.HK987 | 4-3 | | score-dealer-four-three
the same four to two | S7.HK987 | 4-2 | | accept-3b
the same four to three, later | S7.HK987 | 4-3 | later | reply-later
a trump, an ace and a guarded knave, dealer four to three | S7.HQ.DJ7.CA | 4-3 | | score-dealer-four-three
nothing, dealer four to three | S7.H98.DT8 | 4-3 | | accept
"""
"""The case, hand, dealer's points and elder's, whether the king is turned up or the proposal a later one, the rule."""
OTHER_REPLIES = [
    (label, hand, "king" in words, (int(score[0]), int(score[2])), "later" not in words, rule)
    for label, hand, score, words, rule in rows_of(REPLIES_AT_OTHER_SCORES)
]
DISCARDS = [
    ("all but trumps and kings", "S7.HK98.DT", True, "discard-all", ("H98.DT",)),
    ("nothing to keep", "H98.DTQ.C7", False, "discard-all", ("H98.DQT.C7",)),
    ("fewer than three", "S87.HK98", True, "discard-few", ("H98",)),
    ("fewer than three, the king of trumps in hand", "SK7.HK98", True, "discard-all", ("H98",)),
    ("nothing to put out: the elder has to", "SQ87.HK.DK", True, "discard-none", ()),
    ("nothing to put out: the dealer needn't", "SQ87.HK.DK", False, "discard-none", ("-",)),
]
KINGS = [
    ("love-all", (0, 0), True, "king-mark", ("K",)),
    ("three to four, the opponent stood or refused", (3, 4), True, "king-silent", ("-",)),
    ("three to four after an exchange", (3, 4), False, "king-mark", ("K",)),
    ("two to four", (2, 4), True, "king-mark", ("K",)),
    ("three to three", (3, 3), True, "king-mark", ("K",)),
    ("four to three", (4, 3), True, "king-mark", ("K",)),
]


LEADS = rows_of("""
three tricks, the king marked at three: the vole gains nothing | S7.CQ | | own=3 led=SK,HK,DK
class 1 | SQ87.HK.D7 | lead-1: SQ |
class 2a | S87.HJ98 | lead-2a: HJ |
class 2b, one trump above the nine | ST7.HQ8.DT | lead-2b: HQ |
class 2b, low trumps | S97.HQ8.DT | lead-2b: DT |
class 2c, the pair in sequence | S87.H98.DK | lead-2c: H9 |
class 2c, the pair not in sequence | S87.H97.DK | lead-2c: DK |
class 2d | S87.HT9.DJ | lead-2d: HT |
class 2e | S87.HJ.DQ.CA | lead-2e: DQ |
class 2e, two as high | S87.HQ.DQ.C8 | lead-2e: HQ DQ |
class 3a | S7.HKQT.DJ | lead-3a: HK |
class 3b | S7.HK987 | lead-3b: HK |
class 3c, not the bare queen | S7.HQ87.DQ | lead-3c: HQ |
class 3c, the bare king | S7.HQ87.DK | lead-3c: HQ |
class 4 | HQ7.DQJ.CQ | lead-4: DQ |
class 5 | S7.HK.DK8.C7 | lead-5: DK |
a class, after a refusal | S87.HJ98 | lead-2a: HJ | refused
no class, cards exchanged | S7.HJ8.DA9 | lead-strongest: HJ DA |
no class, a clear strongest suit | S7.HJ8.DAT | lead-strongest: DA |
a weak hand refused: the highest single card | S7.HQ8.DT.C9 | lead-single: DT | refused
two single cards as high | S7.HQ8.DT.CT | lead-single: DT CT | refused
no single card, two small in sequence | S7.HQ8.D98 | lead-sequence: D9 | refused
small and in sequence, of two suits | S7.H87.D98 | lead-sequence: H8 D9 | refused
ten and nine are not both small | S7.HQ8.DT9 | lead-never-guarded: | refused
no single card, no sequence | S7.HQ8.D97 | lead-never-guarded: | refused
three trumps left | SQ87.H7 | lead-trumps: SQ S8 S7 | led=HQ
the dealer's first lead, the elder's trick lost | S7.HJ8.D7 | lead-strongest: HJ | won=1
the first lead with three trumps | S987.D7 | lead-trumps: S9 S8 S7 | won=1
going on | S7.H98.DK | lead-go-on: H9 | led=HQ
going on at the third trick | S8.HJ.DK | lead-go-on: HJ | led=HK,HQ
the suit at its end | S7.D98.CT | lead-strongest: D9 | led=HQ
trumps led before | SQ8.HT9 | lead-strongest: HT | led=SK
two kings, both trumps gone | HK.DK7 | lead-strongest: DK | won=2 led=SK whole=SK9.HK.DK7
stopped | S7.H98 | | won=1 led=HT-
nothing but two trumps, both led from | SQ8 | | won=3 led=SK
the king first | SK.H98.D7 | lead-trump-first: SK | led=HQ
the queen first | SQ8.H98 | lead-trump-first: SQ | led=HQ
the queen, the king against her | SQ8.H98 | lead-go-on: H9 | led=HQ king_against
knave and ace first | SJA.H98 | lead-trump-first: SJ | led=HQ
knave and ten | SJT.H98 | lead-go-on: H9 | led=HQ
the king, at four | SK.H98.D7 | lead-no-forward: H9 | own=4 led=HQ
three tricks | S7.HT | lead-vole: S7 | led=HK,HQ,HJ
three tricks, at four | S7.HT | | own=4 led=HK,HQ,HJ
two tricks to one | S7.HT | lead-two-one: HT | won=2 led=H9-,DK
one trick to two | S7.HT | lead-one-two: S7 | won=1 lost=2 led=H9-
two plain cards of the suit, two tricks won | HT9 | lead-go-on: HT | won=3 led=HK,HQ
two plain cards, stopped | HT9 | | won=2 led=HJ-
""")
"""The treatise's advice on leads: label, hand, rule and choices (nothing where it is silent), and the position."""
