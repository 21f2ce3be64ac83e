"""The entrance, the document, and the list of what can go wrong."""

from __future__ import annotations

from typing import Any, ClassVar, get_args

from django.http import Http404
from django.urls import reverse
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api import problems
from matches.api.authentication import SessionAuthentication, TokenAuthentication
from matches.api.base import ApiView
from matches.api.codes import KINDS, Code, type_of
from matches.api.document import document
from matches.api.scopes import Scopes, WithinScope
from matches.api.throttles import ScopeThrottle, headers_of_limit


class RootShown(serializers.Serializer[Any]):
    laws = serializers.CharField()
    chances = serializers.CharField()
    clubs = serializers.CharField()
    rubbers = serializers.CharField()
    problems = serializers.CharField()
    schema = serializers.CharField()


class RootView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": None}

    @extend_schema(operation_id="root", summary="Where to begin", responses=RootShown)
    def get(self, request: Request) -> Response:
        return Response({name: reverse(f"api:{name}") for name in RootShown().fields})


class KindShown(serializers.Serializer[Any]):
    code = serializers.CharField()
    type = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()


class KindsShown(serializers.Serializer[Any]):
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


class SchemaView(SpectacularAPIView):
    """The OpenAPI document, in JSON unless YAML is asked for."""

    schema = None
    authentication_classes = (TokenAuthentication, SessionAuthentication)
    permission_classes = (WithinScope,)
    throttle_classes = (ScopeThrottle,)
    scopes: ClassVar[Scopes] = {"GET": None}
    bulk: ClassVar[frozenset[str]] = frozenset()
    renderer_classes = [OpenApiJsonRenderer, OpenApiYamlRenderer]  # noqa: RUF012

    def _get_schema_response(self, request: Request) -> Response:
        described = document()
        disposition = f'inline; filename="{self._get_filename(request, None)}"'  # type: ignore[no-untyped-call]
        return Response(described, headers={"Content-Disposition": disposition})

    def get_exception_handler(self) -> Any:
        return problems.answer

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answered = super().finalize_response(request, response, *args, **kwargs)
        for name, value in headers_of_limit(request).items():
            answered.headers[name] = value
        return answered


class NowhereView(ApiView):
    """Every other address below /api/."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404
