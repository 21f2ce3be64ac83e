"""All that is kept of a person, as a file to take away."""

from __future__ import annotations

from django.http import StreamingHttpResponse

from matches.models import Player, User
from matches.services.people_export import export_person


def person_file(person: User | Player, name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(export_person(person), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response
