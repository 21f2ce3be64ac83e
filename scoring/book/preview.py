"""Rule on an incident in a record: list the remedies that the laws allow, with the result of each.

``scoring.incidents`` knows which remedies are allowed. ``scoring.follow`` knows their effect on the cards.
``scoring.marks`` computes the marks of the deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from scoring.book.effects import effects_of
from scoring.book.errors import IncidentError
from scoring.book.places import deal_at, game_at, is_end_of_deal, opening_index, up_to
from scoring.book.shapes import Option, Place, Ruling, ScoreAfter
from scoring.cards import HAND_SIZE, PACK, PLAYERS, CardMask, Player, opponent, seat
from scoring.check import check_rubber
from scoring.checked import CheckedDeal
from scoring.deal_course import Course
from scoring.follow import follow_deal
from scoring.incidents import (
    ARGUMENTS,
    DEALERS_HAND,
    ELDERS_HAND,
    ENDS_DEAL,
    ROWS,
    Remedy,
    Situation,
    chooser,
    facts_of,
    offender_of,
    remedies,
)
from scoring.laws.dealing import next_dealer
from scoring.laws.king import judge_kings
from scoring.laws.report import Report
from scoring.marks import MAJORITY_OF_TRICKS, mark_deal, tricks_won
from scoring.record import FIRST_ITEM_TOKEN, Deal, Incident, Item, Outcome, Pair, Rubber, VoidDeal
from scoring.variants import can_arise, point_taken_by

_CONCERN_NO_TRICKS: Final = frozenset({50, 51})


def ruling(rubber: Rubber, place: Place, incident: Incident) -> Ruling:
    """Return the ruling of the laws on ``incident`` at the position ``place`` of a record.

    The remedy of ``incident``, and the cards that it names, are ignored. If the record already has the same
    incident without a remedy at ``place``, the ruling is on the recorded incident. Raises ``IncidentError``
    if the record has no such position. Raises it also if the law can't apply in the rubber's game: La
    Triomphe, for example, has no exchange.
    """
    if not can_arise(incident.law, rubber.rules.variant):
        raise IncidentError("variant", law=incident.law)
    open_incident = replace(incident, remedy=None, argument=None)
    if place.deal is None:
        opening_index(game_at(rubber, place), place)
        return _rule_on_heading(open_incident, rubber)
    deal = deal_at(rubber, place)
    before = deal.items[: place.token - FIRST_ITEM_TOKEN]
    behind = deal.items[place.token - FIRST_ITEM_TOKEN :]
    if behind and behind[0] == open_incident:
        behind = behind[1:]
    return _Preview(rubber, place, replace(deal, items=before), behind, open_incident).ruling()


def _rule_on_heading(open_incident: Incident, rubber: Rubber) -> Ruling:
    """Return the ruling on an incident in a game's heading, where no cards are known yet."""
    situation = Situation(code=rubber.rules.code, variant=rubber.rules.variant)
    allowed = remedies(open_incident, situation)
    options = tuple(
        Option(
            remedy=remedy,
            needs=ARGUMENTS.get(remedy),
            cards_from=None,
            count=None,
            effects=effects_of(open_incident, remedy, situation, tricks=None),
            ends_deal=remedy in ENDS_DEAL,
            next_dealer=None,
            score=None,
            outcomes=(),
        )
        for remedy in allowed
    )
    return Ruling(
        open_incident,
        is_forced=len(allowed) == 1,
        offender=open_incident.player,
        chooser=chooser(open_incident.law, open_incident.player, None),
        facts=ROWS[open_incident.law].facts,
        options=options,
        score=None,
    )


class _Preview:
    """A deal cut at the incident: ``head`` is the deal before it, ``behind`` the items after it."""

    def __init__(
        self, rubber: Rubber, place: Place, head: Deal, behind: tuple[Item, ...], open_incident: Incident
    ) -> None:
        self.rubber = rubber
        self.place = place
        self.head = head
        self.behind = behind
        self.open_incident = open_incident
        self.so_far = self._follow(head.items)
        self.course = self._follow((*head.items, open_incident, *behind))
        noted = next(one for one in self.course.incidents if one.token == place.token)
        self.situation = noted.situation
        self.offender = offender_of(open_incident, head.dealer)

    def _follow(self, items: tuple[Item, ...]) -> Course:
        rules = self.rubber.rules
        return follow_deal(replace(self.head, items=items), rules.code, rules.variant)

    def ruling(self) -> Ruling:
        allowed = remedies(self.open_incident, self.situation)
        return Ruling(
            self.open_incident,
            is_forced=len(allowed) == 1,
            offender=self.offender,
            chooser=chooser(self.open_incident.law, self.offender, self.head.dealer),
            facts=ROWS[self.open_incident.law].facts,
            options=tuple(self._build_option(remedy) for remedy in allowed),
            score=self._check_deal(()).before,
        )

    def _build_option(self, remedy: Remedy) -> Option:
        ends_deal = remedy in ENDS_DEAL
        incident = replace(self.open_incident, remedy=remedy)
        count = self._count_cards(remedy)
        settled = self._check_deal(
            (incident, VoidDeal()) if ends_deal else (incident,), drops_outcome=ends_deal
        )
        return Option(
            remedy=remedy,
            needs=ARGUMENTS.get(remedy),
            cards_from=self._find_nameable_cards(remedy),
            count=count,
            effects=effects_of(
                self.open_incident, remedy, self.situation, tricks=self._count_tricks_of_offender()
            ),
            ends_deal=ends_deal,
            next_dealer=self._find_next_dealer(settled) if ends_deal else None,
            score=settled.score,
            outcomes=() if ends_deal else tuple(self._list_outcomes(incident)),
        )

    def _check_deal(self, added: tuple[Item, ...], *, drops_outcome: bool = False) -> CheckedDeal:
        """Return the deal up to the incident, followed by ``added``, judged after the deals before it."""
        items = self.head.items
        if drops_outcome:
            items = tuple(item for item in items if not is_end_of_deal(item))
        deal = Deal(self.head.number, self.head.dealer, (*items, *added))
        return check_rubber(up_to(self.rubber, self.place, deal)).games[0].deals[-1]

    def _find_next_dealer(self, settled: CheckedDeal) -> Player | None:
        """Return the player who deals after ``settled``, or None if a deal out of turn leaves that open."""
        deal = Deal(settled.number, self.head.dealer, settled.deal.items)
        game = up_to(self.rubber, self.place, deal)
        rightful = check_rubber(
            replace(game, games=(replace(game.games[0], deals=game.games[0].deals[:-1]),))
        )
        return next_dealer(settled.course, rightful.next_to_deal)

    def _list_outcomes(self, incident: Incident) -> Iterable[ScoreAfter]:
        """Yield the score for each end of the deal that is still possible."""
        if incident.law in _CONCERN_NO_TRICKS:
            return
        before = self._check_deal(()).before
        remaining = tuple(item for item in self.head.items if not is_end_of_deal(item))
        play = self._find_following_play(incident)
        for player in PLAYERS:
            for is_vole in (False, True):
                won = Outcome(player, HAND_SIZE if is_vole else MAJORITY_OF_TRICKS)
                course = self._follow((*remaining, incident, *play, won))
                if self._is_possible(incident, course, won):
                    yield ScoreAfter(player, is_vole, _compute_scores(course, before))

    def _find_following_play(self, incident: Incident) -> tuple[Item, ...]:
        if incident.remedy in ("replay", "abandon"):
            return ()
        end = next((i for i, item in enumerate(self.behind) if is_end_of_deal(item)), len(self.behind))
        return self.behind[:end]

    def _is_possible(self, incident: Incident, course: Course, won: Outcome) -> bool:
        """Return whether the cards played, or a recorded outcome that stands, still allow the outcome ``won``."""
        if incident.remedy == "abandon":
            tricks = self._count_tricks_of_offender()
            has_made_point = tricks is not None and tricks >= MAJORITY_OF_TRICKS
            if won.player == self.offender:
                return (has_made_point or tricks is None) and won.tricks == MAJORITY_OF_TRICKS
            if has_made_point:
                return False
            return tricks is None or (won.tricks == HAND_SIZE) == (tricks == 0)
        is_vole = won.tricks == HAND_SIZE
        if point_taken_by(course) is not None:
            return not is_vole and won.player == point_taken_by(course)
        own_tricks, other_tricks = (
            course.tricks_won[seat(won.player)],
            course.tricks_won[1 - seat(won.player)],
        )
        left = HAND_SIZE - own_tricks - other_tricks
        if other_tricks + (0 if is_vole else MAJORITY_OF_TRICKS) > HAND_SIZE or (is_vole and other_tricks):
            return False
        if not is_vole and not other_tricks and not left:
            return False
        if incident.remedy == "replay":
            return True
        recorded = tricks_won(self.course)
        if recorded is None:
            return True
        return recorded.winner == won.player and (
            recorded.tricks is None or (recorded.tricks == HAND_SIZE) == is_vole
        )

    def _count_tricks_of_offender(self) -> int | None:
        """Return the number of tricks that the offender had won before the incident, or None if no card is on
        record.
        """
        course = self.so_far
        if self.offender is None or not course.cards or course.trump is None:
            return None
        return course.tricks_won[seat(self.offender)]

    def _find_holder(self) -> Player | None:
        """Return the player whose hand the incident's law says is too long or too short, or None."""
        if self.open_incident.law in ELDERS_HAND:
            return opponent(self.head.dealer)
        return self.head.dealer if self.open_incident.law in DEALERS_HAND else None

    def _find_hand(self, player: Player) -> CardMask | None:
        """Return the player's hand at the incident, or None if it is unknown.

        The items before the incident are used first; if they do not show the hand, those after it are used
        too.
        """
        hand = self.so_far.held_at(player, self.place.token)
        return self.course.held_at(player, self.place.token) if hand is None else hand

    def _find_nameable_cards(self, remedy: Remedy) -> CardMask | None:
        if remedy == "choose":
            return facts_of(self.open_incident).cards & PACK or None
        holder = self._find_holder()
        if remedy not in ARGUMENTS or holder is None:
            return None
        if remedy != "complete":
            return self._find_hand(holder)
        # Cards played afterwards are not excluded: they may be those that completed the hand.
        return (
            PACK
            & ~_find_seen_cards(self.so_far)
            & ~(self._find_hand("A") or 0)
            & ~(self._find_hand("B") or 0)
        )

    def _count_cards(self, remedy: Remedy) -> int | None:
        """Return the number of cards that the remedy names, or None."""
        if remedy == "choose":
            return 1
        holder = self._find_holder()
        if remedy not in ARGUMENTS or holder is None:
            return None
        hand = self._find_hand(holder)
        if hand is not None and hand.bit_count() != HAND_SIZE and not self.so_far.cards:
            return abs(hand.bit_count() - HAND_SIZE)
        return _count_by_number(self.open_incident, remedy)


def _count_by_number(open_incident: Incident, remedy: Remedy) -> int | None:
    """Return how many cards the hand has too many or too few, by the number among the incident's facts, or None.

    That number is either this count or the number of cards in the hand.
    """
    numbers = facts_of(open_incident).numbers
    if not numbers or not 0 < numbers[0] < 2 * HAND_SIZE:
        return None
    number = numbers[0]
    if number > HAND_SIZE:
        return number - HAND_SIZE
    if open_incident.law not in (16, 18) or number == 1:
        return number
    # A hand of four is one short. Two or three may be the cards in the hand or missing, and the fact does not
    # say which.
    return 1 if number == HAND_SIZE - 1 else None


def _find_seen_cards(course: Course) -> CardMask:
    """Return every card that the record places somewhere other than in the stock."""
    seen = 0 if course.turn_up is None else 1 << course.turn_up
    for known in (*course.stated, *course.hands, *course.discards):
        seen |= known or 0
    for card in course.cards:
        seen |= 0 if card is None else 1 << card
    for noted in course.incidents:
        seen |= facts_of(noted.incident).cards
    return seen & PACK


def _compute_scores(course: Course, before: Pair | None) -> tuple[Pair, ...]:
    """Return the possible scores after the deal: several if the calls on which law 49 depends are not on record."""
    if before is None:
        return ()
    refused = judge_kings(course, Report(), is_sound=not course.strays).refused
    scores = []
    winner = PLAYERS[0] if course.outcome is None else course.outcome.player
    might_be = ("none", opponent(winner), winner)
    for vulnerable in might_be if course.vulnerable is None else (course.vulnerable,):
        marks = mark_deal(course._replace(vulnerable=vulnerable), before, refused_kings=refused)
        if marks.score is not None and marks.score not in scores:
            scores.append(marks.score)
    return tuple(scores)
