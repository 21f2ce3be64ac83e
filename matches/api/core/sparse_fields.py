"""Some members of a representation in place of all: ``?fields=id,name``.

What comes back then is under a media type of its own, since it has not the shape that the whole is promised in. Its
tag is that of the whole, under another address: it changes at least as often, and is good for ``If-Match``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework.request import Request

from matches.api.core.errors import wrong_parameter

SPARSE_MEDIA_TYPE: Final = "application/vnd.ecarte.sparse+json"
FIELDS: Final = "fields"


def fields_asked(request: Request, known: Collection[str]) -> frozenset[str] | None:
    """The members asked for; None for all. Raises ``ApiError`` for one that there is not."""
    text = request.query_params.get(FIELDS)
    if text is None:
        return None
    asked = frozenset(text.split(","))
    if unknown := sorted(asked - set(known)):
        told = _("There is no member %(name)s here; there are: %(known)s.")
        raise wrong_parameter(FIELDS, told % {"name": f"“{unknown[0]}”", "known": ", ".join(known)})
    return asked


def thinned(body: Mapping[str, Any], fields: frozenset[str] | None) -> Mapping[str, Any]:
    return body if fields is None else {name: value for name, value in body.items() if name in fields}
