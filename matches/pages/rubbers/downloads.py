"""A rubber's record as a file: as it was written down, and with the review's verdicts in it."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.clubs.access import open_seats
from matches.pages.common.checked_record import egn_text
from matches.pages.rubbers.entry.context import finished_rubber
from matches.reviews.annotate_text import annotated_text
from matches.reviews.queries.reviews import labelled_decisions
from scoring.errors import RecordError

EGN_MEDIA_TYPE: Final = "text/vnd.ecarte.egn"


@require_safe
def rubber_egn(request: HttpRequest, public_id: str) -> HttpResponse:
    return _file(egn_text(finished_rubber(request, public_id)), f"rubber-{public_id}.egn")


@require_safe
def rubber_review_egn(request: HttpRequest, public_id: str) -> HttpResponse:
    """The decisions of those sides whose figures the viewer may read; no file where that is none."""
    rubber = finished_rubber(request, public_id)
    seats = open_seats(request.user, rubber)
    if not seats:
        raise Http404
    try:
        text = annotated_text(rubber, labelled_decisions(rubber, seats))
    except RecordError:
        # The comments make it longer than a record may be: nobody could read it back.
        raise Http404 from None
    return _file(text, f"rubber-{public_id}-review.egn")


def _file(text: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=f"{EGN_MEDIA_TYPE}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
