"""The OpenAPI document, made once for each language in a process: that takes seconds, and it is always the same."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator


def document() -> Mapping[str, Any]:
    """In the language of now; nobody changes what comes back."""
    return document_in(translation.get_language() or "en")


@functools.cache
def document_in(language: str) -> Mapping[str, Any]:
    with translation.override(language):
        made: Mapping[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made
