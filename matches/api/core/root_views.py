"""API views for the entry point, the OpenAPI document, and the kinds of problem."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, get_args

from django.http import Http404
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.encodings import accepts_gzip
from matches.api.core.errors import KINDS, Code, type_of
from matches.api.core.media_types import WrittenRenderer
from matches.api.core.openapi import written_in
from matches.api.core.operations import operation
from matches.api.core.serializers import ReadSerializer


class RootSerializer(ReadSerializer):
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
    @operation("root", "List the entry points of the API", RootSerializer, scope=None)
    def get(self, request: Request) -> Response:
        return Response({name: reverse(f"api:{name}") for name in RootSerializer().fields})


class ProblemKindSerializer(ReadSerializer):
    code = serializers.CharField()
    type = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()


class ProblemKindsSerializer(ReadSerializer):
    results = ProblemKindSerializer(many=True)


class ProblemsView(ApiView):
    @operation("list_problems", "List every kind of problem by its code", ProblemKindsSerializer, scope=None)
    def get(self, request: Request) -> Response:
        return Response({"results": [_kind(code) for code in KINDS]})


class ProblemView(ApiView):
    @operation("get_problem", "Get a kind of problem", ProblemKindSerializer, scope=None)
    def get(self, request: Request, code: str) -> Response:
        for each in get_args(Code):
            if each == code:
                return Response(_kind(each))
        raise Http404


def _kind(code: Code) -> dict[str, Any]:
    kind = KINDS[code]
    return {"code": code, "type": type_of(code), "status": kind.status, "title": str(kind.title)}


class WrittenJson(WrittenRenderer):
    """The renderer of the OpenAPI document."""

    media_type = OpenApiJsonRenderer.media_type
    format = "json"


class WrittenPlainJson(WrittenJson):
    media_type = "application/json"


class WrittenYaml(WrittenJson):
    media_type = OpenApiYamlRenderer.media_type
    format = "yaml"


class SchemaView(ApiView):
    """Return the OpenAPI document as JSON, or as YAML if the request asks for YAML.

    A client that does not accept gzip gets the plain document, which is so large that it needs a place.
    """

    schema = None
    renderer_classes = (WrittenJson, WrittenPlainJson, WrittenYaml)

    @operation("get_schema", "Get the OpenAPI document", scope=None)
    def get(self, request: Request) -> Response:
        form = request.accepted_renderer.format
        document = written_in(get_language() or "en", form)
        is_zipped = accepts_gzip(request._request)
        content = document.gzipped if is_zipped else document.plain
        answer = self.detail_response(request, content, etag=document.etag)
        if is_zipped:
            # Weak, because the bytes are others than those of the plain document.
            answer.headers["ETag"] = f"W/{document.etag}"
            if answer.status_code == HTTPStatus.OK:
                answer.headers["Content-Encoding"] = "gzip"
        patch_vary_headers(answer, ["Accept-Encoding"])
        answer.headers["Content-Disposition"] = f'inline; filename="ecarte.{form}"'
        return answer


class NowhereView(ApiView):
    """Respond with 404 to URLs below ``/api/`` that match no other pattern."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404
