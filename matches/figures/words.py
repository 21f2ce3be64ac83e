"""Translated names and explanations of the figures, which ``matches.rules.figures.figures`` defines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches.common.number_format import grouped
from matches.rules.figures.figures import Figure, Group, Kind, Unit

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
    "mean": _("An average over %(units)s."),
    "advantage": _("A share of %(units)s, less one half."),
}
PER_UNIT: Final[dict[Unit, Words]] = {"deal": _("a deal"), "game": _("a game"), "rubber": _("a rubber")}
AT_A_GLANCE: Final = (
    *("rubbers_won", "games_won", "dealt_first_won", "trebles_won", "kings_turned", "kings_announced"),
    *("proposed_first", "refused_first", "vulnerable_won", "voles_made", "refusals_won"),
)
"""The keys of the figures that a player's page draws as charts, if there are enough observations."""


@dataclass(frozen=True, slots=True)
class FigureWords:
    """The texts for a figure. ``meaning`` explains for the handbook what it counts, and out of how many."""

    name: Words
    meaning: Words


def _words(name: Words, meaning: Words) -> FigureWords:
    return FigureWords(name, meaning)


FIGURE_WORDS: Final[dict[str, FigureWords]] = {
    "rubbers": _words(
        _("Rubbers"),
        _(
            "Rubbers that count: confirmed or corrected. Walkovers are counted separately, since nobody"
            " played."
        ),
    ),
    "rubbers_won": _words(_("Rubbers won"), _("Of the rubbers with a winner.")),
    "rubbers_lost": _words(_("Rubbers lost"), _("Of the rubbers with a winner.")),
    "walkovers_won": _words(_("Walkovers won"), _("Rubbers won because the opponent did not come.")),
    "walkovers_lost": _words(_("Walkovers lost"), _("Rubbers lost because the player did not come.")),
    "rubber_points": _words(
        _("Points won"),
        _("On average, as the rubber counted its games: one each, or with doubles and trebles."),
    ),
    "rubber_points_conceded": _words(_("Points lost"), _("The opponent’s points, on average.")),
    "games": _words(
        _("Games"),
        _("Games with a winner. If only the result of a rubber is known, its games are not recorded."),
    ),
    "games_won": _words(_("Games won"), _("Of all games with a winner.")),
    "games_lost": _words(_("Games lost"), _("Of all games with a winner.")),
    "singles_won": _words(
        _("Won as a single"),
        _("Of the games won: the opponent had 3 or 4 points (law 46), whatever the game counted."),
    ),
    "doubles_won": _words(
        _("Won as a double"), _("Of the games won: the opponent had 1 or 2 points (law 46).")
    ),
    "trebles_won": _words(_("Won as a treble"), _("Of the games won: the opponent had no points (law 46).")),
    "singles_lost": _words(_("Lost as a single"), _("Of the games lost: with 3 or 4 points.")),
    "doubles_lost": _words(_("Lost as a double"), _("Of the games lost: with 1 or 2 points.")),
    "trebles_lost": _words(_("Lost as a treble"), _("Of the games lost: with no points.")),
    "first_deal_advantage": _words(
        _("Advantage of the first deal"),
        _(
            "How much more often than half the first dealer wins the game. Void deals do not count as first deals."
        ),
    ),
    "dealt_first_won": _words(
        _("Won with the first deal"), _("Of the games in which the player dealt first.")
    ),
    "dealt_second_won": _words(
        _("Won without the first deal"), _("Of the games in which the opponent dealt first.")
    ),
    "came_back": _words(_("Won from 0–4 down"), _("Of the games in which the player was once 0–4 down.")),
    "let_slip": _words(_("Lost from 4–0 up"), _("Of the games in which the player once led 4–0.")),
    "game_points": _words(_("Points made"), _("At the end of a game, on average.")),
    "game_points_conceded": _words(_("Points conceded"), _("At the end of a game, on average.")),
    "deals": _words(_("Deals"), _("Deals that count. A void deal or a redeal does not.")),
    "deals_won": _words(
        _("Deals won"),
        _(
            "Three tricks or more, of the deals whose winner is known. At La Triomphe, once the point is"
            " refused: the vole, or one trick against it."
        ),
    ),
    "deals_lost": _words(
        _("Deals lost"),
        _(
            "Two tricks or fewer, of the deals whose winner is known. At La Triomphe, once the point is"
            " refused: a vole missed or conceded."
        ),
    ),
    "marks": _words(_("Marks made"), _("Point, vole and king together, on average.")),
    "marks_conceded": _words(_("Marks conceded"), _("The opponent’s marks, on average.")),
    "tricks": _words(_("Tricks won"), _("On average, if their number is known.")),
    "kings_marked": _words(_("Kings marked"), _("Turned up, or announced from the hand.")),
    "kings_turned": _words(
        _("Kings turned up"),
        _("Of the player’s own deals whose turn-up is known. By chance it is one in eight."),
    ),
    "turned_kings_marked": _words(
        _("Turned kings marked"),
        _("Of the kings that the player turned up. A king that was forgotten is not marked."),
    ),
    "kings_held": _words(
        _("Kings held"), _("The king of trumps in the hand that was played, if all five cards are known.")
    ),
    "kings_announced": _words(_("Kings held and announced"), _("Of the kings held.")),
    "kings_unannounced": _words(
        _("Kings held and not announced"), _("Of the kings held: kept back, or forgotten.")
    ),
    "kings_from_hand": _words(_("Kings marked from the hand"), _("Kings marked that were not turned up.")),
    "proposed_first": _words(
        _("First proposals"), _("As elder hand, of the deals whose first call is known.")
    ),
    "stood_first": _words(_("Stood"), _("As elder hand, of the deals whose first call is known.")),
    "first_given": _words(
        _("Own first proposal accepted"), _("Of the player’s first proposals that were answered.")
    ),
    "first_refused": _words(
        _("Own first proposal refused"), _("Of the player’s first proposals that were answered.")
    ),
    "gave_first": _words(
        _("Gave cards at the first proposal"),
        _("As dealer, of the first proposals that the player answered."),
    ),
    "refused_first": _words(
        _("Refused the first proposal"), _("As dealer, of the first proposals that the player answered.")
    ),
    "refused": _words(_("Refusals"), _("Proposals that the player refused as dealer, first and later ones.")),
    "proposals": _words(_("Proposals"), _("As elder hand, on average.")),
    "cards_changed": _words(
        _("Cards changed"), _("At the first exchange, on average, if their number is known.")
    ),
    "vulnerable": _words(
        _("Vulnerable: stood, or refused the first proposal"),
        _(
            "Deals in which the point would count two against the player (law 49), who had stood or refused the "
            "first proposal."
        ),
    ),
    "vulnerable_won": _words(
        _("Won while vulnerable"), _("Of the deals in which the player was vulnerable.")
    ),
    "vulnerable_lost": _words(
        _("Lost while vulnerable"), _("Of the deals in which the player was vulnerable.")
    ),
    "against_vulnerable_won": _words(
        _("Won against a vulnerable opponent"), _("Of the deals in which the opponent was vulnerable.")
    ),
    "against_vulnerable_lost": _words(
        _("Lost against a vulnerable opponent"), _("Of the deals in which the opponent was vulnerable.")
    ),
    "voles_made": _words(
        _("Voles made"), _("All five tricks, marked as a vole, of the deals whose tricks are known.")
    ),
    "voles_suffered": _words(
        _("Voles conceded"), _("The opponent’s voles, of the deals whose tricks are known.")
    ),
    "offered": _words(
        _("Offers of the point"), _("Deals in which the player offered the opponent the point.")
    ),
    "offers_refused": _words(_("Own offers refused"), _("Of the player’s offers that were answered.")),
    "took_offers": _words(_("Offers taken"), _("Of the opponent’s offers that the player answered.")),
    "refused_offers": _words(_("Offers refused"), _("Of the opponent’s offers that the player answered.")),
    "refusals_won": _words(
        _("Vole won after a refusal"), _("Of the offers that the player refused: all five tricks won.")
    ),
}
"""The name and explanation of each figure, by its key in ``matches.rules.figures.figures``."""


def cases(figure: Figure, number: int) -> str:
    """Return the number of observations of a figure with what they are: ``248 deals``, ``1,174 hands``.

    Both sides of a deal may hold a king or exchange cards, so a club has more of these than deals.
    """
    if figure.key == "kings_held":
        text = ngettext("%(number)s hand", "%(number)s hands", number)
    elif figure.key in ("kings_announced", "kings_unannounced", "turned_kings_marked"):
        text = ngettext("%(number)s king", "%(number)s kings", number)
    elif figure.key == "cards_changed":
        text = ngettext("%(number)s exchange", "%(number)s exchanges", number)
    else:
        return count_with_unit(figure.unit, number)
    return text % {"number": grouped(number)}


def per_case(figure: Figure) -> str:
    """Return what a mean is for: ``a deal``, ``an exchange``."""
    return gettext("an exchange") if figure.key == "cards_changed" else str(PER_UNIT[figure.unit])


def count_with_unit(unit: Unit, number: int) -> str:
    """Return a number with its unit in the active language: ``248 deals``."""
    if unit == "deal":
        text = ngettext("%(number)s deal", "%(number)s deals", number)
    elif unit == "game":
        text = ngettext("%(number)s game", "%(number)s games", number)
    elif unit == "rubber":
        text = ngettext("%(number)s rubber", "%(number)s rubbers", number)
    else:
        assert_never(unit)
    return text % {"number": grouped(number)}
