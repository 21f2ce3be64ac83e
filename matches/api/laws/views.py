"""The laws, what they allow in a given record, and the rulings that a stored rubber waits for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core import examples
from matches.api.core.base import ApiView
from matches.api.core.errors import wrong_member
from matches.api.core.problem_codes import Code
from matches.api.core.scopes import Scopes
from matches.api.laws.serializers import (
    LawQuery,
    LawShown,
    LawsShown,
    PendingsShown,
    RulingAsked,
    RulingChosen,
    RulingShown,
    law_json,
    place_json,
    ruling_json,
)
from matches.api.rubbers.record_from_body import record_of_text
from matches.api.rubbers.serializers import RubberShown
from matches.api.rubbers.views.changes import RubberChangeView
from matches.api.rubbers.views.rubbers import require_over, rubber_shown
from matches.clubs.permissions import Action, Powers
from matches.models import Rubber
from matches.rubbers.commands import Act, settle_ruling
from matches.rubbers.rulings import may_rule
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
"""A record of which nothing is known: what the law says by itself."""


class LawsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}

    @extend_schema(operation_id="list_laws", summary="The 55 laws, in order", responses=LawsShown)
    def get(self, request: Request) -> Response:
        return Response({"results": [law_json(law) for law in LAWS]})


class LawSearchView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}

    @extend_schema(
        operation_id="search_laws",
        summary="The laws that plain words are about, the best first",
        parameters=[LawQuery],
        responses=LawsShown,
    )
    def get(self, request: Request) -> Response:
        """All of them in order where nothing is asked."""
        found = find(self.query_of(request, LawQuery)["q"], english_texts())
        return Response({"results": [law_json(LAWS[number - 1]) for number in found]})


class LawView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}

    @extend_schema(operation_id="get_law", summary="One law", responses=LawShown)
    def get(self, request: Request, number: int) -> Response:
        if not 1 <= number <= len(LAWS):
            raise Http404
        return Response(law_json(LAWS[number - 1]))


class RulingPreviewView(ApiView):
    scopes: ClassVar[Scopes] = {"POST": "read"}
    reads: ClassVar[frozenset[str]] = frozenset({"GET", "POST"})
    problems: ClassVar[tuple[Code, ...]] = ("invalid_record", "not_found")

    @extend_schema(
        operation_id="preview_ruling",
        summary="What the laws say of an incident: who chooses, and what each remedy does to this score",
        examples=examples.RULING_ASKED,
        request=RulingAsked,
        responses=RulingShown,
    )
    def post(self, request: Request) -> Response:
        """Nothing is changed. Of a rubber that is being played only who may rule on it is told."""
        asked = self.body_of(request, RulingAsked)
        record = self._record(request, asked)
        return Response(ruling_json(ruling(record, _place_in(record, asked), _incident_of(asked))))

    def _record(self, request: Request, asked: Mapping[str, Any]) -> Record:
        if "rubber" in asked and "egn" in asked:
            raise wrong_member("/egn", _("Send the record, or the rubber's id, not both."))
        if "rubber" in asked:
            return _record_of(self, request, rubber_shown(request, asked["rubber"]))
        return record_of_text(asked["egn"]) if "egn" in asked else NO_RECORD


class RulingsView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    problems: ClassVar[tuple[Code, ...]] = ("wrong_state", "invalid_record")

    @extend_schema(
        operation_id="list_rulings",
        summary="What a rubber's record waits for, and what each choice does",
        responses=PendingsShown,
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        """Of a rubber that is being played only who may rule on it is told."""
        record = _record_of(self, request, rubber_shown(request, rubber_id))
        checked = check_rubber(record)
        return Response({"results": [_pending_json(record, checked, one) for one in pending(checked)]})

    @extend_schema(
        operation_id="settle_ruling",
        summary="Rule on an incident: the choice is written into the record, and the log keeps the original",
        examples=examples.RULING_CHOSEN,
        request=RulingChosen,
        responses=RubberShown,
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        """Of a rubber that is being played the last deal alone can be ruled upon."""

        def settle(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            place = _place_in(read_one(rubber.egn), asked)
            won = asked["outcome"]
            outcome = None if won is None else Outcome(won["winner"], won["tricks"])
            return settle_ruling(rubber, place, _incident_of(asked), act=act, outcome=outcome)

        return self.change(request, rubber_id, action="correct_rubber", body=RulingChosen, do=settle)

    def may(self, powers: Powers, action: Action, rubber: Rubber, version: int | None) -> bool:
        return may_rule(powers, rubber)


def _record_of(view: ApiView, request: Request, rubber: Rubber) -> Record:
    """The rubber's record. Raises ``ApiError`` while it is played, for who may not rule on it."""
    if not may_rule(view.powers(request, rubber.club), rubber):
        require_over(rubber)
    return read_one(rubber.egn)


def _incident_of(asked: Mapping[str, Any]) -> Incident:
    """Raises ``ApiError`` for facts that the notation has no form for."""
    incident = Incident(
        asked["law"],
        asked["offender"],
        tuple(asked["facts"]),
        asked.get("remedy"),
        asked.get("argument"),
    )
    try:
        write_incident(incident)
    except RecordError as error:
        raise wrong_member("/facts", str(error)) from None
    return incident


def _place_in(record: Record, asked: Mapping[str, Any]) -> Place:
    """Raises ``IncidentError`` for a game or deal that the record has not got."""
    deal = None if asked["deal"] is None else asked["deal"] - 1
    if asked["token"] is not None:
        return Place(asked["game"] - 1, deal, asked["token"])
    return end_of_place(record, asked["game"] - 1, deal)


def _pending_json(record: Record, checked: CheckedRubber, one: Pending) -> dict[str, Any]:
    found = ruling(record, one.place, one.incident)
    return {
        "finding": checked.findings[one.finding].as_json(),
        "place": place_json(one.place),
        "law": one.incident.law,
        "offender": one.incident.player,
        "facts": list(one.incident.facts),
        "ruling": ruling_json(found),
    }
