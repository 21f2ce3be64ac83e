"""Errors raised when a sitting cannot be changed, each with a message that tells the person what to do.

Changes that the rules of the evening do not allow raise ``matches.rules.sittings.act_errors.SittingActError``
instead, whose code pages put into words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from matches.models import Rubber, Sitting


class SittingChangeError(ValueError):
    """A change of a sitting was refused. The message, by default ``text``, is for the person who requested it."""

    text: ClassVar[str | Promise] = ""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or str(self.text))


class StaleSittingError(SittingChangeError):
    """The sitting has changed since the actor last saw it. ``sitting`` is its current row."""

    text = _("Someone else changed this table first. Check it, and try again if you still need to.")

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting


class ClosedToLinkError(SittingChangeError):
    """A visitor who has only the table's link tried to reopen it after it was closed."""

    text = _("The table is closed. A person with an account who runs the club’s tables can open it again.")


class SittingNameError(SittingChangeError):
    """The name of a table is empty or too long."""


class NewNameError(SittingChangeError):
    """Nobody on the club's list has this ``name``, and the request did not allow adding it.

    ``near`` is a name on the list that looks like it, or an empty string.
    """

    text = _("Nobody in the club is called %(name)s. Correct the name, or add them as a new player.")
    text_with_near = _(
        "Nobody in the club is called %(name)s. Did you mean %(near)s? Correct the name, or add them as a new player."
    )

    def __init__(self, name: str, near: str = "") -> None:
        text = self.text_with_near if near else self.text
        super().__init__(str(text) % {"name": name, "near": near})
        self.name = name


class NoGameError(SittingChangeError):
    """The sitting has no game with this number, or the game was abandoned."""

    text = _("This table does not have this game, or the game was abandoned.")


class RubberInTheWayError(SittingChangeError):
    """A game cannot be changed in this way, because of what is stored of its ``rubber``."""

    def __init__(self, rubber: Rubber) -> None:
        super().__init__()
        self.rubber = rubber


class BeingScoredError(RubberInTheWayError):
    """A game cannot be undone or get a result, because deals of its ``rubber`` are recorded."""

    text = _("Deals of this game are recorded. Finish the game on the pad, or undo them there first.")


class DirectorsResultError(RubberInTheWayError):
    """Only a director can change this result: the ``rubber`` is disputed or void."""

    text = _("This result is disputed or void. A director decides on the rubber’s page.")


class DealsSayOtherwiseError(RubberInTheWayError):
    """The result contradicts the winner or the points of the recorded deals of the ``rubber``."""

    text = _("The recorded deals give another result. Correct them on the pad, or ask a director to.")


class LoserAtFiveError(SittingChangeError):
    """The points contradict the winner, or cannot be final: the loser has five points, for example."""

    text = _("The winner of a game has at least 5 points, the loser at most 4. Check the points.")
