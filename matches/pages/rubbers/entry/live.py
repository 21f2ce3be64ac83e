"""Serve the pages that score a rubber during play: record a deal, remove the last deal, end the rubber."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from matches.clubs.roles import Powers
from matches.models import Rubber
from matches.pages.common import game_words
from matches.pages.common.club_context import acting_user, powers_on
from matches.pages.common.decision_forms import VersionedForm
from matches.pages.common.findings import notes_of
from matches.pages.common.links import book_url
from matches.pages.common.results import score_text
from matches.pages.common.rubber_context import (
    checked_record,
    get_rubber,
    names_of,
    new_form_data,
    require_for_rubber,
    resubmitted_data,
    rubber_context,
    submission_key,
)
from matches.pages.rubbers.deal_lines import DealLine, deal_summary
from matches.pages.rubbers.deal_page import tricks_of, vulnerable
from matches.pages.rubbers.entry.live_forms import CloseForm, DealForm
from matches.pages.rubbers.entry.start import stored_words
from matches.pages.rubbers.rubber_page import deal_title, findings_of_deal
from matches.rubbers.change_rubbers import CommandContext, RubberEnd, close_rubber, record_deal, undo_deal
from matches.rubbers.deal_from_input import RubberPosition, position_of
from matches.rubbers.errors import HeldRecordError, RubberChangeError, StaleRubberError, StateError
from matches.rubbers.rule import may_rule
from matches.rubbers.transition import is_done
from scoring.cards import Player, opponent, seat
from scoring.checked import CheckedDeal, CheckedRubber, Mark

MAX_DEALS: Final = 40


class LivePage:
    """A rubber in progress, as the scorer's page shows it: the record so far, and the current position."""

    def __init__(self, checked: CheckedRubber, now: RubberPosition, names: tuple[str, str]) -> None:
        self.checked = checked
        self.now = now
        self.names = names
        self.heading = deal_title(now.game, now.deal)
        self.is_over = now.winner is not None
        latest = checked.games[-1].deals[-MAX_DEALS:] if checked.games else ()
        self.deals = [DealLine(deal, deal.number, names) for deal in latest]

    @cached_property
    def last(self) -> dict[str, Any] | None:
        """The last deal, with sentences on its marks and their laws, and on the score; None before the first."""
        games = [game for game in self.checked.games if game.deals]
        if not games:
            return None
        game, deal = games[-1], games[-1].deals[-1]
        sentences = [self._mark_sentence(deal, mark) for mark in deal.marks]
        if bound := vulnerable(deal, self.names):
            sentences.append(bound)
        if deal.score is not None and not deal.void:
            sentences.append(game_words.score_now(self.names, deal.score))
        return {
            "title": deal_title(game.number, deal.number),
            "what": deal_summary(deal, self.names),
            "sentences": sentences,
            "notes": notes_of(findings_of_deal(self.checked, game.number, deal.number), self.names),
        }

    @property
    def turn(self) -> str:
        """A sentence on who deals next and who is the elder hand."""
        if (dealer := self.now.dealer) is None:
            return _("Say who deals: the cut decides it.")
        return _("%(dealer)s deals, and %(elder)s is the elder hand.") % self._roles(dealer)

    @property
    def stake(self) -> str:
        """Text on when the point of the next deal counts two (law 49)."""
        if self.checked.rubber.rules.variant == "triomphe":
            return _(
                "The point counts one, the vole two. A player who refuses the point that was offered wins all five"
                " tricks, or two go to the other side (law 49)."
            )
        if (dealer := self.now.dealer) is None:
            return _(
                "The point counts two against an elder hand that plays at once, and against a dealer who refuses the"
                " first proposal (law 49)."
            )
        return _(
            "The point counts two against %(elder)s who plays at once, and against %(dealer)s who refuses the first"
            " proposal (law 49)."
        ) % self._roles(dealer)

    @cached_property
    def decided(self) -> str:
        """A sentence on the winner of the rubber or game that the last deal decided; "" if it decided none."""
        if self.now.winner is not None:
            values = {"name": self.names[seat(self.now.winner)], "score": score_text(*self.now.games_won)}
            return _("%(name)s wins the rubber, %(score)s.") % values
        if not self.now.is_between_games or not self.checked.games:
            return ""
        game = self.checked.games[-1]
        if game.winner is None or game.points is None:
            return ""
        return _("%(name)s wins game %(number)s, %(score)s.") % {
            "name": self.names[seat(game.winner)],
            "number": game.number,
            "score": score_text(*game.points),
        }

    def _roles(self, dealer: Player) -> dict[str, str]:
        return {"dealer": self.names[seat(dealer)], "elder": self.names[seat(opponent(dealer))]}

    def _mark_sentence(self, deal: CheckedDeal, mark: Mark) -> str:
        return _("%(name)s marks %(points)s: %(what)s (law %(law)s).") % {
            "name": self.names[seat(mark.player)],
            "points": game_words.number_word(mark.points),
            "what": game_words.mark_sentence(deal.course, mark, tricks=tricks_of(deal, mark.player)),
            "law": mark.law,
        }


@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = get_rubber(request, public_id)
    powers = _require_scorer(request, rubber)
    is_post = request.method == "POST"
    is_recorded = is_post and is_done(
        rubber, CommandContext(by=acting_user(request), key=submission_key(request))
    )
    if rubber.state != Rubber.State.LIVE:
        if is_post and not is_recorded:
            messages.error(request, _("The rubber was ended meanwhile: this deal is not recorded."))
        return redirect("web:rubber", public_id=public_id)
    if not is_post:
        return _render_deal(request, rubber, powers)
    if is_recorded:
        return redirect("web:enter_deal", public_id=public_id)
    checked = checked_record(rubber)
    form = DealForm(request.POST, record=checked.rubber, now=position_of(checked), names=names_of(rubber))
    if not form.is_valid():
        return _render_deal(request, rubber, powers, form=form, status=400)
    version = form.cleaned_data["version"]
    act = CommandContext(by=acting_user(request), key=submission_key(request), version=version)
    try:
        record_deal(rubber, form.deal, act=act)
    except StaleRubberError:
        problem = _(
            "Someone else has recorded or undone a deal. Look at the score as it is now, and "
            "send this deal again if it is missing."
        )
        # The page as it is now, with the deal that came too late as it was typed.
        rubber = get_rubber(request, public_id)
        checked = checked_record(rubber)
        data = resubmitted_data(request, rubber)
        form = DealForm(data, record=checked.rubber, now=position_of(checked), names=names_of(rubber))
        return _render_deal(request, rubber, powers, form=form, problem=problem, status=409)
    except HeldRecordError as error:
        form.add_error(None, " ".join(note.message for note in notes_of(error.faults, names_of(rubber))))
        return _render_deal(request, rubber, powers, form=form, status=400)
    except RubberChangeError as error:
        messages.error(request, str(error))
    return redirect("web:enter_deal", public_id=public_id)


@require_POST
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = get_rubber(request, public_id)
    require_for_rubber(request, rubber, "undo_deal")
    form = VersionedForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Look at the score as it is now, and try again."))
        return redirect("web:enter_deal", public_id=public_id)
    try:
        undo_deal(rubber, act=form.act(acting_user(request)))
        messages.success(request, _("The last deal is undone."))
    except RubberChangeError as error:
        messages.error(request, str(error))
    return redirect("web:enter_deal", public_id=public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, public_id: str) -> HttpResponse:
    """Serve the form that ends a rubber in progress, whether or not a player has won it."""
    rubber = get_rubber(request, public_id)
    powers = _require_scorer(request, rubber)
    if rubber.state != Rubber.State.LIVE:
        return redirect("web:rubber", public_id=public_id)
    is_over = checked_record(rubber).winner is not None
    authority = powers.authority_on(rubber.player_a_id, rubber.player_b_id)
    form = CloseForm(
        request.POST or None, initial=new_form_data(rubber), names=names_of(rubber), is_over=is_over
    )
    if form.is_valid():
        try:
            act = form.act(acting_user(request))
            closed = close_rubber(rubber, authority=authority, act=act, ending=RubberEnd(*form.ending()))
        except StateError:
            return redirect("web:rubber", public_id=public_id)
        except RubberChangeError as error:
            messages.error(request, str(error))
            return redirect("web:enter_deal", public_id=public_id)
        messages.success(request, stored_words(closed))
        return redirect("web:rubber", public_id=public_id)
    context = rubber_context(rubber) | {"form": form, "is_final": authority == "final"}
    return render(request, "rubbers/entry/close.html", context, status=400 if form.is_bound else 200)


def _require_scorer(request: HttpRequest, rubber: Rubber) -> Powers:
    """Return the viewer's powers. Raises ``PermissionDenied`` if the viewer may not enter this rubber."""
    powers = powers_on(request, rubber.club)
    if not powers.may_enter(rubber.player_a_id, rubber.player_b_id):
        raise PermissionDenied
    return powers


def _book_url(rubber: Rubber, checked: CheckedRubber) -> str:
    """Return the URL of the rulings at the last deal, the only one that can be ruled on; empty before the first."""
    if not checked.games or not checked.games[-1].deals:
        return ""
    return book_url(rubber.public_id, game=len(checked.games), deal=len(checked.games[-1].deals))


def _render_deal(
    request: HttpRequest,
    rubber: Rubber,
    powers: Powers,
    *,
    form: DealForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    checked = checked_record(rubber)
    now = position_of(checked)
    names = names_of(rubber)
    initial = new_form_data(rubber)
    if form is None:
        form = DealForm(
            initial={**initial, "dealer": now.dealer or ""}, record=checked.rubber, now=now, names=names
        )
    context = rubber_context(rubber) | {
        "names": names,
        "page": LivePage(checked, now, names),
        "form": form,
        "undo": VersionedForm(initial=initial, auto_id=False) if powers.can("undo_deal", rubber) else None,
        "close": VersionedForm(initial=initial, auto_id=False),
        "is_final": powers.authority_on(rubber.player_a_id, rubber.player_b_id) == "final",
        "book_url": _book_url(rubber, checked) if may_rule(powers, rubber) else "",
        "problem": problem,
    }
    return render(request, "rubbers/entry/deal.html", context, status=status)
