"""Decorators that declare the API operation of a view's method.

``operation`` only adds the declaration to the method. ``list_operation`` and ``detail_operation`` also build
the response: the decorated method returns rows or one object, and the client receives a page or a
representation with an ETag.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Concatenate, Final, Protocol, TypeAlias, TypeVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.clubs.api_tokens import Scope

if TYPE_CHECKING:
    from matches.api.core.paging import Order
    from matches.api.core.serializers import ReadSerializer

SerializerClass: TypeAlias = type[serializers.Serializer[Any]]


class Answering(Protocol):
    """The interface of a view that builds responses. ``core.base.ApiView`` implements it."""

    def detail_response(self, request: Request, body: Any) -> Response: ...

    def list_response(
        self, request: Request, rows: QuerySet[Any], shape: type[ReadSerializer], *, order: Order[Any] | None
    ) -> Response: ...


View = TypeVar("View", bound=Answering)
Method = TypeVar("Method", bound=Callable[..., Any])
ReadMethod: TypeAlias = Callable[Concatenate[View, Request, ...], object]

_METHODS: Final = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Operation:
    """The declaration of an API operation, used by the OpenAPI document and by the checks before a call.

    As a decorator, it declares a method that builds its own response.

    ``returns`` is the serializer of the response, a mapping of all responses as drf-spectacular expects it, or
    None for an empty response. ``scope`` is the scope that a token needs; None means that no scope is needed.
    ``body`` is the serializer of the request body, and ``query`` is the serializer of the query string.
    ``parameters`` has the other parameters.

    ``if_match`` is true if the caller must send the ETag of the resource that the call changes. ``bulk`` is
    true if the call transfers whole files. ``changes_nothing`` is true if a method other than GET only reads.
    ``is_paged`` is true if the response is a page of a list, and ``is_detail`` is true if the response is one
    object. A response of a paged or a detail operation has an ETag.
    """

    id: str
    summary: str
    returns: Any = None
    _: KW_ONLY
    scope: Scope | None = "manage"
    status: int = 200
    body: Any = None
    query: SerializerClass | None = None
    parameters: Sequence[OpenApiParameter] = ()
    if_match: bool = False
    bulk: bool = False
    changes_nothing: bool = False
    is_paged: bool = False
    is_detail: bool = False

    def __call__(self, method: Method) -> Method:
        method.operation = self  # type: ignore[attr-defined]
        return method

    @property
    def responses(self) -> Mapping[Any, Any]:
        return self.returns if isinstance(self.returns, Mapping) else {self.status: self.returns}

    @property
    def has_etag(self) -> bool:
        return self.is_paged or self.is_detail


operation: Final = Operation


def list_operation(
    id: str,
    summary: str,
    serializer: type[ReadSerializer],
    *,
    page: str | SerializerClass = "",
    order: Order[Any] | None = None,
    scope: Scope = "read",
    query: SerializerClass | None = None,
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[ReadMethod[View]], Callable[..., Response]]:
    """Return a decorator for a method that returns rows. The client receives the requested page of the rows.

    The view's filters apply to the rows. ``order`` applies if the query does not name one of the view's
    ``orders``. ``page`` is the serializer of the page, or the name of the page's schema in the OpenAPI
    document. A method that needs more than its rows returns ``self.page_response(...)`` instead.
    """
    whole = page_of(serializer, page) if isinstance(page, str) else page

    def respond(view: View, request: Request, rows: Any) -> Response:
        return view.list_response(request, rows, serializer, order=order)

    return _reading(
        Operation(id, summary, whole, scope=scope, query=query, parameters=parameters, is_paged=True), respond
    )


def detail_operation(
    id: str, summary: str, serializer: Any, *, scope: Scope = "read", **options: Any
) -> Callable[[ReadMethod[View]], Callable[..., Response]]:
    """Return a decorator for a method that returns one object or mapping.

    The client receives its representation. ``serializer`` serializes an object. A mapping is sent unchanged.
    A method that sets its own ETag returns ``self.detail_response(...)`` instead. ``options`` are further
    members of ``Operation``; ``is_paged`` is true if the representation contains a page of a list.
    """

    def respond(view: View, request: Request, thing: Any) -> Response:
        body = thing if isinstance(thing, Mapping) else dict(serializer(thing).data)
        return view.detail_response(request, body)

    return _reading(Operation(id, summary, serializer, scope=scope, is_detail=True, **options), respond)


def _reading(
    declared: Operation, respond: Callable[[View, Request, Any], Response]
) -> Callable[[ReadMethod[View]], Callable[..., Response]]:
    """Return a decorator that turns what a method returns into a response, unless it is one already."""

    def decorate(method: ReadMethod[View]) -> Callable[..., Response]:
        @functools.wraps(method)
        def get(view: View, request: Request, **ids: Any) -> Response:
            result = method(view, request, **ids)
            return result if isinstance(result, Response) else respond(view, request, result)

        return declared(get)

    return decorate


def operations_of(view: type[Any]) -> dict[str, Operation]:
    """Return the operations of the view class ``view`` by HTTP method, such as ``GET``."""
    return {
        name.upper(): getattr(view, name).operation
        for name in _METHODS
        if hasattr(getattr(view, name, None), "operation")
    }


@functools.cache
def page_of(serializer: SerializerClass, name: str = "") -> SerializerClass:
    """Return the serializer class of a page whose rows ``serializer`` describes.

    ``name`` is the name of the page's schema, by default derived from the name of ``serializer``.
    """
    return type(
        name or f"{re.sub(r'(Serializer|Line)$', '', serializer.__name__)}Page",
        (serializers.Serializer,),
        {
            "next": serializers.CharField(allow_null=True, help_text="The URL of the next page."),
            "previous": serializers.CharField(allow_null=True, help_text="The URL of the previous page."),
            "results": serializer(many=True),
            "__module__": serializer.__module__,
        },
    )


def union_of(name: str, forms: Mapping[str, Any], *, by: str) -> PolymorphicProxySerializer:
    """Return the description of a body that has one of several types, called ``name`` in the document.

    ``forms`` has the serializers of the types by the values of the member ``by``.
    """
    return PolymorphicProxySerializer(component_name=name, serializers={**forms}, resource_type_field_name=by)
