"""API views for the laws, for previews of rulings, and for the pending rulings of a stored rubber."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.errors import invalid_field
from matches.api.core.operations import operation
from matches.api.laws.serializers import (
    LawQuery,
    LawSerializer,
    LawsSerializer,
    PendingsSerializer,
    RulingAsked,
    RulingChosen,
    RulingSerializer,
    law_json,
    place_json,
    ruling_json,
)
from matches.api.rubbers.change_views import RubberChangeView, rubber_operation
from matches.api.rubbers.rubber_views import record_of_text, require_over, visible_rubber
from matches.clubs.roles import Action, Powers
from matches.models import Rubber
from matches.rubbers.change_rubbers import CommandContext, settle_ruling
from matches.rubbers.rule import may_rule
from scoring.book import Pending, Place, end_of_place, english_texts, find, pending, ruling
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.errors import RecordError
from scoring.laws.index import LAWS
from scoring.notation import read_one
from scoring.notation.incidents import write_incident
from scoring.record import Game, Incident, Outcome
from scoring.record import Rubber as Record

NO_RECORD: Final = Record((), (Game(1),))
"""An empty record, for questions about a law without a record."""


class LawsView(ApiView):
    @operation("list_laws", "List the 55 laws in order", LawsSerializer, scope="read")
    def get(self, request: Request) -> Response:
        return Response({"results": [law_json(law) for law in LAWS]})


class LawSearchView(ApiView):
    @operation(
        "search_laws", "Search the laws, best match first", LawsSerializer, scope="read", query=LawQuery
    )
    def get(self, request: Request) -> Response:
        """An empty query returns all laws in order."""
        numbers = find(self.query_of(request)["q"], english_texts())
        return Response({"results": [law_json(LAWS[number - 1]) for number in numbers]})


class LawView(ApiView):
    @operation("get_law", "Get a law", LawSerializer, scope="read")
    def get(self, request: Request, number: int) -> Response:
        if not 1 <= number <= len(LAWS):
            raise Http404
        return Response(law_json(LAWS[number - 1]))


class RulingPreviewView(ApiView):
    problems = ("invalid_record", "not_found")

    @operation(
        "preview_ruling",
        "Preview a ruling: who chooses, and how each remedy changes the score",
        RulingSerializer,
        scope="read",
        body=RulingAsked,
        changes_nothing=True,
    )
    def post(self, request: Request) -> Response:
        """The request changes nothing.

        While a rubber is being played, only users who may rule on the rubber can preview its rulings.
        """
        data = self.body_of(request)
        record = self._record(request, data)
        return Response(ruling_json(ruling(record, _place_in(record, data), _incident_of(data))))

    def _record(self, request: Request, data: Mapping[str, Any]) -> Record:
        if "rubber" in data and "egn" in data:
            raise invalid_field("/egn", _("Send either the record or the id of the rubber."))
        if "rubber" in data:
            return _record_of(self, request, visible_rubber(request, data["rubber"]))
        return record_of_text(data["egn"]) if "egn" in data else NO_RECORD


class RulingsView(RubberChangeView):
    problems = ("wrong_state", "invalid_record")

    @operation(
        "list_rulings",
        "List pending rulings of a rubber and the effect of each choice",
        PendingsSerializer,
        scope="read",
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        """While the rubber is being played, only users who may rule on it see its rulings."""
        record = _record_of(self, request, visible_rubber(request, rubber_id))
        checked = check_rubber(record)
        return Response({"results": [_pending_json(record, checked, one) for one in pending(checked)]})

    @rubber_operation(
        "settle_ruling",
        "Rule on an incident; the record changes and the log keeps the original",
        RulingChosen,
        action="correct_rubber",
        scope="manage",
    )
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        """While the rubber is being played, only its last deal can be ruled on."""
        place = _place_in(read_one(rubber.egn), data)
        won = data["outcome"]
        outcome = None if won is None else Outcome(won["winner"], won["tricks"])
        return settle_ruling(rubber, place, _incident_of(data), act=act, outcome=outcome)

    def may(self, powers: Powers, action: Action, rubber: Rubber, version: int | None) -> bool:
        return may_rule(powers, rubber)


def _record_of(view: ApiView, request: Request, rubber: Rubber) -> Record:
    """Return the rubber's record. Raises ``ApiError`` if it is live and the caller may not rule on it."""
    if not may_rule(view.powers(request, rubber.club), rubber):
        require_over(rubber)
    return read_one(rubber.egn)


def _incident_of(data: Mapping[str, Any]) -> Incident:
    """Raises ``ApiError`` if the notation cannot express the facts of the incident."""
    incident = Incident(
        data["law"],
        data["offender"],
        tuple(data["facts"]),
        data.get("remedy"),
        data.get("argument"),
    )
    try:
        write_incident(incident)
    except RecordError as error:
        raise invalid_field("/facts", str(error)) from None
    return incident


def _place_in(record: Record, data: Mapping[str, Any]) -> Place:
    """Raises ``IncidentError`` if the record does not have the incident's game or deal."""
    deal = None if data["deal"] is None else data["deal"] - 1
    if data["token"] is not None:
        return Place(data["game"] - 1, deal, data["token"])
    return end_of_place(record, data["game"] - 1, deal)


def _pending_json(record: Record, checked: CheckedRubber, one: Pending) -> dict[str, Any]:
    decision = ruling(record, one.place, one.incident)
    return {
        "finding": checked.findings[one.finding].as_json(),
        "place": place_json(one.place),
        "law": one.incident.law,
        "offender": one.incident.player,
        "facts": list(one.incident.facts),
        "ruling": ruling_json(decision),
    }
