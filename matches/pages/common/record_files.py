"""Where records are fetched as files that come at once, for the pages whose records they are."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.clubs.permissions import Powers
from matches.models import Event


def file_links(address: str, *whose: object) -> list[tuple[str, str]]:
    """What each file is called and where it is; ``address`` is the API's name of the file's, ``whose`` its parts
    before the form.
    """
    forms = ((_("spreadsheet"), "xlsx"), ("CSV", "csv"), ("EGN", "egn"))
    return [(text, reverse(f"api:{address}", args=[*whose, form])) for text, form in forms]


def event_files(event: Event, powers: Powers) -> list[tuple[str, str]]:
    """The records of an event, for whoever may take them out."""
    return file_links("event_records_file", event.public_id) if powers.can("export_records") else []
