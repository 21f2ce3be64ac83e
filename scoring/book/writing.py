"""An incident written into a record: its token, what its remedy makes of the rest of the deal, comments kept.

Strict: what the laws would have against the incident is refused, with their reasons. Figures of the scorer are left as
they are; ``scoring.book.figures`` puts them right.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.book.errors import IncidentError
from scoring.book.places import (
    deal_at,
    game_at,
    is_end_of_deal,
    moved_comments,
    opening_index,
    up_to,
    with_deal,
    with_game,
)
from scoring.book.shapes import Place
from scoring.cards import HAND_SIZE
from scoring.catalogue import is_about_incident
from scoring.check import check_rubber
from scoring.findings import Finding
from scoring.follow import follow_deal
from scoring.incidents import ENDS_DEAL, ROWS, facts_of, offender_of
from scoring.outcome import outcome_given_up
from scoring.record import (
    FIRST_ITEM_TOKEN,
    FIRST_OPENING_TOKEN,
    CardPlayed,
    Deal,
    Game,
    Hand,
    Incident,
    Item,
    Outcome,
    Rubber,
    Rules,
    Score,
    VoidDeal,
    tokens_of_opening,
)

NEEDS_OFFENDER: Final = frozenset({25, 39, 40, 41, 42, 43, 50, 51})
"""Laws of which either player may be the offender, and whose effect depends on which."""


def write_incident(
    rubber: Rubber,
    place: Place,
    incident: Incident,
    *,
    outcome: Outcome | None = None,
    play: tuple[CardPlayed, ...] = (),
) -> Rubber:
    """The record with ``incident`` before the token that ``place`` names.

    An incident that stands there without its remedy, and says the same, is completed and not written twice. ``fresh``
    and ``void`` leave nothing of the deal behind the incident but ``=void``. After ``replay`` what follows has to be
    the replay: the cards that stand behind ``place``, or nothing yet, or ``outcome`` with the cards of ``play``, which
    then replace all that stands there. ``abandon`` ends the play, and its outcome is written where the tricks are
    known, else ``outcome`` where that is given. Comments stay with their tokens, those of tokens that went with the
    last that is left.

    Raises ``IncidentError``.
    """
    _refuse_what_is_missing(incident)
    if place.deal is None:
        if outcome is not None:
            raise IncidentError("outcome")
        written = _write_in_heading(rubber, place, incident)
    else:
        deal = _write_in_deal(rubber, place, incident, outcome, play)
        written = with_deal(rubber, place, deal)
    _refuse_new_findings(rubber, written, place, incident)
    return written


def _refuse_what_is_missing(incident: Incident) -> None:
    if incident.law not in ROWS:
        raise IncidentError("law", law=incident.law)
    if incident.player is None and incident.law in NEEDS_OFFENDER:
        raise IncidentError("offender", law=incident.law)


def _write_in_heading(rubber: Rubber, place: Place, incident: Incident) -> Rubber:
    game = game_at(rubber, place)
    index = opening_index(game, place)
    is_there = index < len(game.opening) and _is_same(game.opening[index], incident)
    opening = (*game.opening[:index], incident, *game.opening[index + is_there :])
    shift = 0 if is_there else 1
    tokens = FIRST_OPENING_TOKEN + sum(tokens_of_opening(item) for item in game.opening)
    places = [token if token < place.token else token + shift for token in range(tokens)]
    comments = moved_comments(game.comments, places)
    return with_game(rubber, place, replace(game, opening=opening, comments=comments))


def _write_in_deal(
    rubber: Rubber, place: Place, incident: Incident, outcome: Outcome | None, play: tuple[CardPlayed, ...]
) -> Deal:
    deal = deal_at(rubber, place)
    cut = _Cut(deal, place.token - FIRST_ITEM_TOKEN, incident)
    if any(isinstance(item, VoidDeal) for item in cut.head):
        raise IncidentError("over")
    if incident.remedy in ENDS_DEAL and outcome is None:
        return cut.written(VoidDeal(), head_without=(Outcome, Score), drops_rest=True)
    if incident.remedy == "replay":
        return _replayed(cut, outcome, play)
    if incident.law == 42 and "claim" not in facts_of(incident).words:
        return _abandoned(cut, outcome, rubber.rules)
    if outcome is not None or play:
        raise IncidentError("outcome")
    if incident.remedy == "rectify" and any(_is_wrong_number(item) for item in deal.items):
        raise IncidentError("rectify")
    return cut.written()


def _is_wrong_number(item: Item) -> bool:
    """A hand that is not of five cards: by the notation hands are written as they were put right (law 9)."""
    return isinstance(item, Hand) and not item.partial and item.cards.bit_count() != HAND_SIZE


class _Cut:
    """A deal cut where the incident goes; one that stands there and waits for its remedy is left out."""

    def __init__(self, deal: Deal, index: int, incident: Incident) -> None:
        self.deal = deal
        self.index = index
        self.incident = incident
        self.is_there = index < len(deal.items) and _is_same(deal.items[index], incident)
        self.head = deal.items[:index]
        self.first_behind = index + self.is_there
        self.behind = deal.items[self.first_behind :]

    def written(
        self,
        *then: Item,
        head_without: tuple[type[Item], ...] = (),
        rest_without: tuple[type[Item], ...] = (),
        drops_rest: bool = False,
    ) -> Deal:
        """The deal with the incident and ``then`` at the cut, and every comment: one whose item went is put behind
        the last item before it.
        """
        head: list[Item] = []
        places = list(range(FIRST_ITEM_TOKEN))
        for item in self.head:
            if not isinstance(item, head_without):
                head.append(item)
            places.append(FIRST_ITEM_TOKEN + len(head) - 1)
        items = [*head, self.incident, *then]
        for index in range(self.index, len(self.deal.items)):
            item = self.deal.items[index]
            if index >= self.first_behind and not drops_rest and not isinstance(item, rest_without):
                items.append(item)
            places.append(FIRST_ITEM_TOKEN + len(items) - 1)
        return replace(self.deal, items=tuple(items), comments=moved_comments(self.deal.comments, places))


def _is_same(item: object, incident: Incident) -> bool:
    """Whether ``item`` is the incident while its remedy was still open."""
    return item == replace(incident, remedy=None, argument=None)


def _replayed(cut: _Cut, outcome: Outcome | None, play: tuple[CardPlayed, ...]) -> Deal:
    if outcome is not None or play:
        ending = () if outcome is None else (outcome,)
        return cut.written(*play, *ending, head_without=(Score,), drops_rest=True)
    was_played = any(isinstance(item, CardPlayed) for item in cut.head)
    is_ended_at_once = bool(cut.behind) and is_end_of_deal(cut.behind[0])
    if was_played and is_ended_at_once and not cut.is_there:
        # Whether that is how the first play ended, or the replay, nobody can tell.
        raise IncidentError("replay")
    # Behind a score no card can be written, nor another outcome.
    return cut.written(head_without=(Score,))


def _abandoned(cut: _Cut, outcome: Outcome | None, rules: Rules) -> Deal:
    """The deal given up: no card follows, and the tricks won by then decide between point and vole."""
    if any(isinstance(item, Incident) and item.remedy == "replay" for item in cut.behind):
        # The hand is played again (laws 25 and 43), so that what follows is that play and its outcome.
        return cut.written()
    offender = offender_of(cut.incident, cut.deal.dealer)
    course = follow_deal(replace(cut.deal, items=cut.head), rules.code, rules.variant)
    outcome = outcome_given_up(course, offender) or outcome
    if outcome is None:
        return cut.written(rest_without=(CardPlayed,))
    # The outcome of a hand given up stands in the place of any other, and before the score.
    return cut.written(outcome, head_without=(Outcome, Score), rest_without=(CardPlayed, Outcome))


def _refuse_new_findings(before: Rubber, written: Rubber, place: Place, incident: Incident) -> None:
    """Raises ``IncidentError`` with what the laws have against the incident as it is written."""
    here = _found_at(written, place, incident)
    for finding in _found_at(before, place, incident):
        if finding in here:
            here.remove(finding)
    if here:
        raise IncidentError(findings=tuple(here))


def _found_at(rubber: Rubber, place: Place, incident: Incident) -> list[Finding]:
    """The findings on incidents of this law in the game, as far as the deal."""
    game: Game = rubber.games[place.game]
    if place.deal is None:
        record = replace(rubber, games=(replace(game, number=1, deals=(), final=None, final_comments=()),))
    else:
        record = up_to(rubber, place, game.deals[place.deal])
    return [
        finding
        for finding in check_rubber(record).findings
        if finding.law == incident.law and is_about_incident(finding) and finding.severity != "note"
    ]
