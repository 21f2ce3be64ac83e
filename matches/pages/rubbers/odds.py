"""What a score is worth before a deal: the odds of old beside the chance of winning the game, the rubber, the stake."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.common.localized_numbers import hundredths, signed
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.marks import GAME_POINTS
from scoring.record import Pair
from worker.review.chances import chance_of_game, chance_of_rubber, odds_on_the_table, stake_of_game


@dataclass(frozen=True, slots=True)
class Prospect:
    """A figure of A's and of B's, in words."""

    what: str
    a: str
    b: str


def odds_text(before: Pair) -> str:
    """The odds of old, A's side first: ``4 to 3``."""
    own, other = odds_on_the_table(*before)
    return _("%(own)s to %(other)s") % {"own": own, "other": other}


def prospects(checked: CheckedRubber, game: int, deal: CheckedDeal) -> tuple[Prospect, ...]:
    """Of the score before ``deal``, in the game at position ``game`` (from 1); nothing where it is not known."""
    before = deal.before
    if before is None or max(before) >= GAME_POINTS:
        return ()
    own, other = odds_on_the_table(*before)
    a_deals = deal.dealer == "A"
    rules = checked.rubber.rules
    chance = chance_of_game(*before, deals=a_deals, variant=rules.variant)
    found = [
        Prospect(_("Odds on the table"), str(own), str(other)),
        Prospect(_("Chance of the game, in 100"), hundredths(chance), hundredths(1 - chance)),
    ]
    if rules.best_of > 1:
        won = _games_won(checked, game)
        of_rubber = chance_of_rubber(won[0], won[1], rules.best_of, chance)
        found.append(
            Prospect(_("Chance of the rubber, in 100"), hundredths(of_rubber), hundredths(1 - of_rubber))
        )
    if rules.reckoning == "treble":
        stake = stake_of_game(*before, deals=a_deals, variant=rules.variant)
        found.append(Prospect(_("Stake to be expected, in points"), signed(stake), signed(-stake)))
    return tuple(found)


def _games_won(checked: CheckedRubber, game: int) -> tuple[int, int]:
    """The games that A and B had won before the game at position ``game``."""
    winners = [earlier.winner for earlier in checked.games[: game - 1]]
    return winners.count("A"), winners.count("B")
