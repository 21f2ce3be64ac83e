"""The exception that a view raises to answer with a problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise

from matches.api.core.problem_codes import Code


class ApiError(Exception):
    """The request ends in a problem of this kind; ``more`` are further members of the answer's body."""

    def __init__(
        self,
        code: Code,
        detail: str | Promise = "",
        *,
        more: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.code = code
        self.detail = detail
        self.more = dict(more or {})
        self.headers = dict(headers or {})
        super().__init__(code)


def wrong_parameter(name: str, detail: str | Promise) -> ApiError:
    """A parameter in the address's query is wrong."""
    return ApiError(
        "invalid_parameter", detail, more={"errors": [{"parameter": name, "detail": str(detail)}]}
    )


def wrong_member(pointer: str, detail: str | Promise, *, code: Code = "invalid") -> ApiError:
    """A member of the body, by its JSON pointer, is wrong."""
    return ApiError(code, detail, more={"errors": [{"pointer": pointer, "detail": str(detail)}]})
