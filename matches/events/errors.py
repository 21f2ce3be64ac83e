"""Why an event could not be changed as somebody wanted, in sentences that he can act on.

What the life of a draw does not allow is ``matches.rules.events.checks.lifecycle.EventActError``, a code that pages
word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from matches.models import DrawRequest, Event, Rubber


class EventChangeError(ValueError):
    """A change of an event was not made. Its text is for the person who asked for it."""


class StaleEventError(EventChangeError):
    """Somebody changed the event since the actor looked. ``event`` is what it is now."""

    def __init__(self, event: Event) -> None:
        self.event = event
        super().__init__(
            _("Somebody else has changed this event meanwhile. Look at it as it is now, and try again.")
        )


class ReasonNeededError(EventChangeError):
    """What was asked for changes what others rely on, and the log wants to know why."""

    def __init__(self) -> None:
        super().__init__(
            _("Say why: this changes what has been released or played, and the log keeps the reason.")
        )


class UnknownPlayerError(EventChangeError):
    """Somebody was to be entered whom the club does not know, or who is not on its list any more."""

    def __init__(self) -> None:
        super().__init__(_("One of these players is not on the club's list."))


class NamelessEventError(EventChangeError):
    """The rubbers outside any event were to be given a plan."""

    def __init__(self) -> None:
        super().__init__(_("Rubbers outside any event have no plan: open an event first."))


class ResultThereError(EventChangeError):
    """The pairing has its rubber. ``rubber`` is it."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(_("There is a result for this pairing already. Correct that one."))


class BeingScoredError(EventChangeError):
    """The pairing's rubber is being played, and deals of it are recorded. ``rubber`` is it."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(
            _("This table is being scored deal by deal: look at its pad, and end the rubber there.")
        )


class NotPairedError(EventChangeError):
    """Two do not meet in a round, or not yet."""

    def __init__(self) -> None:
        super().__init__(_("These two do not meet in this round."))


class DecidedPairingError(EventChangeError):
    """A pairing was decided without a rubber."""

    def __init__(self) -> None:
        super().__init__(_("This pairing is decided."))


class UnsoundResultError(EventChangeError):
    """What was written down beside a pairing is no result by the event's rules, and would stay a draft."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "These figures do not make a rubber by this event's rules. Look at them again; nothing was stored."
            )
        )


class DrawUnderWayError(EventChangeError):
    """A draw of the event was asked for and is not made yet. ``request`` is that one."""

    def __init__(self, request: DrawRequest) -> None:
        self.request = request
        super().__init__(_("A draw of this event is being made already: wait for it."))


class ChangedMeanwhileError(EventChangeError):
    """The event changed again and again while a draw was worked out."""

    def __init__(self) -> None:
        super().__init__(
            _("Results kept coming in while the draw was being made. Nothing was drawn: ask for it again.")
        )


class NothingToUndoError(EventChangeError):
    """There is nothing, or nothing any more, that could be taken back."""

    def __init__(self) -> None:
        super().__init__(_("There is nothing to take back."))


class NobodyRatedError(EventChangeError):
    """Entrants were to be seeded by rating, and none of them has one."""

    def __init__(self) -> None:
        super().__init__(_("Nobody who is entered has been rated in this club yet."))
