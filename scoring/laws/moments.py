"""Check that an incident comes in a phase of the deal in which its law may be called upon.

``scoring.incidents.rows`` has the phases that each law allows. A gap in the record is never held against the
incident: calls that were not written may have come before it.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from scoring.cards import PLAYERS
from scoring.deal_course import Course, IncidentNoted
from scoring.incidents import GIVEN_WRONG, ROWS, Moment
from scoring.variants import VARIATIONS

Phase: TypeAlias = Moment | Literal["proposed", "stood", "dealer_to_play"]

_UNTIL_DEALER_ANSWERS: Final = frozenset({17, 18})
"""Laws that may be called upon until the dealer accepts or refuses, or plays a card if nobody proposed."""
_UNTIL_ELDER_PLAYS: Final = frozenset({15, 16})
"""Laws that may be called upon until the elder hand proposes, or plays a card without proposing."""
_LAW_OF_DEALER_PLAYING_FIRST: Final = 21
_NEEDS_CARDS_GIVEN: Final = GIVEN_WRONG | {35, 36, 37, 38}
_BEFORE_FIRST_DEAL: Final = frozenset({"cut", "any"})
_LAW_OF_MISDEAL: Final = 9
_LAW_OF_TURN_TO_DEAL: Final = 14
_SAID_IN_HEADING: Final = frozenset({_LAW_OF_TURN_TO_DEAL, 50})
_NOTED_ALONE: Final = ("note",)
"""The remedies of a law that only notes incidents. These have no consequence, so any phase of the deal is
allowed.
"""


def is_misplaced_in_heading(law: int) -> bool:
    """Return whether an incident of this law can't be recorded in a game's heading, before the first deal.

    The heading may have incidents on the turn to deal (law 14) and on marks omitted in the previous game (law
    50).
    """
    if law in _SAID_IN_HEADING or ROWS[law].remedies == _NOTED_ALONE:
        return False
    return _BEFORE_FIRST_DEAL.isdisjoint(ROWS[law].moments)


def is_misplaced(course: Course, noted: IncidentNoted) -> bool:
    """Return whether the incident is recorded in a phase of the deal in which its law can't be called upon."""
    law = noted.incident.law
    moments = ROWS[law].moments
    if "any" in moments or ROWS[law].remedies == _NOTED_ALONE:
        return False
    if law == _LAW_OF_TURN_TO_DEAL:
        return "before" in noted.incident.facts and _is_turned_up(course, noted.token) is True
    phases = _find_phases(course, noted)
    if not phases:
        return False
    allowed: set[Phase] = set(moments)
    if law == _LAW_OF_MISDEAL and noted.remedy != "fresh":
        # Turn-up and hands come first in a deal: a deal that goes on may name what was found before them.
        allowed.add("turned_up")
    if law in _UNTIL_DEALER_ANSWERS:
        allowed |= {"proposed", "stood", "dealer_to_play"}
    elif law == _LAW_OF_DEALER_PLAYING_FIRST and _is_first_reply_open(course, noted):
        return True
    elif law in _UNTIL_ELDER_PLAYS:
        allowed.add("stood")
    elif "exchange" in moments and law not in _NEEDS_CARDS_GIVEN:
        allowed.add("proposed")
    return allowed.isdisjoint(phases)


def is_without_exchange(course: Course, noted: IncidentNoted) -> bool:
    """Return whether the incident is about cards given or taken (laws 29 to 34), with no exchange on record before it.

    The calls may not have been written down, so that a director has to rule on it.
    """
    if noted.incident.law not in GIVEN_WRONG:
        return False
    is_given = any(call.letter == "G" and call.token < noted.token for call in course.calls)
    return not is_given and not any(swap.token < noted.token for swap in course.swaps)


def _is_first_reply_open(course: Course, noted: IncidentNoted) -> bool:
    """Return whether the elder hand stood and led, and the dealer has not played yet, so that law 17 still applies."""
    if noted.cards_played != 1 or any(replay < noted.token for replay in course.replay_tokens):
        return False
    stood = any(call.letter == "S" and call.token < noted.token for call in course.calls[:1])
    return stood and (noted.incident.player is None or noted.situation.is_yet_to_play)


def _is_turned_up(course: Course, token: int) -> bool | None:
    """Return whether the turn-up comes before ``token``, or None if the deal has no turn-up on record."""
    return None if course.turn_up is None else course.turn_up_token < token


def _find_phases(course: Course, noted: IncidentNoted) -> set[Phase]:
    """Return the phases of the deal to which the incident may belong, or an empty set if the record does not
    show it.
    """
    token = noted.token
    calls = [call.letter for call in course.calls if call.token < token]
    if course.scores and course.scores[0][1] < token:
        return {"score", "play"}
    if noted.cards_played or any(replay < token for replay in course.replay_tokens):
        is_dealers_turn = noted.cards_played == 1 and "P" not in calls
        return {"play", "dealer_to_play"} if is_dealers_turn else {"play"}
    if 0 <= course.outcome_token < token:
        return {"score", "play"}
    if not VARIATIONS[course.variant].has_exchange and calls:
        return {"stood", "proposed", "play"}
    if calls:
        return _find_phases_after_calls(course, token, calls)
    if any(swap.token < token for swap in course.swaps):
        return {"exchange"}
    return _find_phases_before_calls(course, token)


def _find_phases_after_calls(course: Course, token: int, calls: list[str]) -> set[Phase]:
    """Return the phases of an incident after ``calls`` and before the first card."""
    last = calls[-1]
    if last == "P":
        return {"proposed", "exchange"} if "G" in calls else {"proposed"}
    if "G" in calls:
        given = max(call.token for call in course.calls if call.letter == "G" and call.token < token)
        is_exchanged = sum(given < swap.token < token for swap in course.swaps) >= len(PLAYERS)
        # A lead after the exchange implies that the elder hand stood.
        return {"exchange"} if last == "G" and not is_exchanged else {"exchange", "play"}
    return {"stood", "play"} if last == "S" else {"play"}


def _find_phases_before_calls(course: Course, token: int) -> set[Phase]:
    """Return the phases of an incident without a call before it: calls come later, or are not on record."""
    is_turned_up = _is_turned_up(course, token)
    is_called = bool(course.calls)
    if is_turned_up is False:
        return {"deal"}
    if not is_called and not course.cards and not course.replayed:
        # The deal may have gone on from here without being written down.
        return {"turned_up", "proposed", "exchange", "play"} if is_turned_up else set()
    phases: set[Phase] = {"turned_up"} if is_turned_up else {"deal", "turned_up"}
    return phases if is_called else phases | {"proposed", "exchange"}
