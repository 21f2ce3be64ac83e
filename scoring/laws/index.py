"""The 55 laws of écarté, each in one or two sentences, with how the program applies the law.

The numbers are those of "The Laws of Écarté", adopted by the London clubs in 1877, edited by Cavendish. The
words are ours. If they differ from the code, the code is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Section: TypeAlias = Literal[
    "Shuffling and cutting",
    "Dealing",
    "Marking the king",
    "Proposing and discarding",
    "Playing",
    "The score",
    "Incorrect packs and bystanders",
]

DETECTED: Final = "found in a record"
MARKED: Final = "applied in the marks"
RULED: Final = "ruled on as an incident"
"""The phrase in ``Law.where`` for a law with remedies.

The program knows which remedies the law allows, and the effect of each remedy on the deal.
"""
RECORDED: Final = "recorded as an incident"
"""The phrase in ``Law.where`` for a law whose breach has no consequence in the deal.

The program only records what happened, by whom and when.
"""


@dataclass(frozen=True, slots=True)
class Law:
    """A law of the code. ``where`` says how the program applies it, for example "found in a record: L08"."""

    number: int
    title: str
    summary: str
    section: Section
    where: str


def _format_codes(*codes: str) -> str:
    return f"{DETECTED}: {', '.join(codes)}"


def law(number: int) -> Law:
    """Return the law with this number. Raises ``KeyError`` if the code has no such law."""
    return _BY_NUMBER[number]


LAWS: Final[tuple[Law, ...]] = (
    Law(
        1,
        "Who shuffles",
        "Each player shuffles in turn, and the dealer may shuffle last. Shuffled out of order, the pack is"
        " shuffled again.",
        "Shuffling and cutting",
        RULED,
    ),
    Law(
        2,
        "How to shuffle",
        "Shuffle above the table, without showing the face of a card, and never during the play of a hand; otherwise"
        " the pack is shuffled again.",
        "Shuffling and cutting",
        RULED,
    ),
    Law(
        3,
        "Size of a cut",
        "The player who cuts takes at least two cards and leaves at least two. A smaller cut is made again.",
        "Shuffling and cutting",
        RULED,
    ),
    Law(
        4,
        "Cards shown in cutting for deal",
        "A player who shows two cards or more when cutting for deal cuts once more.",
        "Shuffling and cutting",
        RULED,
    ),
    Law(
        5,
        "Cutting for deal",
        "The player with the higher card deals first. Only the rank counts, king high and ace below"
        " the jack; equal ranks cut again. The player who cut higher also chooses pack and seat, and"
        " that choice holds as long as the play lasts.",
        "Shuffling and cutting",
        f"{_format_codes('L05')}; {RECORDED}",
    ),
    Law(
        6,
        "A wrong pack after the cut for deal",
        "If the pack turns out to be incorrect after the cut for deal, that cut still decides who deals.",
        "Shuffling and cutting",
        RULED,
    ),
    Law(
        7,
        "A card shown in cutting to the dealer",
        "If a card shows while the pack is cut to the dealer, it is cut again.",
        "Shuffling and cutting",
        RULED,
    ),
    Law(
        8,
        "Packets",
        "The dealer gives five cards to each, three and then two or two and then three, to the"
        " opponent first, and keeps the same order for the whole game. A dealer who wants the other"
        " order in a later game says so to the opponent before the pack is cut.",
        "Dealing",
        f"{_format_codes('L08')}; {RECORDED}",
    ),
    Law(
        9,
        "A misdeal found before the turn-up",
        "If a hand has the wrong number of cards, or the packets changed order, and no card is"
        " turned up yet: the opponent may have it put right or have a fresh deal before looking at"
        " the hand; after a look the deal stands.",
        "Dealing",
        f"{_format_codes('L09')}; {RULED}",
    ),
    Law(
        10,
        "The turn-up",
        "The eleventh card is turned face up and makes its suit trumps. It belongs to neither hand.",
        "Dealing",
        f"{_format_codes('L10')}; {RECORDED}",
    ),
    Law(
        11,
        "More than one card turned up",
        "The opponent chooses which of the cards is the turn-up, or has a fresh deal; after looking"
        " at the hand, the deal is always fresh.",
        "Dealing",
        RULED,
    ),
    Law(
        12,
        "A faced card in the pack",
        "A card found face up before the turn-up makes a fresh deal.",
        "Dealing",
        RULED,
    ),
    Law(
        13,
        "A card exposed in dealing",
        "If the dealer shows one of their own cards, the deal stands. If the dealer shows one of the"
        " opponent's, the opponent may have a fresh deal before looking at the hand.",
        "Dealing",
        RULED,
    ),
    Law(
        14,
        "Dealing out of turn",
        "The deal passes from player to player. A deal out of turn, or with the opponent's pack, is"
        " void if it is noticed before the turn-up, and stands if it is noticed after. If it"
        " exchanged the packs, they stay exchanged.",
        "Dealing",
        f"{_format_codes('L14')}; {RULED}",
    ),
    Law(
        15,
        "Elder hand dealt too many",
        "Found after the turn-up: the elder hand has a fresh deal, or puts out what is over five.",
        "Dealing",
        f"{_format_codes('L09')}; {RULED}",
    ),
    Law(
        16,
        "Elder hand dealt too few",
        "Found after the turn-up: the elder hand takes what is missing from the stock, or has a fresh deal.",
        "Dealing",
        f"{_format_codes('L09')}; {RULED}",
    ),
    Law(
        17,
        "Dealer's hand dealt too many",
        "Found after the turn-up: the elder hand has a fresh deal, or draws the surplus from the"
        " dealer's hand, and may look at the cards drawn if the dealer had seen them.",
        "Dealing",
        f"{_format_codes('L09')}; {RULED}",
    ),
    Law(
        18,
        "Dealer's hand dealt too few",
        "Found after the turn-up: the elder hand has the dealer's hand made up from the stock, or has a fresh"
        " deal.",
        "Dealing",
        f"{_format_codes('L09')}; {RULED}",
    ),
    Law(
        19,
        "No king after a misdeal",
        "When a misdeal was let stand, the dealer may not mark a king turned up.",
        "Dealing",
        f"{_format_codes('L19')}; {RECORDED}",
    ),
    Law(
        20,
        "Elder hand wrong in play",
        "If the elder hand played without taking cards and is then found to hold more or fewer than five,"
        " the deal is fresh.",
        "Dealing",
        RULED,
    ),
    Law(
        21,
        "Dealer's hand wrong in play",
        "If the same is found of the dealer, the opponent chooses between a fresh deal and playing on.",
        "Dealing",
        RULED,
    ),
    Law(
        22,
        "Turning up a king",
        "A dealer who turns up a king marks one point, at any time before the next turn-up.",
        "Marking the king",
        f"{_format_codes('L22')}; {RECORDED}",
    ),
    Law(
        23,
        "The king in hand",
        "The player who holds the king of trumps may announce it and mark one point, before playing a card.",
        "Marking the king",
        f"{_format_codes('L23')}; {RECORDED}",
    ),
    Law(
        24,
        "The king as first card",
        "If the king is the first card that its holder plays, there is a little longer: the elder"
        " hand may announce it until it is played to, the dealer until playing again.",
        "Marking the king",
        f"{_format_codes('L23')}; {RECORDED}",
    ),
    Law(
        25,
        "A king announced and not held",
        "The mark comes off. If the player who announced it plays a card before saying so, the"
        " opponent may have the hand replayed, even after giving up the hand, and the offender"
        " counts less for what is won: nothing for the point, one for the vole or for a point that"
        " counts two. There is no penalty if the opponent holds the king.",
        "Marking the king",
        f"{_format_codes('L25')}; {RULED}",
    ),
    Law(
        26,
        "The proposal",
        "A proposal can't be taken back, nor the number asked for changed. The elder hand puts out one to"
        " five cards and takes as many.",
        "Proposing and discarding",
        f"{_format_codes('L26')}; {RECORDED}",
    ),
    Law(
        27,
        "The answer",
        "Accepting and refusing can't be taken back. A dealer who accepts puts out none to five"
        " cards, takes as many, and has to say how many when the opponent asks.",
        "Proposing and discarding",
        f"{_format_codes('L27')}; {RECORDED}",
    ),
    Law(
        28,
        "Discards are closed",
        "Before taking cards each player lays the discard face down, apart from the stock and from the other"
        " discard. Cards put out may not be looked at again.",
        "Proposing and discarding",
        RECORDED,
    ),
    Law(
        29,
        "Elder hand took too many",
        "If the elder hand took more than it put out and mixed them with its own, the dealer draws"
        " the surplus or has a fresh deal, and may look at the cards drawn if any of those given had"
        " been taken up.",
        "Proposing and discarding",
        RULED,
    ),
    Law(
        30,
        "Elder hand asked for too few",
        "The elder hand is played short, and the tricks that it has no card for are the dealer's.",
        "Proposing and discarding",
        RULED,
    ),
    Law(
        31,
        "Dealer gave the elder hand too many",
        "The elder hand puts out the surplus, or has a fresh deal.",
        "Proposing and discarding",
        RULED,
    ),
    Law(
        32,
        "Dealer gave the elder hand too few",
        "The elder hand is made up from the stock, or has a fresh deal.",
        "Proposing and discarding",
        RULED,
    ),
    Law(
        33,
        "Dealer took too many",
        "If the dealer mixed them with the others, the elder hand draws the surplus or has a fresh"
        " deal, and may look at the cards drawn if any of those given had been taken up.",
        "Proposing and discarding",
        RULED,
    ),
    Law(
        34,
        "Dealer took too few",
        "Before playing a card the dealer may make the hand up from the stock; after that it is played short, and the"
        " tricks that it has no card for are the elder hand's.",
        "Proposing and discarding",
        RULED,
    ),
    Law(
        35,
        "A faced card in the stock",
        "A card found face up after the discard may be seen by both, is put aside, and the next one is given.",
        "Proposing and discarding",
        RULED,
    ),
    Law(
        36,
        "A card exposed in giving",
        "If the dealer shows a card meant for the opponent, the opponent takes it or has it put"
        " aside. The dealer must take one meant for the dealer's own hand.",
        "Proposing and discarding",
        RULED,
    ),
    Law(
        37,
        "A second turn-up",
        "A dealer who turns up a card after giving can't refuse another discard. If the elder hand demands one, it may"
        " take that card or leave it.",
        "Proposing and discarding",
        f"{_format_codes('L37')}; {RULED}",
    ),
    Law(
        38,
        "The end of the stock",
        "After the deal 21 cards are left to give. If a dealer accepts with too few for both, the elder hand gets what"
        " it asked for, or as many as are left, and the dealer gets what remains or plays the hand as it is. A dealer"
        " may accept on condition that there are enough cards.",
        "Proposing and discarding",
        f"{_format_codes('L38')}; {RULED}",
    ),
    Law(
        39,
        "Taking back a card",
        "A card led in turn can't be taken up again. A card played to a lead may be taken back to put right a fault"
        " against law 43, until the next lead.",
        "Playing",
        RULED,
    ),
    Law(
        40,
        "Who leads",
        "The elder hand leads first, then the player who won the last trick. A lead out of turn is"
        " taken back unless it has been played to.",
        "Playing",
        f"{_format_codes('L40')}; {RULED}",
    ),
    Law(
        41,
        "The suit named",
        "If a player names one suit and leads another, the opponent chooses: the card stands, or a"
        " card of the suit named is led. Without a card of that suit the lead can't be withdrawn.",
        "Playing",
        RULED,
    ),
    Law(
        42,
        "Throwing up the hand",
        "A hand given up before its holder has won a trick gives the opponent the vole; after one"
        " trick or two, the point; after three the point is its holder's already. Cards laid down to"
        " claim the score are not given up.",
        "Playing",
        f"{_format_codes('L42')}; {RULED}",
    ),
    Law(
        43,
        "Following and winning",
        "The second player follows suit and wins the trick whenever the hand allows it, with a trump"
        " if it has none of the suit. If that is not done, the opponent may have the hand replayed,"
        " even after giving up the hand, and the offender counts less for what is won: nothing for"
        " the point, one for the vole or for a point that counts two. A card taken up again before"
        " the next lead has no penalty (law 39).",
        "Playing",
        f"{_format_codes('L43R', 'L43W')}; {RULED}",
    ),
    Law(
        44,
        "Calling for new cards",
        "Before the pack is cut for the next deal either player may call for new cards at their own cost: two new"
        " packs, of which the dealer has the choice.",
        "Incorrect packs and bystanders",
        RECORDED,
    ),
    Law(
        45,
        "An incorrect pack",
        "The pack is 32 different cards. If it turns out to be anything else during a deal, that"
        " deal is void; deals already finished stand.",
        "Incorrect packs and bystanders",
        f"{_format_codes('L45')}; {RULED}",
    ),
    Law(
        46,
        "The game and its value",
        "Five points are game. It is a treble against a player with none, a double against one or"
        " two, a single against three or four. The player who wins most of its games wins the rubber.",
        "The score",
        f"{_format_codes('L46')}; {RECORDED}",
    ),
    Law(
        47,
        "The king counts one",
        "The king of trumps, turned up or announced, marks one point, once in a deal.",
        "The score",
        f"{_format_codes('L47')}; {RECORDED}",
    ),
    Law(
        48,
        "Point and vole",
        "Three or four tricks are the point and mark one; all five are the vole and mark two.",
        "The score",
        f"{_format_codes('L48')}; {RECORDED}",
    ),
    Law(
        49,
        "The point that counts two",
        "The point marks two against an elder hand who did not propose at all, and against a dealer who"
        " refused the first proposal. The vole marks two all the same.",
        "The score",
        f"{MARKED}; cause of L50 or L51 where it alone explains the difference; {RECORDED}",
    ),
    Law(
        50,
        "A mark left out",
        "Points that were not marked may be marked until the next turn-up; after it they are lost.",
        "The score",
        f"{_format_codes('L50')}; {RULED}",
    ),
    Law(
        51,
        "A mark too many",
        "Points marked beyond what was won come off once that is admitted, at any time during the game.",
        "The score",
        f"{_format_codes('L51')}; {RULED}",
    ),
    Law(
        52,
        "Bystanders at English écarté",
        "Bystanders, whether they bet or not, make no remark, point out no error of the score, give no advice, and do"
        " not play on for a player who resigns.",
        "Incorrect packs and bystanders",
        RECORDED,
    ),
    Law(
        53,
        "A bystander who affects the score",
        "A bystander at English écarté who calls attention to an error and so affects the score may have to pay the"
        " stakes and bets of the player who is harmed by it. If the players agree, a bystander may decide a question.",
        "Incorrect packs and bystanders",
        RECORDED,
    ),
    Law(
        54,
        "Advice at French écarté",
        "Those who cover the stakes may point out errors of the score, advise the player whom they back, and play on"
        " for a player who resigns. Advice is given by pointing alone, without a word of card or suit, and the player"
        " is free to follow it or not.",
        "Incorrect packs and bystanders",
        RECORDED,
    ),
    Law(
        55,
        "Bettors keep to their side",
        "Bettors may not look over the hand of a player against whom they bet.",
        "Incorrect packs and bystanders",
        RECORDED,
    ),
)

_BY_NUMBER: Final = {law.number: law for law in LAWS}
