"""Why a sitting could not be changed as somebody wanted, in sentences that he can act on.

What the evening's course does not allow is ``matches.rules.sittings.errors.SittingActError``, a code that pages
word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from matches.models import Rubber, Sitting


class SittingChangeError(ValueError):
    """A change of a sitting was not made. Its text is for the person who asked for it."""


class StaleSittingError(SittingChangeError):
    """Somebody put something down since the actor looked. ``sitting`` is what it is now."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        super().__init__(
            _("Somebody was before you. Look at the table as it is now, and say it again if it still holds.")
        )


class ClosedToLinkError(SittingChangeError):
    """Who came by the table's link wanted to open it again."""

    def __init__(self) -> None:
        super().__init__(
            _("The table is closed. Who has an account and runs the club's tables can open it again.")
        )


class SittingNameError(SittingChangeError):
    """The name can't be a table's."""


class NewNameError(SittingChangeError):
    """Nobody of the club has this ``name``, and it was not said that he is to be put on its list."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            _(
                "Nobody of the club is called %(name)s. If he is new, say so, and he is put on the club's list."
            )
            % {"name": name}
        )


class NoGameError(SittingChangeError):
    """There is no such game, or it was given up."""

    def __init__(self) -> None:
        super().__init__(_("This table has no such game, or it was given up."))


class BeingScoredError(SittingChangeError):
    """Deals of the game are recorded: its result is what they come to. ``rubber`` is it."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(
            _(
                "Deals of this game are recorded. Score it to its end on the pad, or take them back there first."
            )
        )


class DirectorsResultError(SittingChangeError):
    """The game's result is disputed, or its record was declared void: a director settles that. ``rubber`` is it."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(
            _("This result is disputed or declared void. A director settles it, on the record's own page.")
        )


class DealsSayOtherwiseError(SittingChangeError):
    """The deals that are recorded decide the game for the other side, or with other points."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(
            _(
                "The deals that are recorded say otherwise. Correct them on the pad, or have a director correct them."
            )
        )


class LoserAtFiveError(SittingChangeError):
    """Points of a game that nobody has won so, or the other one."""

    def __init__(self) -> None:
        super().__init__(
            _("The winner of a game has five points or more, the loser four at most: look at the points.")
        )
