"""Laws 19 and 22 to 25, and 47: marking the king, turned up or held."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from scoring.cards import (
    HAND_SIZE,
    KING_RANK,
    PLAYERS,
    Card,
    CardMask,
    Player,
    adversary,
    format_card,
    king_of,
    rank_of,
    seat,
)
from scoring.checks import FIRST_CHECKS
from scoring.course import BEHIND_DEAL, Course, IncidentNoted, KingEvent
from scoring.findings import Severity
from scoring.incidents import BARRING_KING, MISDEALS
from scoring.laws.report import Report
from scoring.variants import VARIATIONS


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
    if not kings and not course.announced:
        return NO_KINGS
    if not VARIATIONS[course.variant].has_king:
        return _refuse_all(course.kings_heard, report)
    known = _Known(course)
    refused: set[int] = set()
    in_doubt = is_sound and bool(course.announced) and _judge_announced(known, report)
    first: KingEvent | None = None
    for king in kings:
        if king.token < known.taken_back_until[king.player]:
            refused.add(king.token)
            continue
        slip = _slip(known, king, first, is_sound=is_sound)
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


def _judge_announced(known: _Known, report: Report) -> bool:
    """Judge the kings announced and not marked (laws 23 to 25); whether one of them waits for the adversary."""
    course = known.course
    trump_king = None if course.trump is None else king_of(course.trump)
    king_name = "" if trump_king is None else format_card(trump_king)
    made_good = {noted.incident.player for noted in course.incidents if _makes_king_good(noted)}
    made_good.update(king.player for king in course.kings if king.token == BEHIND_DEAL)
    in_doubt = False
    for king in course.announced:
        if king.token < known.taken_back_until[king.player]:
            continue
        is_turned_up = is_king_turned_up(course)
        is_held = True if is_turned_up or trump_king is None else _holds_at(known, king, trump_king)
        if (is_turned_up and king.player != course.dealer) or is_held is False:
            in_doubt = True
            report.add("L25", "ruling", king.token, "announced", player=king.player, king=king_name)
        elif not is_turned_up and not _is_announced_in_time(known, king, trump_king):
            severity: Severity = "error" if king.player in made_good else "warning"
            report.add("L23", severity, king.token, "announced_late", player=king.player)
    return in_doubt


def _makes_king_good(noted: IncidentNoted) -> bool:
    """Whether the incident marks a king that was left out (law 50)."""
    incident = noted.incident
    return incident.law == 50 and noted.remedy == "mark" and "king" in incident.facts


def warn_of_unannounced_kings(course: Course, put_right: Sequence[IncidentNoted], report: Report) -> None:
    """``L23`` as a warning: a king held in hand is made good (law 50), and nothing says that it was announced.

    ``put_right`` are the incidents of the next deal that put this one's score right.
    """
    if not VARIATIONS[course.variant].has_king or is_king_turned_up(course):
        return
    announced = {king.player for king in course.announced}
    late = {noted.incident.player for noted in course.incidents if noted.incident.law in (23, 24)}
    own = (noted for noted in course.incidents if not noted.is_of_last_deal)
    for noted in (*own, *put_right):
        player = noted.incident.player
        if player is None or not _makes_king_good(noted) or player in announced or player in late:
            continue
        if player == course.dealer and course.turn_up is None:
            # The king may have been turned up.
            continue
        token = BEHIND_DEAL if noted.is_of_last_deal else noted.token
        report.add("L23", "warning", token, "unannounced", player=player)


def _refuse_all(kings: Sequence[KingEvent], report: Report) -> KingsJudged:
    """No king is worth a mark in this game; one finding for the first, as the others follow from it."""
    report.add("L47", "error", kings[0].token, "no_king", player=kings[0].player)
    return KingsJudged(frozenset(king.token for king in kings), in_doubt=False)


class _Known:
    """What every king of a deal is judged by, worked out once: a text may mark more of them than any deal has."""

    __slots__ = (
        "_held",
        "_king_gone_at",
        "_played",
        "at_lead",
        "course",
        "is_barred",
        "late_allowed",
        "taken_back_until",
    )

    def __init__(self, course: Course) -> None:
        self.course = course
        self.taken_back_until = _taken_back_until(course)
        self.is_barred = _had_misdeal_that_stood(course)
        self.late_allowed = _late_allowed(course)
        self.at_lead = course.changes_at_lead
        self._king_gone_at = -1
        self._held: dict[Player, Sequence[CardMask | None]] = {}
        self._played: dict[Player, list[tuple[int, Card]]] = {}

    def held(self, player: Player, changes_made: int) -> CardMask | None:
        """The player's hand after so many of the deal's changes of hands; None where it is not known."""
        if changes_made == self.at_lead:
            return self.course.hands[seat(player)]
        if player not in self._held:
            self._held[player] = self.course.held_between(player)
        return self._held[player][changes_made]

    def is_gone(self, king: Card, changes_made: int) -> bool:
        """Whether the king of trumps was out of play after so many of the deal's changes of hands."""
        if self._king_gone_at < 0:
            self._king_gone_at = _gone_at(self.course, 1 << king)
        return self._king_gone_at < changes_made or bool(self.course.aside >> king & 1)

    def played(self, king: KingEvent) -> list[Card]:
        """The first cards, two at most, that the player had played when he marked his king."""
        if king.player not in self._played:
            self._played[king.player] = _first_cards_of(self.course, king.player)
        return [card for position, card in self._played[king.player] if position < king.cards_played]


def _taken_back_until(course: Course) -> dict[Player, int]:
    """Law 25: a king announced and not held comes off, whatever the adversary then chooses.

    For each player the token of the last incident that takes a king of his back: every one before it is.
    """
    until: dict[Player, int] = {"A": -1, "B": -1}
    for noted in course.incidents:
        if noted.incident.law == 25:
            for player in PLAYERS if noted.incident.player is None else (noted.incident.player,):
                until[player] = noted.token
    return until


def _slip(
    known: _Known, king: KingEvent, first: KingEvent | None, *, is_sound: bool
) -> tuple[str, str] | None:
    """What is wrong with one mark, the most specific law first: code and variant."""
    if not is_sound:
        return ("L47", "twice") if first is not None else None
    course = known.course
    turned_up = is_king_turned_up(course)
    if turned_up and king.player != course.dealer:
        return "L22", "elder"
    trump_king = None if course.trump is None else king_of(course.trump)
    if not turned_up and trump_king is not None and _holds_at(known, king, trump_king) is False:
        return "L25", ""
    if first is not None:
        return "L47", "twice"
    if turned_up:
        return ("L19", "") if known.is_barred else None
    if king.player in known.late_allowed or _is_announced_in_time(known, king, trump_king):
        return None
    return None if _is_made_good(known, king, trump_king) else ("L23", "")


def _is_made_good(known: _Known, king: KingEvent, trump_king: Card | None) -> bool:
    """Whether a king that the player is late to mark is a mark left out (law 50), and not a king announced late.

    Where the incident stands in the next deal, ``warn_of_unannounced_kings`` says what is missing.
    """
    announced = [
        event for event in known.course.announced if event.player == king.player and event.token < king.token
    ]
    if any(_is_announced_in_time(known, event, trump_king) for event in announced):
        return True
    return king.token == BEHIND_DEAL and known.course.checks > FIRST_CHECKS


def _late_allowed(course: Course) -> frozenset[str]:
    """The players whose king an incident tells to be late (laws 23, 24), or makes good (50)."""
    players: set[str] = set()
    for noted in course.incidents:
        incident = noted.incident
        is_king = (
            incident.law == 50 and noted.remedy == "mark" and not {"point", "vole"} & set(incident.facts)
        )
        if incident.law in (23, 24) or is_king:
            players.update(PLAYERS if incident.player is None else (incident.player,))
    return frozenset(players)


def _barring_laws(course: Course) -> frozenset[int]:
    """The laws of a wrong number dealt, behind which a fresh deal may be claimed, or not (law 19)."""
    return MISDEALS if course.checks == FIRST_CHECKS else BARRING_KING


def _had_misdeal_that_stood(course: Course) -> bool:
    """Laws 9, 15 to 18 and 21 under a remedy other than a fresh deal.

    Law 9 is about the order of the packets as well: where it let stand two hands of five, the number was right.
    """
    if not course.incidents:
        return False
    laws = _barring_laws(course)
    return any(
        noted.incident.law in laws
        and (noted.remedy or noted.incident.remedy) not in (None, "fresh")
        and not _was_number_right(course, noted)
        for noted in course.incidents
    )


def _was_number_right(course: Course, noted: IncidentNoted) -> bool:
    """Law 9: whether the hands that stood are on record with five cards each."""
    if noted.incident.law != 9 or noted.remedy != "stand" or course.checks == FIRST_CHECKS:
        return False
    hands = zip(course.stated, course.partial, strict=True)
    return all(
        tally is not None and not partial and tally.bit_count() == HAND_SIZE for tally, partial in hands
    )


def left_unmarked(course: Course) -> frozenset[Player]:
    """Who may still mark a king of this deal when it is over: turned up, or announced, and not marked."""
    marked_by = {king.player for king in course.kings}
    if is_king_turned_up(course):
        return frozenset({course.dealer} - marked_by)
    return frozenset({king.player for king in course.announced} - marked_by)


def is_king_turned_up(course: Course) -> bool:
    return course.turn_up is not None and rank_of(course.turn_up) == KING_RANK


def is_king_held(course: Course, king: KingEvent) -> bool:
    """Whether the record shows that the player had the king of trumps when it was announced."""
    return course.trump is not None and _holds_at(_Known(course), king, king_of(course.trump)) is True


def _holds_at(known: _Known, king: KingEvent, card: Card) -> bool | None:
    """Whether the player had the king when he marked it; None where the record does not tell."""
    bit = 1 << card
    hand = known.held(king.player, king.changes_made)
    if hand is not None:
        return bool(hand & bit)
    other = known.held(adversary(king.player), king.changes_made)
    if other is not None and other & bit:
        return False
    return False if known.is_gone(card, king.changes_made) else None


def _gone_at(course: Course, bit: CardMask) -> int:
    """The position among the changes of hands at which a card was put out; behind them where it was not."""
    for position, change in enumerate(course.changes):
        if (change.out or 0) & bit:
            return position
    return len(course.changes)


def _first_cards_of(course: Course, player: Player) -> list[tuple[int, Card]]:
    """The first two cards that ``player`` played, each with its position among all cards of the play."""
    played: list[tuple[int, Card]] = []
    for number, trick in enumerate(course.tricks):
        is_reply = trick.leader != player
        card = trick.reply if is_reply else trick.lead
        if card is not None:
            played.append((2 * number + is_reply, card))
            if len(played) == 2:
                break
    return played


def _is_announced_in_time(known: _Known, king: KingEvent, trump_king: Card | None) -> bool:
    """Laws 23 and 24: before he plays; a king that is his first card, until it is played to or he plays again."""
    course = known.course
    if not course.cards:
        # When it was announced is not on record; a mark left out may be made good behind the score (law 50).
        return True
    played = known.played(king)
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
    if not VARIATIONS[course.variant].has_king:
        return
    if course.trump is None or not course.is_played_out or course.has_incident(22, 23, 24, 25):
        return
    marked_by = {king.player for king in course.kings}
    if is_king_turned_up(course):
        # Marked by the elder hand, it is told as that (law 22).
        if not marked_by and not course.has_incident(*_barring_laws(course)):
            report.add("L22", "warning", course.turn_up_token, "unused", dealer=course.dealer)
        return
    king = king_of(course.trump)
    for trick in course.tricks:
        if trick.lead == king or trick.reply == king:
            led = trick.lead == king
            holder = trick.leader if led else adversary(trick.leader)
            if holder in marked_by:
                return
            announced = [event for event in course.announced if event.player == holder]
            if announced:
                # Announced too late there is no mark to make good, and that is told already.
                if _is_announced_in_time(_Known(course), announced[0], king):
                    report.add(
                        "L50", "warning", announced[0].token, "king", player=holder, king=format_card(king)
                    )
                return
            token = trick.token if led or trick.reply_token is None else trick.reply_token
            report.add("L23", "warning", token, "unused", player=holder, king=format_card(king))
            return
