"""The way to a law in the director's rulings: by plain words, or by the moment at which it happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.http import urlencode

from matches.pages.common import scoring_words
from matches.pages.laws.law_page import LawLine, law_line
from matches.pages.laws.moments import MOMENTS, laws_at
from matches.pages.laws.search import FOUND_SHOWN, FinderForm, found_laws
from scoring.incidents import ROWS
from scoring.laws.index import law as law_of
from scoring.record import Variant
from scoring.variants import can_arise


@dataclass(frozen=True, slots=True)
class Choice:
    """A link that goes on; ``about`` is what it is chosen for."""

    url: str
    text: str
    about: str = ""
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class SearchPage:
    """``kept`` is what a form has to send along. ``laws`` is None where nothing was looked for yet;
    ``moment`` is what they have in common where no words were looked for.

    ``chosen`` is the law once one is, ``again`` the way back to the search as it was.
    """

    form: FinderForm
    kept: tuple[tuple[str, str], ...]
    query: str
    moments: tuple[Choice, ...]
    moment: str
    laws: tuple[Choice, ...] | None
    chosen: LawLine | None
    irregularity: str
    again: str


def law_asked(request: HttpRequest) -> int | None:
    """The law that the address names; None where it names none."""
    said = request.GET.get("law", "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 3 and int(said) in ROWS else None


def search_page(
    request: HttpRequest,
    kept: Mapping[str, str],
    *,
    law: int | None = None,
    moment: str = "",
    variant: Variant = "ecarte",
) -> SearchPage:
    """``kept`` is what the address says of the place; ``moment`` is the one that is likely there. Of laws and moments
    those are shown that can be in the game.
    """
    form = FinderForm(request.GET if "q" in request.GET else None)
    asked = request.GET.get("moment", "")
    moment = asked if asked in MOMENTS else moment
    query = form.query
    if query:
        can = (law for law in found_laws(query) if can_arise(law, variant))
        found: tuple[int, ...] | None = tuple(can)[:FOUND_SHOWN]
    else:
        found = laws_at(moment, variant) if moment else None
    looked_for: dict[str, str] = {"q": query} if query else {"moment": moment} if moment else {}
    return SearchPage(
        form=form,
        kept=tuple(kept.items()),
        query=query,
        moments=tuple(
            Choice(
                f"?{urlencode({**kept, 'moment': key})}#laws", str(text), is_here=not query and key == moment
            )
            for key, text in MOMENTS.items()
            if laws_at(key, variant)
        ),
        moment=str(MOMENTS.get(moment, "")),
        laws=None
        if found is None
        else tuple(_law_choice(number, {**kept, **looked_for}) for number in found),
        chosen=None if law is None else law_line(law_of(law)),
        irregularity="" if law is None else scoring_words.irregularity(ROWS[law]),
        again=f"?{urlencode({**kept, **looked_for})}",
    )


def _law_choice(number: int, said: Mapping[str, str]) -> Choice:
    url = f"?{urlencode({**said, 'law': str(number)})}"
    return Choice(url, scoring_words.irregularity(ROWS[number]), about=str(number))
