"""Give the pages about a rubber what they need: the rubber, its names and record, the viewer's powers, form keys."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, QueryDict
from django.shortcuts import get_object_or_404

from matches.clubs.roles import Action, Powers
from matches.common.commands import new_key
from matches.models import Decision, Rubber
from matches.pages.common.club_context import powers_on
from matches.pages.common.navigation import Crumb, club_crumb, event_crumb, rubber_crumb
from matches.pages.common.results import rubber_title, side_names
from matches.pages.reviews.judgements import Judgement
from matches.rubbers.queries import visible_rubbers
from matches.rubbers.text import check_text, named_text
from scoring.checked import CheckedRubber
from scoring.record import Variant

NOT_CONTENT: Final = frozenset({"csrfmiddlewaretoken"})
"""Form fields that differ each time a form is rendered, and so are left out of the idempotency key."""


def get_rubber(request: HttpRequest, public_id: str) -> Rubber:
    """Return the rubber, with what its page's title needs. Raises ``Http404`` if the viewer may not see it."""
    return get_object_or_404(visible_rubbers(request.user), public_id=public_id)


def get_finished_rubber(request: HttpRequest, public_id: str) -> Rubber:
    """Return a rubber whose cards may be shown. Raises ``Http404`` if it is in progress or not visible."""
    rubbers = visible_rubbers(request.user).exclude(state=Rubber.State.LIVE)
    return get_object_or_404(rubbers, public_id=public_id)


def require_for_rubber(request: HttpRequest, rubber: Rubber, action: Action) -> Powers:
    """Return the viewer's powers. Raises ``PermissionDenied`` if they lack ``action`` on the rubber."""
    powers = powers_on(request, rubber.club)
    if not powers.can(action, rubber):
        raise PermissionDenied
    return powers


def rubber_crumbs(rubber: Rubber) -> list[Crumb]:
    return [club_crumb(rubber.club), event_crumb(rubber.club, rubber.event), rubber_crumb(rubber)]


def new_form_data(rubber: Rubber) -> dict[str, object]:
    """Return a form's initial hidden values: a new idempotency key and the version of ``rubber``."""
    return {"key": new_key(), "version": rubber.version}


def resubmitted_data(request: HttpRequest, rubber: Rubber) -> QueryDict:
    """Return the submitted data for the rubber's current version, after another user changed it."""
    data = request.POST.copy()
    for name, value in new_form_data(rubber).items():
        data[name] = str(value)
    return data


def submission_key(request: HttpRequest) -> str:
    """Return an idempotency key derived from the submitted key and contents, before the form is validated."""
    fields = sorted(
        (name, value) for name, values in request.POST.lists() for value in values if name not in NOT_CONTENT
    )
    return form_idempotency_key(request.POST.get("key", ""), *(f"{name}={value}" for name, value in fields))


def form_idempotency_key(form_key: str, *contents: str) -> str:
    """Return an idempotency key that differs if the same form is sent with other ``contents``."""
    text = "\n".join((form_key, *contents))
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def rubber_context(rubber: Rubber) -> dict[str, Any]:
    """Return the template context of the pages below a rubber's page. Its club, event and players must be loaded."""
    return {"rubber": rubber, "title": rubber_title(rubber), "crumbs": rubber_crumbs(rubber)}


def names_of(rubber: Rubber) -> tuple[str, str]:
    """Return the names of A and B for pages. The players of ``rubber`` must be loaded."""
    return side_names(rubber.player_a, rubber.player_b)


def checked_record(rubber: Rubber) -> CheckedRubber:
    """Return the stored record, parsed and checked; its players are called A and B."""
    return check_text(rubber.egn, rubber.checks)


def egn_text(rubber: Rubber) -> str:
    """Return the rubber as canonical EGN text with the current names of its players."""
    return named_text(rubber.egn, (rubber.player_a.name, rubber.player_b.name))


def judgement_of(decision: Decision, variant: Variant = "ecarte") -> Judgement:
    """Convert a stored ``Decision`` to the ``Judgement`` that pages describe."""
    values = {
        field.name: getattr(decision, field.name) for field in fields(Judgement) if field.name != "variant"
    }
    return Judgement(**values | {"label": decision.label or None, "variant": variant})
