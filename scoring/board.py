"""Find the moves that may come next in a deal that is being recorded card by card.

``next_moves`` contains no rule of play itself: it appends each remaining card to the deal, and checks whether
the laws then report a new finding. It judges one deal alone. ``scoring.check_game`` judges whatever involves
other deals, such as the turn to deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from scoring.cards import HAND_SIZE, PACK, PLAYERS, Card, CardMask, Player, cards_of, mask_of, opponent
from scoring.check_game import LOVE_ALL, judge_deal
from scoring.deal_course import Course
from scoring.findings import Finding, new_findings
from scoring.follow import follow_deal
from scoring.laws.king import is_king_turned_up
from scoring.laws.report import Report
from scoring.marks import DealMarks, is_decided
from scoring.outcome import as_point, outcome_shown
from scoring.record import (
    Call,
    CardPlayed,
    Code,
    Deal,
    Item,
    KingMarked,
    Outcome,
    Pair,
    TurnUp,
    Variant,
    VoidDeal,
)
from scoring.variants import VARIATIONS
from scoring.variants.triomphe import offered_by

Phase: TypeAlias = Literal["turn-up", "king", "call", "reply", "exchange", "lead", "follow", "over"]

SHORT: Final = "short"
"""The remedy of laws 30 and 34 after which a player plays with a short hand, and has no card for the last
trick.
"""


@dataclass(frozen=True, slots=True)
class Board:
    """The state of a deal, and the moves that may be written next.

    - ``phase``: what comes next in the deal, for example ``call`` or ``lead``.
    - ``player``: the player to move, or None if nobody is to move or the player is unknown.
    - ``cards``: every card that is not out of play yet, with the finding that the laws would make if it came
      next, or None if it is lawful. Only the turn-up, leads and replies are judged; in other phases every
      finding is None.
    - ``kings``: the players who may mark the king now, in any phase. In phase ``king`` the dealer has turned
      up a king and may mark it before the calls go on.
    - ``announcers``: the players who may announce a king in their hand without marking it now.
    - ``may_have_none``: whether the player, with a short hand, may have no card for the trick (written
      ``--``).
    - ``may_offer``: whether the player may offer the point instead of playing to the lead (La Triomphe).
    - ``outcome`` and ``score``: the outcome of a finished deal and the game's score after it. Both are None
      while the deal goes on; each is None if it is unknown.
    - ``findings``: the findings of the laws on the deal so far.
    """

    phase: Phase
    player: Player | None
    cards: Mapping[Card, Finding | None]
    kings: tuple[Player, ...]
    announcers: tuple[Player, ...]
    may_have_none: bool
    outcome: Outcome | VoidDeal | None
    score: Pair | None
    findings: tuple[Finding, ...]
    may_offer: bool = False


def next_moves(
    deal: Deal,
    *,
    before: Pair | None = LOVE_ALL,
    code: Code = "English",
    variant: Variant = "ecarte",
) -> Board:
    """Return the moves that may follow the last item of ``deal``.

    ``before`` is the game's score before the deal, or None if it is unknown. ``code`` names the code of laws.
    """
    current = _judge(deal, before, code, variant)
    outcome = VoidDeal() if current.course.void else current.course.outcome or outcome_shown(current.course)
    if outcome is not None or is_decided(current.marks.score) or len(current.course.cards) >= 2 * HAND_SIZE:
        return _build_finished_board(current, outcome)
    kings = tuple(player for player in PLAYERS if _find_objection(current, KingMarked(player)) is None)
    announcers = _find_announcers(current, kings)
    if current.course.turn_up is None:
        kings = ()
    phase, player = _find_phase(current.course, kings)
    return Board(
        phase,
        player,
        _judge_cards(current, phase),
        kings,
        announcers,
        phase in ("lead", "follow") and _may_have_none(current),
        None,
        None,
        current.findings,
        phase == "follow" and _may_offer(current),
    )


class _Judged(NamedTuple):
    """A deal as it is written so far, with the input and the result of its judging."""

    deal: Deal
    before: Pair | None
    code: Code
    variant: Variant
    course: Course
    marks: DealMarks
    findings: tuple[Finding, ...]


def _judge(deal: Deal, before: Pair | None, code: Code, variant: Variant) -> _Judged:
    course = follow_deal(deal, code, variant)
    report = Report()
    report.move_to(0, 0)
    marks, _ = judge_deal(
        course, before, report, code=code, decided=False, final=None, is_last=True, corrections=()
    )
    return _Judged(deal, before, code, variant, course, marks, report.findings(None))


def _find_objection(current: _Judged, item: Item) -> Finding | None:
    """Return the finding that the laws would make if ``item`` came next in the deal, or None."""
    following = _judge(
        replace(current.deal, items=(*current.deal.items, item)),
        current.before,
        current.code,
        current.variant,
    )
    new = new_findings(current.findings, following.findings)
    return next((finding for finding in new if finding.blocks_confirming), None)


def _find_announcers(current: _Judged, kings: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return those of ``kings`` who may announce the king of trumps: nobody if it was turned up or announced
    already.
    """
    course = current.course
    if course.turn_up is None or is_king_turned_up(course) or course.announced:
        return ()
    return kings


def _build_finished_board(current: _Judged, outcome: Outcome | VoidDeal | None) -> Board:
    deal = current.deal
    if outcome is not None and current.course.outcome is None and not current.course.void:
        deal = replace(deal, items=(*deal.items, outcome))
    ended = _judge(as_point(deal, current.variant), current.before, current.code, current.variant)
    is_known = outcome is not None or is_decided(ended.marks.score)
    score = ended.marks.carried if is_known else None
    return Board("over", None, {}, (), (), False, outcome, score, ended.findings)


def _find_phase(course: Course, kings: tuple[Player, ...]) -> tuple[Phase, Player | None]:
    """Return the next phase and the player to move."""
    has_exchange = VARIATIONS[course.variant].has_exchange
    if course.tricks and (has_exchange or not course.letters.endswith("P")):
        last = course.tricks[-1]
        is_led = last.reply_token is None
        return ("follow", opponent(last.leader)) if is_led else ("lead", last.winner)
    if not has_exchange:
        return _find_phase_of_offers(course)
    if course.replayed or course.letters[-1:] in ("S", "R"):
        return "lead", course.elder
    if course.letters.endswith("P"):
        return "reply", course.dealer
    if course.letters.endswith("G"):
        given = course.letters.count("G") - 1
        exchanges = sum(swap.give == given for swap in course.swaps)
        if exchanges < len(PLAYERS):
            return "exchange", course.dealer if exchanges else course.elder
        return "call", course.elder
    if course.turn_up is None:
        return "turn-up", course.dealer
    if is_king_turned_up(course) and kings:
        return "king", course.dealer
    return "call", course.elder


def _find_phase_of_offers(course: Course) -> tuple[Phase, Player | None]:
    """Return the phase and player of La Triomphe before the first card, or while an offer is not answered."""
    offerer = offered_by(course.letters, course.dealer)
    if course.letters.endswith("P") and offerer is not None:
        return "reply", opponent(offerer)
    if course.replayed or course.letters not in ("", "S"):
        return "lead", course.elder
    if course.letters:
        return "call", course.dealer
    return ("turn-up", course.dealer) if course.turn_up is None else ("call", course.elder)


def _judge_cards(current: _Judged, phase: Phase) -> dict[Card, Finding | None]:
    left = cards_of(PACK & ~_find_cards_out_of_play(current.course))
    if phase == "turn-up":
        return {card: _find_objection(current, TurnUp(card)) for card in left}
    if phase in ("lead", "follow"):
        return {card: _find_objection(current, CardPlayed(card)) for card in left}
    return dict.fromkeys(left)


def _find_cards_out_of_play(course: Course) -> CardMask:
    """Return the cards that nobody can play any more: turned up, discarded, laid aside, played."""
    out_of_play = course.aside if course.turn_up is None else course.aside | 1 << course.turn_up
    for change in course.changes:
        out_of_play |= change.out or 0
    return (out_of_play | mask_of([card for card in course.cards if card is not None])) & PACK


def _may_offer(current: _Judged) -> bool:
    has_offer_in_play = VARIATIONS[current.variant].has_offer_in_play
    return (
        has_offer_in_play and len(current.course.cards) == 1 and _find_objection(current, Call("P")) is None
    )


def _may_have_none(current: _Judged) -> bool:
    is_short = any(noted.remedy == SHORT for noted in current.course.incidents)
    return is_short and _find_objection(current, CardPlayed(None)) is None
