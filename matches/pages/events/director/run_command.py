"""Doing what a page of the director asks for, and telling why not where it can't be done."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest

from matches.clubs.errors import PeopleError
from matches.events.errors import EventChangeError, ReasonNeededError
from matches.pages.events.director.context import Desk, refusal_words
from matches.rules.events.errors import EventActError


def done(request: HttpRequest, desk: Desk, do: Callable[[], object], *, form: Form | None = None) -> bool:
    """Whether ``do`` was carried out. Why not is told beside the ``form``'s fields, or without one above the page."""
    try:
        do()
    except (EventChangeError, EventActError, PeopleError) as error:
        told = str(error) if isinstance(error, PeopleError) else refusal_words(error, desk.names)
        if form is None:
            messages.error(request, told)
        else:
            is_about_reason = isinstance(error, ReasonNeededError) and "reason" in form.fields
            form.add_error("reason" if is_about_reason else None, told)
        return False
    return True
