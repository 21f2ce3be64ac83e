"""The turning point of a rubber: the deal that moved the chance of winning the rubber most, by the scores alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.common.number_format import percent
from matches.pages.common.results import score_text
from matches.pages.rubbers.rubber_chart import chances_in_game
from matches.pages.rubbers.rubber_page import deal_title
from scoring.cards import HAND_SIZE, Player, opponent, seat
from scoring.checked import CheckedDeal, CheckedRubber
from worker.review.chances import chance_of_rubber


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The deal that moved most. ``before`` and ``after`` are the chances of the player ``name``, who gained by it."""

    url: str
    place: str
    sentence: str
    name: str
    look: str
    before: str
    after: str


def turning_point(checked: CheckedRubber, *, public_id: str, names: tuple[str, str]) -> TurningPoint | None:
    """Return the deal that moved the chance of winning the rubber most, or None if no deal's effect is known."""
    swings = list(_swings(checked))
    if not swings:
        return None
    before, after, game, deal = max(swings, key=lambda swing: abs(swing[1] - swing[0]))
    gainer: Player = "A" if after > before else "B"
    if gainer == "B":
        before, after = 1 - before, 1 - after
    place = deal_title(game, deal.number)
    if deal.before is not None:
        # Translators: "Game 1, deal 5, at 4–4"
        place = _("%(place)s, at %(score)s") % {"place": place, "score": score_text(*deal.before)}
    return TurningPoint(
        url=reverse("web:deal", args=[public_id, game, checked.games[game - 1].deals.index(deal) + 1]),
        place=place,
        sentence=" ".join(_what_happened(deal, gainer, names)),
        name=names[seat(gainer)],
        look=gainer.lower(),
        before=percent(before),
        after=percent(after),
    )


def _swings(checked: CheckedRubber) -> Iterator[tuple[float, float, int, CheckedDeal]]:
    """Yield A's chance of the rubber before and after each deal that moved it, the game's number, and the deal."""
    best_of = checked.rubber.rules.best_of
    won = {"A": 0, "B": 0}
    for number, game in enumerate(checked.games, start=1):
        chances = [
            None if chance is None else chance_of_rubber(won["A"], won["B"], best_of, chance)
            for chance in chances_in_game(checked, game)
        ]
        for at, deal in enumerate(game.deals):
            before, after = chances[at], chances[at + 1]
            if before is not None and after is not None and before != after:
                yield before, after, number, deal
        if game.winner is not None:
            won[game.winner] += 1


def _what_happened(deal: CheckedDeal, gainer: Player, names: tuple[str, str]) -> Iterator[str]:
    """Yield sentences on the marks that the gainer made."""
    values = {"name": names[seat(gainer)], "other": names[seat(opponent(gainer))]}
    laws = {mark.law for mark in deal.marks if mark.player == gainer}
    has_king, has_point = 47 in laws, 48 in laws
    has_vole = has_point and deal.tricks is not None and deal.tricks[seat(gainer)] == HAND_SIZE
    if has_king and has_vole:
        yield _("%(name)s marked the king and won all five tricks.") % values
    elif has_king and has_point:
        yield _("%(name)s marked the king and won the point.") % values
    elif has_king:
        yield _("%(name)s marked the king.") % values
    elif has_vole:
        yield _("%(name)s won all five tricks.") % values
    elif has_point:
        yield _("%(name)s won the point.") % values
    if 49 in laws:
        yield _counting_two(deal, gainer) % values


def _counting_two(deal: CheckedDeal, gainer: Player) -> str:
    if deal.course.variant != "ecarte":
        return _("%(other)s refused the point and did not win all five tricks.")
    if gainer == deal.dealer:
        return _("%(other)s stood and lost: two points.")
    return _("%(other)s refused the first proposal and lost: two points.")
