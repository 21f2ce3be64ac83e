"""Laws 19 and 22 to 25, and 47: marking the king, turned up or held."""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.cards import KING_RANK, Card, Player, adversary, format_card, king_of, rank_of, seat
from scoring.course import Course, KingEvent
from scoring.laws.report import Report

MISDEAL_LAWS = (9, 15, 16, 17, 18)


class KingsJudged(NamedTuple):
    """``refused``: tokens of marks that do not count. ``in_doubt``: one of them waits for the adversary."""

    refused: frozenset[int]
    in_doubt: bool


NO_KINGS: Final = KingsJudged(frozenset(), in_doubt=False)


def judge_kings(course: Course, report: Report, *, is_sound: bool) -> KingsJudged:
    """Judge every king marked, each by itself first, then as the second mark of its deal (law 47).

    ``is_sound`` False: a slip in the turn-up, the hands or the cards leaves it open who held what, and when he
    played; then a king is only refused as the second of its deal.
    """
    kings = course.kings
    if not kings:
        return NO_KINGS
    refused: set[int] = set()
    in_doubt = False
    first: KingEvent | None = None
    for king in kings:
        if _is_taken_back(course, king):
            refused.add(king.token)
            continue
        slip = _slip(course, king, first, is_sound=is_sound)
        if slip is None:
            first = first or king
            continue
        code, variant = slip
        refused.add(king.token)
        in_doubt = in_doubt or code == "L25"
        report.add(
            code,
            "ruling" if code == "L25" else "error",
            king.token,
            variant,
            player=king.player,
            dealer=course.dealer,
            king="" if course.trump is None else format_card(king_of(course.trump)),
            first=first.player if first else "",
        )
    return KingsJudged(frozenset(refused), in_doubt)


def _is_taken_back(course: Course, king: KingEvent) -> bool:
    """Law 25: a king announced and not held comes off, whatever the adversary then chooses."""
    return any(
        noted.incident.law == 25 and noted.token > king.token and noted.incident.player in (None, king.player)
        for noted in course.incidents
    )


def _slip(
    course: Course, king: KingEvent, first: KingEvent | None, *, is_sound: bool
) -> tuple[str, str] | None:
    """What is wrong with one mark, the most specific law first: code and variant."""
    if not is_sound:
        return ("L47", "twice") if first is not None else None
    turned_up = is_king_turned_up(course)
    if turned_up and king.player != course.dealer:
        return "L22", "elder"
    trump_king = None if course.trump is None else king_of(course.trump)
    if not turned_up and trump_king is not None and not _may_hold(course, king, trump_king):
        return "L25", ""
    if first is not None:
        return "L47", "twice"
    if turned_up:
        return ("L19", "") if _had_misdeal_that_stood(course) else None
    if _is_announced_in_time(course, king, trump_king) or course.has_incident(23, 24, 50):
        return None
    return "L23", ""


def _had_misdeal_that_stood(course: Course) -> bool:
    """Laws 9 and 15 to 18 under a remedy other than a fresh deal; where law 9 leaves no choice, without one."""
    return any(
        noted.incident.law in MISDEAL_LAWS
        and (
            noted.incident.remedy not in (None, "fresh")
            or (noted.incident.law == 9 and "looked" in noted.incident.facts)
        )
        for noted in course.incidents
    )


def _may_hold(course: Course, king: KingEvent, card: Card) -> bool:
    """Whether the player can have had the king when he marked it, as far as the record tells."""
    return _holds_at(course, king, card) is not False


def is_king_turned_up(course: Course) -> bool:
    return course.turn_up is not None and rank_of(course.turn_up) == KING_RANK


def _holds_at(course: Course, king: KingEvent, card: Card) -> bool | None:
    """Whether the player had the king when he marked it; None where the record does not tell."""
    index = seat(king.player)
    bit = 1 << card
    if king.cards_played or king.exchanges_made == len(course.swaps) or king.after_score:
        hand = course.hands[index]
        if hand is not None:
            return bool(hand & bit)
        other = course.hands[1 - index]
        if other is not None and other & bit:
            return False
        put_out = course.discards[0], course.discards[1]
        if any(gone is not None and gone & bit for gone in put_out):
            return False
        return None
    held = course.dealt[index]
    for swap in course.swaps[: king.exchanges_made]:
        if swap.player != king.player or swap.number == 0:
            continue
        if held is None or swap.out is None or swap.taken is None:
            held = None
            break
        held = held & ~swap.out | swap.taken
    if held is not None:
        return bool(held & bit)
    other = course.dealt[1 - index]
    gave_away = any(swap.player != king.player for swap in course.swaps[: king.exchanges_made])
    return False if other is not None and other & bit and not gave_away else None


def _cards_played_by(course: Course, player: Player, total: int) -> list[Card]:
    """The cards that ``player`` had played when ``total`` cards were on record, in order."""
    played: list[Card] = []
    for trick in course.tricks:
        for who_led, card in ((True, trick.lead), (False, trick.reply)):
            if total == 0:
                return played
            total -= 1
            if card is not None and (trick.leader == player) == who_led:
                played.append(card)
    return played


def _is_announced_in_time(course: Course, king: KingEvent, trump_king: Card | None) -> bool:
    """Laws 23 and 24: before he plays; a king that is his first card, until it is played to or he plays again."""
    if not course.cards:
        # When it was announced is not on record; a mark left out may be made good behind the score (law 50).
        return True
    played = _cards_played_by(course, king.player, king.cards_played)
    if king.after_score and course.turn_up is None and king.player == course.dealer:
        return True
    if not played:
        return not king.after_score
    if played[0] != trump_king or len(played) > 1:
        return False
    if king.player == course.elder:
        return king.cards_played == 1
    return not king.after_score


def warn_of_unused_kings(course: Course, report: Report) -> None:
    """``L22`` and ``L23`` as warnings: a king turned up, or held to the end, and never marked."""
    if course.trump is None or not course.is_played_out or course.has_incident(25):
        return
    marked_by = {king.player for king in course.kings}
    if is_king_turned_up(course):
        if course.dealer not in marked_by and not course.has_incident(*MISDEAL_LAWS):
            report.add("L22", "warning", course.turn_up_token, "unused", dealer=course.dealer)
        return
    king = king_of(course.trump)
    for trick in course.tricks:
        if trick.lead == king or trick.reply == king:
            led = trick.lead == king
            holder = trick.leader if led else adversary(trick.leader)
            if holder in marked_by:
                return
            token = trick.token if led or trick.reply_token is None else trick.reply_token
            report.add("L23", "warning", token, "unused", player=holder, king=format_card(king))
            return
