"""What chance did in a deal, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.common.localized_numbers import decimal, hundredths, signed
from matches.models import DealReview


def luck_sentences(review: DealReview, names: tuple[str, str]) -> tuple[str, ...]:
    """Who was lucky, by how much and in what, then what was left of the deal; nothing where it is not known.

    Told from the side of the lucky one, so that the sum is never below nought.
    """
    dealt, turned, drawn = review.dealt_marks, review.turned_marks, review.drawn_marks
    if dealt is None or turned is None or drawn is None:
        return ()
    total = dealt + turned + drawn
    lucky, side = (0, 1) if total >= 0 else (1, -1)
    told = {
        "name": names[lucky],
        "dealt": signed(side * dealt),
        "turned": signed(side * turned),
        "drawn": signed(side * drawn),
        "total": signed(side * total),
        "error": decimal(review.luck_se or 0, 2),
    }
    if drawn:
        said = _(
            "The cards dealt were worth %(dealt)s marks to %(name)s, the turn-up %(turned)s"
            " and the cards drawn %(drawn)s: %(total)s in all."
        )
    else:
        said = _(
            "The cards dealt were worth %(dealt)s marks to %(name)s and the turn-up %(turned)s: %(total)s in all."
        )
    sentences = [said % told]
    if review.luck_se:
        sentences.append(_("Sampled, give or take %(error)s marks.") % told)
    if review.result_marks is not None:
        left = side * (review.result_marks - total)
        result = {**told, "result": signed(side * review.result_marks), "left": signed(left)}
        said = _(
            "Measured from the average, the deal brought %(name)s %(result)s marks; without luck, %(left)s."
        )
        sentences.append(said % result)
    chances = (review.dealt_chance, review.turned_chance, review.drawn_chance)
    if None not in chances:
        gained = side * sum(chance or 0 for chance in chances)
        if gained > 0:
            share = {"name": told["name"], "chance": hundredths(gained)}
            sentences.append(_("Luck was worth %(chance)s in 100 of the game to %(name)s.") % share)
    return tuple(sentences)
