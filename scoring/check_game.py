"""Check one game of a record and its deals against the laws, and compute their marks.

A check is skipped if the record lacks the information that the check needs. A value that the record does not
determine is None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from scoring.cards import Player
from scoring.checked import CheckedDeal, CheckedGame
from scoring.checks import FIRST_CHECKS, LATEST_CHECKS
from scoring.deal_course import Course, IncidentNoted
from scoring.findings import FINAL_TOKEN
from scoring.follow import follow_deal, with_kings_made_good
from scoring.item_walk import DealBefore
from scoring.laws.cutting import is_deal_accounted_for
from scoring.laws.dealing import (
    judge_hand_sizes,
    judge_packets,
    judge_turn_to_deal,
    judge_turn_up,
    next_dealer,
)
from scoring.laws.discarding import judge_calls, judge_exchanges
from scoring.laws.incidents import judge_incidents
from scoring.laws.king import judge_kings, left_unmarked, warn_of_unannounced_kings, warn_of_unused_kings
from scoring.laws.offering import judge_offers
from scoring.laws.overscores import Overscores
from scoring.laws.play import judge_abandoned_hand, judge_cards
from scoring.laws.report import Report
from scoring.laws.score import judge_outcome, judge_stated_score, note_figures_above_five
from scoring.marks import (
    GAME_POINTS,
    MAJORITY_OF_TRICKS,
    DealMarks,
    capped,
    game_value,
    game_winner,
    is_decided,
    mark_deal,
)
from scoring.record import Code, Depth, Game, Pair, Rules, Variant
from scoring.variants import is_refusal_lost, point_taken_by

LOVE_ALL: Pair = (0, 0)

_JUDGE_CALLS: Final[dict[Variant, Callable[[Course, Report], bool]]] = {
    "ecarte": judge_calls,
    "triomphe": judge_offers,
}

VOIDS_BEHIND_TURN_UP: Final = frozenset({11, 15, 16, 17, 18, 20, 21, 29, 31, 32, 33})
"""Numbers of the laws whose incidents show that a card was turned up in a void deal."""


def check_game(game: Game, rules: Rules) -> CheckedGame:
    """Compute the marks of a game that is being played, without findings.

    The game is checked by itself, so its rightful first dealer and the rest of the rubber count as unknown.
    """
    checked, _ = judge_game(
        game, 0, rules, None, Report(), LATEST_CHECKS, is_dealer_by_cut=False, may_stop_short=True
    )
    return checked


def judge_game(
    game: Game,
    position: int,
    rules: Rules,
    rightful: Player | None,
    report: Report,
    checks: int,
    *,
    is_dealer_by_cut: bool,
    may_stop_short: bool,
) -> tuple[CheckedGame, Player | None]:
    """Judge the deals of a game by every law, and compute their marks. Findings are added to ``report``.

    ``position`` is the game's in the rubber, from 0, and ``rightful`` the player whose turn it is to deal, None if that
    is unknown. Return the game, and the player who deals next if the deal alternates through the rubber, or None.
    """
    score: Pair | None = LOVE_ALL
    order_kept: dict[str, str] = {}
    deals: list[CheckedDeal] = []
    after_five = False
    last = len(game.deals) - 1
    courses = _follow_deals(game, rules, checks)
    # The first version of the checks let a later deal take down points only if it was the next one.
    overscores = _find_overscores(courses) if checks > FIRST_CHECKS else None
    for deal_position, deal in enumerate(game.deals):
        report.move_to(position, deal_position)
        course = courses[deal_position]
        corrections: tuple[IncidentNoted, ...] = ()
        following = courses[deal_position + 1] if deal_position < last else None
        has_corrections = following is not None and (following.incidents or following.void)
        # A void deal has no score to correct, but the first version of the checks looked for corrections of it.
        if has_corrections and not (course.void and checks > FIRST_CHECKS):
            corrections = _find_corrections(courses, deal_position, checks)
            if corrections and overscores is not None:
                corrections = overscores.not_used(corrections)
            if corrections:
                course = with_kings_made_good(course, corrections)
        in_turn = deal_position == 0 and (is_dealer_by_cut or is_deal_accounted_for(game.opening))
        in_turn = in_turn or judge_turn_to_deal(course, rightful, report)
        # After a deal out of turn either player may be next: it is unknown which of the two deals was wrong.
        rightful = next_dealer(course, rightful) if in_turn else None
        if overscores is not None:
            score = overscores.before(deal_position, course, score)
        decided = is_decided(score)
        if decided and not after_five and not _is_correction_only(course):
            after_five = True
            report.add("L46", "error", 0, "deal_after", score=_format_score(score))
        if course.packets is not None:
            judge_packets(course, order_kept.get(deal.dealer), report)
            order_kept.setdefault(deal.dealer, course.packets)
        marks, is_sound = judge_deal(
            course,
            score,
            report,
            code=rules.code,
            decided=decided,
            final=capped(game.final) if deal_position == last else None,
            is_last=deal_position == last,
            corrections=corrections,
            is_taken_down=None
            if overscores is None
            else partial(overscores.take_down, deal_position, course),
        )
        if not is_sound and course.regular:
            course = course._replace(regular=False)
        deals.append(
            CheckedDeal(
                deal_position + 1,
                deal,
                course,
                _find_deal_depth(course, decided=is_decided(marks.score)),
                course.vulnerable,
                marks.tricks,
                score,
                marks.score,
                marks.marks,
                course.void,
            )
        )
        if not decided:
            score = marks.carried
    report.move_to(position, None)
    points = score if game.deals or game.final is None else capped(game.final)
    _judge_game_end(game, position, points, report, may_stop_short=may_stop_short)
    winner = game_winner(points)
    value = None if winner is None or points is None else game_value(points, rules.reckoning)
    if not game.deals and not (game.final is None and may_stop_short):
        rightful = None
    return CheckedGame(position + 1, game, points, winner, value, tuple(deals)), rightful


def _follow_deals(game: Game, rules: Rules, checks: int) -> list[Course]:
    """Return the courses of a game's deals, in which a late mark may belong to an earlier deal (law 50)."""
    courses = [follow_deal(deal, rules.code, rules.variant, checks) for deal in game.deals]
    # The first version of the checks took every late mark to be of the deal that has it, or of the one before.
    if checks == FIRST_CHECKS or not any(course.has_incident(50) for course in courses if course.incidents):
        return courses
    unmarked: frozenset[Player] = frozenset()
    is_time_over = False
    for position, course in enumerate(courses):
        if course.incidents and course.has_incident(50):
            before = DealBefore(unmarked, is_time_over)
            course = courses[position] = follow_deal(
                game.deals[position], rules.code, rules.variant, checks, before
            )
        if course.void:
            is_time_over = is_time_over or _is_turned_up(course)
        else:
            unmarked, is_time_over = left_unmarked(course), False
    return courses


def _is_turned_up(course: Course) -> bool:
    """Return whether the record shows that a card was turned up in a void deal."""
    went_on = course.turn_up is not None or course.calls or course.swaps or course.kings_heard
    return bool(
        went_on or course.card_tokens or course.replayed or course.has_incident(*VOIDS_BEHIND_TURN_UP)
    )


def _find_corrections(courses: Sequence[Course], position: int, checks: int) -> tuple[IncidentNoted, ...]:
    """Return the incidents of later deals that correct the score of the deal at ``position``.

    They are those of the next deal. Under law 50 they may also be in a later deal if all deals between were
    void before their turn-up.
    """
    course = courses[position + 1]
    corrections = course.incidents_of_last_deal if course.incidents else ()
    if checks == FIRST_CHECKS:
        # That version looked no further than the next deal.
        return corrections
    for behind in range(position + 2, len(courses)):
        if not course.void or _is_turned_up(course):
            break
        course = courses[behind]
        if course.incidents:
            corrections += tuple(noted for noted in course.incidents_of_last_deal if noted.incident.law == 50)
    return corrections


def judge_deal(
    course: Course,
    before: Pair | None,
    report: Report,
    *,
    code: Code,
    decided: bool,
    final: Pair | None,
    is_last: bool,
    corrections: tuple[IncidentNoted, ...],
    is_taken_down: Callable[[DealMarks], bool] | None = None,
) -> tuple[DealMarks, bool]:
    """Judge one deal by every law in turn, and compute its marks.

    Return the marks, and whether every card can be in the hand or trick where the record writes it. Findings
    are added to ``report``.

    - ``before``: the score before the deal, or None if it is unknown.
    - ``final``: the final points of the game if the deal is its last; otherwise None.
    - ``decided``: whether the game was already won before the deal.
    - ``corrections``: the incidents of later deals that correct this deal's score (laws 50 and 51).
    - ``is_taken_down``: a function that returns whether a later deal takes down points that were marked too
      many in this deal.
    """
    incidents = judge_incidents(course, report, code=code)
    if course.void:
        return _mark_void(course, before, report, decided=decided), True
    calls_stand = _JUDGE_CALLS[course.variant](course, report)
    exchanges_hold = judge_exchanges(course, report, calls_stand=calls_stand)
    turn_up_is_free = judge_turn_up(course, report)
    is_sound = turn_up_is_free and exchanges_hold and incidents.are_cards_sound
    if is_sound:
        is_sound = judge_cards(course, report)
    kings = judge_kings(course, report, is_sound=is_sound)
    if not report.deal_errors:
        judge_hand_sizes(course, report)
        judge_outcome(course, report)
        if course.incidents:
            judge_abandoned_hand(course, report)
    if is_sound:
        warn_of_unused_kings(course, report)
    if course.incidents or corrections:
        warn_of_unannounced_kings(course, corrections, report)
    marks = mark_deal(
        course, before, refused_kings=kings.refused, final=final, is_last=is_last, corrections=corrections
    )
    if decided:
        return marks._replace(marks=(), score=before, carried=before), is_sound
    is_judged = not report.deal_errors and not kings.needs_ruling and not incidents.needs_ruling
    if is_judged and (is_taken_down is None or not is_taken_down(marks)):
        judge_stated_score(course, marks, report)
    if course.scores:
        note_figures_above_five(course, report)
    return marks, is_sound


def _find_overscores(courses: Sequence[Course]) -> Overscores | None:
    """Return the points marked too many in a game with an incident of law 51, or None for any other game."""
    has_incident = any(course.has_incident(51) for course in courses if course.incidents)
    return Overscores(courses) if has_incident else None


def _is_correction_only(course: Course) -> bool:
    """Return whether a deal consists only of corrections of the score of the deal before it (laws 50 and 51)."""
    if not course.incidents_of_last_deal or course.turn_up is not None or course.outcome_token >= 0:
        return False
    return not (course.calls or course.kings or course.cards)


def _mark_void(course: Course, before: Pair | None, report: Report, *, decided: bool) -> DealMarks:
    """Return the marks of a void deal: none. Its cards are not judged: the reason why it is void explains them."""
    marks = mark_deal(course, before)
    if decided:
        return marks._replace(score=before, carried=before)
    judge_stated_score(course, marks, report)
    return marks


def _find_deal_depth(course: Course, *, decided: bool) -> Depth:
    """Return ``play`` if the record has the cards up to the lawful end of play (notation, section 4), else
    ``marks``.

    ``decided`` is whether the game is won after the deal.
    """
    if course.turn_up is None:
        return "marks"
    is_taken = point_taken_by(course) is not None
    is_complete = (
        course.is_played_out
        or is_taken
        or course.void
        or (decided and (course.outcome is None or _is_winner_decided(course)))
        or (course.is_abandoned and bool(course.cards))
    )
    wants_hands = bool(course.cards) or is_taken
    return "play" if is_complete and (course.are_hands_shown or not wants_hands) else "marks"


def _is_winner_decided(course: Course) -> bool:
    """Return whether the cards on record show who marks.

    One player has the majority, or the player who refused the point has lost a trick.
    """
    return max(course.tricks_won) >= MAJORITY_OF_TRICKS or is_refusal_lost(course)


def _judge_game_end(
    game: Game,
    position: int,
    points: Pair | None,
    report: Report,
    *,
    may_stop_short: bool,
) -> None:
    """Report final points that differ from those of the deals (``E05``), and a game that ends before five (``L46``).

    ``points`` are those after the last deal, or None if unknown. A game that ``may_stop_short`` needs no winner.
    """
    final = game.final
    if final is not None and max(final) > GAME_POINTS:
        report.add("E05", "note", FINAL_TOKEN, "above_five", stated=_format_score(final))
    final_points = capped(final)
    if report.has_errors(position):
        return
    if game.deals and final_points is not None and points is not None and final_points != points:
        report.add(
            "E05", "error", FINAL_TOKEN, "game", stated=_format_score(final), body=_format_score(points)
        )
        return
    if points is None or may_stop_short or game_winner(points) is not None:
        return
    token = FINAL_TOKEN if final is not None else 0
    if is_decided(points):
        report.add("L46", "error", token, "both_five", score=_format_score(points))
    else:
        report.add("L46", "error", token, "stops_short", score=_format_score(points))


def _format_score(score: Pair | None) -> str:
    return "?" if score is None else f"{score[0]}-{score[1]}"
