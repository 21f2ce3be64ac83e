"""The base class of the API's views: authorization, responses, and changes that run once per idempotency key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, TypeVar, cast

import orjson
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from matches.api.core import problems
from matches.api.core.access import (
    ScopeThrottle,
    SessionAuthentication,
    TokenAuthentication,
    WithinScope,
    headers_of_limit,
)
from matches.api.core.errors import ApiError, Code, invalid_field, invalid_parameter
from matches.api.core.etags import etag_of, is_unchanged
from matches.api.core.filters import Filters
from matches.api.core.media_types import JsonParser, JsonRenderer, as_json
from matches.api.core.operations import Operation, operations_of
from matches.api.core.paging import Order, Orders, Slice, requested_order, slice_of
from matches.api.core.serializers import (
    SPARSE_MEDIA_TYPE,
    ReadSerializer,
    members_of,
    requested_fields,
    select_fields,
)
from matches.clubs.access import visible_clubs
from matches.clubs.roles import Action, Powers, Subject, powers_of
from matches.common.commands import KEY_LENGTH, StoredResult, find_stored_result, run_once
from matches.models import Club, User

REPLAYED: Final = "Idempotency-Replayed"

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Reply:
    """A response as plain data, so that it can be stored under an idempotency key and sent again."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    is_problem: bool = False


class ApiView(APIView):
    """The base class of all API views. A decorator of ``core.operations`` declares each method of a view.

    ``filters`` and ``orders`` are the filters and the ascending orders of the list that GET returns.
    ``problems`` are the additional error codes of methods that change something. ``read_problems`` are the
    additional error codes of methods that only read.
    """

    authentication_classes = (TokenAuthentication, SessionAuthentication)
    permission_classes = (WithinScope,)
    throttle_classes = (ScopeThrottle,)
    renderer_classes: Sequence[type[BaseRenderer]] = (JsonRenderer,)
    parser_classes = (JsonParser,)
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]  # noqa: RUF012

    operations: ClassVar[Mapping[str, Operation]] = {}
    filters: ClassVar[type[Filters]] = Filters
    orders: ClassVar[Orders] = {}
    problems: ClassVar[tuple[Code, ...]] = ()
    read_problems: ClassVar[tuple[Code, ...]] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.operations = operations_of(cls)

    @property
    def operation(self) -> Operation:
        """The declaration of the method that is being called. HEAD uses the declaration of GET."""
        method = str(self.request.method)
        return self.operations["GET" if method == "HEAD" else method]

    # Responses

    def detail_response(self, request: Request, body: Any, *, etag: str = "") -> Response:
        """Return a response with the resource ``body`` and its ETag.

        ``etag`` replaces the ETag computed from ``body``. If the query has ``fields``, the response has only
        the requested members of ``body``. If ``If-None-Match`` has the current ETag, the response is 304
        without a body.
        """
        tag = etag or etag_of(body)
        is_object = isinstance(body, Mapping)
        fields = requested_fields(request, list(body)) if is_object else None
        if is_unchanged(request._request, tag):
            return Response(status=304, headers={"ETag": tag})
        if fields is None:
            return Response(body, headers={"ETag": tag})
        return Response(select_fields(body, fields), headers={"ETag": tag}, content_type=SPARSE_MEDIA_TYPE)

    def list_response(
        self,
        request: Request,
        rows: QuerySet[Row],
        shape: type[ReadSerializer],
        *,
        order: Order[Row] | None = None,
        context: Mapping[str, Any] | None = None,
        tagged: Callable[[Any], str] = etag_of,
    ) -> Response:
        """Return a response with the page of ``rows`` that ``page_of`` finds, as ``page_response`` writes it."""
        page = self.page_of(request, rows, order=order)
        return self.page_response(request, page, shape, context=context, tagged=tagged)

    def page_of(
        self, request: Request, rows: QuerySet[Row], *, order: Order[Row] | None = None
    ) -> Slice[Row]:
        """Return the requested page of ``rows``, filtered and ordered as the query says.

        ``order`` applies if the query does not name one of the view's ``orders``.
        """
        narrowed = self.filters.apply(request, rows)
        requested, is_turned = requested_order(request, self.orders)
        return slice_of(request, narrowed, requested or order or Order(), is_turned=is_turned)

    def page_response(
        self,
        request: Request,
        page: Slice[Any],
        shape: type[ReadSerializer],
        *,
        context: Mapping[str, Any] | None = None,
        above: Mapping[str, Any] | None = None,
        tagged: Callable[[Any], str] = etag_of,
    ) -> Response:
        """Return a response with the serialized rows of ``page``.

        ``shape`` is the serializer class of a row, and ``context`` its context. The members in ``above`` come
        before the rows. ``tagged`` computes the ETag from the body. If ``If-None-Match`` has the current ETag,
        the response is 304 without a body.
        """
        showing = shape(context=dict(context or {}))
        showing.only = requested_fields(request, members_of(shape))
        body = {**(above or {}), **page.body([showing.to_representation(row) for row in page.rows])}
        tag = tagged(body)
        if is_unchanged(request._request, tag):
            return Response(status=304, headers={"ETag": tag})
        kind = None if showing.only is None else SPARSE_MEDIA_TYPE
        return Response(body, headers={"ETag": tag}, content_type=kind)

    # Bodies and queries

    def body_of(
        self, request: Request, serializer: type[Serializer[Any]] | None = None, *, partial: bool = False
    ) -> Any:
        """Return the request's body, validated by ``serializer`` or by the one that the operation declares.

        With ``partial``, required members may be missing. Raises ``ValidationError`` for an invalid body, and
        ``ApiError`` if the operation declares several body types and the body selects none of them.
        """
        chosen = serializer or _form_of(request, self.operation.body)
        bound = chosen(data=request.data, partial=partial)
        bound.is_valid(raise_exception=True)
        return bound.validated_data

    def query_of(self, request: Request) -> Any:
        """Return the validated query parameters that the operation declares.

        A parameter without a value or a default is missing. Raises ``ApiError`` for an invalid parameter.
        """
        bound = cast("type[Serializer[Any]]", self.operation.query)(data=request.query_params.dict())
        try:
            bound.is_valid(raise_exception=True)
        except ValidationError:
            name, faults = next(iter(bound.errors.items()))
            raise invalid_parameter(str(name), str(faults[0])) from None
        return bound.validated_data

    # Callers

    def club_of(self, request: Request, club_id: str, action: Action | None = None) -> Club:
        """Return the club with this id, or raise ``Http404`` if the caller may not see it.

        If ``action`` is given, the caller must be allowed to do it, as ``require`` checks.
        """
        club = get_object_or_404(visible_clubs(request.user), public_id=club_id)
        if action is not None:
            self.require(request, club, action)
        return club

    def user_of(self, request: Request) -> User:
        """Return the authenticated user making the change. Raises NotAuthenticated for anonymous requests."""
        if not isinstance(request.user, User):
            raise NotAuthenticated
        return request.user

    def powers(self, request: Request, club: Club) -> Powers:
        return powers_of(request.user, club)

    def require(self, request: Request, club: Club, action: Action, subject: Subject | None = None) -> Powers:
        """Return the caller's powers in ``club``, which must include the power for ``action``.

        Raises ``NotAuthenticated`` for an anonymous caller without the power, and ``PermissionDenied`` for
        any other.
        """
        powers = self.powers(request, club)
        require_power(request, powers.can(action, subject))
        return powers

    # Changes

    def respond_once(self, request: Request, change: Callable[[], Reply]) -> Response:
        """Run ``change`` at most once per idempotency key and return its reply as a response.

        After an error the key can be used again. A problem that ``change`` returns is stored under the key.
        """
        key = _key_of(request)
        if not key:
            return _response(change())
        return _response_once(
            run_once(self.user_of(request), key, _fingerprint(request), lambda: _storable(change()))
        )

    def stored_response(self, request: Request) -> Response | None:
        """Return the stored response to an earlier request with the same idempotency key, or None.

        Views call this method before they check the caller's powers, because the first request may have ended
        the powers.
        """
        key = _key_of(request)
        if not key:
            return None
        result = find_stored_result(self.user_of(request), key, _fingerprint(request))
        return None if result is None else _response_once(result)

    # Hooks of the framework

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method not in SAFE_METHODS:
            # Read the raw body before it is parsed: it is compared with the earlier request of the same key.
            _ = request._request.body
        super().initial(request, *args, **kwargs)

    def get_exception_handler(self) -> Callable[[Exception, Mapping[str, Any]], Response | None]:
        return problems.answer

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if getattr(response, "exception", False):
            request.accepted_renderer = JsonRenderer()
            request.accepted_media_type = JsonRenderer.media_type
        answered = super().finalize_response(request, response, *args, **kwargs)
        for name, value in headers_of_limit(request).items():
            answered.headers[name] = value
        patch_vary_headers(answered, ("Authorization", "Cookie", "Accept"))
        # Private and revalidated by ETag, because what a caller may see changes with their role.
        answered.headers.setdefault("Cache-Control", "private, no-cache")
        return answered


def require_power(request: Request, may: bool) -> None:
    if not may:
        raise (PermissionDenied if request.user.is_authenticated else NotAuthenticated)


def _form_of(request: Request, declared: Any) -> type[Serializer[Any]]:
    if not isinstance(declared, PolymorphicProxySerializer):
        return cast("type[Serializer[Any]]", declared)
    member, forms = str(declared.resource_type_field_name), declared.serializers
    value = request.data.get(member) if isinstance(request.data, Mapping) else None
    if not isinstance(value, str) or value not in forms:
        raise invalid_field(f"/{member}", _("One of these: %(forms)s.") % {"forms": ", ".join(forms)})
    return cast("type[Serializer[Any]]", forms[value])


def changed(body: Any) -> Reply:
    """Return the reply to a change: the changed resource ``body`` and its ETag."""
    return Reply(body, headers={"ETag": etag_of(body)})


def created(body: Any, name: str, *ids: str, etag: str = "") -> Reply:
    """Return the reply with the new resource ``body`` at the URL called ``name`` with these ids."""
    location = reverse(f"api:{name}", args=ids)
    return Reply(body, 201, {"Location": location, "ETag": etag or etag_of(body)})


def problem_reply(error: ApiError, path: str) -> Reply:
    """Return the problem that describes ``error``, as the reply to a request for ``path``.

    Returning a reply instead of raising ``error`` keeps the data that the failed change has stored.
    """
    response = problems.response_of(error, path=path)
    return Reply(response.data, response.status_code, dict(error.headers), is_problem=True)


def _key_of(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > KEY_LENGTH or not key.isascii() or not key.isprintable():
        detail = _("An Idempotency-Key can have at most %(most)s ASCII characters.")
        raise ApiError("bad_request", detail % {"most": KEY_LENGTH})
    return key


def _response_once(result: StoredResult) -> Response:
    return _response(Reply(**result.result), {REPLAYED: "true"} if result.is_repeated else {})


def _fingerprint(request: Request) -> str:
    """Return what makes two requests with the same idempotency key the same request."""
    wire = request._request
    body = wire.body.decode("latin-1")
    return "\n".join([wire.method or "", wire.get_full_path(), wire.headers.get("If-Match", ""), body])


def _storable(reply: Reply) -> dict[str, Any]:
    return {
        "body": orjson.loads(as_json(reply.body)),
        "status": reply.status,
        "headers": dict(reply.headers),
        "is_problem": reply.is_problem,
    }


def _response(reply: Reply, more: Mapping[str, str] | None = None) -> Response:
    media_type = problems.PROBLEM_MEDIA_TYPE if reply.is_problem else None
    headers = {**reply.headers, **(more or {})}
    # A repeated problem carries the id of the current request, not of the first one.
    body = problems.with_request_id(reply.body) if reply.is_problem else reply.body
    return Response(body, status=reply.status, headers=headers, content_type=media_type)
