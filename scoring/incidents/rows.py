"""The table of incidents: one row for each of the 55 laws.

The numbers and remedies are those of the club code of 1877; the words are ours. Some laws leave no choice,
and the record itself shows whether they were kept. The only remedy of such a law is ``note``: the incident is
recorded and has no consequence.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from scoring.incidents.facts import FactSpec

Remedy: TypeAlias = Literal[
    "reshuffle",
    "recut",
    "stand",
    "rectify",
    "fresh",
    "choose",
    "void",
    "discard",
    "complete",
    "draw",
    "replay",
    "correct",
    "note",
    "short",
    "aside",
    "take",
    "share",
    "takeback",
    "play",
    "require",
    "abandon",
    "mark",
]
Offender: TypeAlias = Literal["dealer", "elder", "either", "nobody"]
Moment: TypeAlias = Literal["cut", "deal", "turned_up", "exchange", "play", "score", "any"]
Argument: TypeAlias = Literal["card", "cards"]

ENDS_DEAL: Final[frozenset[Remedy]] = frozenset({"fresh", "void"})
"""Remedies after which the deal is void (written ``=void``), and the same dealer deals again."""

ARGUMENTS: Final[Mapping[Remedy, Argument]] = MappingProxyType(
    {"choose": "card", "discard": "cards", "complete": "cards", "draw": "cards"}
)
"""For each remedy that names cards, whether it names one card or several. Other remedies take no argument."""


class Row(NamedTuple):
    """One law, described as an irregularity that may be recorded.

    - ``irregularity``: what happened, as an English phrase.
    - ``offender``: the player at fault.
    - ``facts``: the facts for which the law asks.
    - ``remedies``: all remedies that the law may allow, whatever the facts.
    - ``moments``: the phases of the deal in which the irregularity may be discovered.
    - ``keywords``: plain words by which the search finds the law.
    """

    law: int
    irregularity: str
    offender: Offender
    facts: tuple[FactSpec, ...]
    remedies: tuple[Remedy, ...]
    moments: tuple[Moment, ...]
    keywords: tuple[str, ...]

    @property
    def arguments(self) -> dict[Remedy, Argument]:
        """The remedies of the law that name cards, each with whether it names one card or several."""
        return {remedy: ARGUMENTS[remedy] for remedy in self.remedies if remedy in ARGUMENTS}


_ELDER_LOOKED: Final = FactSpec("word", "Has the opponent looked at their hand?", ("looked",))
_DEALER_LOOKED: Final = FactSpec("word", "Has the dealer picked up their hand?", ("looked",))
_WHOSE_CARD: Final = FactSpec(
    "choice", "Whose card was it: the dealer's own or the opponent's?", ("own", "adversary")
)
_CARD: Final = FactSpec("card", "Which card?")
_CARDS_HELD: Final = FactSpec("number", "How many cards does the hand hold?")
_TOO_MANY: Final = FactSpec("number", "How many cards too many?")
_ELDER_TOOK_UP: Final = FactSpec("word", "Has the elder hand taken up a card of those given?", ("looked",))
_DEALER_TOOK_UP: Final = FactSpec("word", "Has the dealer taken up a card of those given?", ("looked",))
_TOO_FEW: Final = FactSpec("number", "How many cards too few?")

_ALL: Final[tuple[Row, ...]] = (
    Row(
        1,
        "The pack was shuffled out of order",
        "either",
        (),
        ("reshuffle",),
        ("cut", "deal"),
        ("shuffle", "order"),
    ),
    Row(
        2,
        "The pack was shuffled below the table, with a face shown, or during the play of the hand",
        "either",
        (),
        ("reshuffle",),
        ("cut", "deal", "turned_up", "exchange", "play"),
        ("shuffle", "below", "table", "faces", "shown", "during play"),
    ),
    Row(
        3,
        "Fewer than two cards were cut, or left",
        "either",
        (FactSpec("number", "How many cards were in the smaller packet?"),),
        ("recut",),
        ("cut", "deal"),
        ("cut", "one card", "too small", "packet"),
    ),
    Row(
        4,
        "Two cards or more were exposed in cutting for deal",
        "either",
        (),
        ("recut",),
        ("cut",),
        ("cut for deal", "exposed", "two cards"),
    ),
    Row(
        5,
        "The cut for deal, or the choice of cards and seats, was not kept to",
        "either",
        (),
        ("note",),
        ("cut",),
        ("cut for deal", "higher", "tie", "choice", "cards", "seats"),
    ),
    Row(
        6,
        "The pack was found incorrect after the cut for deal",
        "nobody",
        (),
        ("stand",),
        ("cut", "deal"),
        ("pack", "incorrect", "cut for deal", "missing card"),
    ),
    Row(
        7,
        "A card was exposed in cutting to the dealer",
        "either",
        (),
        ("recut",),
        ("cut", "deal"),
        ("cut", "exposed", "dealer"),
    ),
    Row(
        8,
        "The packets changed order without word before the cut",
        "dealer",
        (),
        ("note",),
        ("deal",),
        ("packets", "order", "three", "two"),
    ),
    Row(
        9,
        "A wrong number was dealt, or the packets changed order, found before the turn-up",
        "dealer",
        (_ELDER_LOOKED,),
        ("rectify", "fresh", "stand"),
        ("deal",),
        ("misdeal", "wrong number", "too many", "too few", "packets", "order", "before turn-up"),
    ),
    Row(10, "The wrong card was turned up", "dealer", (), ("note",), ("turned_up",), ("turn-up", "eleventh")),
    Row(
        11,
        "More than one card was turned up",
        "dealer",
        (_ELDER_LOOKED, FactSpec("cards", "Which cards were turned up?")),
        ("choose", "fresh"),
        ("deal", "turned_up"),
        ("two cards", "turned up", "turn-up", "several"),
    ),
    Row(
        12,
        "A faced card was found in the pack before the turn-up",
        "nobody",
        (_CARD,),
        ("fresh",),
        ("deal",),
        ("faced", "face up", "pack", "before turn-up"),
    ),
    Row(
        13,
        "The dealer exposed a card in dealing",
        "dealer",
        (_CARD, _WHOSE_CARD, _ELDER_LOOKED),
        ("fresh", "stand"),
        ("deal", "turned_up"),
        ("exposed", "shown", "card", "dealing"),
    ),
    Row(
        14,
        "The deal was out of turn, or with the opponent's pack",
        "dealer",
        (FactSpec("choice", "Found before or after the turn-up?", ("before", "after")),),
        ("void", "stand"),
        ("deal", "turned_up", "exchange", "play"),
        ("out of turn", "wrong dealer", "wrong pack", "deal"),
    ),
    Row(
        15,
        "The elder hand was dealt more than five, found after the turn-up",
        "dealer",
        (_CARDS_HELD,),
        ("fresh", "discard"),
        ("turned_up",),
        ("six cards", "too many", "elder", "dealt", "misdeal", "surplus"),
    ),
    Row(
        16,
        "The elder hand was dealt fewer than five, found after the turn-up",
        "dealer",
        (_CARDS_HELD,),
        ("complete", "fresh"),
        ("turned_up",),
        ("four cards", "too few", "elder", "dealt", "misdeal", "short"),
    ),
    Row(
        17,
        "The dealer's hand was dealt more than five, found after the turn-up",
        "dealer",
        (_CARDS_HELD, _DEALER_LOOKED),
        ("fresh", "draw"),
        ("turned_up",),
        ("six cards", "too many", "dealer", "dealt", "misdeal", "surplus"),
    ),
    Row(
        18,
        "The dealer's hand was dealt fewer than five, found after the turn-up",
        "dealer",
        (_CARDS_HELD,),
        ("complete", "fresh"),
        ("turned_up",),
        ("four cards", "too few", "dealer", "dealt", "misdeal", "short"),
    ),
    Row(
        19,
        "A king turned up was marked after a misdeal that stood",
        "dealer",
        (),
        ("note",),
        ("turned_up",),
        ("king", "turned up", "misdeal"),
    ),
    Row(
        20,
        "The elder hand played without taking cards, and is found with more or fewer than five",
        "elder",
        (_CARDS_HELD,),
        ("fresh",),
        ("play",),
        ("six cards", "four cards", "elder", "played", "wrong number", "stood"),
    ),
    Row(
        21,
        "The dealer played without taking cards, and is found with more or fewer than five",
        "dealer",
        (_CARDS_HELD,),
        ("fresh", "stand"),
        ("play",),
        ("six cards", "four cards", "dealer", "played", "wrong number"),
    ),
    Row(
        22,
        "A king turned up was not marked rightly",
        "dealer",
        (),
        ("note",),
        ("any",),
        ("king", "turned up"),
    ),
    Row(
        23,
        "The king was announced too late",
        "either",
        (),
        ("note",),
        ("play",),
        ("king", "announce", "late"),
    ),
    Row(
        24,
        "The king as first card was announced too late",
        "either",
        (),
        ("note",),
        ("play",),
        ("king", "first card", "announce", "late"),
    ),
    Row(
        25,
        "A king was announced by a player who has not got it",
        "either",
        (),
        ("correct", "stand", "replay"),
        ("turned_up", "exchange", "play"),
        ("king", "false", "announced", "not held", "mark"),
    ),
    Row(
        26,
        "A proposal, or the number asked for, was changed",
        "elder",
        (),
        ("note",),
        ("exchange",),
        ("proposal", "proposes", "taken back", "number"),
    ),
    Row(
        27,
        "An acceptance or a refusal was changed",
        "dealer",
        (),
        ("note",),
        ("exchange",),
        ("accept", "refuse", "taken back", "answer"),
    ),
    Row(
        28,
        "Cards put out were mixed, lay face up, or were looked at",
        "either",
        (),
        ("note",),
        ("exchange", "play"),
        ("discards", "mixed", "looked at", "put out"),
    ),
    Row(
        29,
        "The elder hand took more cards than it put out, and mixed them with its own",
        "elder",
        (_TOO_MANY, _ELDER_TOOK_UP),
        ("fresh", "draw"),
        ("exchange",),
        ("took", "too many", "elder", "mixed", "exchange"),
    ),
    Row(
        30,
        "The elder hand asked for fewer cards than it put out",
        "elder",
        (_TOO_FEW,),
        ("short",),
        ("exchange", "play"),
        ("asked", "too few", "elder", "short hand", "exchange"),
    ),
    Row(
        31,
        "The dealer gave the elder hand too many cards",
        "dealer",
        (_TOO_MANY,),
        ("fresh", "discard"),
        ("exchange",),
        ("gave", "too many", "elder", "surplus", "exchange"),
    ),
    Row(
        32,
        "The dealer gave the elder hand too few cards",
        "dealer",
        (_TOO_FEW,),
        ("fresh", "complete"),
        ("exchange",),
        ("gave", "too few", "elder", "missing", "exchange"),
    ),
    Row(
        33,
        "The dealer took too many cards, and mixed them with the hand",
        "dealer",
        (_TOO_MANY, _DEALER_TOOK_UP),
        ("fresh", "draw"),
        ("exchange",),
        ("gave himself", "too many", "dealer", "mixed", "exchange"),
    ),
    Row(
        34,
        "The dealer took too few cards",
        "dealer",
        (_TOO_FEW, FactSpec("word", "Has the dealer played a card?", ("played",))),
        ("complete", "short"),
        ("exchange", "play"),
        ("gave himself", "too few", "dealer", "short hand", "exchange"),
    ),
    Row(
        35,
        "A faced card was found in the stock after discarding",
        "nobody",
        (_CARD,),
        ("aside",),
        ("exchange",),
        ("faced", "face up", "stock", "giving"),
    ),
    Row(
        36,
        "A card was exposed in giving",
        "dealer",
        (_CARD, _WHOSE_CARD),
        ("take", "aside"),
        ("exchange",),
        ("exposed", "shown", "card", "giving", "exchange"),
    ),
    Row(
        37,
        "The dealer turned a card up after giving",
        "dealer",
        (_CARD,),
        ("take", "aside"),
        ("exchange",),
        ("turned up", "second turn-up", "after giving"),
    ),
    Row(
        38,
        "The dealer accepted, without a condition, with too few cards left in the stock",
        "dealer",
        (FactSpec("number", "How many cards were left?"),),
        ("share",),
        ("exchange",),
        ("stock", "too few", "left", "accepted", "run out"),
    ),
    Row(
        39,
        "A card played to a lead was taken back before the next lead",
        "either",
        (_CARD,),
        ("takeback",),
        ("play",),
        ("taken back", "card", "correct", "revoke"),
    ),
    Row(
        40,
        "A player led out of turn",
        "either",
        (_CARD, FactSpec("choice", "Found before or after it was played to?", ("before", "after"))),
        ("takeback", "stand"),
        ("play",),
        ("led", "out of turn", "wrong lead"),
    ),
    Row(
        41,
        "One suit was named and another led",
        "either",
        (
            FactSpec("suit", "Which suit was named?"),
            FactSpec("card", "Which card was led and taken back, if any?"),
        ),
        ("play", "require"),
        ("play",),
        ("named", "suit", "led", "another"),
    ),
    Row(
        42,
        "A hand was thrown down",
        "either",
        (FactSpec("word", "Thrown down to claim the tricks?", ("claim",)),),
        ("abandon", "note"),
        ("turned_up", "exchange", "play"),
        ("abandon", "give up", "throw down", "thrown", "claim", "concede"),
    ),
    Row(
        43,
        "A player revoked, or did not win the trick when able",
        "either",
        (_CARD,),
        ("stand", "replay"),
        ("play", "score"),
        ("revoke", "follow suit", "did not win", "renounce", "trump"),
    ),
    Row(44, "New cards were called for", "either", (), ("note",), ("any",), ("new cards", "new pack", "pay")),
    Row(
        45,
        "The pack is incorrect",
        "nobody",
        (_CARD,),
        ("void",),
        ("deal", "turned_up", "exchange", "play", "score"),
        ("pack", "incorrect", "missing", "twice", "card short"),
    ),
    Row(
        46,
        "The points of the game were disputed",
        "either",
        (),
        ("note",),
        ("score",),
        ("game", "treble", "points"),
    ),
    Row(47, "The king's point was disputed", "either", (), ("note",), ("score",), ("king", "one point")),
    Row(48, "Point or vole were disputed", "either", (), ("note",), ("score",), ("tricks", "point", "vole")),
    Row(
        49,
        "The point that counts two was disputed",
        "either",
        (),
        ("note",),
        ("score",),
        ("two points", "refused"),
    ),
    Row(
        50,
        "A mark left out is made good",
        "either",
        (
            FactSpec("choice", "What was left out?", ("king", "point", "vole")),
            FactSpec("number", "How many points?"),
        ),
        ("mark", "note"),
        ("deal", "turned_up", "exchange", "play", "score"),
        ("forgot", "mark", "left out", "underscore", "missing point"),
    ),
    Row(
        51,
        "A mark too many is taken down",
        "either",
        (FactSpec("number", "How many points too many?"),),
        ("correct",),
        ("deal", "turned_up", "exchange", "play", "score"),
        ("overscore", "too many points", "mark", "take down"),
    ),
    Row(
        52,
        "A bystander made a remark, pointed out an error, gave advice, or played on for a player who resigned",
        "nobody",
        (),
        ("note",),
        ("any",),
        ("bystander", "onlooker", "remark", "advice", "points", "English", "plays on", "takes over"),
    ),
    Row(
        53,
        "A bystander called attention to an error, and so affected the score",
        "nobody",
        (),
        ("note",),
        ("any",),
        ("bystander", "onlooker", "error", "oversight", "score", "stakes", "pays", "decides"),
    ),
    Row(
        54,
        "Advice was given in words, or by one who does not cover the stakes",
        "nobody",
        (),
        ("note",),
        ("any",),
        ("advice", "words", "stakes", "French", "bettor"),
    ),
    Row(
        55,
        "A bettor looked over the hand of the player they bet against",
        "nobody",
        (),
        ("note",),
        ("any",),
        ("bettor", "looks over", "hand", "bets"),
    ),
)

ROWS: Final[Mapping[int, Row]] = MappingProxyType({row.law: row for row in _ALL})
