"""List the rulings that a record still needs.

Each ruling is an incident to write into the record, and the position at which to write it.
"""

from __future__ import annotations

from scoring.book.shapes import Pending, Place
from scoring.cards import HAND_SIZE, Player, opponent
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.deal_course import Course
from scoring.findings import Finding, is_about_incident
from scoring.record import (
    FIRST_ITEM_TOKEN,
    FIRST_OPENING_TOKEN,
    Call,
    CardPlayed,
    Exchange,
    Incident,
    Outcome,
    Score,
    VoidDeal,
    tokens_of_opening,
)


def pending(checked: CheckedRubber) -> tuple[Pending, ...]:
    """Return the rulings that a record still needs: one for each finding of severity ``ruling``, in order.

    Each ruling is an incident and the position at which to write it. A breach of law 25 or 43 that nobody
    noticed in play (``L43R``, ``L43W``, ``L25``) is written after the last card, as if it was discovered
    then. A hand with the wrong number of cards (``L09``) is written before the first call or card. It is
    written after the last card if the player had played from the hand as dealt (laws 20 and 21). If the
    record stops before the turn-up, the incident falls under law 9.
    """
    used_places: set[Place] = set()
    needed = []
    for position, finding in enumerate(checked.findings):
        if finding.severity != "ruling" or finding.game is None:
            continue
        settled_by = _find_recorded_incident(checked, finding, used_places)
        if settled_by is None and finding.deal is not None:
            settled_by = _build_unrecorded_incident(
                checked.games[finding.game - 1].deals[finding.deal - 1], finding
            )
        if settled_by is not None:
            place, incident = settled_by
            needed.append(Pending(place, incident, position))
    return tuple(needed)


def _find_recorded_incident(
    checked: CheckedRubber, finding: Finding, used_places: set[Place]
) -> tuple[Place, Incident] | None:
    """Return the place and incident on record that the finding is about, or None.

    That is the first incident of the finding's law, in its deal or heading, without a remedy and not in
    ``used_places``; its place is added to ``used_places``.
    """
    game = (finding.game or 1) - 1
    if not is_about_incident(finding):
        return None
    for place, incident in _list_incidents(checked, game, finding.deal):
        if incident.law == finding.law and incident.remedy is None and place not in used_places:
            used_places.add(place)
            return place, incident
    return None


def _list_incidents(
    checked: CheckedRubber, game: int, deal_number: int | None
) -> list[tuple[Place, Incident]]:
    """Return the incidents of a deal, or of the game's heading."""
    if deal_number is not None:
        deal = deal_number - 1
        items = enumerate(checked.games[game].deals[deal].deal.items, FIRST_ITEM_TOKEN)
        return [(Place(game, deal, token), item) for token, item in items if isinstance(item, Incident)]
    incidents = []
    token = FIRST_OPENING_TOKEN
    for item in checked.games[game].game.opening:
        if isinstance(item, Incident):
            incidents.append((Place(game, None, token), item))
        token += tokens_of_opening(item)
    return incidents


def _build_unrecorded_incident(deal: CheckedDeal, finding: Finding) -> tuple[Place, Incident] | None:
    """Return the incident for an irregularity that only the cards or figures of the record show, or None."""
    game, number = (finding.game or 1) - 1, deal.number - 1
    player: Player = "A" if finding.params.get("player") == "A" else "B"
    if finding.code in ("L43R", "L43W"):
        place = Place(game, number, _find_token_after_last_card(deal))
        return place, Incident(43, player, (str(finding.params["card"]),))
    if finding.code == "L25":
        return Place(game, number, _find_token_after_king(deal, player)), Incident(25, player)
    if finding.code == "L09":
        law, token = _find_number_law(deal, player, int(finding.params["count"]))
        offender = opponent(deal.dealer) if law == 20 else deal.dealer
        facts = () if law == 9 else (str(finding.params["count"]),)
        return Place(game, number, token), Incident(law, offender, facts)
    return None


def _find_token_after_last_card(deal: CheckedDeal) -> int:
    """Return the token after the last card, else before the outcome, else at the end."""
    items = deal.deal.items
    for index in range(len(items) - 1, -1, -1):
        if isinstance(items[index], CardPlayed):
            return FIRST_ITEM_TOKEN + index + 1
    return _find_first_token(deal, Outcome, VoidDeal, Score)


def _find_token_after_king(deal: CheckedDeal, player: Player) -> int:
    """Return the token after the last king that the player marked or announced, and after the cards played since."""
    last = max(king.token for king in deal.course.kings_heard if king.player == player)
    return max(last + 1, _find_token_after_last_card(deal)) if deal.course.cards else last + 1


def _find_first_token(deal: CheckedDeal, *kinds: type[object]) -> int:
    items = deal.deal.items
    index = next((i for i, item in enumerate(items) if isinstance(item, kinds)), len(items))
    return FIRST_ITEM_TOKEN + index


def _find_number_law(deal: CheckedDeal, player: Player, count: int) -> tuple[int, int]:
    """Return the law of a hand with more or less than five cards, and the token before which it is recorded."""
    is_elder = player == deal.course.elder
    if _has_played_as_dealt(deal.course, player):
        return 20 if is_elder else 21, _find_token_after_last_card(deal)
    before_play = _find_first_token(deal, Call, Exchange, CardPlayed, Outcome, VoidDeal, Score)
    went_on = before_play < FIRST_ITEM_TOKEN + len(deal.deal.items)
    if deal.course.turn_up is None and not went_on:
        return 9, before_play
    if is_elder:
        return 15 if count > HAND_SIZE else 16, before_play
    return 17 if count > HAND_SIZE else 18, before_play


def _has_played_as_dealt(course: Course, player: Player) -> bool:
    """Return whether the player has played a card from the hand as dealt, drawing none (laws 20 and 21)."""
    took = any(swap.player == player and swap.number for swap in course.swaps)
    needed = 1 if player == course.elder else 2
    return not took and len(course.cards) >= needed
