"""The deals of a rubber as the rows of its page: dealer, calls, tricks, points, score, and the worst mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from matches.pages.common import game_words
from matches.pages.common.links import step_url
from matches.pages.common.listing import ROWS_SHOWN, shorten
from matches.pages.common.results import score_text
from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.deal_lines import DealLine
from scoring.cards import seat
from scoring.record import Variant

POINTS_SHOWN: Final = 8
"""The largest number of points drawn for one deal; lawful play never marks as many."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The worst mistake in a deal. ``look`` is its label and CSS class, ``url`` leads to its step of the review."""

    sign: str
    look: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal as a row. ``mistakes`` are its labelled decisions that the viewer may read.

    A deal of a live rubber has no link, and shows neither tricks nor mistakes.
    """

    line: DealLine
    mistakes: Sequence[Judgement] = ()
    is_live: bool = False

    @property
    def dealer(self) -> str:
        """The dealer's CSS class, ``a`` or ``b``."""
        return self.line.deal.dealer.lower()

    @property
    def dealer_text(self) -> str:
        return _("%(name)s deals") % {"name": self.line.names[seat(self.line.deal.dealer)]}

    @property
    def calls(self) -> str:
        if self.line.deal.void:
            return _("does not count")
        course = self.line.deal.course
        return calls_in_brief(course.letters, course.variant, elder=self.line.names[seat(course.elder)])

    @property
    def tricks(self) -> str:
        tricks = self.line.deal.tricks
        return "" if tricks is None or self.line.deal.void or self.is_live else score_text(*tricks)

    @property
    def points(self) -> str:
        """One letter for each point marked, the CSS class of the player who marked it: ``aab``."""
        marked = (mark.player.lower() * mark.points for mark in self.line.deal.marks)
        return "".join(marked)[:POINTS_SHOWN]

    @property
    def badge(self) -> Badge | None:
        if not self.mistakes:
            return None
        return badge_of(costliest(self.mistakes), len(self.mistakes), self.line.url)


def badge_of(worst: Judgement, count: int, deal_url: str) -> Badge:
    """Return the badge of a deal with ``count`` labelled decisions, of which ``worst`` is the costliest."""
    label = worst.label or ""
    text = str(game_words.LABELS[label])
    if count > 1:
        more = ngettext("%(label)s and %(count)s more", "%(label)s and %(count)s more", count - 1)
        text = more % {"label": text, "count": count - 1}
    return Badge(game_words.LABEL_SIGNS[label], label, text, step_url(deal_url, worst.anchor))


def costliest(mistakes: Sequence[Judgement]) -> Judgement:
    """Return the decision that cost most of the chance of winning the game, the first of several."""
    return max(mistakes, key=lambda judgement: judgement.equity_loss or 0)


def calls_in_brief(letters: str, variant: Variant = "ecarte", *, elder: str) -> str:
    """Return the calls of a deal, given in EGN, in as few words as a narrow column holds: "given twice, refused".

    Each answer implies its proposal, and a player who proposed before and then stands adds nothing. Answers are the
    dealer's, whose mark stands before them; what ``elder`` called has that player's name.
    """
    if variant != "ecarte":
        return game_words.calls_in_short(shorten(letters, ROWS_SHOWN), variant)
    words = {"G": pgettext("call", "given"), "R": pgettext("call", "refused")}
    answered = (letter for letter in letters[:ROWS_SHOWN] if letter in words)
    answers = [_times(words[letter], len(list(alike))) for letter, alike in groupby(answered)]
    if answers:
        return str(capfirst(", ".join(answers)))
    if "P" in letters:
        return _("%(name)s proposed") % {"name": elder}
    return _("%(name)s stood") % {"name": elder} if letters else ""


def _times(word: str, number: int) -> str:
    if number == 1:
        return word
    return (
        _("%(call)s twice") % {"call": word}
        if number == 2
        else _("%(call)s %(number)s times") % {"call": word, "number": number}
    )
