"""What a correction makes of a result, in a sentence or two."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.models import Rubber
from matches.pages.common.result_lines import score_text, side_names
from scoring.check import check_rubber
from scoring.record import Rubber as Record


def result_words(rubber: Rubber, record: Record | None) -> tuple[str, ...]:
    """``record`` None: the rubber is declared void."""
    a, b = side_names(rubber.player_a, rubber.player_b)
    told = {
        "a": a,
        "b": b,
        "old": score_text(rubber.games_won_a, rubber.games_won_b),
    }
    if record is None:
        return (_("%(a)s – %(b)s: %(old)s is declared void.") % told,)
    checked = check_rubber(record)
    told["new"] = score_text(*checked.games_won)
    sentences = [_("%(a)s – %(b)s: %(old)s becomes %(new)s.") % told]
    if checked.winner is not None and checked.winner != rubber.winner:
        sentences.append(_("%(player)s wins the rubber now.") % {"player": a if checked.winner == "A" else b})
    elif checked.winner is None and rubber.winner:
        sentences.append(_("Nobody wins the rubber now."))
    return tuple(sentences)
