"""Who is let into a pad: by the cookie of a table's link, or signed in."""

from __future__ import annotations

import logging
from typing import Final, Literal, TypeAlias

from django.http import HttpRequest

from matches.models import Rubber, TableLink
from matches.models.ids import is_public_id
from matches.pads.table_links import link_at_table, refusal_of
from matches.pads.users import PadUser, is_link_of, pad_user
from matches.pages.pads.cookies import read_pad_cookie
from matches.pages.pads.refusals import refusal_text
from matches.rubbers.transition import stored_rubber

Code: TypeAlias = Literal[
    "not_admitted", "link_expired", "link_revoked", "link_over", "wrong_table", "too_many"
]
STATUS: Final[dict[Code, int]] = {
    "not_admitted": 401,
    "link_expired": 403,
    "link_revoked": 403,
    "link_over": 403,
    "wrong_table": 403,
    "too_many": 429,
}

log = logging.getLogger("matches.pads")


class NotAdmittedError(Exception):
    """Somebody is not let into a pad. ``status`` is the answer's, ``message`` a sentence that he can act on."""

    def __init__(self, code: Code) -> None:
        self.code: Code = code
        self.status = STATUS[code]
        super().__init__(code)

    @property
    def message(self) -> str:
        return refusal_text(self.code)


def admitted(request: HttpRequest, public_id: str) -> tuple[Rubber, PadUser]:
    """The rubber at this address, club, event and players loaded, and who uses its pad.

    Once the rubber is over it can be read by the link still, and what a phone wrote before is taken; what may be done
    then is for the services to say. Raises ``NotAdmittedError``; of a rubber that there is not, too.
    """
    cookie = read_pad_cookie(request)
    link = link_at_table(cookie.link) if cookie is not None else None
    rubber = link.rubber if link is not None else None
    if rubber is None or rubber.public_id != public_id:
        rubber = _rubber_at(public_id)
    user = pad_user(rubber, link=link, viewer=request.user) if rubber is not None else None
    if rubber is not None and user is not None:
        return rubber, user
    if link is None:
        raise NotAdmittedError("not_admitted")
    if rubber is None or not is_link_of(link, rubber):
        raise _refused("wrong_table", link)
    raise _refused(refusal_of(link) or "link_revoked", link)


def _rubber_at(public_id: str) -> Rubber | None:
    if not is_public_id(public_id):
        return None
    pk = Rubber.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
    return None if pk is None else stored_rubber(pk)


def _refused(code: Code, link: TableLink) -> NotAdmittedError:
    log.warning("pad refused: %s, link %s", code, link.public_id)
    return NotAdmittedError(code)
