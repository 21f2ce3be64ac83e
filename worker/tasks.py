"""The tasks: ids in, one service call each. Every one of them may be delivered twice, or again much later."""

from __future__ import annotations

from celery import shared_task

from matches.api.export_shapes import rubber_record
from matches.services import draw_events as draws
from matches.services import import_uploads as uploads
from matches.services import rate_clubs as ratings
from matches.services import review_rubbers as reviews
from matches.services import sweep as sweeping
from matches.services import webhook_sending as webhooks
from matches.services import write_honours as honours
from matches.services import write_standings as tables
from matches.services.exports import prepare as exports


@shared_task(name="worker.tasks.review_rubbers")
def review_rubbers(rubber_ids: list[int]) -> None:
    reviews.review_rubbers(rubber_ids)


@shared_task(name="worker.tasks.write_standings")
def write_standings(event_id: int) -> None:
    tables.write_standings(event_id)


@shared_task(name="worker.tasks.read_upload")
def read_upload(report_id: int) -> None:
    uploads.read_upload(report_id)


@shared_task(name="worker.tasks.make_draw")
def make_draw(request_id: int) -> None:
    draws.make_draw(request_id)


@shared_task(name="worker.tasks.rate_club")
def rate_club(club_id: int) -> None:
    ratings.rate_club(club_id)


@shared_task(name="worker.tasks.write_honours")
def write_honours(club_id: int) -> None:
    honours.write_honours(club_id)


@shared_task(name="worker.tasks.prepare_export")
def prepare_export(export_id: int) -> None:
    exports.prepare_export(export_id, rubber_record)


@shared_task(name="worker.tasks.send_webhooks")
def send_webhooks() -> None:
    webhooks.send_as_fits()


@shared_task(name="worker.tasks.sweep")
def sweep() -> None:
    sweeping.sweep()
