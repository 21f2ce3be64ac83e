"""What the API's views share: who may call them, how they answer, and how a change is carried out once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, TypeVar

import orjson
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from matches.api.core import problems
from matches.api.core.authentication import SessionAuthentication, TokenAuthentication
from matches.api.core.errors import ApiError, wrong_parameter
from matches.api.core.etags import etag_of, is_unchanged
from matches.api.core.filters import Filters
from matches.api.core.media_types import JsonParser, JsonRenderer, as_json
from matches.api.core.pagination import Order, Slice, asked_order, slice_of
from matches.api.core.problem_codes import Code
from matches.api.core.scopes import Scopes, WithinScope
from matches.api.core.serializers import Shape, members_of
from matches.api.core.sparse_fields import SPARSE_MEDIA_TYPE, fields_asked, thinned
from matches.api.core.throttles import ScopeThrottle, headers_of_limit
from matches.clubs.access import visible_clubs
from matches.clubs.permissions import Action, Powers, Subject, powers_of
from matches.common.idempotency import KEY_LENGTH, Done, done_already, once
from matches.models import Club, User

REPLAYED: Final = "Idempotency-Replayed"

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer before it is one: plain enough to be kept and given again."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    is_problem: bool = False


class ApiView(APIView):
    """``scopes``: what each method asks of a token; None for nothing. A method that is not there is not answered.

    ``pages``: GET gives a list, which ``filters`` narrow and ``orders`` order, first to last as they say; ``has_tag``:
    GET gives one thing; either comes with an ETag. ``needs_match`` are the methods that want ``If-Match``, ``reads``
    those that change nothing, ``bulk`` those that move whole files, ``problems`` what may go wrong besides the usual
    when something is changed, ``read_problems`` when something is read.
    """

    authentication_classes = (TokenAuthentication, SessionAuthentication)
    permission_classes = (WithinScope,)
    throttle_classes = (ScopeThrottle,)
    renderer_classes: Sequence[type[BaseRenderer]] = (JsonRenderer,)
    parser_classes = (JsonParser,)
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]  # noqa: RUF012

    scopes: ClassVar[Scopes] = {}
    filters: ClassVar[type[Filters]] = Filters
    orders: ClassVar[Mapping[str, Order[Any]]] = {}
    bulk: ClassVar[frozenset[str]] = frozenset()
    needs_match: ClassVar[frozenset[str]] = frozenset()
    reads: ClassVar[frozenset[str]] = frozenset({"GET"})
    pages: ClassVar[bool] = False
    has_tag: ClassVar[bool] = False
    problems: ClassVar[tuple[Code, ...]] = ()
    read_problems: ClassVar[tuple[Code, ...]] = ()

    # Answers

    def shown(self, request: Request, body: Any, *, etag: str = "") -> Response:
        """One thing, or those members of it that are asked for, with its tag; the tag alone where the reader has it."""
        tag = etag or etag_of(body)
        is_object = isinstance(body, Mapping)
        fields = fields_asked(request, list(body)) if is_object else None
        if is_unchanged(request._request, tag):
            return Response(status=304, headers={"ETag": tag})
        if fields is None:
            return Response(body, headers={"ETag": tag})
        return Response(thinned(body, fields), headers={"ETag": tag}, content_type=SPARSE_MEDIA_TYPE)

    def listed(
        self,
        request: Request,
        rows: QuerySet[Row],
        shape: type[Shape],
        *,
        order: Order[Row] | None = None,
        context: Mapping[str, Any] | None = None,
        tagged: Callable[[Any], str] = etag_of,
    ) -> Response:
        """The page of ``rows`` that is asked for, narrowed by the view's filters.

        ``order`` is theirs where the address asks for none of the view's ``orders``.
        """
        page = self.page_of(request, rows, order=order)
        return self.listed_page(request, page, shape, context=context, tagged=tagged)

    def page_of(
        self, request: Request, rows: QuerySet[Row], *, order: Order[Row] | None = None
    ) -> Slice[Row]:
        """The rows of the page that is asked for, narrowed and ordered, for who needs to look up more for them."""
        narrowed = self.filters.narrowed(request, rows)
        asked, is_turned = asked_order(request, self.orders)
        return slice_of(request, narrowed, asked or order or Order(), is_turned=is_turned)

    def listed_page(
        self,
        request: Request,
        page: Slice[Any],
        shape: type[Shape],
        *,
        context: Mapping[str, Any] | None = None,
        above: Mapping[str, Any] | None = None,
        tagged: Callable[[Any], str] = etag_of,
    ) -> Response:
        """The rows of ``page`` in their shape, below what stands ``above``; the tag alone where the reader has it.

        ``tagged`` is the tag of a body.
        """
        showing = shape(context=dict(context or {}))
        showing.only = fields_asked(request, members_of(shape))
        body = {**(above or {}), **page.body([showing.to_representation(row) for row in page.rows])}
        tag = tagged(body)
        if is_unchanged(request._request, tag):
            return Response(status=304, headers={"ETag": tag})
        kind = None if showing.only is None else SPARSE_MEDIA_TYPE
        return Response(body, headers={"ETag": tag}, content_type=kind)

    # What is asked

    def body_of(self, request: Request, serializer: type[Serializer[Any]], *, partial: bool = False) -> Any:
        """The body, checked for shape. Raises ``ValidationError``."""
        asked = serializer(data=request.data, partial=partial)
        asked.is_valid(raise_exception=True)
        return asked.validated_data

    def query_of(self, request: Request, serializer: type[Serializer[Any]]) -> Any:
        """The address's query, checked for shape; what it doesn't say is left out."""
        asked = serializer(data=request.query_params.dict())
        try:
            asked.is_valid(raise_exception=True)
        except ValidationError:
            name, faults = next(iter(asked.errors.items()))
            raise wrong_parameter(str(name), str(faults[0])) from None
        return asked.validated_data

    # Who asks

    def club_of(self, request: Request, club_id: str) -> Club:
        """Raises ``Http404`` for a club that the caller does not see."""
        return get_object_or_404(visible_clubs(request.user), public_id=club_id)

    def user_of(self, request: Request) -> User:
        """Who changes something. Raises where it is nobody, whom the scopes stop before."""
        if not isinstance(request.user, User):
            raise NotAuthenticated
        return request.user

    def powers(self, request: Request, club: Club) -> Powers:
        return powers_of(request.user, club)

    def require(self, request: Request, club: Club, action: Action, subject: Subject | None = None) -> Powers:
        """The caller's powers in ``club``, which he sees. Raises ``PermissionDenied`` where they end before, and
        ``NotAuthenticated`` for who shows no authority.
        """
        powers = self.powers(request, club)
        if not powers.can(action, subject):
            raise (PermissionDenied if request.user.is_authenticated else NotAuthenticated)
        return powers

    # Changes

    def carry_out(self, request: Request, change: Callable[[], Reply]) -> Response:
        """Do ``change``: once, where the request has a key of its own and is sent again.

        A request that fails leaves its key free, unless ``change`` gives the problem back as its reply.
        """
        key = _key_of(request)
        if not key:
            return _response(change())
        return _answer_of(once(self.user_of(request), key, _asked(request), lambda: _kept(change())))

    def answered_before(self, request: Request) -> Response | None:
        """The answer that the caller got when he sent this request before; None without a key, or the first time.

        Asked before his powers are: what he did may be what they ended with.
        """
        key = _key_of(request)
        if not key:
            return None
        done = done_already(self.user_of(request), key, _asked(request))
        return None if done is None else _answer_of(done)

    # The frame of every answer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method not in SAFE_METHODS:
            # Read before anybody parses it: the body is compared with the one that came under the same key before.
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
        # Private, and asked about again by its tag: what one may see changes with one's role.
        answered.headers.setdefault("Cache-Control", "private, no-cache")
        return answered


def created(body: Any, *, location: str, etag: str = "") -> Reply:
    return Reply(body, 201, {"Location": location, "ETag": etag or etag_of(body)})


def kept_problem(error: ApiError, path: str) -> Reply:
    """A problem that a change ended in and that left something behind: a reply, so that this is not undone."""
    response = problems.response_of(error, path=path)
    return Reply(response.data, response.status_code, dict(error.headers), is_problem=True)


def _key_of(request: Request) -> str:
    """The request's own key; empty where it has none. Raises for one that can't be kept."""
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > KEY_LENGTH or not key.isascii() or not key.isprintable():
        raise ApiError(
            "bad_request",
            _("An Idempotency-Key has %(most)s characters of ASCII at most.") % {"most": KEY_LENGTH},
        )
    return key


def _answer_of(done: Done) -> Response:
    return _response(Reply(**done.result), {REPLAYED: "true"} if done.is_repeated else {})


def _asked(request: Request) -> str:
    """All of a request that decides what becomes of it."""
    wire = request._request
    body = wire.body.decode("latin-1")
    return "\n".join([wire.method or "", wire.get_full_path(), wire.headers.get("If-Match", ""), body])


def _kept(reply: Reply) -> dict[str, Any]:
    body = orjson.loads(as_json(reply.body))
    return {
        "body": body,
        "status": reply.status,
        "headers": dict(reply.headers),
        "is_problem": reply.is_problem,
    }


def _response(reply: Reply, more: Mapping[str, str] | None = None) -> Response:
    media_type = problems.PROBLEM_MEDIA_TYPE if reply.is_problem else None
    headers = {**reply.headers, **(more or {})}
    # A problem that is told again is told under the id of the request that it now answers.
    body = problems.under_this_request(reply.body) if reply.is_problem else reply.body
    return Response(body, status=reply.status, headers=headers, content_type=media_type)
