"""Texts that could not be taken in: read, repaired, or put aside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core import examples
from matches.api.core.base import ApiView, Reply, kept_problem
from matches.api.core.errors import ApiError
from matches.api.core.etags import etag_of, if_match
from matches.api.core.filters import Filters
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.exchange.examples import settle
from matches.api.exchange.serializers.settle import (
    HeldFilters,
    HeldLine,
    HeldRepair,
    HeldRepaired,
    HeldShown,
    RepairedRubber,
    finding_json,
)
from matches.api.exchange.views.settle import DIRECTORS_ALONE
from matches.api.rubbers.serializers import Reason
from matches.clubs.access import visible_clubs
from matches.clubs.locks import locked_club
from matches.exchange.imports.candidates import candidates
from matches.exchange.imports.outcomes import Outcome
from matches.exchange.queries.unsettled import held_shown
from matches.exchange.settle import SettledError, dismiss_held, repair_held
from matches.models import Club, HeldText
from scoring.errors import NotEgnError
from scoring.notation import read_text


class HeldTextsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = HeldFilters
    read_problems: ClassVar[tuple[Code, ...]] = DIRECTORS_ALONE

    @extend_schema(
        operation_id="list_held_texts",
        summary="Texts that could not be taken in, with what is wrong",
        responses=page_of(HeldLine, "HeldPage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "settle")
        return self.listed(request, held_shown(club), HeldLine)


class HeldTextView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    read_problems: ClassVar[tuple[Code, ...]] = DIRECTORS_ALONE

    @extend_schema(operation_id="get_held_text", summary="One text that is held", responses=HeldShown)
    def get(self, request: Request, held_id: str) -> Response:
        club = _club_of(request, held_id)
        self.require(request, club, "settle")
        return self.shown(request, held_json(_held(club, held_id)))


class _HeldChangeView(ApiView):
    """What is done to a held text, on the text that was read."""

    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})

    def change(self, request: Request, held_id: str, body: Any, do: Any) -> Response:
        club = _club_of(request, held_id)
        if answer := self.answered_before(request):
            return answer
        self.require(request, club, "settle")
        read = if_match(request._request)
        asked = self.body_of(request, body)

        @transaction.atomic
        def carry() -> Reply:
            locked_club(club.pk)
            held = _held(club, held_id)
            read.require(etag_of(held_json(held)))
            try:
                reply: Reply = do(club, held, asked)
            except SettledError as error:
                raise ApiError("conflict", str(error)) from error
            return reply

        return self.carry_out(request, carry)


class RepairHeldView(_HeldChangeView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    problems: ClassVar[tuple[Code, ...]] = ("conflict", "invalid_record")

    @extend_schema(
        operation_id="repair_held_text",
        summary="Take a repaired text in, in the place of the one that is held",
        examples=settle.REPAIR,
        request=HeldRepair,
        responses=HeldRepaired,
    )
    def post(self, request: Request, held_id: str) -> Response:
        """422 `invalid_record` where it can't be taken in yet: then the new text is kept in the old one's place."""

        def repair(club: Club, held: HeldText, asked: Any) -> Reply:
            try:
                outcomes = repair_held(held, asked["egn"], by=self.user_of(request))
            except NotEgnError as error:
                told = _("This is no EGN file: no line of it starts with [EGN.")
                raise ApiError("invalid_record", told) from error
            if refused := _refused(outcomes):
                return kept_problem(_not_taken_in(asked["egn"], refused), request.path)
            now = held_json(_held(club, held_id))
            rubbers = RepairedRubber(outcomes, many=True).data
            return Reply({**now, "rubbers": list(rubbers)}, headers={"ETag": etag_of(now)})

        return self.change(request, held_id, HeldRepair, repair)


class DismissHeldView(_HeldChangeView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    problems: ClassVar[tuple[Code, ...]] = ("conflict",)

    @extend_schema(
        operation_id="dismiss_held_text",
        summary="Put a held text aside for good; it stays readable",
        examples=examples.A_REASON,
        request=Reason,
        responses=HeldShown,
    )
    def post(self, request: Request, held_id: str) -> Response:
        def dismiss(club: Club, held: HeldText, asked: Any) -> Reply:
            dismiss_held(held, by=self.user_of(request), reason=asked["reason"])
            body = held_json(_held(club, held_id))
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.change(request, held_id, Reason, dismiss)


def _refused(outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.fate in ("held", "refused")]


def _not_taken_in(text: str, refused: Sequence[Outcome]) -> ApiError:
    reasons = [{"pointer": "/egn", "detail": reason} for each in refused for reason in each.reasons]
    return ApiError(
        "invalid_record",
        "; ".join(reason["detail"] for reason in reasons),
        more={"errors": reasons, "findings": _findings(text)},
    )


def held_json(held: HeldText) -> dict[str, Any]:
    told: dict[str, Any] = dict(HeldLine(held).data)
    return {**told, "text": held.text, "findings": _findings(held.text)}


def _findings(text: str) -> list[dict[str, Any]]:
    """All that is wrong with a text, by its own lines; nothing of one in which no line starts a rubber."""
    try:
        found = list(candidates(read_text(text)))
    except NotEgnError:
        return []
    told = [finding.as_json() for each in found for finding in each.checked.findings]
    # A fault that no reader finds is the candidate's alone.
    return told or [finding_json(each.held) for each in found if each.held is not None]


def _club_of(request: Request, held_id: str) -> Club:
    """Raises ``Http404`` for a text of a club that the caller does not see."""
    return get_object_or_404(visible_clubs(request.user), held_texts__public_id=held_id)


def _held(club: Club, held_id: str) -> HeldText:
    return get_object_or_404(held_shown(club), public_id=held_id)
