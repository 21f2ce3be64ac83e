"""All that is kept of a person, as a file to take away."""

from __future__ import annotations

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from matches.exchange.exports.streaming import (
    Sending,
    TooManyFilesError,
    lose_patience,
    reader,
    take_place,
)
from matches.models import Player, User
from matches.pages.common.club_context import acting_user
from matches.pages.common.too_many_files import too_many_files
from matches.privacy.export_personal_data import export_person


def person_file(request: HttpRequest, person: User | Player) -> HttpResponseBase:
    """The file, which counts among those that are on their way to whoever asks; 429 where there are too many."""
    try:
        place = None if request.method == "HEAD" else take_place(reader(acting_user(request)))
    except TooManyFilesError:
        return too_many_files(request)
    lose_patience(request.META)
    response = StreamingHttpResponse(
        () if place is None else Sending(export_person(person), place), content_type="application/json"
    )
    response["Content-Disposition"] = f'attachment; filename="ecarte-{person.public_id}.json"'
    response["Cache-Control"] = "no-store"
    return response
