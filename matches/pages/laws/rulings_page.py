"""The director's rulings at a rubber: when, what, the choices on this very score, and the one that is made.

Who opens it, whether he may, and where it stands are handed in: an account's page and a table's pad are one book.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from matches.models import Rubber, TableLink, User
from matches.pages.common.checked_record import checked_record, names_of
from matches.pages.common.crumbs import Crumb
from matches.pages.common.findings import notes_of
from matches.pages.common.result_lines import rubber_title
from matches.pages.common.scoring_words import refusal
from matches.pages.laws.choice_form import ChoiceForm, write_choice
from matches.pages.laws.incident_form import FactsForm
from matches.pages.laws.moments import moment_at, steps_of
from matches.pages.laws.record_places import (
    Where,
    every_place,
    number_asked,
    place_asked,
    place_title,
    where_of,
)
from matches.pages.laws.ruling_page import RulingShown, ruling_shown
from matches.pages.laws.search_page import SearchPage, law_asked, search_page
from matches.pages.rubbers.entry.context import fresh, sent_afresh, sent_key
from matches.rubbers.commands import Act
from matches.rubbers.errors import RubberChangeError, StaleRubberError
from matches.rubbers.transition import is_done
from scoring.book import IncidentError, Option, Ruling, ruling
from scoring.errors import RecordError


@dataclass(frozen=True, slots=True)
class BookDesk:
    """Who rules at a rubber, and where. ``link`` is the table's link that he came by, and ``by`` then its maker.

    ``address`` is that of the book itself, ``back`` (address and words) the way out of it, ``written`` where a choice
    leads once it is in the record: empty for the deal that it is about. ``is_of_last_deal``: no other deal is shown.
    """

    rubber: Rubber
    by: User
    may_rule: bool
    address: str
    back: tuple[str, str]
    crumbs: list[Crumb]
    written: str = ""
    link: TableLink | None = None
    is_of_last_deal: bool = False

    def place_url(self, game: int, deal: int) -> str:
        """The book at a deal: positions from 1, deal 0 before the first."""
        return f"{self.address}?{urlencode({'game': game, 'deal': deal})}"


def book_page(request: HttpRequest, desk: BookDesk) -> HttpResponse:
    """Raises ``PermissionDenied`` for who may not rule, and ``Http404`` for a place that the record has not got."""
    rubber = desk.rubber
    if request.method == "POST" and is_done(rubber, Act(by=desk.by, key=sent_key(request))):
        return _written(desk, request)
    if not desk.may_rule:
        raise PermissionDenied
    checked = checked_record(rubber)
    names = names_of(rubber)
    place = place_asked(request, checked, of_last_deal=desk.is_of_last_deal)
    if place is None:
        return _shown(request, desk, {"places": every_place(checked, desk.place_url)})
    if place.token < 0 and place.deal is not None:
        deal = checked.games[place.game].deals[place.deal]
        return _shown(request, desk, _moments(Where(place, deal, place_title(place), ""), names))
    where = where_of(checked, place, names)
    law = law_asked(request)
    moment = "before" if where.deal is None else moment_at(where.deal, place.token)
    search = search_page(request, where.kept, law=law, moment=moment, variant=checked.rubber.rules.variant)
    frame = {"where": where, "search": search, "moments_url": _moments_url(desk, where)}
    if law is None:
        return _shown(request, desk, frame)
    form = FactsForm(
        request.GET if "told" in request.GET else None, law=law, names=names, dealer=where.dealer
    )
    if not form.asks_anything:
        form = FactsForm({}, law=law, names=names, dealer=where.dealer)
    if not form.is_bound or not form.is_valid():
        return _shown(request, desk, {**frame, "form": form, "law": law})
    try:
        ruled = ruling(checked.rubber, place, form.incident())
    except IncidentError as error:
        raise Http404 from error
    return _ruled(request, desk, ruled, where=where, frame=frame, form=form)


def _ruled(
    request: HttpRequest,
    desk: BookDesk,
    ruled: Ruling,
    *,
    where: Where,
    frame: dict[str, object],
    form: FactsForm,
) -> HttpResponse:
    """The choices side by side, and the one that the address names with its form."""
    rubber = desk.rubber
    names = names_of(rubber)
    chosen = next((each for each in ruled.options if each.remedy == request.GET.get("remedy")), None)
    context = {
        **frame,
        "law": ruled.law,
        "ruling": _ruling_shown(request, ruled, names, where),
        "form": form if chosen is None else None,
        "chosen": chosen,
    }
    if chosen is None:
        return _shown(request, desk, context)
    choice = ChoiceForm(request.POST or None, initial=fresh(rubber), option=chosen, ruling=ruled, names=names)
    context["choice"] = choice
    context["choices_url"] = _without_remedy(request)
    context["chosen_shown"] = _option_shown(ruled, chosen, names, where)
    if not choice.is_bound:
        return _shown(request, desk, context)
    if not choice.is_valid():
        return _shown(request, desk, context, status=400)
    act = replace(choice.act(desk.by), key=sent_key(request), link=desk.link)
    try:
        write_choice(rubber, where.place, choice, act=act)
    except StaleRubberError as error:
        data = sent_afresh(request, error.rubber)
        context["choice"] = ChoiceForm(data, option=chosen, ruling=ruled, names=names)
        return _shown(request, desk, {**context, "problem": str(error)}, status=409)
    except IncidentError as error:
        for sentence in _refusals(error, names):
            choice.add_error(None, sentence)
        return _shown(request, desk, context, status=400)
    except (RubberChangeError, RecordError) as error:
        choice.add_error(None, str(error))
        return _shown(request, desk, context, status=400)
    if not desk.written:
        messages.success(request, _("The irregularity is written into the record, with what was chosen."))
    return _written(desk, request)


def _refusals(error: IncidentError, names: tuple[str, str]) -> list[str]:
    if error.key:
        return [refusal(error)]
    return [f"{note.message} {note.settle}".strip() for note in notes_of(error.findings, names)]


def _written(desk: BookDesk, request: HttpRequest) -> HttpResponse:
    """To what was written: the deal, or the table where the rubber is still being played."""
    if desk.written:
        return redirect(desk.written)
    public_id = desk.rubber.public_id
    now = Rubber.objects.only("state").get(pk=desk.rubber.pk)
    if now.state == Rubber.State.LIVE:
        return redirect("web:enter_deal", public_id=public_id)
    game, deal = number_asked(request, "game"), number_asked(request, "deal")
    if game and deal:
        return redirect("web:deal", public_id=public_id, game=game, deal=deal)
    return redirect("web:rubber", public_id=public_id)


def _ruling_shown(request: HttpRequest, ruled: Ruling, names: tuple[str, str], where: Where) -> RulingShown:
    def url_of(option: Option) -> str:
        said = request.GET.copy()
        for name in ("q", "moment"):
            said.pop(name, None)
        said["remedy"] = option.remedy
        return f"?{said.urlencode()}"

    return ruling_shown(ruled, names, dealer=where.dealer, url_of=url_of)


def _without_remedy(request: HttpRequest) -> str:
    said = request.GET.copy()
    said.pop("remedy", None)
    return f"?{said.urlencode()}"


def _option_shown(ruled: Ruling, chosen: Option, names: tuple[str, str], where: Where) -> object:
    shown = ruling_shown(ruled, names, dealer=where.dealer)
    return next(each for each in shown.options if each.remedy == chosen.remedy)


def _moments(where: Where, names: tuple[str, str]) -> dict[str, object]:
    steps = () if where.deal is None else steps_of(where.deal, names)
    return {"where": where, "steps": steps, "kept": tuple(where.kept.items())[:2]}


def _moments_url(desk: BookDesk, where: Where) -> str:
    if where.place.deal is None:
        return desk.address
    return desk.place_url(where.place.game + 1, where.place.deal + 1)


def _shown(
    request: HttpRequest, desk: BookDesk, context: dict[str, object], *, status: int = 200
) -> HttpResponse:
    search = context.get("search")
    back_url, back = desk.back
    frame = {
        "rubber": desk.rubber,
        "title": rubber_title(desk.rubber),
        "crumbs": desk.crumbs,
        "places_url": "" if desk.is_of_last_deal else desk.address,
        "back_url": back_url,
        "back": back,
        "kept_facts": () if not isinstance(search, SearchPage) else search.kept,
    }
    return render(request, "laws/rubber_book.html", {**frame, **context}, status=status)
