"""Write an incident into a record, and apply its remedy to the rest of the deal.

An incident that causes new findings is refused, and the error lists them. The scorer's figures are not
changed here; ``scoring.book.figures`` updates them.
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
from scoring.check import check_rubber
from scoring.findings import Finding, is_about_incident
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
"""Numbers of the laws that either player may break and whose effect depends on the offender."""


def write_incident(
    rubber: Rubber,
    place: Place,
    incident: Incident,
    *,
    outcome: Outcome | None = None,
    play: tuple[CardPlayed, ...] = (),
) -> Rubber:
    """Return the record with ``incident`` written at the position ``place``.

    If the same incident is already recorded at ``place`` without a remedy, it gets the remedy instead of
    being written twice. Comments stay with their tokens. A comment on a removed token moves to the last
    earlier token that remains. The remedy decides what may follow the incident in the deal:

    - ``fresh`` and ``void`` remove the rest of the deal and write ``=void``.
    - After ``replay`` only the cards of the replay may follow. They are the cards already recorded after
      ``place``, if any. ``play`` and ``outcome``, if given, replace everything recorded after ``place``.
    - ``abandon`` removes the cards after ``place``. The outcome is computed if the tricks are known;
      otherwise it is ``outcome``, if given.

    Raises ``IncidentError`` if the position or law does not exist, the offender is missing, ``outcome`` or
    ``play`` is not allowed, or the incident causes new findings.
    """
    _require_law_and_offender(incident)
    if place.deal is None:
        if outcome is not None:
            raise IncidentError("outcome")
        written = _write_in_heading(rubber, place, incident)
    else:
        deal = _write_in_deal(rubber, place, incident, outcome, play)
        written = with_deal(rubber, place, deal)
    _refuse_new_findings(rubber, written, place, incident)
    return written


def _require_law_and_offender(incident: Incident) -> None:
    if incident.law not in ROWS:
        raise IncidentError("law", law=incident.law)
    if incident.player is None and incident.law in NEEDS_OFFENDER:
        raise IncidentError("offender", law=incident.law)


def _write_in_heading(rubber: Rubber, place: Place, incident: Incident) -> Rubber:
    game = game_at(rubber, place)
    index = opening_index(game, place)
    is_present = index < len(game.opening) and _is_open_form(game.opening[index], incident)
    opening = (*game.opening[:index], incident, *game.opening[index + is_present :])
    shift = 0 if is_present else 1
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
        return cut.rebuild(VoidDeal(), head_without=(Outcome, Score), drops_rest=True)
    if incident.remedy == "replay":
        return _write_replay(cut, outcome, play)
    if incident.law == 42 and "claim" not in facts_of(incident).words:
        return _write_abandonment(cut, outcome, rubber.rules)
    if outcome is not None or play:
        raise IncidentError("outcome")
    if incident.remedy == "rectify" and any(_is_wrong_number(item) for item in deal.items):
        raise IncidentError("rectify")
    return cut.rebuild()


def _is_wrong_number(item: Item) -> bool:
    """Return whether a hand does not have five cards: by the notation, hands are written as corrected (law 9)."""
    return isinstance(item, Hand) and not item.partial and item.cards.bit_count() != HAND_SIZE


class _Cut:
    """A deal cut into the items before an incident and those after it.

    If the record has the same incident there without a remedy, the cut leaves it out.
    """

    def __init__(self, deal: Deal, index: int, incident: Incident) -> None:
        self.deal = deal
        self.index = index
        self.incident = incident
        self.has_open_incident = index < len(deal.items) and _is_open_form(deal.items[index], incident)
        self.head = deal.items[:index]
        self.first_behind = index + self.has_open_incident
        self.behind = deal.items[self.first_behind :]

    def rebuild(
        self,
        *ending: Item,
        head_without: tuple[type[Item], ...] = (),
        rest_without: tuple[type[Item], ...] = (),
        drops_rest: bool = False,
    ) -> Deal:
        """Return the deal with the incident and the items ``ending`` inserted at the cut, and with every
        comment.

        The cut is the position at which the incident is written. Items of the types ``head_without`` are
        removed before the cut, items of the types ``rest_without`` after it. If ``drops_rest``, all items
        after the cut are removed. A comment on a removed item moves to the last remaining item before it.
        """
        head: list[Item] = []
        places = list(range(FIRST_ITEM_TOKEN))
        for item in self.head:
            if not isinstance(item, head_without):
                head.append(item)
            places.append(FIRST_ITEM_TOKEN + len(head) - 1)
        items = [*head, self.incident, *ending]
        for index in range(self.index, len(self.deal.items)):
            item = self.deal.items[index]
            if index >= self.first_behind and not drops_rest and not isinstance(item, rest_without):
                items.append(item)
            places.append(FIRST_ITEM_TOKEN + len(items) - 1)
        return replace(self.deal, items=tuple(items), comments=moved_comments(self.deal.comments, places))


def _is_open_form(item: object, incident: Incident) -> bool:
    """Return whether ``item`` is the incident without its remedy and argument."""
    return item == replace(incident, remedy=None, argument=None)


def _write_replay(cut: _Cut, outcome: Outcome | None, play: tuple[CardPlayed, ...]) -> Deal:
    if outcome is not None or play:
        ending = () if outcome is None else (outcome,)
        return cut.rebuild(*play, *ending, head_without=(Score,), drops_rest=True)
    was_played = any(isinstance(item, CardPlayed) for item in cut.head)
    is_ended_at_once = bool(cut.behind) and is_end_of_deal(cut.behind[0])
    if was_played and is_ended_at_once and not cut.has_open_incident:
        # It is unknown whether the first play ended so, or the replay.
        raise IncidentError("replay")
    # After a score no card can be written, nor another outcome.
    return cut.rebuild(head_without=(Score,))


def _write_abandonment(cut: _Cut, outcome: Outcome | None, rules: Rules) -> Deal:
    """Return the deal with its hand given up: no card follows, and the tricks won so far decide between point
    and vole.
    """
    if any(isinstance(item, Incident) and item.remedy == "replay" for item in cut.behind):
        # The hand is played again (laws 25 and 43), so the rest of the deal is that play and its outcome.
        return cut.rebuild()
    offender = offender_of(cut.incident, cut.deal.dealer)
    course = follow_deal(replace(cut.deal, items=cut.head), rules.code, rules.variant)
    outcome = outcome_given_up(course, offender) or outcome
    if outcome is None:
        return cut.rebuild(rest_without=(CardPlayed,))
    # The outcome of a hand given up replaces any other, and comes before the score.
    return cut.rebuild(outcome, head_without=(Outcome, Score), rest_without=(CardPlayed, Outcome))


def _refuse_new_findings(before: Rubber, written: Rubber, place: Place, incident: Incident) -> None:
    """Raise ``IncidentError`` with the findings that the incident causes as it is written."""
    findings = _list_findings(written, place, incident)
    for finding in _list_findings(before, place, incident):
        if finding in findings:
            findings.remove(finding)
    if findings:
        raise IncidentError(findings=tuple(findings))


def _list_findings(rubber: Rubber, place: Place, incident: Incident) -> list[Finding]:
    """Return the findings, other than notes, on incidents of this law in the game, up to the deal of ``place``."""
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
