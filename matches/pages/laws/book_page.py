"""Serve the page on which a director rules on a rubber: where, the irregularity, the choices, and the choice.

Signed-in users and the pad of a table share these views; each passes its user, permission and URLs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.models import Rubber, TableLink, User
from matches.pages.common.club_context import acting_user, powers_on
from matches.pages.common.findings import notes_of
from matches.pages.common.links import book_url
from matches.pages.common.navigation import Crumb
from matches.pages.common.results import rubber_title
from matches.pages.common.rubber_context import (
    checked_record,
    get_rubber,
    names_of,
    new_form_data,
    resubmitted_data,
    rubber_crumbs,
    submission_key,
)
from matches.pages.common.scoring_words import refusal
from matches.pages.laws.forms import ChoiceForm, FactsForm
from matches.pages.laws.moments import moment_at, steps_of
from matches.pages.laws.ruling_places import (
    DealNow,
    RubberPlace,
    deal_now,
    every_place,
    find_rubber_place,
    last_place,
    last_token,
    read_number,
    read_place,
)
from matches.pages.laws.rulings import ruling_words
from matches.pages.laws.search import NextStep, read_law, search_page
from matches.rubbers.change_rubbers import CommandContext
from matches.rubbers.errors import RubberChangeError, StaleRubberError
from matches.rubbers.rule import may_rule, settle_ruling
from matches.rubbers.transition import is_done
from scoring.book import IncidentError, Ruling, end_of_place, ruling
from scoring.book.places import with_deal
from scoring.cards import PLAYERS, seat
from scoring.checked import CheckedRubber
from scoring.errors import RecordError

WHICH_DEAL: Final = "where"
WHICH_MOMENT: Final = "when"
"""Query parameters that ask for the list of deals, and of the moments of a deal."""
BEGUN: Final = "ruling_begun"
"""The session's key for the facts of a ruling in a deal that was not over yet."""


@dataclass(frozen=True, slots=True)
class BookDesk:
    """The arguments of ``book_page``, which shows the possible rulings on a rubber.

    ``by`` is the user who rules, or with a table ``link`` the person who made it. ``address`` is the URL of
    the page itself. ``back`` is the URL and the text of the link that leaves the page. ``written`` is the URL
    to open after a ruling is recorded; "" opens the page of the deal, or the entry page while the rubber is
    in progress. ``is_of_last_deal`` restricts the page to the deal being played and the last one recorded.
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
        """Return the URL of this page for a deal. Both numbers count from 1; deal 0 is the start of the game."""
        return f"{self.address}?{urlencode({'game': game, 'deal': deal})}"


def book_page(request: HttpRequest, desk: BookDesk) -> HttpResponse:
    """Show the possible rulings on an irregularity in a rubber; a POST records the chosen ruling.

    Raises ``PermissionDenied`` if the user may not rule, ``Http404`` for a deal or step not in the record.
    """
    rubber = desk.rubber
    if request.method == "POST" and is_done(rubber, CommandContext(by=desk.by, key=submission_key(request))):
        return _redirect_after(desk, request)
    if not desk.may_rule:
        raise PermissionDenied
    checked = checked_record(rubber)
    names = names_of(rubber)
    now = deal_now(request, checked) if rubber.state == Rubber.State.LIVE else None
    place = read_place(request, checked, now, of_last_deal=desk.is_of_last_deal)
    if place is None and (desk.is_of_last_deal or WHICH_DEAL not in request.GET):
        place = last_place(checked) if now is None else now.place
    begun = _begun_ruling(request, desk, checked)
    if place is None:
        known = checked if now is None else now.checked
        return _render(request, desk, {**begun, "places": every_place(known, desk.place_url)})
    if now is not None and place[:2] == now.place[:2]:
        return _page_of_deal_now(request, desk, checked, now, begun)
    variant = checked.rubber.rules.variant
    law = read_law(request)
    is_given = place.token >= 0
    if not is_given and place.deal is not None:
        deal = checked.games[place.game].deals[place.deal]
        if WHICH_MOMENT in request.GET:
            where = RubberPlace(place, deal, "")
            context = {"steps": steps_of(deal, names), "parameters": tuple(where.parameters.items())[:2]}
            return _render(request, desk, {"where": where, **context})
        place = place._replace(token=last_token(deal, names, law, variant))
    # Once a law is chosen, its moment goes on in the URL.
    where = replace(find_rubber_place(checked, place, names), is_given=is_given or law is not None)
    moment = "" if not is_given else "before" if where.deal is None else moment_at(where.deal, place.token)
    search = search_page(request, where.parameters, law=law, moment=moment, variant=variant)
    moments_url = f"{desk.address}?{WHICH_DEAL}=1"
    if place.deal is not None:
        moments_url = f"{desk.place_url(place.game + 1, place.deal + 1)}&{WHICH_MOMENT}=1"
    frame = {**begun, "where": where, "search": search, "moments_url": moments_url}
    if now is not None:
        frame["now_url"] = desk.address
    if law is None:
        return _render(request, desk, frame)
    data = request.GET if "told" in request.GET else None
    form = FactsForm(data, law=law, names=names, dealer=where.dealer)
    if not form.asks_anything:
        form = FactsForm({}, law=law, names=names, dealer=where.dealer)
    if not form.is_valid():
        return _render(request, desk, {**frame, "form": form, "law": law})
    try:
        law_ruling = ruling(checked.rubber, place, form.incident())
    except IncidentError as error:
        raise Http404 from error
    return _render_ruling(request, desk, law_ruling, where=where, frame=frame, form=form)


def _page_of_deal_now(
    request: HttpRequest, desk: BookDesk, checked: CheckedRubber, now: DealNow, begun: dict[str, Any]
) -> HttpResponse:
    """Show the remedies in the deal that is being played. None can be recorded before the deal is.

    The facts are kept in the session, so that the page offers them when the deal is recorded.
    """
    names = names_of(desk.rubber)
    where = find_rubber_place(now.checked, now.place, names, now=now)
    law = read_law(request)
    variant = checked.rubber.rules.variant
    frame: dict[str, Any] = {
        **begun,
        "where": where,
        "search": search_page(request, where.parameters, law=law, variant=variant),
    }
    last = last_place(checked)
    if last is not None and last.deal is not None:
        frame["last_url"] = desk.place_url(last.game + 1, last.deal + 1)
    if law is None:
        return _render(request, desk, frame)
    if now.is_open:
        dealers = [NextStep(_url_without(request, dealer=player), names[seat(player)]) for player in PLAYERS]
        return _render(request, desk, {**frame, "law": law, "dealers": dealers})
    options: dict[str, Any] = {"law": law, "names": names, "dealer": where.dealer, "is_unwritten": True}
    form = FactsForm(request.GET if "told" in request.GET else None, **options)
    if not form.asks_anything:
        form = FactsForm({}, **options)
    frame |= {"form": form, "law": law}
    if not form.is_valid():
        return _render(request, desk, frame)
    game = now.checked.rubber.games[now.place.game]
    deal = replace(game.deals[-1], items=form.items_before())
    record = with_deal(now.checked.rubber, now.place, deal)
    try:
        law_ruling = ruling(record, end_of_place(record, now.place.game, now.place.deal), form.incident())
    except IncidentError as error:
        raise Http404 from error
    facts = request.GET.copy()
    facts.update(where.parameters)
    request.session[BEGUN] = {"rubber": desk.rubber.public_id, "law": law, "query": facts.urlencode()}
    words = ruling_words(law_ruling, names, dealer=where.dealer)
    status = 409 if request.method == "POST" else 200
    return _render(request, desk, {**frame, "ruling": words}, status=status)


def _begun_ruling(request: HttpRequest, desk: BookDesk, checked: CheckedRubber) -> dict[str, Any]:
    """Return the law and the URL of the ruling that the viewer began while the last deal was being played, or {}."""
    kept, last = request.session.get(BEGUN), last_place(checked)
    if kept is None or kept["rubber"] != desk.rubber.public_id or last is None or "law" in request.GET:
        return {}
    query = QueryDict(kept["query"])
    if last.deal is None or (query["game"], query["deal"]) != (str(last.game + 1), str(last.deal + 1)):
        return {}
    return {"begun_law": kept["law"], "begun_url": f"{desk.address}?{kept['query']}"}


def _render_ruling(
    request: HttpRequest,
    desk: BookDesk,
    law_ruling: Ruling,
    *,
    where: RubberPlace,
    frame: dict[str, Any],
    form: FactsForm,
) -> HttpResponse:
    """Show the choices side by side, and the form of the choice named in the URL."""
    rubber = desk.rubber
    names = names_of(rubber)
    options = law_ruling.options
    chosen = next((each for each in options if each.remedy == request.GET.get("remedy")), None)
    if chosen is None and len(options) == 1:
        # Nothing is left to choose.
        chosen = options[0]
    words = ruling_words(
        law_ruling,
        names,
        dealer=where.dealer,
        url_of=lambda option: _url_without(request, "q", "moment", remedy=option.remedy),
    )
    context = {**frame, "law": law_ruling.law, "ruling": words, "chosen": chosen}
    context["form"] = form
    if chosen is None:
        return _render(request, desk, context)
    choice = ChoiceForm(
        request.POST or None, initial=new_form_data(rubber), option=chosen, ruling=law_ruling, names=names
    )
    context |= {
        "choice": choice,
        "choices_url": _url_without(request, "remedy"),
    }
    if not choice.is_bound:
        return _render(request, desk, context)
    if not choice.is_valid():
        return _render(request, desk, context, status=400)
    act = replace(choice.act(desk.by), key=submission_key(request), link=desk.link)
    try:
        settle_ruling(rubber, where.place, choice.incident, act=act, outcome=choice.outcome, play=choice.play)
    except StaleRubberError as error:
        data = resubmitted_data(request, error.rubber)
        context["choice"] = ChoiceForm(data, option=chosen, ruling=law_ruling, names=names)
        return _render(request, desk, {**context, "problem": str(error)}, status=409)
    except IncidentError as error:
        for sentence in _refusals(error, names):
            choice.add_error(None, sentence)
        return _render(request, desk, context, status=400)
    except (RubberChangeError, RecordError) as error:
        choice.add_error(None, str(error))
        return _render(request, desk, context, status=400)
    request.session.pop(BEGUN, None)
    if not desk.written:
        messages.success(request, _("The ruling is in the record."))
    return _redirect_after(desk, request)


def _refusals(error: IncidentError, names: tuple[str, str]) -> list[str]:
    if error.key:
        return [refusal(error)]
    return [f"{note.message} {note.settle}".strip() for note in notes_of(error.findings, names)]


def _redirect_after(desk: BookDesk, request: HttpRequest) -> HttpResponse:
    if desk.written:
        return redirect(desk.written)
    public_id = desk.rubber.public_id
    now = Rubber.objects.only("state").get(pk=desk.rubber.pk)
    if now.state == Rubber.State.LIVE:
        return redirect("web:enter_deal", public_id=public_id)
    game, deal = read_number(request, "game"), read_number(request, "deal")
    if game and deal:
        return redirect("web:deal", public_id=public_id, game=game, deal=deal)
    return redirect("web:rubber", public_id=public_id)


def _url_without(request: HttpRequest, *dropped: str, **more: str) -> str:
    query = request.GET.copy()
    for name in dropped:
        query.pop(name, None)
    for name, value in more.items():
        query[name] = value
    return f"?{query.urlencode()}"


def _render(
    request: HttpRequest, desk: BookDesk, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    back_url, back = desk.back
    frame = {
        "rubber": desk.rubber,
        "title": rubber_title(desk.rubber),
        "crumbs": desk.crumbs,
        "places_url": "" if desk.is_of_last_deal else f"{desk.address}?{WHICH_DEAL}=1",
        "back_url": back_url,
        "back": back,
        "parameters": context.get("search", {}).get("parameters", ()),
    }
    return render(request, "laws/rubber_book.html", {**frame, **context}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = get_rubber(request, public_id)
    desk = BookDesk(
        rubber=rubber,
        by=acting_user(request),
        may_rule=may_rule(powers_on(request, rubber.club), rubber),
        address=book_url(public_id),
        back=(reverse("web:rubber", args=[public_id]), _("Back to the rubber")),
        crumbs=rubber_crumbs(rubber),
    )
    return book_page(request, desk)
