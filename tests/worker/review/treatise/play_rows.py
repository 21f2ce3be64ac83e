"""The treatise on putting out, the king and the lead; trumps are spades."""

from __future__ import annotations

from typing import NamedTuple

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
    ("three to four, the adversary stood or refused", (3, 4), True, "king-silent", ("-",)),
    ("three to four after an exchange", (3, 4), False, "king-mark", ("K",)),
    ("two to four", (2, 4), True, "king-mark", ("K",)),
    ("three to three", (3, 3), True, "king-mark", ("K",)),
    ("four to three", (4, 3), True, "king-mark", ("K",)),
]


class Lead(NamedTuple):
    """``rule`` None: the treatise is silent."""

    shown: str
    hand: str
    rule: str | None
    choices: tuple[str, ...] = ()
    own: int = 0
    won: int = 0
    lost: int = 0
    led: tuple[tuple[str, bool], ...] = ()
    refused: bool = False
    king_against: bool = False


ONE_HEART = (("HQ", True),)
TWO_HEARTS = (("HK", True), ("HQ", True))

LEADS = [
    Lead(
        "three tricks, the king marked at three: the vole gains nothing",
        "S7.CQ",
        None,
        own=3,
        won=3,
        led=(("SK", True), ("HK", True), ("DK", True)),
    ),
    Lead("class 1", "SQ87.HK.D7", "lead-1", ("SQ",)),
    Lead("class 2a", "S87.HJ98", "lead-2a", ("HJ",)),
    Lead("class 2b, one trump above the nine", "ST7.HQ8.DT", "lead-2b", ("HQ",)),
    Lead("class 2b, low trumps", "S97.HQ8.DT", "lead-2b", ("DT",)),
    Lead("class 2c, the pair in sequence", "S87.H98.DK", "lead-2c", ("H9",)),
    Lead("class 2c, the pair not in sequence", "S87.H97.DK", "lead-2c", ("DK",)),
    Lead("class 2d", "S87.HT9.DJ", "lead-2d", ("HT",)),
    Lead("class 2e", "S87.HJ.DQ.CA", "lead-2e", ("DQ",)),
    Lead("class 2e, two as high", "S87.HQ.DQ.C8", "lead-2e", ("HQ", "DQ")),
    Lead("class 3a", "S7.HKQT.DJ", "lead-3a", ("HK",)),
    Lead("class 3b", "S7.HK987", "lead-3b", ("HK",)),
    Lead("class 3c, not the bare queen", "S7.HQ87.DQ", "lead-3c", ("HQ",)),
    Lead("class 3c, the bare king", "S7.HQ87.DK", "lead-3c", ("HQ",)),
    Lead("class 4", "HQ7.DQJ.CQ", "lead-4", ("DQ",)),
    Lead("class 5", "S7.HK.DK8.C7", "lead-5", ("DK",)),
    Lead("a class, after a refusal", "S87.HJ98", "lead-2a", ("HJ",), refused=True),
    Lead("no class, cards exchanged", "S7.HJ8.DA9", "lead-strongest", ("HJ", "DA")),
    Lead("no class, a clear strongest suit", "S7.HJ8.DAT", "lead-strongest", ("DA",)),
    Lead(
        "a weak hand refused: the highest single card", "S7.HQ8.DT.C9", "lead-single", ("DT",), refused=True
    ),
    Lead("two single cards as high", "S7.HQ8.DT.CT", "lead-single", ("DT", "CT"), refused=True),
    Lead("no single card, two small in sequence", "S7.HQ8.D98", "lead-sequence", ("D9",), refused=True),
    Lead("small and in sequence, of two suits", "S7.H87.D98", "lead-sequence", ("H8", "D9"), refused=True),
    Lead("ten and nine are not both small", "S7.HQ8.DT9", "lead-never-guarded", refused=True),
    Lead("no single card, no sequence", "S7.HQ8.D97", "lead-never-guarded", refused=True),
    Lead("three trumps left", "SQ87.H7", "lead-trumps", ("SQ", "S8", "S7"), won=1, led=ONE_HEART),
    Lead("his first lead, the elder's trick lost", "S7.HJ8.D7", "lead-strongest", ("HJ",), won=1),
    Lead("his first lead with three trumps", "S987.D7", "lead-trumps", ("S9", "S8", "S7"), won=1),
    Lead("going on", "S7.H98.DK", "lead-go-on", ("H9",), won=1, led=ONE_HEART),
    Lead("going on at the third trick", "S8.HJ.DK", "lead-go-on", ("HJ",), won=2, led=TWO_HEARTS),
    Lead("the suit at its end", "S7.D98.CT", "lead-strongest", ("D9",), won=1, led=ONE_HEART),
    Lead("trumps led before", "SQ8.HT9", "lead-strongest", ("HT",), won=1, led=(("SK", True),)),
    Lead("stopped", "S7.H98", None, won=1, lost=1, led=(("HT", False),)),
    Lead("nothing but two trumps, both led from", "SQ8", None, won=3, led=(("SK", True),)),
    Lead("the king first", "SK.H98.D7", "lead-trump-first", ("SK",), won=1, led=ONE_HEART),
    Lead("the queen first", "SQ8.H98", "lead-trump-first", ("SQ",), won=1, led=ONE_HEART),
    Lead(
        "the queen, the king against her",
        "SQ8.H98",
        "lead-go-on",
        ("H9",),
        won=1,
        led=ONE_HEART,
        king_against=True,
    ),
    Lead("knave and ace first", "SJA.H98", "lead-trump-first", ("SJ",), won=1, led=ONE_HEART),
    Lead("knave and ten", "SJT.H98", "lead-go-on", ("H9",), won=1, led=ONE_HEART),
    Lead("the king, at four", "SK.H98.D7", "lead-no-forward", ("H9",), own=4, won=1, led=ONE_HEART),
    Lead("three tricks", "S7.HT", "lead-vole", ("S7",), won=3, led=(*TWO_HEARTS, ("HJ", True))),
    Lead("three tricks, at four", "S7.HT", None, own=4, won=3, led=(*TWO_HEARTS, ("HJ", True))),
    Lead(
        "two tricks to one",
        "S7.HT",
        "lead-two-one",
        ("HT",),
        won=2,
        lost=1,
        led=(("H9", False), ("DK", True)),
    ),
    Lead("one trick to two", "S7.HT", "lead-one-two", ("S7",), won=1, lost=2, led=(("H9", False),)),
    Lead("two plain cards of the suit, two tricks won", "HT9", "lead-go-on", ("HT",), won=3, led=TWO_HEARTS),
    Lead("two plain cards, stopped", "HT9", None, won=2, lost=1, led=(("HJ", False),)),
]
