"""Entries about pools and French tables in the club's log: who put what down; the table's own history says the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from matches.sittings.current_state import SITTING_KIND
from matches.sittings.words import LAST_DONE


def is_of_sitting(kind: str) -> bool:
    return kind.startswith(SITTING_KIND)


def sitting_sentence(kind: str, payload: Mapping[str, Any], who: str) -> str:
    """A sentence that names nobody but ``who`` did it."""
    bare = kind.removeprefix(SITTING_KIND)
    if bare == "opened":
        return _("The table %(table)s opened by %(who)s.") % {"table": payload["name"], "who": who}
    if bare == "undone":
        return _("The last thing at a table taken back by %(who)s.") % {"who": who}
    return _("Put down at a table by %(who)s: %(what)s.") % {"who": who, "what": LAST_DONE[bare]}
