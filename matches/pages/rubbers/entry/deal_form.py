"""The next deal of a rubber that is being played: what was called, a king, who won; or a line of the notation."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.pages.common.button_forms import SentForm
from matches.pages.common.fields import Group, PairField, call_sides, group, offer
from matches.pages.common.findings import note_of
from matches.pages.common.widgets import InRow
from matches.rubbers.build_record import (
    NotOneDealError,
    Standing,
    UnknownScoreError,
    Won,
    marks_deal,
    read_deal,
)
from scoring.calling import MOST_GIVINGS, Said, calls_of, with_condition
from scoring.cards import PLAYERS, Player
from scoring.errors import NotationError, RecordError
from scoring.marks import GAME_POINTS
from scoring.notation import write_deal
from scoring.record import Rubber
from scoring.variants import VARIATIONS

LINE_CHARACTERS: Final = 2_000
VOID: Final = "void"
NOBODY: Final = "nobody"
NOT_NOTED: Final = "unnoted"
ANNOUNCED: Final = "announced-"
"""Before a player's letter: the king was announced and not marked."""
OFFERS: Final = (
    ("unoffered", gettext_lazy("nobody offered the point")),
    ("taken_by_dealer", gettext_lazy("the elder hand offered the point, the dealer took it")),
    ("refused_by_dealer", gettext_lazy("the elder hand offered the point, the dealer refused")),
    ("taken_by_elder", gettext_lazy("the dealer offered the point, the elder hand took it")),
    ("refused_by_elder", gettext_lazy("the dealer offered the point, the elder hand refused")),
)
"""What is called at La Triomphe, by ``scoring.calling``."""


class DealForm(SentForm):
    """Needs the record so far, where it stands, and the players' names. Afterwards ``deal`` is the deal's line."""

    dealer = forms.ChoiceField(label=gettext_lazy("Dealer"), widget=InRow)
    said = forms.ChoiceField(
        label=gettext_lazy("What was called"),
        error_messages={"required": gettext_lazy("Say what was called, or that it was not noted.")},
        widget=forms.RadioSelect,
        help_text=gettext_lazy("The elder hand is the one that did not deal."),
        choices=[
            ("stood", gettext_lazy("the elder hand played without proposing")),
            ("refused", gettext_lazy("the elder hand proposed, the dealer refused")),
            ("given_stood", gettext_lazy("cards were given, then the elder hand played")),
            ("given_refused", gettext_lazy("cards were given, then the dealer refused more")),
            (NOT_NOTED, gettext_lazy("not noted")),
        ],
    )
    times = forms.IntegerField(
        label=gettext_lazy("How often cards were given"),
        required=False,
        initial=1,
        min_value=1,
        max_value=MOST_GIVINGS,
    )
    king = forms.ChoiceField(
        label=gettext_lazy("Who marked the king"),
        initial=NOBODY,
        widget=InRow,
    )
    conditional = forms.BooleanField(
        label=gettext_lazy("The last answer hung on the stock having enough cards (law 38)"),
        required=False,
        help_text=gettext_lazy("Cards were given on that condition; refused in the end, it had not enough."),
    )
    winner = forms.ChoiceField(
        label=gettext_lazy("Who won the deal"),
        error_messages={"required": gettext_lazy("Say who won the deal, or that nobody did.")},
        widget=forms.RadioSelect,
    )
    won = forms.ChoiceField(
        label=gettext_lazy("How"),
        initial="point",
        widget=forms.RadioSelect,
        choices=[
            ("point", gettext_lazy("the point: three tricks or four")),
            ("3", gettext_lazy("the point, by three tricks")),
            ("4", gettext_lazy("the point, by four tricks")),
            ("vole", gettext_lazy("the vole: all five tricks")),
        ],
    )
    score = PairField(
        label=gettext_lazy("Score after the deal"),
        most=GAME_POINTS,
        help_text=gettext_lazy("As you wrote it. Left empty, it is worked out."),
    )
    line = forms.CharField(
        label=gettext_lazy("The deal in the notation"),
        required=False,
        max_length=LINE_CHARACTERS,
        widget=forms.Textarea({"rows": 3, "class": "line", "autocapitalize": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "For a deal written card by card. What stands here counts in place of all that is asked above."
        ),
    )

    use_required_attribute = False  # or a browser would not send a line of the notation alone
    MARKED: Final = ("dealer", "said", "times", "conditional", "king", "winner", "won", "score")

    def __init__(
        self, *args: Any, record: Rubber, now: Standing, names: tuple[str, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.record = record
        self.now = now
        self.names = names
        self.deal = ""
        sides = [("A", names[0]), ("B", names[1])]
        self.variant = record.rules.variant
        offer(self, "dealer", sides)
        unmarked = [
            (f"{ANNOUNCED}{player}", _("%(name)s announced it and did not mark it") % {"name": name})
            for player, name in sides
        ]
        offer(self, "king", [(NOBODY, _("nobody")), *sides, *unmarked])
        offer(self, "winner", [*sides, *self._nobody()])
        if self.variant == "triomphe":
            offer(self, "said", [(said, str(text)) for said, text in OFFERS] + [(NOT_NOTED, _("not noted"))])
            # Who took the point has said who won.
            self.fields["winner"].required = False
        for field in () if VARIATIONS[self.variant].has_king else ("king", "times", "conditional"):
            del self.fields[field]
        call_sides(self, "score", names)

    def _nobody(self) -> list[tuple[str, str]]:
        """What can be said of a deal in whose place no tricks were won."""
        without_tricks = _("nobody: a king ended the game before the tricks")
        if self.variant == "triomphe":
            without_tricks = _("no card was played: the point was taken")
        return [(NOBODY, without_tricks), (VOID, _("nobody: the deal does not count, and is dealt again"))]

    def groups(self) -> list[Group]:
        rows = tuple((name,) for name in ("dealer", "said", "king", "winner", "won") if name in self.fields)
        rare = tuple((name,) for name in ("times", "conditional", "score") if name in self.fields)
        return [
            group(self, _("Deal %(number)s") % {"number": self.now.deal}, *rows),
            group(self, _("Seldom needed"), *rare, is_rare=True),
            group(self, _("Or card by card"), ("line",), is_rare=True),
        ]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        line = told.get("line", "")
        if line.strip():
            # What is asked above the line does not matter then, nor what is wrong with it.
            for field in self.MARKED:
                self.errors.pop(field, None)
            if "line" in told:
                self._read(line)
        elif not self.errors:
            self._mark(told)
        return told

    def _read(self, line: str) -> None:
        try:
            self.deal = write_deal(read_deal(line, self.now.deal))
        except NotationError as error:
            note = note_of(error.finding, self.names)
            place = _("Line %(line)s, column %(column)s: %(message)s %(settle)s") % {
                "line": error.finding.line,
                "column": error.finding.column,
                "message": note.message,
                "settle": note.settle,
            }
            self.add_error("line", place)
        except NotOneDealError:
            self.add_error("line", _("Write one deal alone, without the end of its game."))
        except RecordError as error:
            self.add_error("line", str(error))

    def _mark(self, told: dict[str, Any]) -> None:
        winner, said = told["winner"], told["said"]
        king = told.get("king", NOBODY)
        calls = calls_of(cast(Said, "" if said == NOT_NOTED else said), told.get("times") or 1)
        if told.get("conditional"):
            if said not in ("given_stood", "given_refused"):
                self.add_error(
                    "conditional", _("No cards were given: leave this out, or say what was called.")
                )
                return
            calls = with_condition(calls)
        try:
            deal = marks_deal(
                self.record,
                cast(Player, told["dealer"]),
                calls=calls,
                kings=[cast(Player, king)] if king in PLAYERS else [],
                announced=[cast(Player, king[-1])] if king.startswith(ANNOUNCED) else [],
                winner=cast(Player, winner) if winner in ("A", "B") else None,
                won=cast(Won, told["won"]),
                is_void=winner == VOID,
                score=told["score"],
            )
            self.deal = write_deal(deal)
        except UnknownScoreError:
            unknown = _(
                "Without the calls it can't be told whether the point counts one or two: say what was called, or"
                " write the score after the deal."
            )
            if self.variant == "triomphe":
                unknown = _(
                    "Without the offer it can't be told who marks, and how much: say whether the point was offered and"
                    " taken, or write the score after the deal."
                )
            self.add_error("said", unknown)
        except RecordError:
            without = _("No king ends the game here: say who won the tricks.")
            if self.variant == "triomphe":
                without = _("The point was not taken: say who won the tricks.")
            self.add_error("winner", without)
