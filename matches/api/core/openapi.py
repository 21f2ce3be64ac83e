"""The OpenAPI document, made once for each language in a process: that takes seconds, and it is always the same."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

from matches.api.core.etags import etag_of


@functools.cache
def document_in(language: str) -> Mapping[str, Any]:
    """Nobody changes what comes back."""
    with translation.override(language):
        made: Mapping[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made


@functools.cache
def written_in(language: str, form: str) -> tuple[bytes, str]:
    """The document as it is sent, in the ``form`` json or yaml, and its tag.

    To write it takes as long as a hundred other answers.
    """
    renderer = OpenApiYamlRenderer() if form == "yaml" else OpenApiJsonRenderer()
    written = renderer.render(document_in(language), renderer_context={})
    content = written if isinstance(written, bytes) else written.encode()
    return content, etag_of(content)
