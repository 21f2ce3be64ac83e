"""Links that are shown once: to whoever made them, on the page that comes next, and never again."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final, Literal

from django.http import HttpRequest

KEY: Final = "made_link"


@dataclass(frozen=True, slots=True)
class MadeLink:
    """``name`` is whom it is for; empty where nobody is named."""

    kind: Literal["invitation", "password"]
    url: str
    name: str = ""


def keep_link(request: HttpRequest, link: MadeLink) -> None:
    request.session[KEY] = asdict(link)


def take_link(request: HttpRequest) -> MadeLink | None:
    """The link that was just made; None the second time."""
    kept = request.session.pop(KEY, None)
    return MadeLink(**kept) if kept else None
