"""Laws looked for by plain words."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.pages.laws.law_page import plain_words
from scoring.book.search import find

QUERY_LENGTH: Final = 100
FOUND_SHOWN: Final = 12
"""Of the laws that words fit, as many as are worth looking at."""


class FinderForm(forms.Form):
    """Sent by GET; words that are too long are cut, and never refused."""

    q = forms.CharField(
        label=_("What happened, in plain words"),
        required=False,
        widget=forms.TextInput({"type": "search", "maxlength": QUERY_LENGTH, "autocomplete": "off"}),
    )

    @property
    def query(self) -> str:
        """What is looked for, on one line; empty where nothing is."""
        said = str(self.data.get("q", "")) if self.is_bound else ""
        return " ".join(said.replace("\0", " ").split())[:QUERY_LENGTH]


def found_laws(query: str) -> tuple[int, ...]:
    """The laws that the words fit, best first."""
    return find(query, plain_words())
