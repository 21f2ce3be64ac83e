"""What was done to an event, in a few words, by the kind of its entry in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy, ngettext

from matches.events.words.labels import Names, Templates, player_words

DEEDS: Final[Templates] = {
    "opened": gettext_lazy("event opened"),
    "renamed": gettext_lazy("event renamed"),
    "planned": gettext_lazy("plan made or changed"),
    "entered": gettext_lazy("entered: %(players)s"),
    "entry_removed": gettext_lazy("entry of %(player)s removed"),
    "seeded": gettext_lazy("order of seeds changed"),
    "checked_in": gettext_lazy("%(player)s checked in"),
    "check_in_undone": gettext_lazy("check-in of %(player)s taken back"),
    "withdrawn": gettext_lazy("%(player)s withdrawn from round %(round)s"),
    "returned": gettext_lazy("%(player)s returned in round %(round)s"),
    "bye_requested": gettext_lazy("bye for %(player)s in round %(round)s asked for"),
    "bye_request_undone": gettext_lazy("bye for %(player)s in round %(round)s not wanted any more"),
    "forbidden": gettext_lazy("pairs that are not to meet changed"),
    "drawn": gettext_lazy("stage %(stage)s drawn"),
    "draw_changed": gettext_lazy("draw of stage %(stage)s changed by hand"),
    "draw_discarded": gettext_lazy("draw of stage %(stage)s discarded from round %(round)s on"),
    "released": gettext_lazy("round %(round)s of stage %(stage)s released"),
    "awarded": gettext_lazy("pairing %(number)s of round %(round)s awarded"),
    "award_undone": gettext_lazy("award of pairing %(number)s of round %(round)s taken back"),
    "kept": gettext_lazy("pairing %(number)s of round %(round)s kept as it was played"),
    "keep_undone": gettext_lazy("pairing %(number)s of round %(round)s not kept any more"),
    "completed": gettext_lazy("event completed"),
    "reopened": gettext_lazy("event reopened"),
    "undone": gettext_lazy("something taken back"),
}


def deed_words(kind: str, payload: Mapping[str, Any], names: Names) -> str:
    """``round 3 of stage 1 released``; ``kind`` with or without ``event.``."""
    template = DEEDS.get(kind.removeprefix("event."))
    if template is None:
        return kind
    told: dict[str, object] = {key: value for key, value in payload.items() if isinstance(value, int)}
    if "player" in payload:
        told["player"] = player_words(payload["player"], names)
    if "players" in payload:
        told["players"] = _people(payload["players"], names)
    return str(template) % {"round": "", "stage": "", "number": "", "player": "", "players": "", **told}


def _people(players: list[str], names: Names) -> str:
    if len(players) == 1:
        return player_words(players[0], names)
    return ngettext("%(number)s player", "%(number)s players", len(players)) % {"number": len(players)}
