"""Search for a law by plain words or, when ruling, by the phase of the deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import HttpRequest
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from matches.pages.common import scoring_words
from matches.pages.laws.law_page import plain_words
from matches.pages.laws.moments import MOMENTS, laws_at
from scoring.book.search import find
from scoring.incidents import ROWS
from scoring.record import Variant
from scoring.variants import can_arise

QUERY_LENGTH: Final = 100
COMMON: Final = (43, 40, 42, 25, 15, 13, 36, 50, 51)
"""The laws that are broken most often, listed before anything is searched."""
MAX_LAWS_FOUND: Final = 12
"""The largest number of laws that a search shows."""


class FinderForm(forms.Form):
    """The form that searches the laws, submitted by GET. A text that is too long is cut, never invalid."""

    q = forms.CharField(
        label=_("What happened, in your words"),
        required=False,
        widget=forms.TextInput(
            {
                "type": "search",
                "maxlength": QUERY_LENGTH,
                "autocomplete": "off",
                "placeholder": _("ace, wrong suit, …"),
            }
        ),
    )

    @property
    def query(self) -> str:
        text = str(self.data.get("q", "")) if self.is_bound else ""
        return " ".join(text.replace("\0", " ").split())[:QUERY_LENGTH]


@dataclass(frozen=True, slots=True)
class NextStep:
    """A link to the next step of making a ruling. ``about`` is the number of the law that it chooses, or ""."""

    url: str
    text: str
    about: str = ""
    is_here: bool = False


def read_law(request: HttpRequest) -> int | None:
    """Return the number of the law in ``?law=``, or None if it is not that of a law with rulings."""
    text = request.GET.get("law", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 and int(text) in ROWS else None


def search_page(
    request: HttpRequest,
    parameters: Mapping[str, str],
    *,
    law: int | None = None,
    moment: str = "",
    variant: Variant = "ecarte",
) -> dict[str, Any]:
    """Return the search in the URL, with its results, for the template.

    ``parameters`` are the query parameters that name a position in a record. ``moment`` is the phase of the
    deal at the position, whose laws are listed if no text is searched. ``law`` is the number of the chosen
    law, or None. Only laws and phases of the game ``variant`` are shown. In the result, ``laws`` are the most common
    ones before a search, and ``again`` is the link back to the search that found the chosen law.
    """
    form = FinderForm(request.GET if "q" in request.GET else None)
    chosen = request.GET.get("moment", "")
    moment = chosen if chosen in MOMENTS else moment
    query = form.query
    if query:
        possible = (law for law in find(query, plain_words()) if can_arise(law, variant))
        laws = tuple(possible)[:MAX_LAWS_FOUND]
    else:
        common = tuple(law for law in COMMON if can_arise(law, variant))
        laws = laws_at(moment, variant) if moment else common
    search: dict[str, str] = {"q": query} if query else {"moment": moment} if moment else {}
    return {
        "form": form,
        "parameters": tuple(parameters.items()),
        "query": query,
        "moments": [
            NextStep(
                f"?{urlencode({**parameters, 'moment': key})}#laws",
                str(text),
                is_here=not query and key == moment,
            )
            for key, text in MOMENTS.items()
            if laws_at(key, variant)
        ],
        "moment": MOMENTS.get(moment, ""),
        "laws": [
            NextStep(
                f"?{urlencode({**parameters, **search, 'law': str(number)})}",
                scoring_words.irregularity(ROWS[number]),
                about=str(number),
            )
            for number in laws
        ],
        "chosen": law,
        "irregularity": "" if law is None else scoring_words.irregularity(ROWS[law]),
        "again": f"?{urlencode({**parameters, **search})}",
    }
