"""The sentences of the treatise that name a hand, a card or a score: one row each, with its place and its advice.

A row has the part of the treatise and the line of the scanned text on which the sentence begins, a label, the kind of
decision with the hand, the choices advised, with the rule in front where it is named, and the position as far as it
matters: arguments of the advice's function, with the cards led (a minus behind one that lost its trick, and tricks won
and lost follow from them) and the replies. If the treatise leaves cards out ("a small card", "any fifth card"), the row
fills them in. Trumps are spades unless the row says otherwise. ``also`` is the other advice that the treatise gives for
the same hand, if it contradicts itself; ``reading`` is the code of our reading, if the sentence is ambiguous.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from tests.scoring.text_table import rows_of


class Sentence(NamedTuple):
    """A row. ``choices`` are those of ``worker.review.decision``; ``at`` are the functions' arguments.

    ``rule`` is the code of the rule, or "" if the row leaves it open.
    """

    place: str
    label: str
    kind: str
    hand: str
    rule: str
    choices: tuple[str, ...]
    at: Mapping[str, Any]
    also: tuple[str, ...]
    reading: str
    trump: str


def position_of(words: str) -> dict[str, Any]:
    """Return the arguments that the words of a position stand for."""
    at: dict[str, Any] = {}
    for word in words.split():
        name, _, value = word.partition("=")
        at[name] = int(value) if value.isdigit() else value or True
    if "led" in at:
        at["led"] = tuple((card[:2], not card.endswith("-")) for card in at["led"].split(","))
        took = [took for _, took in at["led"]]
        at = {"won": took.count(True), "lost": took.count(False), **at}
    if "replies" in at:
        at["replies"] = tuple(at["replies"].split(","))
    return at


def sentence_of(place: str, label: str, decision: str, advice: str, position: str = "") -> Sentence:
    kind, _, hand = decision.partition(" ")
    rule, _, choices = advice.rpartition(":")
    at = position_of(position)
    also, reading, trump = at.pop("also", ""), at.pop("reading", ""), at.pop("trump", "S")
    others = tuple(also.split(",")) if also else ()
    return Sentence(place, label, kind, hand, rule, tuple(choices.split()), at, others, reading, trump)


def _place_of(words: str) -> str:
    part, _, line = words.rpartition(" ")
    return f"{part}, line {line}"


HINTS: Final = """
hint 7 1296 | fewer than three cards to put out | discard S87.HK98 | discard-few: H98
hint 7 1298 | the same with the king of trumps | discard SK7.HK98 | discard-all: H98
hint 9b 1369 | the king, two besides a guarded ten | discard SK.HQT.D8.C7 | HQT.D8.C7 | also=D8.C7
hint 7 1300 | two small trumps, a guarded queen | propose S87.HQ8.D7 | S
hint 7 1302 | one of the trumps the king | propose SK7.HQ8.D7 | P
hint 7 1303 | the queen's guard a ten | propose SK7.HQT.D7 | king-queen-guarded: S
hint 7 1304 | the outside card an honour | propose SK7.HQ8.DJ | S
hint 7 1305 | two trumps, weak plain cards | propose S87.HT8.D9 | P
hint 7 1307 | the same, the king among them | propose SK7.HT8.D9 | P
hint 8 1310 | all but trumps and kings go | discard S7.HK98.DT | discard-all: H98.DT
hint 8 1311 | only two could go | propose S7.HK8.DK.C7 | S
hint 9 1326 | two to one for the point | propose S87.HJ.DQ.CA | S
hint 9 1340 | three trumps and two sevens | propose S987.H7.D7 | S
hint 9 1343 | an outside card above the eight | propose S987.H9.D7 | S
hint 9 1348 | stronger than a hand given | propose SA8.HKJ.DT | S
hint 9a 1356 | the king and a certain point | propose SKQJ.H7.D8 | king-certain: P
hint 9a 1359 | even for one card | propose SKQJT.H7 | P
hint 9a 1359 | all court cards and trumps | propose SKQJ.HK.DQ | S
hint 9a 1359 | the same with king and knave of four trumps | propose SKJ87.HK | S
hint 9b 1367 | the king, and only two to throw | propose SK.HK8.DK.C7 | king-few: P
hint 9b 1367 | the same with a tierce | propose SK.HKQ7.DJ | P | also=S
hint 9b 1369 | two besides the tens of a guarded suit | propose SK.HQT.D8.C7 | P
hint 9b 1367 | the king, four court cards, two to throw | propose SK.HKQ.DQ.C8 | P
hint 9b 1367 | the same, court cards alone | propose SK.HKQ.DQ.CJ | P | also=S
hint 9b 1367 | the king, three single cards, two to throw | propose SK7.HK.DJ.C8 | P
hint 9b 1367 | the king, a ten guarded, two to throw | propose SK7.HT9.DJ | P
hint 9c 1379 | a certain point, two weak cards, later | again SKQJ.H7.D8 | P
hint 9c 1383 | a certain point, the weak card guarding | again SKQJ.HQ7 | S | also=P reading=even-chance
hint 9c 1383 | a certain point, one weak card, later | again SKQJT.H7 | P
hint 9c 1383 | king and knave of four trumps are certain, too | again SKJ87.H7 | P
hint 9c 1383 | and king, ace and ten | again SKAT7.H7 | P
hint 9c 1383 | and king, queen and ace of three | again SKQA.H7.D7 | P
hint 10 1391 | an even chance, later | again S87.HQ7.D7 | again-even: S | reading=even-chance
hint 10 1395 | the king makes no other exception | again SK7.HQ7.D7 | again-even: S | also=P reading=even-chance
hint 10 1399 | no stronger than the examples of hint 21 | again HQ.DJ8.CT7 | P | reading=even-chance
hint 11 1409 | two hearts and a diamond put out | follow HA.DA | HA | lead=CK won=2 lost=1 out=H98.D7
hint 12 1420 | guarded in no three suits | reply S7.HK8.DA9 | accept: G | reading=guards
hint 12 1421 | guarded in three suits | reply HK8.DK.CQ7 | R
hint 12 1421 | guarded in three suits by knaves too | reply HK.DJ8.CJ7 | R | reading=guards
hint 12 1421 | guarded in two suits, a trump | reply S7.HK8.DJ9 | R | reading=guards
hint 12 1422 | guarded in one suit, two trumps | reply S87.HJ8.D7 | refuse-guarded: R | reading=guards
hint 13 1427 | guarded in one suit with one trump | reply S7.HQ8.DA9 | G | reading=guards
hint 13 1428 | guarded in two suits, no trump | reply HQ8.DJ97 | G
hint 14 1432 | two cards to discard | reply S87.HK.DT.C7 | R
hint 14 1432 | the same with the king | reply SK7.HK.DT.C7 | accept-king: G
hint 15 1438 | three trumps | lead SQ87.HK.D7 | lead-1: SQ
hint 15 1440 | fewer than three trumps | lead S87.HJ9.DA | HJ
hint 15 1446 | queen and knave with court cards out of trumps | lead SQJ.HK.CKT | SQ | also=CK reading=pattern
hint 15 1447 | knave and ace with court cards out of trumps | lead SJA.HK.CKT | SJ | also=CK reading=pattern
hint 15 1446 | queen and knave, three single court cards | lead SQJ.HK.DK.CQ | SQ | also=HK,DK reading=court-cards
hint 15 1447 | knave and ace, three single court cards | lead SJA.HK.DK.CQ | SJ | also=HK,DK reading=court-cards
hint 15 1446 | queen and knave, three court cards of a suit | lead SQJ.HKQJ | SQ | also=HK reading=court-cards
hint 15 1447 | knave and ace, a guarded king and a knave | lead SJA.HKQ.DJ | SJ | also=HK reading=court-cards
hint 15 1447 | knave and ace, a guarded queen and a king | lead SJA.HQJ.DK | SJ | also=HQ reading=court-cards
hint 15 1447 | knave and ace, court cards but for a ten | lead SJA.HK.DK.CT | HK DK
hint 15 1446 | knave and ten | lead SJT.HK.DK.CQ | HK DK
hint 15 1440 | the same with a court card of trumps alone | lead SQ7.HK.DK.CQ | HK DK
hint 26 1620 | queen and knave, court cards, at four: no trump | lead SQJ.HK.DK.CQ | HK DK | own=4
hint 16 1452 | the highest of two or more of a plain suit | lead S7.HK.DA8.C9 | DA | exchanged
hint 17 1460 | high plain cards of equal value: the shortest suit | lead SQ7.HK.DK8 | HK | exchanged also=DK
hint 17 1470 | knave and nine, a king, eight and seven, refused | lead HJ9.D87.CK | D8 | refused
hint 17 1473 | king of trumps, eight and seven, a guarded queen, refused | lead SK.HQ7.C87 | SK | refused
hint 17 1476 | and then a club | lead HQ7.C87 | C8 | refused led=SK replies=S7
hint 17 1487 | a single queen, a guarded queen, two worthless cards, refused | lead S7.HQ.DQ8.C9 | HQ
    | refused
hint 17 1487 | the same, the worthless cards of one suit | lead HQ.DQ8.C98 | HQ | refused
hint 17 1492 | a guarded king, refused | lead S7.HK8.DT.C9 | HK | refused
hint 17 1493 | one guarded queen, refused | lead S7.HQ8.DT.C9 | lead-single: DT | refused
hint 17 1494 | one guarded knave, refused | lead S7.HJ8.DT.C9 | DT | refused
hint 17 1494 | one guarded queen, no single card | lead S7.HQ8.D97 | lead-never-guarded: | refused
hint 17 1479 | a single king beside a guarded queen: no hope of the point is open | lead HQ9.DT8.CK | CK
    | refused reading=weak-hand
hint 17 1479 | a single queen beside a tenace and low cards in sequence | lead HJ9.D87.CQ | CQ
    | refused reading=weak-hand
hint 18 1498 | the strong suit, not trumped | lead S7.H98.DK | H9 | led=HQ replies=H7
hint 19 1502 | the king of trumps | lead SK.H98.D7 | lead-trump-first: SK | led=HQ
hint 19 1502 | the queen, the king not announced | lead SQ.H98.D7 | SQ | led=HQ
hint 19 1502 | the queen, the king announced | lead SQ.H98.D7 | H9 | led=HQ king_against
hint 19 1504 | knave and ace | lead SJA.H8.D7 | SJ | led=HQ
hint 19 1508 | for the vole with a weak trump: another suit | lead S7.HQ.DK.CK | DK CK
    | led=HK reading=high-cards
hint 19 1509 | and another again | lead S7.HQ.CK | CK | led=HK,DK reading=high-cards
hint 19 1508 | the same with an ace in the third suit | lead S7.HQ.DK.CA | DK | led=HK reading=high-cards
hint 19 1509 | and the ace after the two kings | lead S7.HQ.CA | CA | led=HK,DK reading=high-cards
hint 19 1508 | a low card beside three kings is kept to the end | lead S7.H8.DK.CK | DK CK
    | led=HK reading=high-cards
hint 19 1508 | a ten in the third suit is no high card | lead S7.HQ.DK.CT | HQ | led=HK
hint 19 1508 | one suit to change to makes no three tricks | lead S7.HQJ.DK | HQ | led=HK
hint 19 1511 | after three tricks the single trump | lead S7.HQ | S7 | led=HK,DK,CK
hint 19 1514 | a tenace in trumps, the king declared: the single card | lead SJT.H8.D9 | D9
    | led=HQ king_against reading=tenace
hint 20 1532 | a trick each, a high tenace in trumps | lead SKJ.D8 | D8 | led=HQ,H9-
hint 20 1537 | two tricks, the king declared, queen and two small trumps | lead SQ87 | S8 S7
    | led=HK,HQ king_against
hint 20 1537 | the same, one of the two not small | lead SQJ7 | S7 | led=HK,HQ king_against
hint 20 1542 | two tricks to one, a trump and a plain card | lead S7.HT | lead-two-one: HT | won=2 led=H9-,DK
hint 20 1545 | one to two and the third won | lead S7.HT | lead-one-two: S7 | won=1 lost=2 led=H9-
hint 20 1550 | two tricks, no trump against: a guarded king | lead S7.DK8 | DK | led=HK,HQ replies=H7,C7
hint 20 1558 | the same, a single king | lead S7.DK.CT | DK | led=HK,HQ replies=H7,C7
hint 20 1552 | then the trump | lead S7.D8 | S7 | led=HK,HQ,DK replies=H7,C7,DT
hint 21 1572 | dealer at four: queen, guarded knave, guarded ten | propose HQ.DJ8.CT7 | S | other=4
hint 21 1573 | dealer at four: a trump, an ace, a guarded ten | propose S7.HA.DT8.C9 | S | other=4
hint 21 1569 | the same with the king turned up | propose HQ.DJ8.CT7 | P | other=4 king_turned_up
hint 21 1582 | elder at four: three knaves | reply HJ.DJ.CJ98 | R | other=4
hint 21 1582 | elder at four: a knave and two guarded tens | reply HJ.DT8.CT7 | R | other=4
hint 21 1581 | elder at four: no protection in the third suit | reply HJ.DT87.C7 | G | other=4
hint 22 1585 | dealer at four: one trump | propose S7.HT8.D98 | S | other=4
hint 22 1587 | dealer at four: one trump, very small cards of different suits | propose S7.H98.D9.C8 | P
    | other=4 reading=different-suits
hint 22 1589 | elder at four: the dealer has a trump | reply S7.HQ.DT.C98 | R | other=4 also=G
hint 22 1591 | dealer at four: a trump and four small of a suit | propose S7.HT987 | S | other=4
hint 22 1592 | elder at four: a trump and four small of a suit | reply S7.HT987 | G | other=4
hint 23 1595 | dealer at four: three certain tricks without the king | propose SQJA.H7.D8 | S | other=4
hint 23 1597 | dealer at four: three certain tricks, the king in hand | propose SKQJ.H7.D8 | P | other=4
hint 23 1598 | dealer at four: three certain tricks, the king turned up | propose SQJA.H7.D8 | P
    | other=4 king_turned_up
hint 24 1604 | elder stood at four to three, the dealer has the king | king | - | own=3 other=4 counts_two
hint 24 1608 | dealer refused at four to three, the elder has the king | king | - | own=3 other=4 counts_two
hint 25 1612 | dealer four to three: a light hand | reply HJ.DT8.CT7 | R | own=4 other=3
hint 25 1613 | dealer four to three: an even chance | reply HQ.DJ8.CT7 | R | own=4 other=3
hint 26 1620 | at four the queen of trumps stays behind the tierce | lead SQ.HQJ.D7 | HQ
    | own=4 led=HK replies=H7
"""

JEUX: Final = """
jeu 1 1655 | three trumps | propose S987.HQ.D8 | S
jeu 1 1655 | four trumps | propose SQ987.D7 | stand-1: S
jeu 1 1657 | two suits, neither as high as a nine | propose SJT9.H8.D8 | S
jeu 1 1661 | the lead | lead SJT9.H8.D8 | SJ
jeu 1 1663 | the king in hand | propose SK87.H97 | king-propose: P
jeu 1 1663 | the king, court cards alone | propose SK87.HQ.DJ | P | also=S
jeu 1 1663 | the king turned up | propose S987.H97 | king-propose: P | king_turned_up
jeu 2 1671 | two trumps, three of a suit | propose S87.H987 | S
jeu 2 1680 | the lead | lead S87.H987 | H9
jeu 2 1681 | and on | lead S87.H87 | H8 | led=H9 replies=D7
jeu 2 1681 | and on, with the queen of trumps beside it | lead SQ7.HJ8 | SQ | led=HK replies=H7 also=HJ
jeu 2 1683 | the king in hand | propose SK7.H987 | king-propose: P
jeu 3 1689 | two trumps, a guarded queen | propose S87.HQ7.D7 | stand-2b: S
jeu 3 1692 | another card as high as a ten | propose S87.HQT.D7 | S
jeu 3 1696 | the trumps high | lead SQJ.HQ8.D7 | HQ | reading=low-trumps
jeu 3 1697 | the trumps low | lead S87.HQ8.D7 | D7 | reading=low-trumps
jeu 3 1702 | the king in hand | propose SK8.HQ7.D9 | P
jeu 3 1703 | the king, the queen with her ten | propose SK8.HQT.D9 | S
jeu 3 1704 | the king, an honour besides | propose SK8.HQ7.DQ | S
jeu 3 1708 | three queens, one of trumps | lead SQ7.HQ8.DQ | SQ
jeu 3 1712 | the guarded card a king | lead S87.HK8.D7 | HK
jeu 4 1718 | two trumps, eight and seven, a king | propose S87.H87.DK | S
jeu 4 1721 | in sequence | lead S87.H87.DK | H8
jeu 4 1722 | not in sequence | lead S87.H97.DK | lead-2c: DK
jeu 4 1724 | the king in hand | propose SK7.H87.DK | P
jeu 4 1726 | king, queen and knave, a knave | propose SK7.HQJ.DJ | S
jeu 4 1728 | the guarded queen | lead SK7.HQJ.DJ | HQ
jeu 4 1729 | then the king of trumps | lead SK7.HJ.DJ | SK | led=HQ replies=H7
jeu 4 1734 | knave and ace, a nine | propose S87.HJA.D9 | stand-2d: S
jeu 4 1734 | knave and ace, an eight | propose S87.HJA.D8 | S
jeu 4 1735 | ace and ten, an ace | propose S87.HAT.DA | stand-2d: S
jeu 4 1735 | ace and ten, a ten | propose S87.HAT.DT | S
jeu 4 1736 | ten and nine, a knave | propose S87.HT9.DJ | S
jeu 4 1737 | nine and eight, a queen | propose S87.H98.DQ | S
jeu 4 1740 | knave and ace, an eight: some won't | propose SQ7.HJA.D8 | S
jeu 4 1744 | the guarded suit: knave | lead S87.HJA.D9 | HJ
jeu 4 1744 | the guarded suit: nine | lead S87.H98.DQ | H9
jeu 5 1757 | king, knave and seven | propose S87.HK.DJ.C7 | S
jeu 5 1760 | the single king | lead S87.HK.DJ.C7 | HK
jeu 5 1762 | king, ace and nine | propose S87.HK.DA.C9 | stand-2e: S
jeu 5 1763 | king and two tens | propose S87.HK.DT.CT | S
jeu 5 1766 | two queens | propose S87.HQ.DQ.C7 | S
jeu 5 1766 | queen, knave and ace | propose S87.HQ.DJ.CA | S
jeu 5 1767 | three court cards | propose S87.HJ.DJ.CJ | S
jeu 5 1770 | the highest single card | lead S87.HA.DQ.CJ | DQ
jeu 6 1774 | one trump, a tierce major | propose S7.HKQJ.D7 | S
jeu 6 1777 | the tierce | lead S7.HKQJ.D7 | HK
jeu 6 1777 | the lead regained with the trump | lead HQJ.D7 | HQ | won=1 led=HK- replies=S8 whole=S7.HKQJ.D7
jeu 6 1778 | not trumped: the tierce, then the trump | lead S7.D7 | S7 | led=HK,HQ,HJ
jeu 6 1781 | the trump a king | lead SK.HKQJ.D7 | SK
jeu 6 1791 | the trump a queen, no king declared | lead SQ.HQJ.D7 | SQ | led=HK replies=H7
jeu 6 1795 | king, queen and a small card, an honour | propose S7.HKQ7.DJ | S
jeu 6 1796 | king, queen and a small card, an ace | propose S7.HKQ9.DA | P
jeu 6 1797 | king, queen, ace, an eight | propose S7.HKQA.D8 | S
jeu 6 1799 | king, queen and two tens | propose S7.HKQT.DT | S
jeu 7 1805 | one trump, king and three small | propose S7.HK987 | S
jeu 7 1808 | the king | lead S7.HK987 | lead-3b: HK
jeu 7 1808 | and on | lead S7.H987 | H9 | led=HK replies=HT
jeu 7 1810 | the trump a king | propose SK.HK987 | king-propose: P
jeu 7 1812 | the trump a queen, no king declared | lead SQ.H987 | SQ | led=HK replies=HT
jeu 7 1813 | the same at four | lead SQ.H987 | H9 | own=4 led=HK replies=HT
jeu 8 1820 | one trump, a queen, a queen with two | propose S7.HQ87.DQ | S
jeu 8 1830 | the guarded queen | lead S7.HQ87.DQ | lead-3c: HQ
jeu 8 1831 | trumped: again when the lead is regained | lead H87.DQ | H8
    | won=1 led=HQ- replies=S8 whole=S7.HQ87.DQ
jeu 8 1830 | and on, with the queen of trumps | lead SQ.H87.DQ | SQ | led=HQ replies=HJ also=H8
jeu 8 1830 | the guarded queen, though a trump would come next | lead SQ.HQ87.DQ | HQ | also=DQ
jeu 8 1834 | the trump a king | propose SK.HQ87.DQ | P
jeu 8 1834 | the trump a king, the guard a ten | propose SK.HQT8.DQ | S
jeu 8 1837 | both queens guarded by small cards | propose S7.HQ9.DQ8 | P
jeu 8 1838 | one of the guards a ten | propose S7.HQT.DQ8 | S
jeu 9 1844 | four court cards | propose HKJ.DQJ.C7 | S
jeu 9 1844 | four knaves | propose SJ.HJ.DJ.CJ7 | P
jeu 9 1845 | four knaves, that of trumps guarded | propose SJ7.HJ.DJ.CJ | stand-2e: S
jeu 9 1848 | the guarded card of the strongest suit | lead HKJ.DQJ.C7 | HK | reading=strongest
jeu 9 1849 | the guarded card, not the single king | lead HK.DQJ.CQ7 | DQ | reading=strongest
jeu 10 1853 | only two could go | propose S87.HK.DT.C7 | S
jeu 10 1865 | three queens | propose HQ8.DQ7.CQ | S
jeu 10 1876 | a guarded queen | lead HQ8.DQ7.CQ | HQ DQ
aid to memory 1 1884 | three trumps | propose SA98.H87 | S
aid to memory 2a 1888 | three cards of one suit | propose SA7.HJ98 | S
aid to memory 2b 1890 | two of a suit, one a queen | propose SA7.HQ9.D8 | S
aid to memory 2c 1894 | two small, the fifth a king | propose SA7.H98.DK | S
aid to memory 2e 1902 | as high as king and knave | propose SA7.HK.DQ.C8 | S
aid to memory 3a 1910 | a tierce major | propose SA.HKQJ.D8 | S
aid to memory 3b 1912 | four of a suit, one a king | propose SA.HKT98 | S
aid to memory 3c 1914 | three headed by a queen, a queen | propose SA.HQ98.DQ | S
aid to memory 4 1918 | no trump, four court cards | propose HKQ.DKJ.C7 | S
after the aid 1934 | two trumps without the king: a plain suit | lead SQ9.HJA.D9 | HJ
"""

REFUSALS: Final = """
refusals 1 1978 | three trumps | reply S987.H7.D7 | R
refusals 1 1979 | three trumps, one the king | reply SK87.H7.D7 | accept-king: G
refusals 2 1983 | no court card | reply S87.HAT9 | accept-2a: G
refusals 2 1984 | headed by a court card | reply S87.HJ87 | R
refusals 2 1986 | the king of trumps | reply SK7.HJ87 | accept-king: G
refusals 3 1987 | two trumps, a guarded queen | reply S87.HQ7.D7 | R
refusals 4 1990 | two trumps, two small, a king | reply S87.H97.DK | R
refusals 4 1993 | knave and ace, an eight | reply S87.HJA.D8 | R
refusals 4 1993 | ace and ten, a ten | reply S87.HAT.DT | R
refusals 4 1993 | ten and nine, a knave | reply S87.HT9.DJ | R
refusals 4 1993 | nine and eight, a queen | reply S87.H98.DQ | R
refusals 3 1997 | a guarded queen, the king | reply SK7.HQ7.D7 | accept-king: G
refusals 4 1997 | two small, a king, the trump king | reply SK7.H97.DK | accept-king: G
refusals 4 1997 | ace and ten, the king | reply SK7.HAT.DT | accept-king: G
refusals 5 2001 | king, knave and seven | reply S87.HK.DJ.C7 | R
refusals 5 2003 | queen, knave and ace | reply S87.HQ.DJ.CA | R
refusals 6 2007 | a tierce and a court card | reply S7.HKQJ.DJ | R
refusals 6 2010 | a tierce and a small card | reply S7.HKQJ.DA | accept-3a: G
refusals 6 2013 | a weaker tierce, a knave | reply S7.HKQ7.DJ | accept-3a: G
refusals 6 2014 | a weaker tierce, a queen | reply S7.HKQ7.DQ | R
refusals 7 2015 | king and three | reply S7.HK987 | accept-3b: G
refusals 8 2025 | a queen, a queen with two | reply S7.HQ87.DQ | accept-3c: G
refusals 8 2025 | both queens once guarded | reply S7.HQT.DQ7 | R
refusals 8 2028 | queen and guarded knave: her suit | reply S7.HQ8.DJ7 | R
refusals 8 2031 | queen and guarded knave: a court card | reply S7.HQ.DJ7.CJ | R
refusals 8 2030 | queen and guarded knave: neither | reply S7.HQ.DJ7.CA | accept-queen-knave: G
refusals 8 2032 | both queens guarded, the king | reply SK.HQT.DQ7 | G
refusals 8 2032 | queen and guarded knave, the king | reply SK.HQ8.DJ7 | G
refusals 8 2035 | two kings | reply S7.HK8.DK.C7 | R
refusals 8 2036 | single king and queen, an ace | reply S7.HK.DQ.CA7 | R
refusals 8 2039 | single king and queen, a ten | reply S7.HK.DQ.CT9 | accept-king-queen: G
refusals 8 2041 | the king guarded | reply S7.HK8.DQ.C7 | R
refusals 8 2041 | the queen guarded | reply S7.HK.DQ8.C7 | refuse-king-queen: R
refusals 9 2047 | four court cards of three suits | reply HK.DQJ.CQ7 | R
refusals 9 2048 | four court cards of two suits | reply HQJ.DQJ.C7 | accept-4-court: G
refusals 10 2049 | three queens, two once guarded | reply HQ8.DQ7.CQ | R
refusals 10 2050 | three queens, one guarded twice | reply HQ87.DQ.CQ | accept-4-queens: G
refusals 10 2050 | only two could go | reply S7.HK.DK87 | R
refusals 10 2053 | only two could go, the king of trumps in hand | reply SK.HK8.DK.C7 | accept-king: G | also=R
"""

HANDS: Final = """
hand I 2074 | stands | propose SJT.HK.CKT | S
hand I 2074 | the knave for the vole | lead SJT.HK.CKT | SJ | also=CK
hint 26 1630 | hand I at four: no trump | lead SJT.HK.CKT | CK | own=4
hint 26 1630 | hand I at four, after taking cards: no trump comes next | lead SJT.HK.CKT | CK
    | own=4 exchanged
hint 26 1630 | hand I at four, the single king not trumped | lead SJT.CKT | CK
    | own=4 exchanged led=HK replies=H7 whole=SJT.HK.CKT
hand I 2083 | after taking cards, no heart put out | lead SJT.HK.CKT | HK | exchanged out=D987 also=CK
hand I 2085 | the heart not trumped, no king declared | lead SJT.CKT | SJ
    | exchanged led=HK replies=H7 whole=SJT.HK.CKT
hand I 2100 | the heart trumped, a diamond led | follow SJT.CKT | ST | lead=D9 lost=1 reading=pattern
hand I 2103 | the king of clubs | lead SJ.CKT | CK
    | exchanged won=1 led=HK- replies=S8 whole=SJT.HK.CKT reading=pattern
hand I 2103 | and the ten | lead SJ.CT | CT | exchanged won=2 led=HK-,CK replies=S8,C7 whole=SJT.HK.CKT
hand I 2111 | the dealer keeps the queen of trumps back | lead SQ.DA98 | DA | won=1
hand II 2126 | stands | propose SQ.DK987 | S | other=4
hand II 2128 | the king, not the queen of trumps | lead SQ.DK987 | DK | other=4
hand II 2138 | the king and another diamond | lead SQ.D987 | D9 | other=4 led=DK replies=DJ
hand III 2164 | at three, stands | propose CKQT.DK.S7 | S | own=3 trump=C
hand III 2164 | at three, the three highest trumps, stands | propose SKQJ.H7.D8 | S
    | own=3 also=P reading=pattern
hand III 2173 | the small card | lead CKQT.DK.S7 | S7 | own=3 trump=C
hand III 2187 | king, knave, ten of trumps, a king and a small card | lead CKJT.SK.D8 | D8 | own=3 trump=C
hand III 2199 | king, queen and a small trump | lead SKQ7.HK.D8 | D8 | own=3
hand III 2199 | king, knave and a small trump | lead SKJ7.HK.D8 | D8 | own=3
hand III 2203 | the second trick won with the plain king: the under trump | lead SKJ7 | S7
    | own=3 won=1 led=D8- replies=DT whole=SKJ7.HK.D8
hand III 2205 | forced on the second trick: the outside card | lead SKJ.HK | HK
    | own=3 won=1 led=D8- replies=DT whole=SKJ7.HK.D8
hand III 2209 | any two outside cards: the lower | lead SKJ7.HA.D9 | D9 | own=3
hand IV 2239 | stands | propose C87.SQT.HK | S | trump=C
hand IV 2241 | the single king | lead C87.SQT.HK | HK | reading=tenace trump=C
hand IV 2241 | the single king with high trumps | lead CQJ.SQT.HK | HK | reading=tenace trump=C
hand IV 2242 | the king wins: the spade | lead C87.SQT | SQ | led=HK replies=H8 whole=C87.SQT.HK trump=C
hand IV 2247 | spades of equal value | lead C87.SQJ.HK | SQ | trump=C
hand V 2264 | proposes | propose DK.SQT.H8.C9 | P | trump=D
hand V 2265 | refused: the king of trumps | lead DK.SQT.H8.C9 | DK | refused trump=D
hand V 2266 | then the spades | lead SQT.H8.C9 | SQ | refused led=DK replies=D8 whole=DK.SQT.H8.C9 trump=D
hand V 2269 | a spade thrown: an outside card | lead SQT.H8.C9 | H8 C9
    | refused led=DK replies=S7 whole=DK.SQT.H8.C9 reading=pattern trump=D
hand VI 2284 | stands | propose DT8.SK.HJ.C9 | S | trump=D
hand VI 2285 | very high trumps: a trump | lead DQJ.SK.HJ.C9 | DQ | reading=high-trumps trump=D
hand VI 2303 | a low tenace: the knave | lead DT8.SK.HJ.C9 | HJ | reading=tenace trump=D
hand VI 2304 | the knave wins: the king | lead DT8.SK.C9 | SK | led=HJ replies=H7 whole=DT8.SK.HJ.C9 trump=D
hand VI 2305 | the knave lost, a spade led: the nine | lead DT8.C9 | C9
    | won=1 led=HJ- replies=HQ whole=DT8.SK.HJ.C9 reading=tenace trump=D
hand VII 2324 | the dealer leads a heart, keeping the tenace | lead HA8.CKJ | HA
    | won=1 whole=S7.HA8.CKJ reading=pattern
hand VII 2327 | a third club and one heart | lead HA.CKJ8 | HA | won=1 whole=S7.HA.CKJ8 reading=pattern
hand VIII 2348 | stands | propose HJT.SK8.DT | S | trump=H
hand VIII 2350 | leads the king | lead HJT.SK8.DT | SK | trump=H
hand VIII 2354 | the king declared: the ten of diamonds | lead HJT.S8.DT | DT
    | led=SK replies=ST king_against whole=HJT.SK8.DT reading=tenace trump=H
hand VIII 2367 | trumps of equal value: the guarded suit | lead H87.S8.DT | S8
    | led=SK replies=ST king_against whole=H87.SK8.DT trump=H
hand IX 2386 | stands | propose HQA.CJA.D9 | S | trump=H
hand IX 2388 | leads the knave | lead HQA.CJA.D9 | CJ | trump=H
hand IX 2392 | the king declared: the nine of diamonds | lead HQA.CA.D9 | D9
    | led=CJ replies=C8 king_against whole=HQA.CJA.D9 reading=tenace trump=H
hand X 2420 | proposes | propose CKQ9.SQ.DA | P | trump=H
hand X 2421 | refused: the king of clubs | lead CKQ9.SQ.DA | CK | refused trump=H
hand X 2421 | and the queen | lead CQ9.SQ.DA | CQ | refused led=CK replies=C7 whole=CKQ9.SQ.DA trump=H
hand X 2430 | an outside card, not the nine | lead C9.SQ.DA | SQ DA
    | refused led=CK,CQ replies=C7,C8 whole=CKQ9.SQ.DA trump=H
hand XI 2450 | the dealer opens the guarded suit | lead SK8.HT.CT | SK | won=1 whole=DQ.SK8.HT.CT trump=D
hand XI 2455 | one of the tens | lead S8.HT.CT | HT CT | won=2 led=SK replies=S7 whole=DQ.SK8.HT.CT trump=D
hand XII 2468 | the seven won with the king | follow SK9.H8.CJ9 | SK | lead=S7 trump=H
hand XIII 2530 | the queen thrown to the king of trumps | follow HQJ7.CKJ | HQ
    | lead=HK reading=pattern trump=H
hand XIII 2545 | the queen falls, two kings left: no trump | lead HAT.SK.DK | SK DK
    | led=HK replies=HQ whole=HKAT.SK.DK trump=H
hand XIII 2549 | the queen falls, smaller cards: a trump | lead HAT.SJ.DJ | HA
    | led=HK replies=HQ whole=HKAT.SJ.DJ trump=H
hint 26 1620 | hand XIII, the king marked at three: no trump | lead HAT.SJ.DJ | SJ DJ
    | own=3 led=HK replies=HQ whole=HKAT.SJ.DJ trump=H
hand XIV 2566 | four-all, proposes | propose S9.HQJA8 | S | own=4 other=4 also=P
hand XIV 2577 | refused, four hearts without the ace: the same | lead S9.HQJ87 | S9
    | own=4 other=4 refused reading=pattern
hand XIV 2577 | refused: the nine of trumps | lead S9.HQJA8 | S9 | own=4 other=4 refused reading=pattern
"""

SENTENCES: Final = [
    sentence_of(_place_of(place), *row)
    for part in (HINTS, JEUX, REFUSALS, HANDS)
    for place, *row in rows_of(part)
]
