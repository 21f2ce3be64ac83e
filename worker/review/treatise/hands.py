"""The fourteen illustrative hands of the treatise: cards that fit its words, and its questions.

The pictures of the cards are lost. A card is *given* if the words name it; the others are ours, chosen so
that every statement about the hand is true. A hand that the treatise plays under two conditions has two
parts. In every part B is the elder hand and A the dealer. The record is a deal in the notation, after deals
that lead to the score.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.cards import CardMask, Player, parse_cards

ELDER: Final[Player] = "B"
DEALER: Final[Player] = "A"


class Part(NamedTuple):
    """One deal that illustrates a hand of the treatise, with the tricks at which the player is to choose a
    card.

    - ``given``: the cards of the player's hand that the treatise names; ``given_against``: those of the
      opponent's hand. We chose the other cards of the deal.
    - ``earlier``: the deals of the same game before it, which lead to the score.
    - ``condition``: the condition under which the treatise plays the hand in this deal, if it plays the hand
      in two ways; otherwise empty.
    """

    player: Player
    hand: str
    given: str
    given_against: str
    deal: str
    tricks: tuple[int, ...]
    earlier: tuple[str, ...] = ()
    condition: str = ""

    @property
    def cards(self) -> CardMask:
        return parse_cards(self.hand)

    @property
    def ours(self) -> CardMask:
        """The cards of the player's hand that the treatise does not name, and that we chose."""
        return self.cards & ~(parse_cards(self.given) if self.given else 0)

    @property
    def record(self) -> str:
        """The text of a rubber in the notation, with this deal and the earlier deals that lead to its score."""
        tags = ('[EGN "1"]', '[A "A"]', '[B "B"]', '[BestOf "1"]', '[Termination "unfinished"]')
        deals = (*self.earlier, f"{self.number}. {self.deal}")
        return "\n".join((*tags, "", "Game 1", *deals, "*", ""))

    @property
    def number(self) -> int:
        """The number of the deal in its game, from 1."""
        return len(self.earlier) + 1


class IllustrativeHand(NamedTuple):
    """An illustrative hand of the treatise.

    ``number`` is the number in the treatise (``"XIV"``). ``situation`` and ``lesson`` are in English, in our
    own words.
    """

    number: str
    situation: str
    lesson: str
    parts: tuple[Part, ...]


AT_THREE: Final = ("1. A S =B5 (0-2)", "2. B P R =B (0-3)")
DEALER_AT_FOUR: Final = ("1. A S =A (2-0)", "2. B S =A5 (4-0)")
FOUR_ALL: Final = ("1. A S =A (2-0)", "2. B S =B (2-2)", "3. A S =A (4-2)", "4. B S =B (4-4)")

ILLUSTRATIVE_HANDS: Final[tuple[IllustrativeHand, ...]] = (
    IllustrativeHand(
        "I",
        "The elder hand holds jack and ten of trumps, the single king of hearts, and king and ten of clubs.",
        "As dealt the hand is played without proposing, and the jack of trumps is led for the vole. After cards were "
        "taken, find out first who has the king of trumps: lead the king that is least likely to be trumped. Once it "
        "is trumped the vole is gone and the point counts: trump with the ten, lead the other king and its ten, and "
        "keep the jack, for the queen may be lying in wait.",
        (
            Part(
                ELDER,
                "SJT.HK.CKT",
                "SJT.HK.CKT",
                "",
                "A ^S7 B:SJT.HK.CKT A:SQ8.DKQA S SJ SQ, DK ST, CK S8, DQ HK, DA CT",
                (1,),
                condition="As dealt.",
            ),
            Part(
                ELDER,
                "SJT.HK.CKT",
                "SJT.HK.CKT",
                "",
                "A ^S7 B:SJT.D98.CK A:SQ8.DKQA P G -D98+HK.CT -0 S HK S8, DK ST, CK SQ, DQ SJ, CT DA",
                (1, 2, 3),
                condition="After cards were taken: no heart was put out.",
            ),
        ),
    ),
    IllustrativeHand(
        "II",
        "The dealer is at four. The elder hand has the single queen of trumps, and the king of diamonds with three "
        "more of the suit.",
        "Beginning with the queen of trumps is a common error here: it may lose three tricks. Lead the king of "
        "diamonds and another diamond. Against two trumps there is even a chance left, as a dealer who doesn't suspect "
        "the queen may lead the jack of trumps to pass the other cards.",
        (
            Part(
                ELDER,
                "SQ.DK987",
                "SQ.DK",
                "",
                "A ^S7 B:SQ.DK987 A:SJ8.HKQ.CK S DK S8, SJ SQ, D9 HQ, D8 CK, D7 HK",
                (1,),
                DEALER_AT_FOUR,
                condition="Against two trumps.",
            ),
            Part(
                ELDER,
                "SQ.DK987",
                "SQ.DK",
                "",
                "A ^S7 B:SQ.DK987 A:HKQ.DJT.CK S DK DT, D9 DJ, HK SQ, D8 HQ, D7 CK",
                (2,),
                DEALER_AT_FOUR,
                condition="Against no trump: the king of diamonds has won.",
            ),
        ),
    ),
    IllustrativeHand(
        "III",
        "The elder hand is at three, marks the king of trumps and stands: three tricks win the game. "
        "Beside three trumps there are a king and a small card of another suit.",
        "Only the small card makes certain of the point, whatever the dealer holds. The aim is to be led to on the "
        "second trick. With any two plain cards of different suits the lower is the lead, against the rules to begin "
        "with a trump from three, and with the highest card.",
        (
            Part(
                ELDER,
                "S7.DK.CKQT",
                "S7.DK.CK",
                "",
                "A ^C7 B:S7.DK.CKQT A:SA.CJA98 S Kb S7 SA, CJ CK, DK C8, CA CQ, CT C9",
                (1,),
                AT_THREE,
                condition="The hand itself.",
            ),
            Part(
                ELDER,
                "HK.D8.CKJT",
                "HK.D8.CKJT",
                "CQ",
                "A ^C7 B:HK.D8.CKJT A:DQ9.CQ98 S Kb D8 D9, DQ CT, HK C8, CQ CK, CJ C9",
                (1,),
                AT_THREE,
                condition="The hand that is put beside it: king, jack and ten of trumps. The suits are ours.",
            ),
        ),
    ),
    IllustrativeHand(
        "IV",
        "The elder hand has two trumps, a tenace in spades and a single king.",
        "Lead the single king and keep the tenace to be led to; if the king wins, the spade has to be opened. With "
        "spades of equal value the guarded suit would be the lead.",
        (
            Part(
                ELDER,
                "SQT.HK.C87",
                "",
                "",
                "A ^C9 B:SQT.HK.C87 A:SK9.DK8.CJ S HK CJ, S9 ST, SQ SK, DK C7, C8 D8",
                (1,),
                condition="The king is trumped.",
            ),
            Part(
                ELDER,
                "SQT.HK.C87",
                "",
                "",
                "A ^C9 B:SQT.HK.C87 A:SKJ.H9.DK8 S HK H9, SQ SK, DK C7, ST SJ, D8 C8",
                (2,),
                condition="The king has won.",
            ),
        ),
    ),
    IllustrativeHand(
        "V",
        "The elder hand has the king of trumps, two high spades and a card of each other suit, proposed, and was "
        "refused.",
        "Lead the king of trumps and then the spades: the best chance is that the dealer refused on one trump, with "
        "strong hearts and clubs. But a spade thrown to the king tells that the dealer is guarded there: then one of "
        "the outside cards is the second lead.",
        (
            Part(
                ELDER,
                "SQT.H8.DK.C9",
                "DK",
                "",
                "A ^D7 B:SQT.H8.DK.C9 A:HKQ.D8.CKQ P R Kb DK D8, SQ HQ, ST CQ, C9 CK, HK H8",
                (1, 2),
                condition="The dealer follows suit.",
            ),
            Part(
                ELDER,
                "SQT.H8.DK.C9",
                "DK",
                "",
                "A ^D7 B:SQT.H8.DK.C9 A:SKA.HKQ.CK P R Kb DK SA, C9 CK, HK H8, HQ ST, SK SQ",
                (2,),
                condition="The dealer throws a spade.",
            ),
        ),
    ),
    IllustrativeHand(
        "VI",
        "The elder hand has a low tenace in trumps, the king of spades, the jack of hearts and the nine of clubs.",
        "With very high trumps lead one, for the vole. With a low tenace keep what will take the second trick and lose "
        "the third, so that the tenace is led to: the jack first; the king if it wins, the nine if it lost and the "
        "king took the spade that came back.",
        (
            Part(
                ELDER,
                "SK.HJ.DT8.C9",
                "SK.HJ.C9",
                "",
                "A ^D7 B:SK.HJ.DT8.C9 A:SA9.HQ.D9.CT S HJ HQ, SA SK, C9 CT, D9 DT, D8 S9",
                (1, 3),
            ),
        ),
    ),
    IllustrativeHand(
        "VII",
        "The dealer has trumped the king of diamonds with the seven of trumps, and is left with two hearts and a "
        "tenace in clubs.",
        "Lead a heart and keep the clubs to be led to. The same goes for three clubs without the queen and a single "
        "heart other than the king.",
        (
            Part(
                DEALER,
                "S7.HA8.CKJ",
                "S7",
                "DK",
                "A ^S8 B:H9.DKQ.CQA A:S7.HA8.CKJ S DK S7, HA H9, H8 DQ, CJ CQ, CA CK",
                (2,),
            ),
        ),
    ),
    IllustrativeHand(
        "VIII",
        "The elder hand has a tenace in trumps, the guarded king of spades and the ten of diamonds. The king of "
        "spades took the ten, and the dealer marked the king of trumps.",
        "Lead the ten of diamonds. It is the best chance not to force the dealer on the second trick and not to have "
        "the lead after the third, when the trumps would be led up to the king. With trumps of equal value go on and "
        "force in the guarded suit.",
        (
            Part(
                ELDER,
                "SK8.HQT.DT",
                "SK.DT",
                "ST.HK",
                "A ^H7 B:SK8.HQT.DT A:ST.HK9.DA.CJ S SK Ka ST, DT DA, CJ HT, HQ HK, H9 S8",
                (1, 2),
            ),
        ),
    ),
    IllustrativeHand(
        "IX",
        "The elder hand has two trumps, jack and ace of clubs, and the nine of diamonds. The jack of clubs drew a "
        "small club, and the dealer declared the king of trumps.",
        "Lead the nine of diamonds, hoping that it is good or forces a trump. Hands can be found where changing the "
        "suit loses, but it wins the point more often than it loses it.",
        (
            Part(
                ELDER,
                "HQT.D9.CJA",
                "D9.CJ",
                "HK",
                "A ^H8 B:HQT.D9.CJA A:SKQ.HK9.C8 S CJ Ka C8, D9 H9, SK HT, CA HK, SQ HQ",
                (1, 2),
            ),
        ),
    ),
    IllustrativeHand(
        "X",
        "The elder hand has king, queen and nine of clubs, a spade and a diamond, and no trump. Cards were refused, "
        "and the dealer followed suit to king and queen.",
        "The dealer must have refused on two trumps, two clubs and a losing spade or diamond. A third club would be "
        "trumped, a trump would come back, and which card to keep would be a guess: lead one of the outside cards.",
        (
            Part(
                ELDER,
                "SJ.DT.CKQ9",
                "CKQ9",
                "",
                "A ^H7 B:SJ.DT.CKQ9 A:S9.HA9.C87 P R CK C7, CQ C8, SJ S9, DT H9, HA C9",
                (1, 3),
            ),
        ),
    ),
    IllustrativeHand(
        "XI",
        "The elder hand stood and led a middling trump. The dealer won it, opened the guarded spades and won again; "
        "the ten of hearts, the ten of clubs and a spade are left.",
        "The elder probably stood on three trumps, and the fifth card must be a losing heart or club: lead one of the "
        "tens. A spade would be trumped, a trump would come back, and the last two cards would be a guess.",
        (
            Part(
                DEALER,
                "SK8.HT.DQ.CT",
                "HT.CT",
                "",
                "A ^D7 B:S7.H9.DJ98 A:SK8.HT.DQ.CT S DJ DQ, SK S7, HT H9, S8 D9, D8 CT",
                (2, 3),
            ),
        ),
    ),
    IllustrativeHand(
        "XII",
        "The elder hand leads the seven of spades. The dealer holds king and nine of spades, and jack and nine of "
        "clubs.",
        "Win it with the king. As the highest of a suit is led, the leader has no spade between the seven and the king "
        "but the eight, so that the king risks nothing. An opponent who doesn't know the trick takes the eight for a "
        "winning card, and leads it to the nine.",
        (
            Part(
                DEALER,
                "SK9.H8.CJ9",
                "SK9.CJ9",
                "S87.HQ.DQ.CQ",
                "A ^H7 B:S87.HQ.DQ.CQ A:SK9.H8.CJ9 S S7 SK, CJ CQ, HQ H8, S8 S9, C9 DQ",
                (1,),
            ),
        ),
    ),
    IllustrativeHand(
        "XIII",
        "The elder hand begins with the king of trumps. The dealer holds queen, jack and seven of trumps, and two "
        "clubs.",
        "Throw the queen. With the seven thrown the leader would fear the trumps and force; with the queen gone three "
        "trumps tempt to a second one, and the lead comes to the dealer before the dealer is forced. For the leader: "
        "with two kings or queens beside ace and ten don't go on with trumps; with smaller cards it is the best "
        "chance of the vole.",
        (
            Part(
                DEALER,
                "HQJ7.CKQ",
                "HQ7",
                "HK",
                "A ^H8 B:SK.HKAT.DK A:HQJ7.CKQ S Kb HK HQ, HA HJ, CK HT, SK H7, CQ DK",
                (1,),
                condition="The dealer's card.",
            ),
            Part(
                ELDER,
                "SK.HKAT.DK",
                "HKAT",
                "HQ",
                "A ^H8 B:SK.HKAT.DK A:HQJ7.CKQ S Kb HK HQ, SK H7, CK HT, DK HJ, CQ HA",
                (2,),
                condition="The leader, with two kings.",
            ),
            Part(
                ELDER,
                "SJ.HKAT.DJ",
                "HKAT",
                "HQ",
                "A ^H8 B:SJ.HKAT.DJ A:HQJ7.CKQ S Kb HK HQ, HA HJ, CK HT, SJ H7, CQ DJ",
                (2,),
                condition="The leader, with smaller cards.",
            ),
        ),
    ),
    IllustrativeHand(
        "XIV",
        "The score is four-all. The elder hand has the nine of trumps and four hearts, proposed, and was refused.",
        "A forward game is not for the score of four, but here it is the one chance: a dealer without a trump would "
        "be guarded in all three suits. The point needs a refusal on one trump below the nine, with good clubs and "
        "diamonds and no heart: lead the nine.",
        (
            Part(
                ELDER,
                "S9.HQJA8",
                "S9",
                "",
                "A ^S7 B:S9.HQJA8 A:S8.DKQ.CKQ P R S9 S8, HQ CQ, HJ DQ, HA CK, H8 DK",
                (1,),
                FOUR_ALL,
            ),
        ),
    ),
)
