"""The template tags of the laws."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from matches.pages.common import scoring_words
from matches.pages.laws.law_page import applied_sentences
from scoring.laws.index import Law

register = template.Library()

register.filter("law_summary", scoring_words.law_summary)
register.filter("applied_sentences", applied_sentences)


@register.filter
def law_heading(law: Law) -> str:
    """Return number and title of a law: "Law 11: More than one card turned up"."""
    return _("Law %(number)s: %(title)s") % {"number": law.number, "title": scoring_words.law_title(law)}
