"""The director's book at a rubber: when, what, the choices on this very score, and the one that is made."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.models import Rubber
from matches.services.change_rubbers import Act
from matches.services.rubber_change import is_done
from matches.services.rubber_errors import RubberChangeError, StaleRubberError
from matches.services.rule_on_rubbers import may_rule
from matches.web.desk.clubs import acting_user
from matches.web.entry.places import crumbs_of, fresh, rubber_seen, sent_afresh, sent_key
from matches.web.findings import notes_of
from matches.web.laws.asking import FactsForm
from matches.web.laws.choice_form import ChoiceForm, write_choice
from matches.web.laws.links import book_url
from matches.web.laws.moments import moment_at, steps_of
from matches.web.laws.ruling_page import RulingShown, ruling_shown
from matches.web.laws.search_page import Choice, SearchPage, law_asked, search_page
from matches.web.powers import powers_on
from matches.web.record import checked_record, names_of
from matches.web.results import rubber_title
from matches.web.rubber_page import deal_title
from matches.web.scoring_words import refusal
from scoring.book import IncidentError, Option, Place, Ruling, ruling
from scoring.cards import Player
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.errors import RecordError
from scoring.record import FIRST_ITEM_TOKEN, FIRST_OPENING_TOKEN, tokens_of_opening


@dataclass(frozen=True, slots=True)
class Where:
    """A place of the record in the words of a page; ``deal`` is None before the first deal of a game."""

    place: Place
    deal: CheckedDeal | None
    title: str
    after: str

    @property
    def kept(self) -> dict[str, str]:
        """What the address says of it: game and deal from 1, deal 0 for a game's heading."""
        deal = 0 if self.place.deal is None else self.place.deal + 1
        return {"game": str(self.place.game + 1), "deal": str(deal), "at": str(self.place.token)}

    @property
    def dealer(self) -> Player | None:
        return None if self.deal is None else self.deal.dealer


@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = rubber_seen(request, public_id)
    if request.method == "POST" and is_done(rubber, Act(by=acting_user(request), key=sent_key(request))):
        return _written(rubber, request)
    if not may_rule(powers_on(request, rubber.club), rubber):
        raise PermissionDenied
    checked = checked_record(rubber)
    names = names_of(rubber)
    place = _place_asked(request, checked)
    if place is None:
        return _shown(request, rubber, {"places": _places(checked, rubber.public_id)})
    if place.token < 0 and place.deal is not None:
        deal = checked.games[place.game].deals[place.deal]
        return _shown(request, rubber, _moments(Where(place, deal, _title(place), ""), names))
    where = _where(checked, place, names)
    law = law_asked(request)
    moment = "before" if where.deal is None else moment_at(where.deal, place.token)
    search = search_page(request, where.kept, law=law, moment=moment)
    frame = {"where": where, "search": search, "moments_url": _moments_url(rubber, where)}
    if law is None:
        return _shown(request, rubber, frame)
    form = FactsForm(
        request.GET if "told" in request.GET else None, law=law, names=names, dealer=where.dealer
    )
    if not form.asks_anything:
        form = FactsForm({}, law=law, names=names, dealer=where.dealer)
    if not form.is_bound or not form.is_valid():
        return _shown(request, rubber, {**frame, "form": form, "law": law})
    try:
        ruled = ruling(checked.rubber, place, form.incident())
    except IncidentError as error:
        raise Http404 from error
    return _ruled(request, rubber, ruled, where=where, frame=frame, form=form)


def _ruled(
    request: HttpRequest,
    rubber: Rubber,
    ruled: Ruling,
    *,
    where: Where,
    frame: dict[str, object],
    form: FactsForm,
) -> HttpResponse:
    """The choices side by side, and the one that the address names with its form."""
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
        return _shown(request, rubber, context)
    choice = ChoiceForm(request.POST or None, initial=fresh(rubber), option=chosen, ruling=ruled, names=names)
    context["choice"] = choice
    context["choices_url"] = _without_remedy(request)
    context["chosen_shown"] = _option_shown(ruled, chosen, names, where)
    if not choice.is_bound:
        return _shown(request, rubber, context)
    if not choice.is_valid():
        return _shown(request, rubber, context, status=400)
    act = replace(choice.act(acting_user(request)), key=sent_key(request))
    try:
        write_choice(rubber, where.place, choice, act=act)
    except StaleRubberError as error:
        data = sent_afresh(request, error.rubber)
        context["choice"] = ChoiceForm(data, option=chosen, ruling=ruled, names=names)
        return _shown(request, rubber, {**context, "problem": str(error)}, status=409)
    except IncidentError as error:
        for sentence in _refusals(error, names):
            choice.add_error(None, sentence)
        return _shown(request, rubber, context, status=400)
    except (RubberChangeError, RecordError) as error:
        choice.add_error(None, str(error))
        return _shown(request, rubber, context, status=400)
    messages.success(request, _("The irregularity is written into the record, with what was chosen."))
    return _written(rubber, request)


def _refusals(error: IncidentError, names: tuple[str, str]) -> list[str]:
    if error.key:
        return [refusal(error)]
    return [f"{note.message} {note.settle}".strip() for note in notes_of(error.findings, names)]


def _written(rubber: Rubber, request: HttpRequest) -> HttpResponse:
    """To what was written: the deal, or the table where the rubber is still being played."""
    now = Rubber.objects.only("state").get(pk=rubber.pk)
    if now.state == Rubber.State.LIVE:
        return redirect("web:enter_deal", public_id=rubber.public_id)
    game, deal = _number(request, "game"), _number(request, "deal")
    if game and deal:
        return redirect("web:deal", public_id=rubber.public_id, game=game, deal=deal)
    return redirect("web:rubber", public_id=rubber.public_id)


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


def _number(request: HttpRequest, name: str) -> int | None:
    said = request.GET.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 7 else None


def _place_asked(request: HttpRequest, checked: CheckedRubber) -> Place | None:
    """The place in the address; its token is -1 where only the deal is named. Raises ``Http404`` for no such place."""
    game, deal, token = (_number(request, name) for name in ("game", "deal", "at"))
    if game is None or deal is None:
        return None
    if not 1 <= game <= len(checked.games):
        raise Http404
    there = checked.games[game - 1]
    if not 0 <= deal <= len(there.deals):
        raise Http404
    if deal == 0:
        end = FIRST_OPENING_TOKEN + sum(tokens_of_opening(item) for item in there.game.opening)
        return Place(game - 1, None, end if token is None else token)
    if token is None:
        return Place(game - 1, deal - 1, -1)
    if not FIRST_ITEM_TOKEN <= token <= FIRST_ITEM_TOKEN + len(there.deals[deal - 1].deal.items):
        raise Http404
    return Place(game - 1, deal - 1, token)


def _where(checked: CheckedRubber, place: Place, names: tuple[str, str]) -> Where:
    game = checked.games[place.game]
    if place.deal is None:
        return Where(place, None, _title(place), _("Before the first deal"))
    deal = game.deals[place.deal]
    told = [step.text for step in steps_of(deal, names) if step.token <= place.token]
    return Where(place, deal, _title(place), told[-1] if told else "")


def _places(checked: CheckedRubber, public_id: str) -> list[tuple[str, list[Choice]]]:
    """Every place that can be named by game and deal, the last game first."""
    found = []
    for number, game in reversed(list(enumerate(checked.games, start=1))):
        before = Choice(book_url(public_id, game=number, deal=0), _("Before the first deal"))
        deals = [
            Choice(book_url(public_id, game=number, deal=deal), _("Deal %(number)s") % {"number": deal})
            for deal in range(len(game.deals), 0, -1)
        ]
        found.append((_("Game %(number)s") % {"number": number}, [*deals, before]))
    return found


def _moments(where: Where, names: tuple[str, str]) -> dict[str, object]:
    steps = () if where.deal is None else steps_of(where.deal, names)
    return {"where": where, "steps": steps, "kept": tuple(where.kept.items())[:2]}


def _title(place: Place) -> str:
    if place.deal is None:
        return _("Game %(number)s") % {"number": place.game + 1}
    return deal_title(place.game + 1, place.deal + 1)


def _moments_url(rubber: Rubber, where: Where) -> str:
    if where.place.deal is None:
        return book_url(rubber.public_id)
    return book_url(rubber.public_id, game=where.place.game + 1, deal=where.place.deal + 1)


def _shown(
    request: HttpRequest, rubber: Rubber, context: dict[str, object], *, status: int = 200
) -> HttpResponse:
    search = context.get("search")
    frame = {
        "rubber": rubber,
        "title": rubber_title(rubber),
        "crumbs": crumbs_of(rubber),
        "places_url": book_url(rubber.public_id),
        "back_url": reverse("web:rubber", args=[rubber.public_id]),
        "kept_facts": () if not isinstance(search, SearchPage) else search.kept,
    }
    return render(request, "web/laws/rubber_book.html", {**frame, **context}, status=status)
