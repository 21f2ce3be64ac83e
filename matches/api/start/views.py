"""The entrance, the document, and the list of what can go wrong."""

from __future__ import annotations

from typing import Any, ClassVar, get_args

from django.http import Http404
from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.openapi import written_in
from matches.api.core.problem_codes import KINDS, Code, type_of
from matches.api.core.scopes import Scopes
from matches.api.core.serializers import Shape


class RootShown(Shape):
    laws = serializers.CharField()
    chances = serializers.CharField()
    clubs = serializers.CharField()
    rubbers = serializers.CharField()
    figures = serializers.CharField()
    me = serializers.CharField()
    tokens = serializers.CharField()
    problems = serializers.CharField()
    schema = serializers.CharField()


class RootView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": None}

    @extend_schema(operation_id="root", summary="Where to begin", responses=RootShown)
    def get(self, request: Request) -> Response:
        return Response({name: reverse(f"api:{name}") for name in RootShown().fields})


class KindShown(Shape):
    code = serializers.CharField()
    type = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()


class KindsShown(Shape):
    results = KindShown(many=True)


class ProblemsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": None}

    @extend_schema(
        operation_id="list_problems", summary="Each kind of problem, by its code", responses=KindsShown
    )
    def get(self, request: Request) -> Response:
        return Response({"results": [_kind(code) for code in KINDS]})


class ProblemView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": None}

    @extend_schema(operation_id="get_problem", summary="One kind of problem", responses=KindShown)
    def get(self, request: Request, code: str) -> Response:
        for known in get_args(Code):
            if known == code:
                return Response(_kind(known))
        raise Http404


def _kind(code: Code) -> dict[str, Any]:
    kind = KINDS[code]
    return {"code": code, "type": type_of(code), "status": kind.status, "title": str(kind.title)}


class WrittenJson(BaseRenderer):
    """The document's own bytes, written before."""

    media_type = OpenApiJsonRenderer.media_type
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return b"" if data is None else bytes(data)


class WrittenPlainJson(WrittenJson):
    media_type = "application/json"


class WrittenYaml(WrittenJson):
    media_type = OpenApiYamlRenderer.media_type
    format = "yaml"


class SchemaView(ApiView):
    """The OpenAPI document, in JSON unless YAML is asked for."""

    schema = None
    scopes: ClassVar[Scopes] = {"GET": None}
    renderer_classes = (WrittenJson, WrittenPlainJson, WrittenYaml)

    def get(self, request: Request) -> Response:
        form = request.accepted_renderer.format
        content, tag = written_in(get_language() or "en", form)
        answer = self.shown(request, content, etag=tag)
        answer.headers["Content-Disposition"] = f'inline; filename="ecarte.{form}"'
        return answer


class NowhereView(ApiView):
    """Every other address below /api/."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404
