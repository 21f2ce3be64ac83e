"""Texts of the pad without an account, in the browser: those of its own, and those that it says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

FREE_WORDS: Final[Mapping[str, Any]] = {
    "net": {"well": _("Kept on this phone")},
    "free": {
        "title": _("Score a game now"),
        "hint": _("No account needed. The score stays on this phone, also without a network."),
        "name_a": _("Player A"),
        "name_b": _("Player B"),
        "length": _("How many games?"),
        "lengths": {"1": _("One game"), "3": _("Best of 3"), "5": _("Best of 5")},
        "start": _("Start"),
        "same": _("Give the two players different names."),
        "menu": _("This game"),
        "take": _("Save as a game file"),
        "share": _("Share"),
        "give": _("Give it to %(club)s"),
        "give_hint": _("You check the record there before it is stored."),
        "sign_in": _("Sign in to give it to your club"),
        "restart": _("Start another game"),
        "restart_sure": _("This game is then deleted from the phone."),
        "restart_now": _("Delete it and start another"),
        "keep": _("Keep this game"),
        "home": _("Home"),
        "no_network": _("This needs a network. The score is kept on this phone."),
        "saved": _("The game file is saved."),
    },
}
"""Texts that are added to those of ``page_words.DEAL_WORDS``, or replace those with the same names."""
