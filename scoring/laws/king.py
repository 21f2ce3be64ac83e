"""Laws 19, 22 to 25 and 47: marking a king that was turned up, or announced from hand.

Records of the first version of the checks (``scoring.checks``) are judged as they were then: law 19 holds after every
misdeal, even if both hands have five cards, and a king from hand can't be marked behind the deal.
"""

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
    format_card,
    king_of,
    opponent,
    rank_of,
    seat,
)
from scoring.checks import FIRST_CHECKS
from scoring.deal_course import BEHIND_DEAL, Course, IncidentNoted, KingEvent
from scoring.findings import Severity
from scoring.incidents import BARRING_KING, MISDEALS
from scoring.laws.report import Report
from scoring.variants import VARIATIONS


class KingsJudged(NamedTuple):
    """The result of judging the kings of a deal.

    ``refused`` are the numbers of the tokens of king marks that do not count. ``needs_ruling`` is whether a
    player falsely announced the king and the opponent has not chosen a remedy yet (law 25).
    """

    refused: frozenset[int]
    needs_ruling: bool


NO_KINGS: Final = KingsJudged(frozenset(), needs_ruling=False)


def judge_kings(course: Course, report: Report, *, is_sound: bool) -> KingsJudged:
    """Judge every king that was marked or announced, and report those that the laws do not allow.

    Each mark is judged by itself first, then as a second mark in the deal (law 47). ``is_sound`` is False if
    a fault in the turn-up, the hands or the cards makes the holder of each card uncertain. A king is then
    refused only if it is the second king marked in the deal.
    """
    kings = course.kings
    if not kings and not course.announced:
        return NO_KINGS
    if not VARIATIONS[course.variant].has_king:
        return _refuse_all(course.kings_heard, report)
    facts = _KingFacts(course)
    refused: set[int] = set()
    needs_ruling = is_sound and bool(course.announced) and _judge_announced(facts, report)
    first: KingEvent | None = None
    for king in kings:
        if king.token < facts.withdrawn_until[king.player]:
            refused.add(king.token)
            continue
        fault = _find_fault(facts, king, first, is_sound=is_sound)
        if fault is None:
            first = first or king
            continue
        code, variant = fault
        refused.add(king.token)
        needs_ruling = needs_ruling or code == "L25"
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
    return KingsJudged(frozenset(refused), needs_ruling)


def _judge_announced(facts: _KingFacts, report: Report) -> bool:
    """Judge the kings announced and not marked (laws 23 to 25). Return whether one waits for the opponent's
    choice.
    """
    course = facts.course
    trump_king = None if course.trump is None else king_of(course.trump)
    king_name = "" if trump_king is None else format_card(trump_king)
    marked_late = {noted.incident.player for noted in course.incidents if _marks_king_late(noted)}
    marked_late.update(king.player for king in course.kings if king.token == BEHIND_DEAL)
    needs_ruling = False
    for king in course.announced:
        if king.token < facts.withdrawn_until[king.player]:
            continue
        is_turned_up = is_king_turned_up(course)
        is_held = True if is_turned_up or trump_king is None else _had_king(facts, king, trump_king)
        if (is_turned_up and king.player != course.dealer) or is_held is False:
            needs_ruling = True
            report.add("L25", "ruling", king.token, "announced", player=king.player, king=king_name)
        elif not is_turned_up and not _is_announced_in_time(facts, king, trump_king):
            severity: Severity = "error" if king.player in marked_late else "warning"
            report.add("L23", severity, king.token, "announced_late", player=king.player)
    return needs_ruling


def _marks_king_late(noted: IncidentNoted) -> bool:
    """Return whether the incident marks a king that was left out (law 50)."""
    incident = noted.incident
    return incident.law == 50 and noted.remedy == "mark" and "king" in incident.facts


def warn_of_unannounced_kings(course: Course, corrections: Sequence[IncidentNoted], report: Report) -> None:
    """Report ``L23`` as a warning if a king from hand is marked late (law 50) without an announcement on record.

    ``corrections`` are the incidents of later deals that correct this deal's score.
    """
    if not VARIATIONS[course.variant].has_king or is_king_turned_up(course):
        return
    announced = {king.player for king in course.announced}
    late = {noted.incident.player for noted in course.incidents if noted.incident.law in (23, 24)}
    own = (noted for noted in course.incidents if not noted.is_of_last_deal)
    for noted in (*own, *corrections):
        player = noted.incident.player
        if player is None or not _marks_king_late(noted) or player in announced or player in late:
            continue
        if player == course.dealer and course.turn_up is None:
            # The king may have been turned up.
            continue
        token = BEHIND_DEAL if noted.is_of_last_deal else noted.token
        report.add("L23", "warning", token, "unannounced", player=player)


def _refuse_all(kings: Sequence[KingEvent], report: Report) -> KingsJudged:
    """Refuse all kings in a game in which none is marked. Only the first is reported, because the others follow
    from it.
    """
    report.add("L47", "error", kings[0].token, "no_king", player=kings[0].player)
    return KingsJudged(frozenset(king.token for king in kings), needs_ruling=False)


class _KingFacts:
    """The facts by which the kings of a deal are judged.

    Each is computed only once, because a record may mark many more kings than any real deal has.

    - ``withdrawn_until``: for each player, the token before which their kings are cancelled (law 25), or -1.
    - ``is_barred``: whether a misdeal that was let stand keeps the dealer from marking a king turned up (law 19).
    - ``late_allowed``: the players whose late king an incident explains.
    - ``at_lead``: the number of changes of hands before the first lead.
    """

    __slots__ = (
        "_first_cards",
        "_hands",
        "_king_gone_at",
        "at_lead",
        "course",
        "is_barred",
        "late_allowed",
        "withdrawn_until",
    )

    def __init__(self, course: Course) -> None:
        self.course = course
        self.withdrawn_until = _find_withdrawals(course)
        self.is_barred = _has_standing_misdeal(course)
        self.late_allowed = _find_late_allowed(course)
        self.at_lead = course.changes_at_lead
        self._king_gone_at = -1
        self._hands: dict[Player, Sequence[CardMask | None]] = {}
        self._first_cards: dict[Player, list[tuple[int, Card]]] = {}

    def hand(self, player: Player, changes_made: int) -> CardMask | None:
        """Return the player's hand after the first ``changes_made`` changes of hands in the deal, or None if
        unknown.
        """
        if changes_made == self.at_lead:
            return self.course.hands[seat(player)]
        if player not in self._hands:
            self._hands[player] = self.course.held_between(player)
        return self._hands[player][changes_made]

    def is_gone(self, king: Card, changes_made: int) -> bool:
        """Return whether the king of trumps was out of play after the first ``changes_made`` changes of hands
        in the deal.
        """
        if self._king_gone_at < 0:
            self._king_gone_at = _find_discard(self.course, 1 << king)
        return self._king_gone_at < changes_made or bool(self.course.aside >> king & 1)

    def first_cards(self, king: KingEvent) -> list[Card]:
        """Return the first cards, at most two, that the player had played before marking or announcing the
        king.
        """
        if king.player not in self._first_cards:
            self._first_cards[king.player] = _list_first_cards(self.course, king.player)
        return [card for position, card in self._first_cards[king.player] if position < king.cards_played]


def _find_withdrawals(course: Course) -> dict[Player, int]:
    """Return, for each player, the token of the last incident that cancels their kings (law 25), or -1.

    All kings that the player marked or announced before that token are cancelled, whatever the opponent then
    chooses.
    """
    until: dict[Player, int] = {"A": -1, "B": -1}
    for noted in course.incidents:
        if noted.incident.law == 25:
            for player in PLAYERS if noted.incident.player is None else (noted.incident.player,):
                until[player] = noted.token
    return until


def _find_fault(
    facts: _KingFacts, king: KingEvent, first: KingEvent | None, *, is_sound: bool
) -> tuple[str, str] | None:
    """Return the code and variant of the finding against one mark of the king, or None if there is none.

    If the mark breaks several laws, the most specific one is reported. ``first`` is the first mark of the deal
    that counts, or None if none came before. ``is_sound`` is False if the holder of each card is uncertain (see
    ``judge_kings``).
    """
    if not is_sound:
        return ("L47", "twice") if first is not None else None
    course = facts.course
    turned_up = is_king_turned_up(course)
    if turned_up and king.player != course.dealer:
        return "L22", "elder"
    trump_king = None if course.trump is None else king_of(course.trump)
    if not turned_up and trump_king is not None and _had_king(facts, king, trump_king) is False:
        return "L25", ""
    if first is not None:
        return "L47", "twice"
    if turned_up:
        return ("L19", "") if facts.is_barred else None
    if king.player in facts.late_allowed or _is_announced_in_time(facts, king, trump_king):
        return None
    return None if _is_late_mark(facts, king, trump_king) else ("L23", "")


def _is_late_mark(facts: _KingFacts, king: KingEvent, trump_king: Card | None) -> bool:
    """Return whether a king marked late is a mark left out (law 50), and not a king announced late.

    If the incident is in the next deal, ``warn_of_unannounced_kings`` reports a missing announcement.
    """
    announced = [
        event for event in facts.course.announced if event.player == king.player and event.token < king.token
    ]
    if any(_is_announced_in_time(facts, event, trump_king) for event in announced):
        return True
    return king.token == BEHIND_DEAL and facts.course.checks > FIRST_CHECKS


def _find_late_allowed(course: Course) -> frozenset[str]:
    """Return the players whose king is late by an incident (laws 23, 24), or was marked late (law 50)."""
    players: set[str] = set()
    for noted in course.incidents:
        incident = noted.incident
        is_king = (
            incident.law == 50 and noted.remedy == "mark" and not {"point", "vole"} & set(incident.facts)
        )
        if incident.law in (23, 24) or is_king:
            players.update(PLAYERS if incident.player is None else (incident.player,))
    return frozenset(players)


def _list_barring_laws(course: Course) -> frozenset[int]:
    """Return the laws about a wrong number of cards dealt after which the king turned up can't be marked (law 19)."""
    return MISDEALS if course.checks == FIRST_CHECKS else BARRING_KING


def _has_standing_misdeal(course: Course) -> bool:
    """Return whether a misdeal (laws 9, 15 to 18, 21) was settled with another remedy than a fresh deal.

    Law 9 is also about the order of the packets: if both hands that it let stand had five cards, there was no
    misdeal.
    """
    if not course.incidents:
        return False
    laws = _list_barring_laws(course)
    return any(
        noted.incident.law in laws
        and (noted.remedy or noted.incident.remedy) not in (None, "fresh")
        and not _had_both_five_cards(course, noted)
        for noted in course.incidents
    )


def _had_both_five_cards(course: Course, noted: IncidentNoted) -> bool:
    """Return whether both hands that stood under law 9 are on record with five cards each."""
    if noted.incident.law != 9 or noted.remedy != "stand" or course.checks == FIRST_CHECKS:
        return False
    hands = zip(course.stated, course.partial, strict=True)
    return all(hand is not None and not partial and hand.bit_count() == HAND_SIZE for hand, partial in hands)


def left_unmarked(course: Course) -> frozenset[Player]:
    """Return the players who may still mark a king after this deal is over.

    The king was turned up or announced in this deal, and not marked.
    """
    marked_by = {king.player for king in course.kings}
    if is_king_turned_up(course):
        return frozenset({course.dealer} - marked_by)
    return frozenset({king.player for king in course.announced} - marked_by)


def is_king_turned_up(course: Course) -> bool:
    return course.turn_up is not None and rank_of(course.turn_up) == KING_RANK


def is_king_held(course: Course, king: KingEvent) -> bool:
    """Return whether the record shows that the player held the king of trumps when announcing it."""
    return course.trump is not None and _had_king(_KingFacts(course), king, king_of(course.trump)) is True


def _had_king(facts: _KingFacts, king: KingEvent, card: Card) -> bool | None:
    """Return whether the player had the king (``card``) when marking it, or None if the record does not show it."""
    bit = 1 << card
    hand = facts.hand(king.player, king.changes_made)
    if hand is not None:
        return bool(hand & bit)
    other = facts.hand(opponent(king.player), king.changes_made)
    if other is not None and other & bit:
        return False
    return False if facts.is_gone(card, king.changes_made) else None


def _find_discard(course: Course, bit: CardMask) -> int:
    """Return the position among the changes of hands at which a card was discarded, or their number if it was not."""
    for position, change in enumerate(course.changes):
        if (change.out or 0) & bit:
            return position
    return len(course.changes)


def _list_first_cards(course: Course, player: Player) -> list[tuple[int, Card]]:
    """Return the first two cards that ``player`` played, each with its position among all cards of the play."""
    first_cards: list[tuple[int, Card]] = []
    for number, trick in enumerate(course.tricks):
        is_reply = trick.leader != player
        card = trick.reply if is_reply else trick.lead
        if card is not None:
            first_cards.append((2 * number + is_reply, card))
            if len(first_cards) == 2:
                break
    return first_cards


def _is_announced_in_time(facts: _KingFacts, king: KingEvent, trump_king: Card | None) -> bool:
    """Return whether the king was announced before its holder played a card (laws 23 and 24).

    If the king is the first card that its holder plays, the elder hand may announce it until the dealer plays
    to it, the dealer until playing again.
    """
    course = facts.course
    if not course.cards:
        # The time of the announcement is not on record; a mark left out may be marked after the score (law 50).
        return True
    first_cards = facts.first_cards(king)
    if king.after_score and course.turn_up is None and king.player == course.dealer:
        # The king may have been turned up.
        return True
    if not first_cards:
        return not king.after_score
    if first_cards[0] != trump_king or len(first_cards) > 1:
        return False
    if king.player == course.elder:
        return king.cards_played == 1
    return not king.after_score


def warn_of_unused_kings(course: Course, report: Report) -> None:
    """Report ``L22``, ``L23`` or ``L50`` as a warning if a king of trumps was never marked.

    ``L22`` is for a king that was turned up, ``L23`` for a king that a player played without having marked
    it. A king that was announced in time is reported under ``L50`` instead. Nothing is reported unless all
    five tricks are on record.
    """
    if not VARIATIONS[course.variant].has_king:
        return
    if course.trump is None or not course.is_played_out or course.has_incident(22, 23, 24, 25):
        return
    marked_by = {king.player for king in course.kings}
    if is_king_turned_up(course):
        # A king marked by the elder hand is reported under law 22.
        if not marked_by and not course.has_incident(*_list_barring_laws(course)):
            report.add("L22", "warning", course.turn_up_token, "unused", dealer=course.dealer)
        return
    king = king_of(course.trump)
    for trick in course.tricks:
        if trick.lead == king or trick.reply == king:
            led = trick.lead == king
            holder = trick.leader if led else opponent(trick.leader)
            if holder in marked_by:
                return
            announced = [event for event in course.announced if event.player == holder]
            if announced:
                # An announcement that is too late leaves no mark to make up, and is already reported.
                if _is_announced_in_time(_KingFacts(course), announced[0], king):
                    report.add(
                        "L50", "warning", announced[0].token, "king", player=holder, king=format_card(king)
                    )
                return
            token = trick.token if led or trick.reply_token is None else trick.reply_token
            report.add("L23", "warning", token, "unused", player=holder, king=format_card(king))
            return
