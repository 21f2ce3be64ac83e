"""The forms of a rubber in progress: the next deal, by its calls or as a line of EGN, and the rubber's end."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.log import Seat
from matches.pages.common.decision_forms import VersionedForm
from matches.pages.common.entry_fields import (
    Group,
    InlineRadioSelect,
    PairField,
    call_sides,
    group,
    set_choices,
)
from matches.pages.common.findings import note_of
from matches.rubbers.deal_from_input import RubberPosition, Won, marks_deal, read_deal
from matches.rubbers.errors import NotOneDealError, UnknownScoreError
from scoring.calling import MOST_GIVINGS, WayOfCalling, calls_of, with_condition
from scoring.cards import PLAYERS, Player
from scoring.errors import NotationError, RecordError
from scoring.marks import GAME_POINTS
from scoring.notation import write_deal
from scoring.record import Rubber, Termination
from scoring.variants import VARIATIONS

LINE_CHARACTERS: Final = 2_000
VOID: Final = "void"
NOBODY: Final = "nobody"
NOT_NOTED: Final = "unnoted"
ANNOUNCED: Final = "announced-"
"""The prefix before a player's letter in the choice of a king that was announced and not marked."""
OFFERS: Final = (
    ("unoffered", gettext_lazy("nobody offered the point")),
    ("taken_by_dealer", gettext_lazy("the elder hand offered the point, the dealer took it")),
    ("refused_by_dealer", gettext_lazy("the elder hand offered the point, the dealer refused")),
    ("taken_by_elder", gettext_lazy("the dealer offered the point, the elder hand took it")),
    ("refused_by_elder", gettext_lazy("the dealer offered the point, the elder hand refused")),
)
"""The possible sequences of calls at La Triomphe, with the names that ``scoring.calling`` has for them."""


class DealForm(VersionedForm):
    """The form for the next deal of a rubber; after validation, ``deal`` is its line of EGN."""

    dealer = forms.ChoiceField(label=gettext_lazy("Dealer"), widget=InlineRadioSelect)
    said = forms.ChoiceField(
        label=gettext_lazy("What was called"),
        error_messages={"required": gettext_lazy("Say what was called, or that it was not noted.")},
        widget=forms.RadioSelect,
        help_text=gettext_lazy("The elder hand is the one that did not deal."),
        choices=[
            ("stood", gettext_lazy("the elder hand stood")),
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
        label=gettext_lazy("Who marked the king"), initial=NOBODY, widget=InlineRadioSelect
    )
    conditional = forms.BooleanField(
        label=gettext_lazy("The last answer depended on the stock having enough cards (law 38)"),
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
        help_text=gettext_lazy("As you wrote it. Leave it empty to have it worked out."),
    )
    line = forms.CharField(
        label=gettext_lazy("The deal in the notation"),
        required=False,
        max_length=LINE_CHARACTERS,
        widget=forms.Textarea({"rows": 3, "class": "line", "autocapitalize": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("For a deal written card by card. It replaces the answers above."),
    )

    use_required_attribute = False  # otherwise a browser would not send a line of the notation alone
    MARKED: Final = ("dealer", "said", "times", "conditional", "king", "winner", "won", "score")

    def __init__(
        self, *args: Any, record: Rubber, now: RubberPosition, names: tuple[str, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.record = record
        self.now = now
        self.names = names
        self.deal = ""
        sides = [("A", names[0]), ("B", names[1])]
        self.variant = record.rules.variant
        set_choices(self, "dealer", sides)
        unmarked = [
            (f"{ANNOUNCED}{player}", _("%(name)s announced it and did not mark it") % {"name": name})
            for player, name in sides
        ]
        set_choices(self, "king", [(NOBODY, _("nobody")), *sides, *unmarked])
        without_tricks = _("nobody: the king ended the game")
        if self.variant == "triomphe":
            set_choices(
                self, "said", [(way, str(text)) for way, text in OFFERS] + [(NOT_NOTED, _("not noted"))]
            )
            without_tricks = _("no card was played: the point was taken")
            # If the point was taken, the calls name the winner.
            self.fields["winner"].required = False
        void = (VOID, _("nobody: redeal"))
        set_choices(self, "winner", [*sides, (NOBODY, without_tricks), void])
        for field in () if VARIATIONS[self.variant].has_king else ("king", "times", "conditional"):
            del self.fields[field]
        call_sides(self, "score", names)

    def groups(self) -> list[Group]:
        rows = tuple((name,) for name in ("dealer", "said", "king", "winner", "won") if name in self.fields)
        rare = tuple((name,) for name in ("times", "conditional", "score") if name in self.fields)
        return [
            group(self, _("Deal %(number)s") % {"number": self.now.deal}, *rows),
            group(self, _("Seldom needed"), *rare, is_rare=True),
            group(self, _("Or card by card"), ("line",), is_rare=True),
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        line = data.get("line", "")
        if line.strip():
            # A line replaces the fields above it, and so their errors are dropped.
            for field in self.MARKED:
                self.errors.pop(field, None)
            if "line" in data:
                self._read(line)
        elif not self.errors:
            self._mark(data)
        return data

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

    def _mark(self, data: dict[str, Any]) -> None:
        winner, way = data["winner"], data["said"]
        king = data.get("king", NOBODY)
        calls = calls_of(cast(WayOfCalling, "" if way == NOT_NOTED else way), data.get("times") or 1)
        if data.get("conditional"):
            if way not in ("given_stood", "given_refused"):
                self.add_error(
                    "conditional", _("No cards were given: leave this out, or say what was called.")
                )
                return
            calls = with_condition(calls)
        try:
            deal = marks_deal(
                self.record,
                self.now,
                cast(Player, data["dealer"]),
                calls=calls,
                kings=[cast(Player, king)] if king in PLAYERS else [],
                announced=[cast(Player, king[-1])] if king.startswith(ANNOUNCED) else [],
                winner=cast(Player, winner) if winner in ("A", "B") else None,
                won=cast(Won, data["won"]),
                is_void=winner == VOID,
                score=data["score"],
            )
            self.deal = write_deal(deal)
        except UnknownScoreError:
            unknown = _(
                "Say what was called, or write the score after the deal: the calls decide "
                "whether the point counts one or two."
            )
            if self.variant == "triomphe":
                unknown = _(
                    "Say whether the point was offered and taken, or write the score after the deal: the offer"
                    " decides who marks, and how much."
                )
            self.add_error("said", unknown)
        except RecordError:
            without = _("No king ends the game here: say who won the tricks.")
            if self.variant == "triomphe":
                without = _("The point was not taken: say who won the tricks.")
            self.add_error("winner", without)


class CloseForm(VersionedForm):
    """The form that ends a rubber in progress. It does not ask how if ``is_over``: the games decide it."""

    termination = forms.ChoiceField(
        label=gettext_lazy("How it ended"),
        widget=forms.RadioSelect,
        choices=[
            ("unfinished", gettext_lazy("left unfinished")),
            ("retired", gettext_lazy("one side gave up")),
        ],
    )
    winner = forms.ChoiceField(
        label=gettext_lazy("Winner"),
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Where one side gave up."),
    )

    def __init__(self, *args: Any, names: tuple[str, str], is_over: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_over = is_over
        if is_over:
            del self.fields["termination"], self.fields["winner"]
        else:
            set_choices(self, "winner", [("", _("nobody")), ("A", names[0]), ("B", names[1])])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.is_over and not self.errors:
            has_winner = bool(data["winner"])
            if data["termination"] == "retired" and not has_winner:
                self.add_error("winner", _("Say who wins the rubber."))
            if data["termination"] == "unfinished" and has_winner:
                self.add_error("winner", _("Nobody wins a rubber that is left unfinished."))
        return data

    def ending(self) -> tuple[Termination, Seat]:
        if self.is_over:
            return "normal", ""
        data = self.cleaned_data
        return cast(Termination, data["termination"]), cast(Seat, data["winner"])
