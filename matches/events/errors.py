"""Errors raised when an event cannot be changed, each with a message that tells the person what to do.

Changes that the rules of a draw do not allow raise ``matches.rules.events.act_errors.EventActError`` instead,
whose code pages put into words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from matches.models import DrawRequest, Event, Rubber


class EventChangeError(ValueError):
    """A change of an event was refused. The message, ``text``, is for the person who requested it."""

    text: ClassVar[str | Promise] = ""

    def __init__(self) -> None:
        super().__init__(str(self.text))


class StaleEventError(EventChangeError):
    """The event has changed since the actor last saw it. ``event`` is its current row."""

    text = _("Someone else has changed this event in the meantime. Check it and try again.")

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event


class ReasonNeededError(EventChangeError):
    """The change requires a written reason for the log, because it affects what was released or played."""

    text = _("Give a reason for the log, because this changes what has been released or played.")


class UnknownPlayerError(EventChangeError):
    """A player to be entered is neither on the list of the event's club nor a current member."""

    text = _("One of these players is not on the club’s list.")


class NamelessEventError(EventChangeError):
    """The event without a name cannot have a plan: it holds the rubbers that belong to no event."""

    text = _("Friendly games have no plan. Create an event first.")


class ResultThereError(EventChangeError):
    """A result cannot be entered, because the pairing already has ``rubber`` with a result."""

    text = _("This pairing already has a result. Correct that one.")

    def __init__(self, rubber: Rubber) -> None:
        super().__init__()
        self.rubber = rubber


class BeingScoredError(EventChangeError):
    """A pairing cannot get a result without deals, because its ``rubber`` has recorded deals."""

    text = _("This table is being scored deal by deal. End the rubber on its pad.")

    def __init__(self, rubber: Rubber) -> None:
        super().__init__()
        self.rubber = rubber


class NotPairedError(EventChangeError):
    """The draw has no released pairing of the two players in the round."""

    text = _("These two do not meet in this round.")


class NotOutsideError(EventChangeError):
    """A rubber cannot be put into a pairing, because it belongs to one, is void, or is of another event."""

    text = _("This rubber belongs to a pairing by now. To move it, correct its round.")


class DecidedPairingError(EventChangeError):
    """The pairing was decided without a rubber, for example by an award."""

    text = _("This pairing is already decided.")


class UnsoundResultError(EventChangeError):
    """A result is impossible by the event's rules and would be stored as a draft."""

    text = _("This result is not possible under the event’s rules. Nothing was stored. Check the numbers.")


class DrawUnderWayError(EventChangeError):
    """Another draw of the event is pending. ``request`` is the request for it."""

    text = _("This event is already being drawn. Wait a moment.")

    def __init__(self, request: DrawRequest) -> None:
        super().__init__()
        self.request = request


class ChangedMeanwhileError(EventChangeError):
    """A draw was given up, because the event had changed each time that the draw was computed."""

    text = _("Results kept coming in during the draw. Nothing was drawn. Draw again.")


class NothingToUndoError(EventChangeError):
    """The event has no change that can be undone. For example, all changes have been undone."""

    text = _("There is nothing to undo.")


class NobodyRatedError(EventChangeError):
    """Entrants cannot be seeded by rating, because no entrant has a rating."""

    text = _("No entered player has a rating in this club yet.")
