"""Show the chances in a game: the odds at a score, and the luck of a deal."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.number_format import MARGIN, decimal, percent, signed
from matches.models import DealReview
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.marks import GAME_POINTS
from worker.review.chances import chance_of_game, chance_of_rubber, odds_on_the_table, stake_of_game


def luck_sentences(review: DealReview, names: tuple[str, str]) -> tuple[str, ...]:
    """Return sentences on the luck in a deal, from the side of the lucky player, and on the rest; () if unknown."""
    dealt, turned, drawn = review.dealt_marks, review.turned_marks, review.drawn_marks
    if dealt is None or turned is None or drawn is None:
        return ()
    total = dealt + turned + drawn
    lucky, side = (0, 1) if total >= 0 else (1, -1)
    values = {
        "name": names[lucky],
        "dealt": signed(side * dealt),
        "turned": signed(side * turned),
        "drawn": signed(side * drawn),
        "total": _signed_points(side * total),
    }
    if drawn:
        text = _(
            "%(name)s’s luck: %(total)s (cards dealt %(dealt)s, turn-up %(turned)s, cards drawn %(drawn)s)."
        )
    else:
        text = _("%(name)s’s luck: %(total)s (cards dealt %(dealt)s, turn-up %(turned)s).")
    sentences = [text % values]
    chances = (review.dealt_chance, review.turned_chance, review.drawn_chance)
    if None not in chances:
        gained = side * sum(chance or 0 for chance in chances)
        if gained > 0:
            text = _("It raised their chance to win the game by %(chance)s.")
            sentences.append(text % {"chance": percent(gained)})
    if review.result_marks is not None:
        result = side * review.result_marks
        sentences.append(_result_sentence(result, side * total))
    if review.luck_se:
        text = _("Estimated from random deals; give or take %(error)s.")
        sentences.append(text % {"error": points_text(MARGIN * review.luck_se)})
    return tuple(sentences)


def points_text(number: float) -> str:
    """Return a number of points with two decimals and its word: "0.36 points"."""
    return _with_word(decimal(number, 2), number)


def _result_sentence(result: float, luck: float) -> str:
    """Return what the deal brought the lucky player, compared with the average, and how much of it was luck."""
    if result < 0:
        return _("The deal cost them %(points)s against the average, in spite of their luck.") % {
            "points": points_text(-result)
        }
    values = {"points": points_text(result), "luck": decimal(luck, 2)}
    if luck > result:
        return (
            _("The deal brought them %(points)s more than the average; luck alone was worth %(luck)s.")
            % values
        )
    return _("The deal brought them %(points)s more than the average, %(luck)s of it luck.") % values


def _signed_points(number: float) -> str:
    return _with_word(signed(number), number)


def _with_word(text: str, number: float) -> str:
    # English has the plural after any decimals, French from 2 on.
    return ngettext("%(number)s point", "%(number)s points", 2 if abs(number) >= 2 else 0) % {"number": text}


def odds_rows(checked: CheckedRubber, game: int, deal: CheckedDeal) -> tuple[tuple[str, str, str], ...]:
    """Return rows (label, A's number, B's) on the score before ``deal``; () if unknown, or if it ends the game."""
    before = deal.before
    if before is None or max(before) >= GAME_POINTS:
        return ()
    own, other = odds_on_the_table(*before)
    a_deals = deal.dealer == "A"
    rules = checked.rubber.rules
    chance = chance_of_game(*before, deals=a_deals, variant=rules.variant)
    rows = [
        (_("Traditional odds"), str(own), str(other)),
        (_("Chance to win the game"), percent(chance), percent(1 - chance)),
    ]
    if rules.best_of > 1:
        winners = [earlier.winner for earlier in checked.games[: game - 1]]
        of_rubber = chance_of_rubber(winners.count("A"), winners.count("B"), rules.best_of, chance)
        rows.append((_("Chance to win the rubber"), percent(of_rubber), percent(1 - of_rubber)))
    if rules.reckoning == "treble":
        stake = stake_of_game(*before, deals=a_deals, variant=rules.variant)
        rows.append((_("Expected value of the game"), signed(stake), signed(-stake)))
    return tuple(rows)
