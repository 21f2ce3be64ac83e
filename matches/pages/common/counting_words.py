"""Say whether a rubber that was just stored counts: in an event with a draw, only one that decides its pairing does."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.events.event_state import event_state
from matches.events.sentences import outside_words
from matches.models import Rubber
from matches.pages.common.results import player_name


def counting_words(rubber: Rubber, if_counting: str, otherwise: str) -> str:
    """Return ``if_counting``, which may say that the rubber counts, or ``otherwise`` and why it does not.

    The rubber's event and players must be loaded.
    """
    why = _why_not(rubber)
    if not why:
        return if_counting
    does_not = _("It does not count in %(event)s.") % {"event": rubber.event}
    return f"{otherwise} {does_not} {why}"


def _why_not(rubber: Rubber) -> str:
    """Return why the rubber does not decide a pairing of its event, even once it is confirmed; "" if it does."""
    if rubber.event.plan is None:
        return ""
    state = event_state(rubber.event)
    names = {player.public_id: player_name(player) for player in (rubber.player_a, rubber.player_b)}
    if (why := dict(state.outside).get(rubber.public_id)) is not None:
        return outside_words(why, names)
    for stage in state.stages:
        for round_ in stage.rounds:
            for pairing in round_.pairings:
                is_its = pairing.rubber == rubber.public_id
                if is_its and pairing.outcome is not None and pairing.outcome.decided_by == "award":
                    return _("An award decides this pairing.")
    return ""
