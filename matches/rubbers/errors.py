"""Why a rubber could not be changed as somebody wanted, in sentences that he can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.rubbers.states import RubberKind

if TYPE_CHECKING:
    from matches.models import Conflict, Rubber
    from scoring.checked import CheckedRubber
    from scoring.findings import Finding


class RubberChangeError(ValueError):
    """A change of a rubber was not made. Its text is for the person who asked for it."""


class StaleRubberError(RubberChangeError):
    """Somebody changed the rubber since the actor looked. ``rubber`` is what it is now.

    ``conflict`` keeps the text of a correction that came too late; None for every other change.
    """

    def __init__(self, rubber: Rubber, conflict: Conflict | None = None) -> None:
        self.rubber = rubber
        self.conflict = conflict
        if conflict is None:
            said = _(
                "Somebody else has changed this rubber meanwhile. Look at it as it is now, and try again."
            )
        else:
            said = _(
                "Somebody else has changed this rubber meanwhile. Nothing of yours is lost: your text is kept for"
                " the director, who chooses between the two."
            )
        super().__init__(said)


_NOT_FROM_HERE: Final[dict[RubberKind, Promise]] = {
    "rubber.imported": gettext_lazy("This rubber is here already."),
    "rubber.entered": gettext_lazy("This rubber is here already."),
    "rubber.opened": gettext_lazy("This rubber is here already."),
    "rubber.reported": gettext_lazy("Only a rubber that is being played can be ended."),
    "rubber.closed": gettext_lazy("Only a rubber that is being played can be ended."),
    "rubber.cut_recorded": gettext_lazy("This rubber is not being played any more: correct it instead."),
    "rubber.deal_recorded": gettext_lazy("This rubber is not being played any more: correct it instead."),
    "rubber.deal_undone": gettext_lazy("This rubber is not being played any more: correct it instead."),
    "rubber.confirmed": gettext_lazy("Only a result that was reported or disputed can be confirmed."),
    "rubber.disputed": gettext_lazy(
        "Only a result that was reported, confirmed or corrected can be disputed."
    ),
    "rubber.corrected": gettext_lazy(
        "This rubber is still being played: take deals back or end it before you correct it."
    ),
    "rubber.voided": gettext_lazy("This rubber is void already."),
}


class StateError(RubberChangeError):
    """What was asked for does not follow from the rubber's state. ``rubber`` is what it is now."""

    def __init__(self, rubber: Rubber, kind: RubberKind) -> None:
        self.rubber = rubber
        self.kind = kind
        super().__init__(str(_NOT_FROM_HERE[kind]))


class NoDealError(RubberChangeError):
    """There is no deal to take back."""

    def __init__(self) -> None:
        super().__init__(_("No deal has been recorded yet, so there is none to take back."))


class CutNotDueError(RubberChangeError):
    """A cut for deal came when the game had been dealt."""

    def __init__(self) -> None:
        super().__init__(
            _("This game has been dealt already: its cut can be written down by a director, later.")
        )


class LateKingError(RubberChangeError):
    """A king can't be marked behind the last deal any more. ``law`` is the one that stands against it."""

    def __init__(self, law: int) -> None:
        self.law = law
        said = _LATE_KING.get(law, _LATE_KING[22])
        super().__init__(f"{said} {_('(Law %(law)s.)') % {'law': law}}")


_LATE_KING: Final[dict[int, Promise]] = {
    19: gettext_lazy("After a misdeal that was let stand a king turned up can't be marked."),
    22: gettext_lazy(
        "Until the next turn-up the dealer alone may mark a king late, and only one that he turned up."
    ),
    46: gettext_lazy("The game is over: nothing that is marked now counts."),
    47: gettext_lazy("The king was marked in this deal already."),
}


class NoSuchDealError(RubberChangeError):
    """The rubber has no such deal."""

    def __init__(self) -> None:
        super().__init__(_("This rubber has no such deal: look at it as it is now."))


class LaterDealError(RubberChangeError):
    """A deal was to be rewritten, and what was played after it could not have been. ``findings`` are the engine's.

    ``game`` and ``deal`` are the numbers of the first that would not fit; ``deal`` None: that game as a whole.
    """

    def __init__(self, game: int, deal: int | None, findings: tuple[Finding, ...]) -> None:
        self.game = game
        self.deal = deal
        self.findings = findings
        place = {"game": game, "deal": deal}
        if deal is None:
            said = _("Written so, the end of game %(game)s would not fit what was played after it.") % place
        else:
            said = _("Written so, deal %(deal)s of game %(game)s would not fit any more.") % place
        super().__init__(f"{said} {_('Take the deals back as far as there, and write them down anew.')}")


class NotLastDealError(RubberChangeError):
    """A ruling was to be made on another deal than the last one of a rubber that is being played."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "While a rubber is being played its last deal alone can be ruled upon; end the rubber, and rule on"
                " the others then."
            )
        )


class RubberOverError(RubberChangeError):
    """The rubber is decided, and no deal can follow. ``rubber`` is what it is now."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(_("This rubber is decided: end it, or take the last deal back if it is wrong."))


class UndecidedError(RubberChangeError):
    """The rubber was to be ended as played out, and nobody has won it yet. ``rubber`` is what it is now."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(
            _("Nobody has won this rubber yet: say that it stays unfinished, or that one side retired.")
        )


class ConflictOpenError(RubberChangeError):
    """The rubber was to be ended while two phones contradict each other in it. ``rubber`` is what it is now."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(
            _(
                "Two phones wrote a deal of this rubber otherwise. Choose on its score pad which of the two stands, and"
                " end it then."
            )
        )


class TooManyConflictsError(RubberChangeError):
    """Somebody has left as many other contents of ``rubber`` open as one person may: ``most``. Nothing was kept."""

    def __init__(self, rubber: Rubber, most: int) -> None:
        self.rubber = rubber
        self.most = most
        super().__init__(
            _(
                "%(most)s other versions of this rubber that you sent wait for the director already, so this one was"
                " not kept. Have those settled first, or look at the rubber as it is now, and correct that."
            )
            % {"most": most}
        )


class SameRubberError(RubberChangeError):
    """``rubber`` is stored, of the same event, date, round, table and players."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(
            _(
                "A rubber of the same event, date, round, table and players is here already. Correct that one, or"
                " say that this is another."
            )
        )


class SamePlayerError(RubberChangeError):
    """A and B are one person."""

    def __init__(self) -> None:
        super().__init__(_("A rubber is played by two: choose two different players."))


class HeldRecordError(RubberChangeError):
    """The record has faults of notation. ``faults`` are these findings, ``checked`` is the whole judgement.

    ``checked`` is None where the text could not be read at all.
    """

    def __init__(self, faults: tuple[Finding, ...], checked: CheckedRubber | None = None) -> None:
        self.faults = faults
        self.checked = checked
        super().__init__(
            _("The record contradicts itself or can't be read; mend what is named and send it again.")
        )
