"""The round of a drawn event on a form that enters a rubber: offered, found, and asked about if it is not found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.round_names import round_words
from matches.events.words import list_words
from matches.models import Event, Player, Round, Rubber
from matches.pages.common.entry_fields import (
    ConfirmNamesField,
    NameField,
    NewRubberForm,
    set_choices,
    suggestion_input,
)
from matches.rubbers.find_round import DrawnRounds, RoundFound

MOST_OFFERED: Final = 60


PROBLEMS: Final[dict[str, Promise]] = {
    "no_draw": gettext_lazy("Nothing is drawn yet."),
    "no_such_round": gettext_lazy(
        "The draw has no round called %(round)s: this rubber would not count in it."
    ),
    "no_round": gettext_lazy("This event has a draw: without its round, this rubber would not count in it."),
    "not_paired": gettext_lazy(
        "These two do not meet in this round, so this rubber would not count in it: %(round)s."
    ),
    "has_result": gettext_lazy("These two have a result in this round already, which stays: %(round)s."),
    "awarded": gettext_lazy("An award decides this round for these two, and stays: %(round)s."),
    "withdrawn": gettext_lazy(
        "A player withdrew, which decides this round; this result would count instead: %(round)s."
    ),
}
"""The words for each problem of a ``RoundFound``. Under ``no_round``, no round was written."""


class OfferedRounds:
    """The names of the released rounds of an event, read when the form is rendered."""

    def __init__(self, event: Event) -> None:
        self.event = event

    def __iter__(self) -> Iterator[str]:
        drawn = Round.objects.filter(stage__event=self.event, stage__number__gte=1, is_released=True)
        labels = drawn.order_by("stage__number", "number").values_list("label", flat=True)
        yield from map(round_words, labels[:MOST_OFFERED])


class RoundForm(NewRubberForm):
    """A form with the field ``round``. Where an event has a draw, a rubber belongs to a round of it.

    ``find_round`` is called once the form knows event and players. Afterwards ``round_found`` is the round that is
    meant, or None if the event has no draw. What does not count in the draw is stored only if ``no_pairing`` confirms
    it.
    """

    round = NameField(label=gettext_lazy("Round"), required=False, widget=suggestion_input())
    no_pairing = ConfirmNamesField(gettext_lazy("Not in the draw"))

    round_found: RoundFound | None = None
    _stored: Rubber | None = None

    def offer_rounds(self, event: Event | None) -> None:
        if event is not None and event.plan is not None:
            setattr(self.fields["round"].widget, "suggestions", OfferedRounds(event))  # noqa: B010

    def find_round(
        self, event: Event | None, players: Iterable[Player | None], written: str, *, stored: Rubber | None
    ) -> None:
        """Find the round that was ``written``. A player is None if they are not on the club's list yet.

        ``stored`` is the rubber to be corrected, which decides no pairing of its own here.
        """
        self.round_found, self._stored = None, stored
        if event is not None:
            a, b = (player.public_id if player is not None else "" for player in players)
            draw = DrawnRounds(event.public_id, (a, b), besides=stored.public_id if stored else "")
            if draw.rounds:
                self.round_found = draw.find(written, (a, b))
        if not self._is_asked:
            del self.fields["no_pairing"]
        else:
            words = _("Save it all the same")
            set_choices(self, "no_pairing", [(self._outside, words)])

    @property
    def _is_asked(self) -> bool:
        """Whether to ask before the rubber is stored. About a new one beside a result, the service asks itself."""
        problem = "" if self.round_found is None else self.round_found.problem
        return problem != "" and (problem != "has_result" or self._stored is not None)

    @property
    def _outside(self) -> str:
        """The value that confirms this very problem: another round is asked about again."""
        return "" if self.round_found is None else f"{self.round_found.problem} {self.round_found.label}"

    def check_round(self) -> None:
        """Add an error to the field if the rubber would not count in the draw, and nobody has confirmed that."""
        result = self.round_found
        if result is None or not self._is_asked or self._outside in self.cleaned_data.get("no_pairing", ()):
            return
        choose = _("Choose another round, or say below that it is to be stored all the same.")
        self.add_error("round", f"{round_problem(result)} {choose}")

    def round_label(self, written: Any) -> str:
        """Return the label to store: that of the round that was found, or what was written."""
        return written if self.round_found is None else self.round_found.label


def round_problem(result: RoundFound) -> str:
    """Return what stands against a rubber in the draw of its event, and in which rounds its players meet."""
    values = {
        "round": round_words(result.label),
        "rounds": list_words([round_words(each) for each in result.options]),
    }
    text = str(
        PROBLEMS["no_round" if result.problem == "no_such_round" and not result.label else result.problem]
    )
    if result.options:
        meet = _("They have a pairing to play in: %(rounds)s.")
        text = f"{text} {meet}"
    return text % values
