"""The tables: data, and what the database can guarantee about it. What is done with it is in services."""

from matches.models.access import ApiToken, Invitation, SentRequest
from matches.models.backups import Backup
from matches.models.draws import DrawRequest
from matches.models.events import Entrant, Event, Pairing, Round, Stage
from matches.models.exports import Export, ExportPart
from matches.models.honours import Honour, HonourBasis, HonourProgress
from matches.models.imports import Conflict, HeldText, ImportLine, ImportReport
from matches.models.log import LogEntry
from matches.models.pads import PadEntry, TableLink
from matches.models.people import Club, Membership, Player, User
from matches.models.ratings import Rating, RatingProgress
from matches.models.records import Deal, Depth, Game, Incident, Rubber
from matches.models.reviews import DealReview, Decision, Exercise, Review
from matches.models.sittings import Posting, Sitting, SittingGame, SittingPerson
from matches.models.standings import Standing
from matches.models.statistics import Tally
from matches.models.webhooks import Delivery, Webhook

__all__ = [
    "ApiToken",
    "Backup",
    "Club",
    "Conflict",
    "Deal",
    "DealReview",
    "Decision",
    "Delivery",
    "Depth",
    "DrawRequest",
    "Entrant",
    "Event",
    "Exercise",
    "Export",
    "ExportPart",
    "Game",
    "HeldText",
    "Honour",
    "HonourBasis",
    "HonourProgress",
    "ImportLine",
    "ImportReport",
    "Incident",
    "Invitation",
    "LogEntry",
    "Membership",
    "PadEntry",
    "Pairing",
    "Player",
    "Posting",
    "Rating",
    "RatingProgress",
    "Review",
    "Round",
    "Rubber",
    "SentRequest",
    "Sitting",
    "SittingGame",
    "SittingPerson",
    "Stage",
    "Standing",
    "TableLink",
    "Tally",
    "User",
    "Webhook",
]
