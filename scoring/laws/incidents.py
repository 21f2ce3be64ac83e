"""Judge every incident by the law that it names (``L01`` to ``L55``): its offender, facts, remedy and cards.

``scoring.incidents`` knows what the law allows. ``incident_cards`` compares the incident with the cards. If
an incident has several faults, only the first fault in the order of the checks is reported.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from scoring.cards import SUITS
from scoring.checks import FIRST_CHECKS, LATEST_CHECKS
from scoring.deal_course import Course, IncidentNoted
from scoring.incidents import (
    ARGUMENTS,
    DECIDED_BY_FACTS,
    NO_OFFENCE,
    OF_THE_KING,
    OF_THE_PLAY,
    ROWS,
    Remedy,
    Situation,
    applied,
    chooser,
    facts_of,
    offender_by_law,
    offender_of,
    remedies,
)
from scoring.laws.faults import IncidentFault
from scoring.laws.incident_cards import IncidentCards
from scoring.laws.incident_evidence import contradiction, large_cut
from scoring.laws.moments import is_misplaced, is_misplaced_in_heading, is_without_exchange
from scoring.laws.report import Report
from scoring.record import FIRST_OPENING_TOKEN, Code, Game, Incident, Variant, tokens_of_opening
from scoring.variants import VARIATIONS, can_arise, point_taken_by

ONE_SIDE_ONLY: Final = frozenset({20, 21, 29, 30, 31, 32, 33, 34, 36, 37, 38})
"""Laws that only the elder hand or only the dealer can break. The table of incidents names the side for each
law.
"""


class IncidentsJudged(NamedTuple):
    """The result of judging the incidents of a deal.

    ``are_cards_sound`` is False if an incident names cards that can't be in the hand or pack that it states,
    so that the hands are uncertain. ``needs_ruling`` is whether the remedy of an incident is still to be chosen,
    so that the marks of the deal are unknown.
    """

    are_cards_sound: bool
    needs_ruling: bool


NOTHING_TO_JUDGE: Final = IncidentsJudged(are_cards_sound=True, needs_ruling=False)


def judge_incidents(course: Course, report: Report, *, code: Code) -> IncidentsJudged:
    """Judge the incidents of a deal in order, and report their faults."""
    if not course.incidents:
        return NOTHING_TO_JUDGE
    cards = IncidentCards(course)
    are_cards_sound, needs_ruling = True, False
    for noted in course.incidents:
        incident, situation = noted.incident, noted.situation._replace(dealer=course.dealer, code=code)
        fault = _find_fault_in_game(incident, situation.variant) or _find_fault_without_play(incident, course)
        fault = fault or _find_fault_in_law(incident, situation) or cards.find_fault(noted)
        # The first version of the checks did not compare incidents with the rest of the record.
        if fault is None and course.checks > FIRST_CHECKS:
            fault = _find_fault_in_record(course, noted)
        _report_fault(incident, fault, noted.token, report, club_code=code)
        if fault is not None:
            are_cards_sound = are_cards_sound and not fault.spoils_cards
            needs_ruling = needs_ruling or fault.is_ruling
    return IncidentsJudged(are_cards_sound, needs_ruling)


def _find_fault_in_record(course: Course, noted: IncidentNoted) -> IncidentFault | None:
    """Return the fault if the incident comes in a wrong phase of the deal, contradicts the cards played, or is about an
    exchange that the record lacks; otherwise None.
    """
    fault = IncidentFault("moment", {}) if is_misplaced(course, noted) else contradiction(course, noted)
    if fault is None and is_without_exchange(course, noted):
        return IncidentFault("nothing_exchanged", {}, is_ruling=True)
    return fault


def judge_opening_incidents(
    game: Game, report: Report, *, code: Code, variant: Variant = "ecarte", checks: int = LATEST_CHECKS
) -> None:
    """Judge the incidents in the heading of a game, before its first deal, when no hand is known yet."""
    dealer = game.deals[0].dealer if game.deals else None
    token = FIRST_OPENING_TOKEN
    for part in game.opening:
        if isinstance(part, Incident):
            situation = Situation(dealer=dealer, code=code, variant=variant)
            fault = _find_fault_in_game(part, variant) or _find_fault_in_law(part, situation)
            # The first version of the checks judged neither the moment of an incident nor the size of a cut.
            if fault is None and checks > FIRST_CHECKS:
                fault = IncidentFault("moment", {}) if is_misplaced_in_heading(part.law) else large_cut(part)
            _report_fault(part, fault, token, report, club_code=code)
        token += tokens_of_opening(part)


def _report_fault(
    incident: Incident, fault: IncidentFault | None, token: int, report: Report, *, club_code: Code
) -> None:
    finding_code = f"L{incident.law:02d}"
    if fault is not None:
        severity: Literal["ruling", "error"] = "ruling" if fault.is_ruling else "error"
        report.add(finding_code, severity, token, fault.variant, law=incident.law, **fault.params)
    if unknown := _list_unknown_facts(incident):
        report.add(finding_code, "warning", token, "fact_unknown", law=incident.law, found="; ".join(unknown))
    if incident.law in NO_OFFENCE[club_code]:
        report.add(finding_code, "note", token, "no_offence", law=incident.law, club_code=club_code)


def _list_unknown_facts(incident: Incident) -> list[str]:
    """Return the facts that the law's row does not ask for."""
    specs = ROWS[incident.law].facts
    kinds = {spec.kind for spec in specs}
    words = {word for spec in specs for word in spec.words}
    unknown = []
    for fact in incident.facts:
        if fact.isdecimal():
            is_known = "number" in kinds
        elif len(fact) == 1 and fact in SUITS:
            is_known = "suit" in kinds
        elif fact.islower():
            is_known = fact in words
        else:
            is_known = not kinds.isdisjoint(("card", "cards"))
        if not is_known:
            unknown.append(fact)
    return unknown


def _find_fault_in_game(incident: Incident, variant: Variant) -> IncidentFault | None:
    """Return the fault if the game lacks what the law is about (a king to mark, or an exchange), or None."""
    is_of_king = incident.law in OF_THE_KING or (incident.law == 50 and "king" in facts_of(incident).words)
    if is_of_king and not VARIATIONS[variant].has_king:
        return IncidentFault("king_not_marked", {})
    return None if can_arise(incident.law, variant) else IncidentFault("cards_not_exchanged", {})


def _find_fault_without_play(incident: Incident, course: Course) -> IncidentFault | None:
    """Return the fault if the point was taken, so that no card was played that could break a law, or None."""
    if incident.law not in OF_THE_PLAY or point_taken_by(course) is None:
        return None
    return None if course.cards or any(course.replayed) else IncidentFault("nothing_played", {})


def _find_fault_in_law(incident: Incident, situation: Situation) -> IncidentFault | None:
    """Return the fault that the table of incidents shows, whatever the cards, or None."""
    law = incident.law
    if law in ONE_SIDE_ONLY and incident.player is not None:
        offender = offender_by_law(law, situation.dealer)
        if offender is not None and incident.player != offender:
            return IncidentFault("offender", {"player": incident.player, "offender": offender})
    allowed = remedies(incident, situation)
    if incident.remedy is None:
        if situation.is_asked_again is False:
            # Law 37: there is nothing to choose if the elder hand did not propose again.
            return None
        if len(allowed) > 1:
            return _build_open_choice(incident, situation, allowed)
    elif incident.remedy not in allowed:
        if law == 50 and situation.is_too_late and incident.remedy == "mark":
            return IncidentFault("too_late", {})
        return IncidentFault("not_allowed", {"remedy": incident.remedy, "choices": ", ".join(allowed)})
    remedy = applied(incident, situation)
    wants_cards = remedy in ARGUMENTS
    if wants_cards and incident.argument is None:
        return IncidentFault("argument_missing", {"remedy": str(remedy)})
    if not wants_cards and incident.argument is not None:
        return IncidentFault(
            "argument_needless", {"remedy": remedy or allowed[0], "found": incident.argument}
        )
    return None


def _build_open_choice(
    incident: Incident, situation: Situation, allowed: tuple[Remedy, ...]
) -> IncidentFault:
    """Return the fault of an incident without a remedy for which the law allows several.

    It asks for the facts that decide among them, or for the choice of the player who has it, if that is known.
    """
    choices = ", ".join(allowed)
    if incident.law in DECIDED_BY_FACTS:
        return IncidentFault("fact_missing", {"choices": choices}, is_ruling=True)
    dealer = situation.dealer
    player = chooser(incident.law, offender_of(incident, dealer), dealer)
    if player is None:
        return IncidentFault("choice_open", {"choices": choices}, is_ruling=True)
    return IncidentFault("choice", {"chooser": player, "choices": choices}, is_ruling=True)
