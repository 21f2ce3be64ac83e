"""The ruling on an incident at a place of a record: what the laws allow, and what each choice comes to.

Nothing is computed here that another room knows: the table of incidents says what is allowed, ``scoring.follow`` what
becomes of the cards, ``scoring.marks`` what a deal then marks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from scoring.book.effects import effects_of
from scoring.book.errors import IncidentError
from scoring.book.places import deal_at, game_at, is_end_of_deal, opening_index, up_to
from scoring.book.shapes import Option, Place, Ruling, ScoreAfter
from scoring.cards import HAND_SIZE, PACK, PLAYERS, CardMask, Player, adversary, seat
from scoring.check import check_rubber
from scoring.checked import CheckedDeal
from scoring.course import Course
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
    """What the laws say of ``incident``, whose remedy and argument are left aside, at ``place``.

    Where an incident without its remedy stands at ``place`` and says the same, it is that one which is ruled upon.
    Raises ``IncidentError`` for a place that the record has not got, and a law whose matter its game has not got.
    """
    if not can_arise(incident.law, rubber.rules.variant):
        raise IncidentError("variant", law=incident.law)
    asked = replace(incident, remedy=None, argument=None)
    if place.deal is None:
        opening_index(game_at(rubber, place), place)
        return _without_deal(asked, rubber)
    deal = deal_at(rubber, place)
    before = deal.items[: place.token - FIRST_ITEM_TOKEN]
    behind = deal.items[place.token - FIRST_ITEM_TOKEN :]
    if behind and behind[0] == asked:
        behind = behind[1:]
    return _Preview(rubber, place, replace(deal, items=before), behind, asked).ruling()


def _without_deal(asked: Incident, rubber: Rubber) -> Ruling:
    situation = Situation(code=rubber.rules.code, variant=rubber.rules.variant)
    allowed = remedies(asked, situation)
    options = tuple(
        Option(
            remedy=remedy,
            needs=ARGUMENTS.get(remedy),
            cards_from=None,
            count=None,
            effects=effects_of(asked, remedy, situation, tricks=None),
            ends_deal=remedy in ENDS_DEAL,
            next_dealer=None,
            score=None,
            outcomes=(),
        )
        for remedy in allowed
    )
    return Ruling(
        asked,
        is_forced=len(allowed) == 1,
        offender=asked.player,
        chooser=chooser(asked.law, asked.player, None),
        facts=ROWS[asked.law].facts,
        options=options,
        score=None,
    )


class _Preview:
    """One deal, cut at the incident: ``head`` is what comes before it, ``behind`` what comes after."""

    def __init__(
        self, rubber: Rubber, place: Place, head: Deal, behind: tuple[Item, ...], asked: Incident
    ) -> None:
        self.rubber = rubber
        self.place = place
        self.head = head
        self.behind = behind
        self.asked = asked
        self.so_far = self._followed(head.items)
        self.course = self._followed((*head.items, asked, *behind))
        noted = next(one for one in self.course.incidents if one.token == place.token)
        self.situation = noted.situation
        self.offender = offender_of(asked, head.dealer)

    def _followed(self, items: tuple[Item, ...]) -> Course:
        rules = self.rubber.rules
        return follow_deal(replace(self.head, items=items), rules.code, rules.variant)

    def ruling(self) -> Ruling:
        allowed = remedies(self.asked, self.situation)
        return Ruling(
            self.asked,
            is_forced=len(allowed) == 1,
            offender=self.offender,
            chooser=chooser(self.asked.law, self.offender, self.head.dealer),
            facts=ROWS[self.asked.law].facts,
            options=tuple(self._option(remedy) for remedy in allowed),
            score=self._checked(()).before,
        )

    def _option(self, remedy: Remedy) -> Option:
        ends_deal = remedy in ENDS_DEAL
        incident = replace(self.asked, remedy=remedy)
        count = self._count(remedy)
        settled = self._checked((incident, VoidDeal()) if ends_deal else (incident,), drops_outcome=ends_deal)
        return Option(
            remedy=remedy,
            needs=ARGUMENTS.get(remedy),
            cards_from=self._cards_from(remedy),
            count=count,
            effects=effects_of(self.asked, remedy, self.situation, tricks=self._tricks_of_offender()),
            ends_deal=ends_deal,
            next_dealer=self._next_dealer(settled) if ends_deal else None,
            score=settled.score,
            outcomes=() if ends_deal else tuple(self._outcomes(incident)),
        )

    def _checked(self, added: tuple[Item, ...], *, drops_outcome: bool = False) -> CheckedDeal:
        """The deal as far as the incident with ``added`` behind it, judged after those before it."""
        items = self.head.items
        if drops_outcome:
            items = tuple(item for item in items if not is_end_of_deal(item))
        deal = Deal(self.head.number, self.head.dealer, (*items, *added))
        return check_rubber(up_to(self.rubber, self.place, deal)).games[0].deals[-1]

    def _next_dealer(self, settled: CheckedDeal) -> Player | None:
        """As the next deal's dealer is judged; nobody known where a deal out of turn leaves it open."""
        deal = Deal(settled.number, self.head.dealer, settled.deal.items)
        game = up_to(self.rubber, self.place, deal)
        rightful = check_rubber(
            replace(game, games=(replace(game.games[0], deals=game.games[0].deals[:-1]),))
        )
        return next_dealer(settled.course, rightful.next_to_deal)

    def _outcomes(self, incident: Incident) -> Iterable[ScoreAfter]:
        """What each end of the deal that is still open comes to."""
        if incident.law in _CONCERN_NO_TRICKS:
            return
        before = self._checked(()).before
        kept = tuple(item for item in self.head.items if not is_end_of_deal(item))
        play = self._play_that_follows(incident)
        for player in PLAYERS:
            for is_vole in (False, True):
                won = Outcome(player, HAND_SIZE if is_vole else MAJORITY_OF_TRICKS)
                course = self._followed((*kept, incident, *play, won))
                if self._is_open(incident, course, won):
                    yield ScoreAfter(player, is_vole, _scores(course, before))

    def _play_that_follows(self, incident: Incident) -> tuple[Item, ...]:
        if incident.remedy in ("replay", "abandon"):
            return ()
        end = next((i for i, item in enumerate(self.behind) if is_end_of_deal(item)), len(self.behind))
        return self.behind[:end]

    def _is_open(self, incident: Incident, course: Course, won: Outcome) -> bool:
        """Whether the cards played, or an outcome that stands, leave room for this one."""
        if incident.remedy == "abandon":
            tricks = self._tricks_of_offender()
            has_made_point = tricks is not None and tricks >= MAJORITY_OF_TRICKS
            if won.player == self.offender:
                return (has_made_point or tricks is None) and won.tricks == MAJORITY_OF_TRICKS
            if has_made_point:
                return False
            return tricks is None or (won.tricks == HAND_SIZE) == (tricks == 0)
        is_vole = won.tricks == HAND_SIZE
        if point_taken_by(course) is not None:
            return not is_vole and won.player == point_taken_by(course)
        theirs, others = course.tricks_won[seat(won.player)], course.tricks_won[1 - seat(won.player)]
        left = HAND_SIZE - theirs - others
        if others + (0 if is_vole else MAJORITY_OF_TRICKS) > HAND_SIZE or (is_vole and others):
            return False
        if not is_vole and not others and not left:
            return False
        if incident.remedy == "replay":
            return True
        stands = tricks_won(self.course)
        if stands is None:
            return True
        return stands.winner == won.player and (
            stands.tricks is None or (stands.tricks == HAND_SIZE) == is_vole
        )

    def _tricks_of_offender(self) -> int | None:
        """The tricks that the offender had won at the incident; None where no card is on record."""
        course = self.so_far
        if self.offender is None or not course.cards or course.trump is None:
            return None
        return course.tricks_won[seat(self.offender)]

    def _holder(self) -> Player | None:
        """Whose hand is long or short."""
        if self.asked.law in ELDERS_HAND:
            return adversary(self.head.dealer)
        return self.head.dealer if self.asked.law in DEALERS_HAND else None

    def _held(self, player: Player) -> CardMask | None:
        """The player's hand at the incident, as what comes before it tells, else as what comes after."""
        held = self.so_far.held_at(player, self.place.token)
        return self.course.held_at(player, self.place.token) if held is None else held

    def _cards_from(self, remedy: Remedy) -> CardMask | None:
        if remedy == "choose":
            return facts_of(self.asked).cards & PACK or None
        holder = self._holder()
        if remedy not in ARGUMENTS or holder is None:
            return None
        if remedy != "complete":
            return self._held(holder)
        # Not what is played afterwards: that may be what the hand was made up with.
        return PACK & ~_seen(self.so_far) & ~(self._held("A") or 0) & ~(self._held("B") or 0)

    def _count(self, remedy: Remedy) -> int | None:
        """How many cards the remedy names."""
        if remedy == "choose":
            return 1
        holder = self._holder()
        if remedy not in ARGUMENTS or holder is None:
            return None
        held = self._held(holder)
        if held is not None and held.bit_count() != HAND_SIZE and not self.so_far.cards:
            return abs(held.bit_count() - HAND_SIZE)
        return _by_number(self.asked, remedy)


def _by_number(asked: Incident, remedy: Remedy) -> int | None:
    """Surplus or shortage by the number among the facts, which may say how many cards were held instead."""
    numbers = facts_of(asked).numbers
    if not numbers or not 0 < numbers[0] < 2 * HAND_SIZE:
        return None
    number = numbers[0]
    if number > HAND_SIZE:
        return number - HAND_SIZE
    if asked.law not in (16, 18) or number == 1:
        return number
    # Four held is one short; two or three may be held or missing, and which is not said.
    return 1 if number == HAND_SIZE - 1 else None


def _seen(course: Course) -> CardMask:
    """Every card that the record puts somewhere else than in the stock."""
    seen = 0 if course.turn_up is None else 1 << course.turn_up
    for known in (*course.stated, *course.hands, *course.discards):
        seen |= known or 0
    for card in course.cards:
        seen |= 0 if card is None else 1 << card
    for noted in course.incidents:
        seen |= facts_of(noted.incident).cards
    return seen & PACK


def _scores(course: Course, before: Pair | None) -> tuple[Pair, ...]:
    """The score after the deal: several figures where the calls that law 49 goes by are not on record."""
    if before is None:
        return ()
    refused = judge_kings(course, Report(), is_sound=not course.strays).refused
    found = []
    winner = PLAYERS[0] if course.outcome is None else course.outcome.player
    might_be = ("none", adversary(winner), winner)
    for vulnerable in might_be if course.vulnerable is None else (course.vulnerable,):
        marks = mark_deal(course._replace(vulnerable=vulnerable), before, refused_kings=refused)
        if marks.score is not None and marks.score not in found:
            found.append(marks.score)
    return tuple(found)
