"""The review's reasons for cards: random decisions by brute force, and cases with known texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest

from scoring.cards import Card, cards_of, mask_of, opponent, parse_card
from scoring.deal_course import Course
from tests.scoring.text_table import rows_of
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row
from tests.worker.review.deals import deal_text, random_deal
from tests.worker.review.injured import LAWS, injured_deal
from tests.worker.review.judging import deal_and_stakes
from tests.worker.review.reason_faults import fault_in
from tests.worker.review.reasons_reference import Moment, check_refutation, sayable
from tests.worker.review.reference import PlayedDeal
from worker.review.card_reasons import card_reasons
from worker.review.choice import Choice, choices_of
from worker.review.decision import Reason
from worker.review.knowledge import Knowledge
from worker.review.reasons import REASON_CODES
from worker.review.worth import by_offenders, marks_by_tricks, worth_of_tricks

# The earlier the trick, the more hands there are to be written out: 65,780 at the first lead.
FEW_IN_EACH_TRICK = {2: 3, 3: 20, 4: 20}
IN_EACH_TRICK = {1: 3, 2: 17, 3: 70, 4: 60}
IN_EACH_TRICK_IN_SOAK = {1: 20, 2: 130, 3: 450, 4: 400}
COMPARED = ("loses_against", "cant_lose")
FACTS = ("neither_suit_nor_trump", "no_suit", "nothing_higher", "king_announced", "king_silent")
CARD_CODES = list(REASON_CODES)[: list(REASON_CODES).index("refutation") + 1]


def course_of(text: str) -> Course:
    return deal_and_stakes(text)[0].course


def reasons_for(course: Course, choice: Choice, best: Sequence[Card]) -> tuple[Reason, ...]:
    assert course.vulnerable is not None
    replies = [trick.card_of(opponent(choice.player)) for trick in course.tricks]
    played = mask_of([card for card in replies if card is not None]) & ~choice.theirs
    worths = []
    for known in choice.known:
        for part, offenders in by_offenders(course, choice.player, choice.token, known, played=played):
            marks = marks_by_tricks(choice.player, choice.won, choice.total, course.vulnerable, offenders)
            worths.append((part, worth_of_tricks(marks)))
    return card_reasons(course, choice, choice.chosen, best, worths)


def random_moments(
    random: Random, wanted: Mapping[int, int], *, revokes: float
) -> Iterator[tuple[Moment, Course, Choice]]:
    """Yield so many choices at each trick, from deals played at random."""
    left = dict(wanted)
    while any(left.values()):
        deal = random_deal(random, revokes=revokes)
        course = course_of(deal_text(deal))
        for choice in choices_of(course):
            if left.get(choice.trick):
                left[choice.trick] -= 1
                yield moment_of(deal, choice), course, choice


def moment_of(deal: PlayedDeal, choice: Choice) -> Moment:
    return Moment(deal, 2 * choice.trick - (1 if choice.lead >= 0 else 2))


def check_moment(moment: Moment, course: Course, choice: Choice) -> Counter[str]:
    """Check that there is every reason and no other. Returns their codes."""
    reasons = reasons_for(course, choice, moment.best)
    where = deal_text(moment.deal), moment.number
    stated = [(reason.code, reason.params) for reason in reasons if reason.code != "refutation"]
    assert stated == sayable(moment), where
    assert [fault for reason in reasons if (fault := fault_in(reason))] == [], where
    check_refutations(moment, reasons)
    return Counter(reason.code for reason in reasons)


def check_refutations(moment: Moment, reasons: Sequence[Reason]) -> None:
    """Check that there is one refutation, at the end, if the card lost marks against the card compared with it."""
    refutations = [reason for reason in reasons if reason.code == "refutation"]
    assert refutations == ([] if moment.chosen in moment.best else [*reasons[-1:]])
    safe = [str(reason.params["card"]) for reason in reasons if reason.code == "cant_lose"]
    for refutation in refutations:
        check_refutation(moment, refutation.params, parse_card(safe[0]) if safe else moment.best[0])


def check_at_random(seed: int, wanted: Mapping[int, int]) -> Counter[str]:
    codes = Counter[str]()
    for moment, course, choice in random_moments(Random(seed), wanted, revokes=0.05):
        codes += check_moment(moment, course, choice)
    return codes


@in_two_sizes("wanted", FEW_IN_EACH_TRICK, IN_EACH_TRICK)
def test_every_reason_is_borne_out_by_brute_force(wanted: Mapping[int, int]) -> None:
    missing = set(CARD_CODES) - set(check_at_random(1, wanted))
    assert wanted == FEW_IN_EACH_TRICK or not missing


@pytest.mark.soak
def test_every_reason_for_a_thousand_cards_is_borne_out_by_brute_force() -> None:
    codes = check_at_random(2, IN_EACH_TRICK_IN_SOAK)
    assert min(codes[code] for code in CARD_CODES) >= 10


@in_two_sizes("deals", 12, 60)
@each_row("law", LAWS)
def test_a_card_of_an_injured_deal_is_compared_as_brute_force_does(law: int, deals: int) -> None:
    """Facts from earlier play are mentioned in only some of these deals."""
    random = Random(law)
    codes = Counter[str]()
    for _ in range(deals):
        deal, text = injured_deal(random, law)
        course = course_of(text)
        for choice in choices_of(course):
            if choice.trick >= 4:
                moment = moment_of(deal, choice)
                reasons = reasons_for(course, choice, moment.best)
                stated = [(reason.code, reason.params) for reason in reasons if reason.code in COMPARED]
                assert stated == [reason for reason in sayable(moment) if reason[0] in COMPARED], text
                facts = [(each.code, each.params) for each in reasons if each.code in FACTS]
                assert [fact for fact in facts if fact not in sayable(moment)] == [], text
                check_refutations(moment, reasons)
                codes += Counter(reason.code for reason in reasons)
    assert codes["refutation"] >= deals // 12


# A is the elder and asks, at the card of that trick, why it was worse than another; the facts are what A could have
# known.
PLAYS = """
threw on two spades: the later says it all | ^D9 A:SKQ7.HJ.DA B:HQT8.C98 S SK C8, SQ C9, S7 H8, HJ HQ, HT DA | 3 S7
    | neither_suit_nor_trump 2 SQ C9
no higher heart, and before that neither spade nor trump
    | ^D9 A:SKQ.HJ.CA7 B:HA8.C98T S SK C8, HJ H8, SQ C9, CA CT, C7 HA | 3 SQ
    | nothing_higher 2 HJ H8, neither_suit_nor_trump 1 SK C8
a king of spades has nothing above it: the lower spade tells nothing
    | ^D9 A:SKQ.HJ.CA7 B:S8.HA8.C98 S SK S8, SQ C8, HJ H8, CA C9, C7 HA | 2 SQ | king_silent
took the trick in the suit led: only the silence tells
    | ^D9 A:SKQ.HJ.CA7 B:HK8.DT.C98 S HJ HK, DT C7, H8 CA, C8 SQ, C9 SK | 2 C7 | king_silent
trumped a spade, in silence | ^D9 A:SKQ.HJ.CA7 B:HKT.DT.C98 S SK DT, HK HJ, C9 CA, SQ C8, C7 HT | 4 SQ
    | no_suit 1 SK DT, king_silent
broke law 43, and tells nothing | ^D9 A:SKQ.HJ.CA7 B:S8.HKT.DT.C9 S SK C9, SQ S8, HJ HK, DT C7, HT CA | 2 SQ
    | king_silent
announced the king and has not played it | ^D9 A:SKQ.HJ.CA7 B:S8.HKT.DK.C9 S SK Kb S8, SQ DK, C9 CA, HJ HT, C7 HK
    | 2 SQ | king_announced
announced the king and played it | ^D9 A:SKQ.HJ.CA7 B:S8.HKT.DK.C9 S SK Kb S8, SQ DK, C9 CA, HJ HT, C7 HK | 4 HJ
    | no_suit 2 SQ DK
announced it, and may have put it out since
    | ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DK.C9 P Kb G -HJ.C7+H7.CT -S8+ST S SK SA, SQ ST, H7 HQ, C9 CT, CA DK | 1 SK |
announced a king falsely, and took it back: there was no silence
    | ^D9 A:SKQ.HJ.CA7 B:S8.HKT.DT.C9 S Kb !25b:correct SK S8, SQ DT, C9 CA, HJ HT, C7 HK | 2 SQ |
the king was turned up | ^DK A:SKQ.HJ.CA7 B:S8.HKT.DT.C9 S SK S8, SQ DT, C9 CA, HJ HT, C7 HK | 2 SQ |
nothing has been played yet | ^D9 A:SKQ.HJ.CA7 B:S8.HKT.DT.C9 S SK S8, SQ DT, C9 CA, HJ HT, C7 HK | 1 SK |
"""


@each_row(("name", "deal", "card", "facts"), rows_of(PLAYS))
def test_what_the_player_could_have_gone_by(name: str, deal: str, card: str, facts: str) -> None:
    trick, chosen = card.split()
    course, choice = judge(deal, int(trick), chosen)
    others = [other for other in cards_of(choice.lawful) if other != choice.chosen]
    reasons = reasons_for(course, choice, others[:1])
    assert ", ".join(in_words(reason) for reason in reasons if reason.code in FACTS) == facts


def judge(deal: str, trick: int, card: str) -> tuple[Course, Choice]:
    """Return A's choice of that card."""
    course = course_of(f"1. B 3-2 {deal}")
    (choice,) = [each for each in choices_of(course) if (each.trick, each.player) == (trick, "A")]
    assert choice.chosen == parse_card(card)
    return course, choice


def in_words(reason: Reason) -> str:
    return " ".join([reason.code, *map(str, reason.params.values())])


THREW_ON_A_SPADE = "^D9 A:SKQ.HJ.CA7 B:HA8.C98T S SK C8, HJ H8, SQ C9, CA CT, C7 HA"


def test_a_card_as_good_as_any_is_told_with_one_fact_and_its_own_safety() -> None:
    course, choice = judge(THREW_ON_A_SPADE, 3, "SQ")
    reasons = reasons_for(course, choice, [parse_card("CA"), parse_card("SQ")])
    assert [in_words(reason) for reason in reasons] == ["cant_lose SQ", "nothing_higher 2 HJ H8"]


# The elder stood, and has won two tricks when they lead the trump from king of spades and seven of trumps.
LED_THE_TRUMP = "^DQ A:SK.HKQ.D7.C9 B:HAT9.D8.CK S HK HT, C9 CK, HA HQ, D7 D8, H9 SK"


def test_where_one_hand_is_left_it_is_shown_and_none_are_counted() -> None:
    course, choice = judge(LED_THE_TRUMP, 4, "D7")
    known = (Knowledge(certain=choice.theirs, possible=choice.theirs, size=2),)
    reasons = reasons_for(course, choice._replace(known=known), [parse_card("SK")])
    assert [reason.as_json() for reason in reasons] == [
        {"code": "king_silent"},
        {
            "code": "refutation",
            "hand": "H9.D8",
            "chosen_line": ["D7", "D8", "H9", "SK"],
            "best_line": ["SK", "D8", "H9", "D7"],
            "chosen_marks": -2,
            "best_marks": 1,
            "best": "SK",
        },
    ]


def test_hands_are_counted_and_the_commonest_kind_that_refutes_is_shown() -> None:
    """The player loses to one of the five trumps that are out, with one of four hearts or six clubs beside it."""
    course, choice = judge(LED_THE_TRUMP, 4, "D7")
    reasons = reasons_for(course, choice, [parse_card("SK")])
    assert [in_words(reason) for reason in reasons] == [
        "loses_against 231 50 0 SK",
        "king_silent",
        "refutation D8.C7 ['D7', 'D8', 'C7', 'SK'] ['SK', 'D8', 'C7', 'D7'] -2 1 SK",
    ]


THREW_ON_A_HEART = "^D9 A:SJ.HKQ.CA7 B:SA8.C98T S HK C8, C7 CT, SA SJ, CA C9, HQ S8"


def test_of_cards_worth_the_same_the_one_that_cant_lose_is_compared() -> None:
    course, choice = judge(THREW_ON_A_HEART, 2, "C7")
    best = [parse_card("SJ"), parse_card("HQ")]
    against, cant_lose, *_, refutation = reasons_for(course, choice, best)
    assert (against.params["best"], cant_lose.params["card"], refutation.params["best"]) == ("HQ", "HQ", "HQ")
    *_, refutation = reasons_for(course, choice, best[:1])
    assert refutation.params["best"] == "SJ"


def test_a_king_announced_that_may_be_gone_tells_nothing() -> None:
    course, choice = judge("^D9 A:SKQ.HJ.CA7 B:S8.HKT.DK.C9 S SK Kb S8, SQ DK, C9 CA, HJ HT, C7 HK", 2, "SQ")
    (known,) = choice.known
    king = 1 << parse_card("DK")
    assert known.certain & king
    parts = (known, Knowledge(known.certain & ~king, known.possible & ~king, known.size))
    reasons = reasons_for(course, choice._replace(known=parts), [parse_card("HJ")])
    assert "king_announced" not in [reason.code for reason in reasons]
