"""Build the course of a deal from the items that the record has for the deal.

``follow_deal`` judges nothing and never raises. The remedy of an incident takes effect at the token that
records the incident; ``scoring.hands`` computes the hands after it. A card that the player does not have is
added to ``Course.strays``, a lead by the wrong player to ``Course.wrong_leads``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from scoring.cards import PACK, CardMask, Player
from scoring.checks import FIRST_CHECKS, LATEST_CHECKS
from scoring.deal_course import BEHIND_DEAL, CallMade, Course, IncidentNoted, KingEvent, token_of
from scoring.hands import follow_hands
from scoring.incidents import facts_of
from scoring.item_walk import DealBefore, ItemWalk
from scoring.record import Code, Deal, Variant
from scoring.revealed_cards import with_what_incidents_show
from scoring.variants import VARIATIONS, Variation
from scoring.variants.triomphe import with_stand_implied


def follow_deal(
    deal: Deal,
    code: Code = "English",
    variant: Variant = "ecarte",
    checks: int = LATEST_CHECKS,
    before: DealBefore | None = None,
) -> Course:
    """Return the course of ``deal``: what happened in the deal, with the hands and tricks worked out.

    - ``code``: the code of laws that the players use.
    - ``variant``: the game of the rubber, écarté or La Triomphe.
    - ``checks``: the version of the checks by which the deal is judged.
    - ``before``: the kings of earlier deals that may still be marked (law 50), or None to ignore them.
    """
    walk = ItemWalk(deal, code, variant, checks, before)
    variation = VARIATIONS[variant]
    turn_up = walk.turn_up
    turned_up = 0 if turn_up is None else 1 << turn_up
    trump = None if turn_up is None else turn_up >> 3
    play = walk.play
    letters = _select_calls(walk, variation)
    dealt: list[CardMask | None] = [
        None if tally is None or partial or tally > PACK else tally
        for tally, partial in zip(walk.stated, walk.partial, strict=True)
    ]
    aside = walk.aside & ~turned_up
    followed = follow_hands(
        dealt,
        walk.changes,
        play,
        walk.incidents,
        elder=walk.elder,
        trump=trump,
        out_of_play=turned_up | aside,
        gives=letters.count("G") if variation.has_exchange else 0,
    )
    hands, discards = followed.hands, followed.discards
    course = Course(
        walk.dealer,
        walk.elder,
        walk.packets,
        walk.packets_token,
        turn_up,
        walk.turn_up_token,
        trump,
        (walk.stated[0], walk.stated[1]),
        (walk.stated_tokens[0], walk.stated_tokens[1]),
        (walk.partial[0], walk.partial[1]),
        tuple(walk.calls),
        letters,
        variation.vulnerable_player(letters, walk.dealer),
        tuple(walk.swaps),
        tuple(walk.kings),
        tuple(play.cards),
        tuple(followed.tricks),
        walk.outcome,
        walk.outcome_token,
        walk.void,
        tuple(walk.scores),
        tuple(walk.incidents),
        (dealt[0], dealt[1]),
        (hands[0], hands[1]),
        (discards[0], discards[1]),
        tuple(followed.strays),
        tuple(followed.wrong_leads),
        followed.are_regular
        and not (followed.strays or followed.wrong_leads or walk.void)
        and turn_up is not None
        and None not in play.cards,
        tuple(play.tokens),
        tuple(walk.changes),
        aside,
        variant=variant,
    )
    if walk.announced is not None or checks != LATEST_CHECKS:
        course = course._replace(announced=tuple(walk.announced or ()), checks=checks)
    if not walk.incidents:
        return course
    own = tuple(noted for noted in walk.incidents if not noted.is_of_last_deal)
    return with_what_incidents_show(with_kings_made_good(course, own), walk.replayed)


def _select_calls(walk: ItemWalk, variation: Variation) -> str:
    """Return the letters of the calls that govern the deal."""
    calls = standing_calls(walk.calls) if walk.has_failed_condition else walk.calls
    # The first version of the checks knew no offer after the first lead.
    if calls and variation.has_offer_in_play and walk.checks > FIRST_CHECKS:
        # The lead itself does not answer an offer that was made after it.
        plays = (*walk.replayed, walk.play)
        is_played = any(token > calls[-1].token for play in plays for token in play.tokens)
        return variation.governing_letters(with_stand_implied(calls), is_played=is_played)
    # A card that was taken up again for a replay was led all the same.
    is_played = bool(walk.play.cards) or any(play.cards for play in walk.replayed)
    return variation.governing_letters([call.letter for call in calls], is_played=is_played)


def standing_calls(calls: Sequence[CallMade]) -> list[CallMade]:
    """Return ``calls`` without each conditional acceptance ``g`` that a refusal ``R`` cancels.

    The refusal means that the stock did not have enough cards (law 38).
    """
    answers = [*calls[1:], None]
    return [
        call
        for call, behind in zip(calls, answers, strict=True)
        if not (call.is_conditional and behind is not None and behind.letter == "R")
    ]


def with_kings_made_good(course: Course, incidents: tuple[IncidentNoted, ...]) -> Course:
    """Return ``course`` with each king added that an incident of law 50 marks late.

    ``incidents`` are the incidents of the deal itself or of the next deal. A king counts from its incident
    on. It is not added if the player's mark for the king is also on record.
    """
    if not VARIATIONS[course.variant].has_king:
        return course
    marked_by = {king.player for king in course.kings}
    added = []
    for noted in incidents:
        incident, player = noted.incident, noted.incident.player
        if incident.law != 50 or noted.remedy != "mark" or player is None or player in marked_by:
            continue
        if "king" not in facts_of(incident).words:
            continue
        marked_by.add(player)
        token = BEHIND_DEAL if noted.is_of_last_deal else noted.token
        played = len(course.cards) if noted.is_of_last_deal else noted.cards_played
        after_score = any(figure_token < token for _, figure_token in course.scores)
        changes_made = bisect_left(course.changes, token, key=token_of)
        added.append(KingEvent(player, token, played, after_score, changes_made))
    if not added:
        return course
    return course._replace(kings=tuple(sorted((*course.kings, *added), key=lambda king: king.token)))


def vulnerable_player(letters: str, dealer: Player, variant: Variant = "ecarte") -> str | None:
    """Return the player against whom the point counts two (law 49), "none", or None if that is unknown.

    ``letters`` are the calls that govern the deal (``"PR"``).
    """
    return VARIATIONS[variant].vulnerable_player(letters, dealer)
