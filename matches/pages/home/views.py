"""The pages: parse the address, find what the viewer may see, read it, render it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.clubs.access import open_seats, visible_clubs
from matches.models import Rubber
from matches.pads.queries.live_scores import games_so_far
from matches.pages.common import club_lines, club_nav
from matches.pages.common.checked_record import checked_record, egn_text, judgement_of, names_of
from matches.pages.common.crumbs import club_crumb, event_crumb
from matches.pages.common.limits import DEALS_A_PAGE, FINDINGS_A_PAGE, SOURCE_SHOWN, shortened
from matches.pages.common.live import event_mark, live, live_event, part, wants_part
from matches.pages.common.pagination import listing
from matches.pages.common.powers import powers_on
from matches.pages.common.record_files import event_files
from matches.pages.common.result_lines import live_score, rubber_lines
from matches.pages.events import open_event
from matches.pages.events.embed.snippet import embed_code
from matches.pages.events.public.overview import overview
from matches.pages.laws.pending_rulings import waiting_rulings
from matches.pages.reviews.exercise_page import practice_lines
from matches.pages.rubbers.entry.actions import offers
from matches.pages.rubbers.entry.context import rubber_seen
from matches.pages.rubbers.head import entered, rubber_head
from matches.pages.rubbers.page import places_of, rubber_page
from matches.reviews.queries import reviews
from matches.reviews.queries.exercises import practice_of
from matches.rubbers.live_news import live_mark, rubber_topic
from matches.rubbers.queries import page_rows as pages
from matches.rubbers.queries.results_to_confirm import rubbers_waiting
from matches.rubbers.rulings import may_rule

if TYPE_CHECKING:
    from matches.rubbers.queries.page_rows import DatedEvent

CLUBS_A_PAGE = 40
OWN_CLUBS_SHOWN = 100
EVENTS_A_PAGE = 20
PLAYERS_A_PAGE = 60
RUBBERS_A_PAGE = 30
LATEST_RUBBERS = 10
WAITING_SHOWN = 20
STANDINGS_A_PAGE = 40


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    clubs = listing(request, pages.clubs_shown(request.user), key="page", size=CLUBS_A_PAGE)
    own = pages.own_clubs(request.user)[:OWN_CLUBS_SHOWN] if request.user.is_authenticated else ()
    waiting = rubbers_waiting(request.user)
    return render(
        request,
        "home/home.html",
        {
            "own_clubs": [club_lines.club_line(club) for club in own],
            "clubs": [club_lines.club_line(club) for club in clubs.rows],
            "listing": clubs,
            "waiting": rubber_lines(waiting[:WAITING_SHOWN]),
            "practice": practice_lines(practice_of(request.user, now=timezone.now())),
        },
    )


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(visible_clubs(request.user), slug=slug)
    events = listing(request, pages.club_events(club), key="events", size=EVENTS_A_PAGE)
    players = listing(request, pages.club_players(club), key="players", size=PLAYERS_A_PAGE)
    latest = list(pages.club_rubbers(club)[:LATEST_RUBBERS])
    topics = [rubber_topic(rubber) for rubber in latest if rubber.state == Rubber.State.LIVE]
    rubbers = rubber_lines(latest)
    powers = powers_on(request, club)
    return render(
        request,
        "clubs/club.html",
        {
            "club": club,
            "facts": club_lines.facts(club),
            "enter_url": club_nav.url_of("enter", club, powers),
            "may_open_event": powers.can("open_event"),
            "first_steps": [] if rubbers else club_lines.first_steps(club, powers),
            "events": [club_lines.event_line(club, event) for event in events.rows],
            "events_listing": events,
            "players": [club_lines.player_line(player) for player in players.rows],
            "players_listing": players,
            "rubbers": rubbers,
            "live": live(topics, None) if topics else None,
        },
    )


@require_safe
def event(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    event = get_object_or_404(pages.events_shown(request.user, slug), public_id=public_id)
    if event.plan is not None:
        return overview(request, event)
    mark = event_mark(event)
    if wants_part(request):
        return part(
            request,
            "common/_event_results.html",
            lambda: _event_results(request, event),
            event=event,
            mark=mark,
            pages=["standings", "rubbers"],
        )
    context = {
        "club": event.club,
        "event": event,
        "enter_url": club_nav.url_of("enter", event.club, powers_on(request, event.club)),
        "may_rename": open_event.is_unused(event) and powers_on(request, event.club).can("open_event"),
        "facts": open_event.facts(event),
        "crumbs": [club_crumb(event.club)],
        "live": live_event(request, event, mark),
        "files": event_files(event, powers_on(request, event.club)) if open_event.has_records(event) else [],
        "embed_code": embed_code(event, powers_on(request, event.club)),
    }
    return render(request, "events/event.html", context | _event_results(request, event))


def _event_results(request: HttpRequest, event: DatedEvent) -> dict[str, object]:
    """Standings and rubbers of an event that anybody may play in."""
    standings = listing(request, pages.event_standings(event), key="standings", size=STANDINGS_A_PAGE)
    rubbers = listing(request, pages.event_rubber_keys(event), key="rubbers", size=RUBBERS_A_PAGE)
    return {
        "stages": open_event.stages(request.user, event.club, standings.rows),
        "standings_listing": standings,
        "standings_are_owed": event.log_position > event.standings_position,
        "rounds": open_event.rounds(event, pages.rubbers_in_order(rubbers.rows)),
        "rounds_listing": rubbers,
    }


@require_safe
def rubber(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = rubber_seen(request, public_id)
    mark = live_mark([rubber_topic(rubber)]) if rubber.state == Rubber.State.LIVE else None
    context = {
        "rubber": rubber_head(request.user, rubber),
        "crumbs": [club_crumb(rubber.club), event_crumb(rubber.club, rubber.event)],
        "offers": offers(rubber, powers_on(request, rubber.club)),
    }
    if rubber.state == Rubber.State.LIVE:
        shown = {
            "live_games": games_so_far(rubber.pk),
            "live": live([rubber_topic(rubber)], mark),
            "live_score": live_score(rubber, {}),
        }
        return render(request, "rubbers/rubber.html", {**context, **shown})
    seats = open_seats(request.user, rubber)
    flags = reviews.labelled_decisions(rubber, seats)
    checked = checked_record(rubber)
    deals = listing(request, places_of(checked), key="deals", size=DEALS_A_PAGE)
    rulings = (
        waiting_rulings(checked, public_id, names_of(rubber))
        if may_rule(powers_on(request, rubber.club), rubber)
        else ()
    )
    told_apart = {ruling.finding for ruling in rulings}
    others = [finding for position, finding in enumerate(checked.findings) if position not in told_apart]
    findings = listing(request, others, key="findings", size=FINDINGS_A_PAGE)
    source = egn_text(rubber)
    finished = {
        "page": rubber_page(
            checked,
            public_id=public_id,
            names=names_of(rubber),
            places=deals.rows,
            findings=findings.rows,
            judgements=[judgement_of(decision) for decision in flags],
            moments={(row.game, row.deal): row.moments for row in reviews.deal_reviews(rubber, seats)},
        ),
        "rulings": rulings,
        "entered": entered(rubber),
        "deals_listing": deals,
        "findings_listing": findings,
        "source": shortened(source, SOURCE_SHOWN),
        "source_is_cut": len(source) > SOURCE_SHOWN,
        "egn_url": reverse("web:rubber_egn", args=[public_id]),
        "review_egn_url": reverse("web:rubber_review_egn", args=[public_id]) if flags else "",
        "history_url": reverse("web:rubber_history", args=[public_id]),
    }
    return render(request, "rubbers/rubber.html", {**context, **finished})
