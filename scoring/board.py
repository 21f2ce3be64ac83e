"""What may come next in a deal that is being written card by card, as far as what is written so far tells.

``next_moves`` knows no rule of play: it puts each card that is left behind the deal, and asks the laws whether they
have something new against it. It judges one deal alone; what concerns others (whose deal it is, the packets) is left
to ``scoring.check``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from scoring.cards import HAND_SIZE, PACK, PLAYERS, Card, CardMask, Player, adversary, cards_of, mask_of
from scoring.check import LOVE_ALL, judge_deal
from scoring.course import Course
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
"""The remedy of laws 30 and 34 after which a hand has no card for the last trick."""


@dataclass(frozen=True, slots=True)
class Board:
    """Where a deal stands, and what may be written next.

    ``player``: whose move it is, None where nobody's, or where it is not known. ``cards``: every card that may be left,
    with what the laws would have against it, None where they have nothing; it is asked of turn-up, leads and replies
    alone. ``kings``: who may mark the king now, in any phase; in phase ``king`` the dealer has turned one up, and may
    mark it before the calls go on. ``announcers``: who may announce a king held in hand without marking it now.
    ``may_have_none``: a short hand has no card to play (``--``). ``may_offer``: the player may offer the point instead
    of playing to the lead (La Triomphe). ``outcome`` and
    ``score``, the game's after the deal, are those of a deal that is over; None where they are not known.
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
    """What may come behind ``deal``, with the game at ``before``, in a rubber under the club's ``code``."""
    now = _judged(deal, before, code, variant)
    outcome = VoidDeal() if now.course.void else now.course.outcome or outcome_shown(now.course)
    if outcome is not None or is_decided(now.marks.score) or len(now.course.cards) >= 2 * HAND_SIZE:
        return _over(now, outcome)
    kings = tuple(player for player in PLAYERS if _against(now, KingMarked(player)) is None)
    announcers = _announcers(now, kings)
    if now.course.turn_up is None:
        kings = ()
    phase, player = _phase(now.course, kings)
    return Board(
        phase,
        player,
        _cards(now, phase),
        kings,
        announcers,
        phase in ("lead", "follow") and _may_have_none(now),
        None,
        None,
        now.findings,
        phase == "follow" and _may_offer(now),
    )


class _Judged(NamedTuple):
    """A deal as it is written so far, with all that it was judged by."""

    deal: Deal
    before: Pair | None
    code: Code
    variant: Variant
    course: Course
    marks: DealMarks
    findings: tuple[Finding, ...]


def _judged(deal: Deal, before: Pair | None, code: Code, variant: Variant) -> _Judged:
    course = follow_deal(deal, code, variant)
    report = Report()
    report.at(0, 0)
    marks, _ = judge_deal(
        course, before, report, code=code, decided=False, final=None, is_last=True, put_right=()
    )
    return _Judged(deal, before, code, variant, course, marks, report.findings(None))


def _against(now: _Judged, item: Item) -> Finding | None:
    """What the laws have against ``item`` as the next of the deal."""
    then = _judged(replace(now.deal, items=(*now.deal.items, item)), now.before, now.code, now.variant)
    new = new_findings(now.findings, then.findings)
    return next((finding for finding in new if finding.blocks_confirming), None)


def _announcers(now: _Judged, kings: tuple[Player, ...]) -> tuple[Player, ...]:
    """Those of ``kings`` who may announce the king of trumps from hand: it is not turned up, and was not announced."""
    course = now.course
    if course.turn_up is None or is_king_turned_up(course) or course.announced:
        return ()
    return kings


def _over(now: _Judged, outcome: Outcome | VoidDeal | None) -> Board:
    deal = now.deal
    if outcome is not None and now.course.outcome is None and not now.course.void:
        deal = replace(deal, items=(*deal.items, outcome))
    ended = _judged(as_point(deal, now.variant), now.before, now.code, now.variant)
    is_known = outcome is not None or is_decided(ended.marks.score)
    score = ended.marks.carried if is_known else None
    return Board("over", None, {}, (), (), False, outcome, score, ended.findings)


def _phase(course: Course, kings: tuple[Player, ...]) -> tuple[Phase, Player | None]:
    """What comes next, and whose move it is."""
    has_exchange = VARIATIONS[course.variant].has_exchange
    if course.tricks and (has_exchange or not course.letters.endswith("P")):
        last = course.tricks[-1]
        is_led = last.reply_token is None
        return ("follow", adversary(last.leader)) if is_led else ("lead", last.winner)
    if not has_exchange:
        return _phase_of_offers(course)
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


def _phase_of_offers(course: Course) -> tuple[Phase, Player | None]:
    """La Triomphe, before the first card, or where an offer waits for its answer: whose word or lead is next."""
    offerer = offered_by(course.letters, course.dealer)
    if course.letters.endswith("P") and offerer is not None:
        return "reply", adversary(offerer)
    if course.replayed or course.letters not in ("", "S"):
        return "lead", course.elder
    if course.letters:
        return "call", course.dealer
    return ("turn-up", course.dealer) if course.turn_up is None else ("call", course.elder)


def _cards(now: _Judged, phase: Phase) -> dict[Card, Finding | None]:
    left = cards_of(PACK & ~_gone(now.course))
    if phase == "turn-up":
        return {card: _against(now, TurnUp(card)) for card in left}
    if phase in ("lead", "follow"):
        return {card: _against(now, CardPlayed(card)) for card in left}
    return dict.fromkeys(left)


def _gone(course: Course) -> CardMask:
    """The cards that nobody can play any more: turned up, put out, laid aside, played."""
    gone = course.aside if course.turn_up is None else course.aside | 1 << course.turn_up
    for change in course.changes:
        gone |= change.out or 0
    return (gone | mask_of([card for card in course.cards if card is not None])) & PACK


def _may_offer(now: _Judged) -> bool:
    has_offer_in_play = VARIATIONS[now.variant].has_offer_in_play
    return has_offer_in_play and len(now.course.cards) == 1 and _against(now, Call("P")) is None


def _may_have_none(now: _Judged) -> bool:
    is_short = any(noted.remedy == SHORT for noted in now.course.incidents)
    return is_short and _against(now, CardPlayed(None)) is None
