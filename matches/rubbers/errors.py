"""Errors raised when a rubber cannot be changed, each with a message that tells the person what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.round_names import round_words
from matches.rubbers.states import RubberKind

if TYPE_CHECKING:
    from matches.models import Conflict, Rubber
    from scoring.checked import CheckedRubber
    from scoring.findings import Finding


class RubberChangeError(ValueError):
    """A change of a rubber was refused. The message is for the person who requested it."""


class StaleRubberError(RubberChangeError):
    """The rubber has changed since the actor last saw it.

    ``conflict`` is the conflict as which a late correction was stored, or None if nothing was stored.
    """

    def __init__(self, rubber: Rubber, conflict: Conflict | None = None) -> None:
        self.rubber = rubber
        self.conflict = conflict
        if conflict is None:
            message = _("Someone else has changed this rubber in the meantime. Check it and try again.")
        else:
            message = _(
                "Someone else has changed this rubber in the meantime. Your text is kept, and the director"
                " chooses between the two."
            )
        super().__init__(message)


class ReportChangedError(StaleRubberError):
    """A result cannot be confirmed or disputed, because its reporter has corrected or withdrawn it since.

    ``rubber`` is the current row.
    """

    def __init__(self, rubber: Rubber) -> None:
        super().__init__(rubber)
        if rubber.state == "reported":
            message = _(
                "The report was corrected after you opened it. Check the new result, then confirm or dispute"
                " it."
            )
        else:
            message = _("The report was changed or withdrawn after you opened it. Check the rubber.")
        self.args = (message,)


_NOT_FROM_HERE: Final[dict[RubberKind, Promise]] = {
    "rubber.imported": gettext_lazy("This rubber is already stored."),
    "rubber.entered": gettext_lazy("This rubber is already stored."),
    "rubber.opened": gettext_lazy("This rubber is already stored."),
    "rubber.reported": gettext_lazy("Only a rubber that is being played can be ended."),
    "rubber.closed": gettext_lazy("Only a rubber that is being played can be ended."),
    "rubber.cut_recorded": gettext_lazy("This rubber is no longer being played. Correct it instead."),
    "rubber.deal_recorded": gettext_lazy("This rubber is no longer being played. Correct it instead."),
    "rubber.deal_undone": gettext_lazy("This rubber is no longer being played. Correct it instead."),
    "rubber.confirmed": gettext_lazy("Only a result that was reported or disputed can be confirmed."),
    "rubber.disputed": gettext_lazy(
        "Only a result that was reported, confirmed or corrected can be disputed."
    ),
    "rubber.corrected": gettext_lazy(
        "This rubber is still being played. Undo deals, or end it before you correct it."
    ),
    "rubber.voided": gettext_lazy("This rubber is already void."),
    "rubber.report_changed": gettext_lazy(
        "You can correct your report only until it is confirmed or disputed."
    ),
    "rubber.report_withdrawn": gettext_lazy(
        "You can withdraw your report only until it is confirmed or disputed."
    ),
}


class StateError(RubberChangeError):
    """The state of a rubber does not allow the change. ``rubber`` is the rubber's current row."""

    def __init__(self, rubber: Rubber, kind: RubberKind) -> None:
        self.rubber = rubber
        self.kind = kind
        super().__init__(str(_NOT_FROM_HERE[kind]))


class NoDealError(RubberChangeError):
    """A deal cannot be undone, because there is none."""

    def __init__(self) -> None:
        super().__init__(_("No deal has been recorded yet, so there is nothing to undo."))


class CutNotDueError(RubberChangeError):
    """A cut for deal was sent after the first deal of its game."""

    def __init__(self) -> None:
        super().__init__(
            _("The first deal of this game is already recorded. A director can add the cut later.")
        )


class LateKingError(RubberChangeError):
    """A king cannot be marked late, after the last deal. ``law`` is the number of the law that forbids it."""

    def __init__(self, law: int) -> None:
        self.law = law
        message = _LATE_KING.get(law, _LATE_KING[22])
        named_law = _("(Law %(law)s.)") % {"law": law}
        super().__init__(f"{message} {named_law}")


_LATE_KING: Final[dict[int, Promise]] = {
    19: gettext_lazy("If a misdeal is played on, a king turned up cannot be marked."),
    22: gettext_lazy(
        "Only the dealer can still mark a king late, until the next turn-up, and only one that was turned up."
    ),
    46: gettext_lazy("The game is over, so later marks do not count."),
    47: gettext_lazy("The king is already marked in this deal."),
}


class NoSuchDealError(RubberChangeError):
    """The rubber has no deal with these numbers of game and deal."""

    def __init__(self) -> None:
        super().__init__(_("This rubber does not have this deal. Check the rubber."))


class LaterDealError(RubberChangeError):
    """The deals after a corrected deal contradict the correction.

    ``game`` and ``deal`` are the numbers of the first that does; ``deal`` is None for the game as a whole.
    ``findings`` are the contradictions.
    """

    def __init__(self, game: int, deal: int | None, findings: tuple[Finding, ...]) -> None:
        self.game = game
        self.deal = deal
        self.findings = findings
        place = {"game": game, "deal": deal}
        if deal is None:
            message = (
                _("With this change, the end of game %(game)s would not fit what was played after it.")
                % place
            )
        else:
            message = _("With this change, deal %(deal)s of game %(game)s would no longer fit.") % place
        advice = _("Undo the deals back to that point, and record them again.")
        super().__init__(f"{message} {advice}")


class NotLastDealError(RubberChangeError):
    """A ruling cannot be made, because the rubber is being played and the ruling's deal is not the last."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "While a rubber is being played, a director can rule only on its last deal. End the rubber"
                " to rule on the others."
            )
        )


class RubberOverError(RubberChangeError):
    """A deal or cut cannot be recorded, because the rubber is decided. ``rubber`` is its current row."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(_("This rubber is decided. End it, or undo the last deal if it is wrong."))


class UndecidedError(RubberChangeError):
    """A rubber cannot end as played out, because nobody has won the rubber. ``rubber`` is its current row."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(_("Nobody has won this rubber yet. Choose “unfinished”, or the side that retired."))


class ConflictOpenError(RubberChangeError):
    """The rubber cannot end while entries of two phones contradict each other. ``rubber`` is its current row."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(
            _(
                "Two phones recorded a deal of this rubber differently. Choose one version on the score pad,"
                " then end the rubber."
            )
        )


class GameAtTableError(RubberChangeError):
    """The game belongs to a pool or a French table, where a reported result counts at once: its table corrects it."""

    def __init__(self, rubber: Rubber) -> None:
        self.rubber = rubber
        super().__init__(
            _("This game belongs to a pool or a French table. Correct its result at that table.")
        )


class TooManyConflictsError(RubberChangeError):
    """The person has caused the maximum number (``most``) of open conflicts for ``rubber``. Nothing was stored."""

    def __init__(self, rubber: Rubber, most: int) -> None:
        self.rubber = rubber
        self.most = most
        super().__init__(
            _(
                "%(most)s other versions that you sent are still waiting for the director, so this one was"
                " not kept. Check the rubber and correct it, or wait for the director’s decision."
            )
            % {"most": most}
        )


class SameRubberError(RubberChangeError):
    """A rubber cannot be stored, because ``rubber`` has the same event, date, round, table and players.

    With ``round_label``, ``rubber`` decides the pairing of the players in this round of a draw.
    """

    def __init__(self, rubber: Rubber, *, round_label: str = "") -> None:
        self.rubber = rubber
        if round_label:
            text = _(
                "These two have a result in this round already, which stays: %(round)s. Correct that one, or confirm"
                " that this is another, which does not count in the draw."
            ) % {"round": round_words(round_label)}
        else:
            text = _(
                "A rubber with the same event, date, round, table and players already exists. Correct that"
                " one, or confirm that this is another."
            )
        super().__init__(text)


class SamePlayerError(RubberChangeError):
    """Sides A and B of a rubber are the same person."""

    def __init__(self) -> None:
        super().__init__(_("A rubber is played by two. Choose two different players."))


class HeldRecordError(RubberChangeError):
    """A record has ``faults`` of notation, or cannot be read (``checked`` is None), and is not stored."""

    def __init__(self, faults: tuple[Finding, ...], checked: CheckedRubber | None = None) -> None:
        self.faults = faults
        self.checked = checked
        super().__init__(
            _("The game file contradicts itself or cannot be read. Correct what is listed and send it again.")
        )


INVALID_DEAL_MESSAGES: Final[dict[str, Promise]] = {
    "malformed": gettext_lazy("This deal was not sent in the expected form. Record it again."),
    "unreadable": gettext_lazy("The line of this deal cannot be read. Correct it, or record only the marks."),
    "not_one_deal": gettext_lazy("Write only one deal, without the end of its game."),
    "unfinished": gettext_lazy(
        "This deal is not over, because no king ends the game here. Choose who won the tricks."
    ),
    "not_taken": gettext_lazy(
        "This deal is not over, because the point was not taken. Choose who won the tricks."
    ),
    "score_unknown": gettext_lazy(
        "Without the calls, the point may count one or two. Choose what was called."
    ),
    "offer_unknown": gettext_lazy(
        "Without the offer, it is not known who marks how much. Choose whether the point was offered"
        " and taken."
    ),
    "void_and_won": gettext_lazy("A redeal has no winner."),
}
"""The message of ``InvalidDealError`` for each of its codes."""


class InvalidDealError(RubberChangeError):
    """The input is not a deal that can be recorded. ``code`` is a key of ``INVALID_DEAL_MESSAGES``.

    ``faults`` are the findings about an unreadable line. ``field`` is the key of the malformed value, or
    empty.
    """

    def __init__(self, code: str, faults: tuple[Finding, ...] = (), *, field: str = "") -> None:
        self.code = code
        self.faults = faults
        self.field = field
        super().__init__(str(INVALID_DEAL_MESSAGES[code]))


class NotOneDealError(ValueError):
    """A text should be exactly one deal, but has no deal, several deals or the end of a game."""


class UnknownScoreError(ValueError):
    """The score after a deal is unknown: without the calls, the deal's winner may mark one point or two."""
