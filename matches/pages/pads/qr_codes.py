"""Links just made, as they are shown once: the square to scan, the address, and the code in groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from matches.common.absolute_urls import site_link
from matches.pads.table_links import NewLink, token_groups

QUIET_MODULES: Final = 4
"""How much white a square needs around it to be found."""


@dataclass(frozen=True, slots=True)
class MadeCode:
    """``address`` is where the code is typed, ``square`` the picture that leads straight in."""

    address: str
    groups: str
    square: SafeString


def made_code(made: NewLink) -> MadeCode:
    address = site_link(reverse("web:table_link"))
    return MadeCode(address, token_groups(made.token), square_of(f"{address}#{made.token}"))


def square_of(text: str) -> SafeString:
    """A QR code as an inline picture. Black on white whatever the page's colours: a camera has to read it."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(
        border=QUIET_MODULES, dark="#000", light="#fff", svgclass="qr-code", lineclass="", omitsize=True
    )
    # Nothing in it but figures: the text is drawn, not written.
    return mark_safe(drawn)  # noqa: S308 (drawn here)
