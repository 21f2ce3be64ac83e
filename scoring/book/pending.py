"""What a record waits for: to every finding that is a ruling, the incident that would settle it, and its place."""

from __future__ import annotations

from scoring.book.shapes import Pending, Place
from scoring.cards import HAND_SIZE, Player, adversary
from scoring.catalogue import is_about_incident
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.course import Course
from scoring.findings import Finding
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
    """For each finding of severity ``ruling``, in order, what is to be ruled upon and where it is written.

    A breach that nobody noticed in play (``L43R``, ``L43W``, ``L25``) goes behind the last card, as discovered then;
    a hand of the wrong number (``L09``) before the first call or card, or behind the last card where its holder had
    played it without an exchange (laws 20 and 21). It was found before the turn-up (law 9) where the deal stops there.
    """
    taken: set[Place] = set()
    found = []
    for position, finding in enumerate(checked.findings):
        if finding.severity != "ruling" or finding.game is None:
            continue
        settled_by = _recorded(checked, finding, taken)
        if settled_by is None and finding.deal is not None:
            settled_by = _unrecorded(checked.games[finding.game - 1].deals[finding.deal - 1], finding)
        if settled_by is not None:
            place, incident = settled_by
            found.append(Pending(place, incident, position))
    return tuple(found)


def _recorded(checked: CheckedRubber, finding: Finding, taken: set[Place]) -> tuple[Place, Incident] | None:
    """The next incident of the finding's law that stands there without its remedy."""
    game = (finding.game or 1) - 1
    if not is_about_incident(finding):
        return None
    for place, incident in _incidents(checked, game, finding.deal):
        if incident.law == finding.law and incident.remedy is None and place not in taken:
            taken.add(place)
            return place, incident
    return None


def _incidents(checked: CheckedRubber, game: int, deal_number: int | None) -> list[tuple[Place, Incident]]:
    """The incidents of a deal, or of the game's heading."""
    if deal_number is not None:
        deal = deal_number - 1
        items = enumerate(checked.games[game].deals[deal].deal.items, FIRST_ITEM_TOKEN)
        return [(Place(game, deal, token), item) for token, item in items if isinstance(item, Incident)]
    found = []
    token = FIRST_OPENING_TOKEN
    for item in checked.games[game].game.opening:
        if isinstance(item, Incident):
            found.append((Place(game, None, token), item))
        token += tokens_of_opening(item)
    return found


def _unrecorded(deal: CheckedDeal, finding: Finding) -> tuple[Place, Incident] | None:
    """The incident of which the record shows the irregularity and nothing else."""
    game, number = (finding.game or 1) - 1, deal.number - 1
    player: Player = "A" if finding.params.get("player") == "A" else "B"
    if finding.code in ("L43R", "L43W"):
        place = Place(game, number, _behind_last_card(deal))
        return place, Incident(43, player, (str(finding.params["card"]),))
    if finding.code == "L25":
        return Place(game, number, _behind_king(deal, player)), Incident(25, player)
    if finding.code == "L09":
        law, token = _wrong_number(deal, player, int(finding.params["count"]))
        offender = adversary(deal.dealer) if law == 20 else deal.dealer
        facts = () if law == 9 else (str(finding.params["count"]),)
        return Place(game, number, token), Incident(law, offender, facts)
    return None


def _behind_last_card(deal: CheckedDeal) -> int:
    """The token behind the last card, else before the outcome, else at the end."""
    items = deal.deal.items
    for index in range(len(items) - 1, -1, -1):
        if isinstance(items[index], CardPlayed):
            return FIRST_ITEM_TOKEN + index + 1
    return _before_first(deal, Outcome, VoidDeal, Score)


def _behind_king(deal: CheckedDeal, player: Player) -> int:
    """Behind the last king that the player marked or announced, and behind the cards that were played on it."""
    last = max(king.token for king in deal.course.kings_heard if king.player == player)
    return max(last + 1, _behind_last_card(deal)) if deal.course.cards else last + 1


def _before_first(deal: CheckedDeal, *kinds: type[object]) -> int:
    items = deal.deal.items
    index = next((i for i, item in enumerate(items) if isinstance(item, kinds)), len(items))
    return FIRST_ITEM_TOKEN + index


def _wrong_number(deal: CheckedDeal, player: Player, held: int) -> tuple[int, int]:
    """The law of a hand with more or less than five, and the token before which it is recorded."""
    is_elder = player == deal.course.elder
    if _has_played_as_dealt(deal.course, player):
        return 20 if is_elder else 21, _behind_last_card(deal)
    before_play = _before_first(deal, Call, Exchange, CardPlayed, Outcome, VoidDeal, Score)
    went_on = before_play < FIRST_ITEM_TOKEN + len(deal.deal.items)
    if deal.course.turn_up is None and not went_on:
        return 9, before_play
    if is_elder:
        return 15 if held > HAND_SIZE else 16, before_play
    return 17 if held > HAND_SIZE else 18, before_play


def _has_played_as_dealt(course: Course, player: Player) -> bool:
    """Whether the player has played a card from the hand that he was dealt, taking none (laws 20 and 21)."""
    took = any(swap.player == player and swap.number for swap in course.swaps)
    needed = 1 if player == course.elder else 2
    return not took and len(course.cards) >= needed
