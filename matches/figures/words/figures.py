"""What every figure is called, and what it counts. The registry says how; here are the words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.common.localized_numbers import grouped
from matches.rules.figures.registry import Group, Kind, Unit

Words = str | Promise

GROUP_NAMES: Final[dict[Group, Words]] = {
    "rubbers": _("Rubbers"),
    "games": _("Games"),
    "points": _("Points, marks and tricks"),
    "kings": _("Kings"),
    "proposals": _("Proposals and refusals"),
    "vulnerable": _("Vulnerable deals"),
    "voles": _("Voles"),
    "offers": _("Offers of the point"),
}
UNITS: Final[dict[Unit, Words]] = {"deal": _("deals"), "game": _("games"), "rubber": _("rubbers")}
KINDS: Final[dict[Kind, Words]] = {
    "count": _("A count of %(units)s."),
    "share": _("A share of %(units)s."),
    "mean": _("A mean over %(units)s."),
    "advantage": _("A share of %(units)s, less one half."),
}
PER_UNIT: Final[dict[Unit, Words]] = {
    "deal": _("a deal"),
    "game": _("a game"),
    "rubber": _("a rubber"),
}


@dataclass(frozen=True, slots=True)
class FigureWords:
    """``meaning`` is one sentence for the handbook: what is counted, and among what."""

    name: Words
    meaning: Words


def _words(name: Words, meaning: Words) -> FigureWords:
    return FigureWords(name, meaning)


FIGURE_WORDS: Final[dict[str, FigureWords]] = {
    "rubbers": _words(
        _("Rubbers"), _("Rubbers that count: confirmed or corrected. Walkovers stand apart: nobody played.")
    ),
    "rubbers_won": _words(_("Rubbers won"), _("Among those that somebody won.")),
    "rubbers_lost": _words(_("Rubbers lost"), _("Among those that somebody won.")),
    "walkovers_won": _words(_("Walkovers won"), _("Rubbers won because the adversary did not come.")),
    "walkovers_lost": _words(_("Walkovers lost"), _("Rubbers lost by not coming.")),
    "rubber_points": _words(
        _("Points won"), _("On the mean, as the rubber was reckoned: singly, or with doubles and trebles.")
    ),
    "rubber_points_conceded": _words(_("Points lost"), _("The adversary's points, on the mean.")),
    "games": _words(
        _("Games"), _("Games that somebody won. Those of a rubber with a bare result are not on record.")
    ),
    "games_won": _words(_("Games won"), _("Among all games that somebody won.")),
    "games_lost": _words(_("Games lost"), _("Among all games that somebody won.")),
    "singles_won": _words(
        _("Won as a single"),
        _("Among the games won: the adversary had three or four points (law 46), however it was reckoned."),
    ),
    "doubles_won": _words(
        _("Won as a double"), _("Among the games won: the adversary had one or two points (law 46).")
    ),
    "trebles_won": _words(
        _("Won as a treble"), _("Among the games won: the adversary had no point (law 46).")
    ),
    "singles_lost": _words(_("Lost as a single"), _("Among the games lost: with three or four points.")),
    "doubles_lost": _words(_("Lost as a double"), _("Among the games lost: with one or two points.")),
    "trebles_lost": _words(_("Lost as a treble"), _("Among the games lost: without a point.")),
    "first_deal_advantage": _words(
        _("Advantage of the first deal"),
        _(
            "Games won with the first deal, among those begun with it, less one half. A deal that was void is no"
            " first one."
        ),
    ),
    "dealt_first_won": _words(_("Won with the first deal"), _("Among the games in which he dealt first.")),
    "dealt_second_won": _words(
        _("Won without the first deal"), _("Among the games in which the adversary dealt first.")
    ),
    "came_back": _words(
        _("Won after nil to four"), _("Among the games in which the score was once nil to four against him.")
    ),
    "let_slip": _words(
        _("Lost after four to nil"), _("Among the games in which the score was once four to nil for him.")
    ),
    "game_points": _words(_("Points made"), _("At the end of a game, on the mean.")),
    "game_points_conceded": _words(_("Points conceded"), _("At the end of a game, on the mean.")),
    "deals": _words(_("Deals"), _("Deals that count; one that was void, or dealt again, does not.")),
    "deals_won": _words(
        _("Deals won"),
        _(
            "Three tricks or more (where the point was refused at La Triomphe: the vole, or one trick against it),"
            " among the deals of which the winner is known."
        ),
    ),
    "deals_lost": _words(
        _("Deals lost"),
        _(
            "Two tricks or fewer (where the point was refused at La Triomphe: a vole missed, or suffered), among the"
            " deals of which the winner is known."
        ),
    ),
    "marks": _words(_("Marks made"), _("Point, vole and king together, on the mean.")),
    "marks_conceded": _words(_("Marks conceded"), _("The adversary's marks, on the mean.")),
    "tricks": _words(_("Tricks won"), _("On the mean, where their number is known.")),
    "kings_marked": _words(_("Kings marked"), _("Turned up or announced from the hand.")),
    "kings_turned": _words(
        _("Kings turned up"),
        _("Among the deals that he dealt and of which the turn-up is known; one in eight by chance."),
    ),
    "turned_kings_marked": _words(
        _("Turned kings marked"),
        _("Among the kings that he turned up: one that was forgotten is not marked."),
    ),
    "kings_held": _words(
        _("Kings held"), _("The king of trumps in the hand that was played, where all five cards are known.")
    ),
    "kings_announced": _words(_("Kings held and announced"), _("Among the kings held.")),
    "kings_unannounced": _words(
        _("Kings held and not announced"), _("Among the kings held: kept back, or forgotten.")
    ),
    "kings_from_hand": _words(_("Kings marked from the hand"), _("Of those marked, the ones not turned up.")),
    "proposed_first": _words(
        _("Proposed at once"), _("As elder hand, among the deals whose first word is known.")
    ),
    "stood_first": _words(
        _("Played without proposing"), _("As elder hand, among the deals whose first word is known.")
    ),
    "first_given": _words(
        _("Own first proposal accepted"), _("Among his first proposals that were answered.")
    ),
    "first_refused": _words(
        _("Own first proposal refused"), _("Among his first proposals that were answered.")
    ),
    "gave_first": _words(
        _("Gave cards at the first proposal"), _("As dealer, among the first proposals that he answered.")
    ),
    "refused_first": _words(
        _("Refused the first proposal"), _("As dealer, among the first proposals that he answered.")
    ),
    "refused": _words(_("Refusals"), _("Proposals that he refused as dealer, first and later ones.")),
    "proposals": _words(_("Proposals"), _("As elder hand, on the mean.")),
    "cards_changed": _words(
        _("Cards put out"), _("At the first exchange, on the mean, where their number is known.")
    ),
    "vulnerable": _words(
        _("Vulnerable"),
        _(
            "Deals in which the point would have counted two against him (law 49): he had played without"
            " proposing, or refused the first proposal."
        ),
    ),
    "vulnerable_won": _words(_("Won while vulnerable"), _("Among the deals in which he was vulnerable.")),
    "vulnerable_lost": _words(_("Lost while vulnerable"), _("Among the deals in which he was vulnerable.")),
    "against_vulnerable_won": _words(
        _("Won against the vulnerable"), _("Among the deals in which the adversary was vulnerable.")
    ),
    "against_vulnerable_lost": _words(
        _("Lost against the vulnerable"), _("Among the deals in which the adversary was vulnerable.")
    ),
    "voles_made": _words(
        _("Voles made"), _("All five tricks, and marked, among the deals of which the tricks are known.")
    ),
    "voles_suffered": _words(
        _("Voles suffered"), _("The adversary's voles, among the deals of which the tricks are known.")
    ),
    "offered": _words(_("Offers of the point"), _("Deals in which he offered the adversary the point.")),
    "offers_refused": _words(_("Own offers refused"), _("Among his offers that were answered.")),
    "took_offers": _words(_("Offers taken"), _("Among the adversary's offers that he answered.")),
    "refused_offers": _words(_("Offers refused"), _("Among the adversary's offers that he answered.")),
    "refusals_won": _words(
        _("Vole won after a refusal"), _("Among the offers that he refused: he won all five tricks.")
    ),
}
"""By the key of each figure in ``matches.rules.figures.registry``."""
AT_A_GLANCE: Final = (
    "rubbers_won",
    "games_won",
    "dealt_first_won",
    "trebles_won",
    "kings_turned",
    "kings_announced",
    "proposed_first",
    "refused_first",
    "vulnerable_won",
    "voles_made",
    "refusals_won",
)
"""The shares that are drawn, as far as there are enough observations of them."""


def units_told(unit: Unit, number: int) -> str:
    """``248 deals``."""
    if unit == "deal":
        told = ngettext("%(number)s deal", "%(number)s deals", number)
    elif unit == "game":
        told = ngettext("%(number)s game", "%(number)s games", number)
    else:
        told = ngettext("%(number)s rubber", "%(number)s rubbers", number)
    return told % {"number": grouped(number)}
