"""API views for held texts and for settling what an import could not store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply, changed, problem_reply, require_power
from matches.api.core.errors import RESTRICTED, ApiError, invalid_field
from matches.api.core.etags import etag_of, if_match
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.api.core.paging import Orders, by_columns
from matches.api.events.correction_serializers import decided
from matches.api.events.correction_views import preview_json
from matches.api.exchange.settle_serializers import (
    ConflictChoice,
    ConflictFilters,
    ConflictLine,
    ConflictSerializer,
    HeldFilters,
    HeldLine,
    HeldRepair,
    HeldRepaired,
    HeldSerializer,
    RepairedRubber,
    WaitingCounts,
    WaitingFilters,
    WaitingRubber,
    conflict_json,
    finding_json,
)
from matches.api.rubbers.serializers import Reason
from matches.clubs.access import visible_clubs
from matches.clubs.locks import locked_club
from matches.clubs.roles import Powers
from matches.common.commands import CommandContext
from matches.events.corrections import Preview, conflict_preview, take_conflict
from matches.exchange.imports.candidates import Outcome, candidates
from matches.exchange.queries import (
    Unsettled,
    conflicts_with_details,
    held_texts_with_details,
    last_disputes,
    unsettled_for,
)
from matches.exchange.settle import dismiss_held_text, repair_held_text
from matches.models import Club, Conflict, HeldText
from matches.rubbers.conflicts import SettledError, settle_conflict
from scoring.errors import NotEgnError
from scoring.notation import read_text


class WaitingView(ApiView):
    read_problems = RESTRICTED

    @detail_operation("get_waiting", "Count what waits for you in a club", WaitingCounts)
    def get(self, request: Request, club_id: str) -> dict[str, Any]:
        waiting = _waiting(self, request, club_id)
        return WaitingCounts.json(waiting.counts)


class WaitingRubbersView(ApiView):
    filters = WaitingFilters
    orders: ClassVar[Orders] = by_columns("changed_at")
    read_problems = RESTRICTED

    @list_operation(
        "list_waiting_rubbers", "List rubbers that wait for you: disputed, reported or draft", WaitingRubber
    )
    def get(self, request: Request, club_id: str) -> Response:
        page = self.page_of(request, _waiting(self, request, club_id).rubbers)
        context = {"disputes": last_disputes(page.rows)}
        return self.page_response(request, page, WaitingRubber, context=context)


def _waiting(view: ApiView, request: Request, club_id: str) -> Unsettled:
    """Return what waits for a decision of the caller, who must be able to settle something in the club."""
    club = view.club_of(request, club_id)
    powers: Powers = view.powers(request, club)
    require_power(request, powers.can("settle") or powers.can("confirm_rubber"))
    return unsettled_for(club, powers)


class ConflictsView(ApiView):
    filters = ConflictFilters
    read_problems = RESTRICTED

    @list_operation("list_conflicts", "List records that conflict with stored rubbers", ConflictLine)
    def get(self, request: Request, club_id: str) -> QuerySet[Conflict]:
        return conflicts_with_details(self.club_of(request, club_id, "settle"))


class ConflictView(ApiView):
    read_problems = RESTRICTED

    @detail_operation(
        "get_conflict", "Compare the stored and the conflicting record of a rubber", ConflictSerializer
    )
    def get(self, request: Request, conflict_id: str) -> dict[str, Any]:
        club = _club_of(request, conflict_id)
        self.require(request, club, "settle")
        conflict = _conflict(club, conflict_id)
        return _json(conflict, conflict_preview(conflict))


class SettleConflictView(ApiView):
    problems = ("conflict", "wrong_state", "same_rubber", "conflict_open", "event_refused", "invalid_record")

    @operation(
        "settle_conflict",
        "Take the conflicting record, or keep the stored one",
        ConflictSerializer,
        body=ConflictChoice,
        if_match=True,
    )
    def post(self, request: Request, conflict_id: str) -> Response:
        """Taking the other version of the record is a correction, and the log keeps its reason.

        `keep` and `redo` decide about rounds drawn from the old result. If a person has already settled the
        conflict differently, the response is 409 `conflict`.
        """
        club = _club_of(request, conflict_id)
        if answer := self.stored_response(request):
            return answer
        self.require(request, club, "settle")
        read = if_match(request._request)
        data = self.body_of(request)

        @transaction.atomic
        def settle() -> Reply:
            locked_club(club.pk)
            conflict = _conflict(club, conflict_id)
            preview = conflict_preview(conflict)
            read.require(etag_of(_json(conflict, preview)))
            act = CommandContext(by=self.user_of(request), key="", reason=data["reason"])
            try:
                _settle(conflict, data, preview, act)
            except SettledError as error:
                raise ApiError("conflict", str(error)) from error
            return changed(_json(_conflict(club, conflict_id), None))

        return self.respond_once(request, settle)


def _json(conflict: Conflict, preview: Preview | None) -> dict[str, Any]:
    """Return the conflict as JSON, with the consequences of taking the other version if it is open."""
    follows = None if preview is None else preview_json(conflict.rubber.event, preview)
    return {**conflict_json(conflict), "follows": follows}


def _settle(
    conflict: Conflict, data: Mapping[str, Any], preview: Preview | None, act: CommandContext
) -> None:
    """Settle the conflict, and apply the decision about draws, which is an error if no draw is affected."""
    if data["take"] and preview is not None:
        version = preview.before.facts.version
        take_conflict(conflict.rubber.event, conflict, **decided(data), act=act, event_version=version)
        return
    for member in ("keep", "redo"):
        if data[member]:
            raise invalid_field(f"/{member}", _("No draw is affected, so there is nothing to decide."))
    settle_conflict(conflict, take=data["take"], act=act)


def _club_of(request: Request, conflict_id: str) -> Club:
    of_it = Conflict.objects.filter(public_id=conflict_id).values("rubber__club")
    return get_object_or_404(visible_clubs(request.user), pk__in=of_it)


def _conflict(club: Club, conflict_id: str) -> Conflict:
    return get_object_or_404(conflicts_with_details(club), public_id=conflict_id)


class HeldTextsView(ApiView):
    filters = HeldFilters
    read_problems = RESTRICTED

    @list_operation("list_held_texts", "List texts that could not be imported, with their faults", HeldLine)
    def get(self, request: Request, club_id: str) -> QuerySet[HeldText]:
        return held_texts_with_details(self.club_of(request, club_id, "settle"))


class HeldTextView(ApiView):
    read_problems = RESTRICTED

    @detail_operation("get_held_text", "Get a text that could not be imported", HeldSerializer)
    def get(self, request: Request, held_id: str) -> dict[str, Any]:
        club = _club_of_text(request, held_id)
        self.require(request, club, "settle")
        return held_json(_held(club, held_id))


class _HeldChangeView(ApiView):
    """The base class of views that change a held text, based on its current ETag."""

    def change(self, request: Request, held_id: str, do: Any) -> Response:
        club = _club_of_text(request, held_id)
        if answer := self.stored_response(request):
            return answer
        self.require(request, club, "settle")
        read = if_match(request._request)
        data = self.body_of(request)

        @transaction.atomic
        def carry() -> Reply:
            locked_club(club.pk)
            held = _held(club, held_id)
            read.require(etag_of(held_json(held)))
            try:
                reply: Reply = do(club, held, data)
            except SettledError as error:
                raise ApiError("conflict", str(error)) from error
            return reply

        return self.respond_once(request, carry)


class RepairHeldView(_HeldChangeView):
    problems = ("conflict", "invalid_record")

    @operation(
        "repair_held_text",
        "Import a repaired text in place of a held one",
        HeldRepaired,
        body=HeldRepair,
        if_match=True,
    )
    def post(self, request: Request, held_id: str) -> Response:
        """If the repaired text still has faults, the response is 422 `invalid_record`.

        The sent text then replaces the held text.
        """

        def repair(club: Club, held: HeldText, data: Any) -> Reply:
            try:
                outcomes = repair_held_text(held, data["egn"], by=self.user_of(request))
            except NotEgnError as error:
                detail = _("This is not an EGN file: no line starts with [EGN.")
                raise ApiError("invalid_record", detail) from error
            if refused := [outcome for outcome in outcomes if outcome.fate in ("held", "refused")]:
                return problem_reply(_import_error(data["egn"], refused), request.path)
            now = held_json(_held(club, held_id))
            rubbers = RepairedRubber(outcomes, many=True).data
            return Reply({**now, "rubbers": list(rubbers)}, headers={"ETag": etag_of(now)})

        return self.change(request, held_id, repair)


class DismissHeldView(_HeldChangeView):
    problems = ("conflict",)

    @operation(
        "dismiss_held_text",
        "Dismiss a held text; it stays readable",
        HeldSerializer,
        body=Reason,
        if_match=True,
    )
    def post(self, request: Request, held_id: str) -> Response:
        def dismiss(club: Club, held: HeldText, data: Any) -> Reply:
            dismiss_held_text(held, by=self.user_of(request), reason=data["reason"])
            return changed(held_json(_held(club, held_id)))

        return self.change(request, held_id, dismiss)


def _import_error(text: str, refused: Sequence[Outcome]) -> ApiError:
    reasons = [{"pointer": "/egn", "detail": reason} for each in refused for reason in each.reasons]
    return ApiError(
        "invalid_record",
        "; ".join(reason["detail"] for reason in reasons),
        more={"errors": reasons, "findings": _findings(text)},
    )


def held_json(held: HeldText) -> dict[str, Any]:
    body: dict[str, Any] = HeldLine.json(held)
    return {**body, "text": held.text, "findings": _findings(held.text)}


def _findings(text: str) -> list[dict[str, Any]]:
    """Return all findings of ``text`` with their line numbers, or [] if no line starts a rubber."""
    try:
        texts = list(candidates(read_text(text)))
    except NotEgnError:
        return []
    findings = [finding.as_json() for each in texts for finding in each.checked.findings]
    # A fault of the candidate that the checker does not report.
    return findings or [finding_json(each.fault) for each in texts if each.fault is not None]


def _club_of_text(request: Request, held_id: str) -> Club:
    return get_object_or_404(visible_clubs(request.user), held_texts__public_id=held_id)


def _held(club: Club, held_id: str) -> HeldText:
    return get_object_or_404(held_texts_with_details(club), public_id=held_id)
