"""The database tables, with the constraints that the database enforces. The modules of each domain use them."""

from matches.models.backups import Backup
from matches.models.events import DrawRequest, Entrant, Event, Pairing, Round, Stage, Standing
from matches.models.exchange import Conflict, Export, ExportPart, HeldText, ImportLine, ImportReport
from matches.models.figures import Honour, HonourBasis, HonourProgress, Rating, RatingProgress, Tally
from matches.models.former_names import FormerName
from matches.models.log import LogEntry
from matches.models.mail import Mail
from matches.models.pads import PadEntry, TableLink
from matches.models.people import ApiToken, Club, Invitation, Membership, Player, SentRequest, User
from matches.models.records import Deal, Depth, Game, Incident, Rubber
from matches.models.reviews import DealReview, Decision, Exercise, Review
from matches.models.sittings import Posting, Sitting, SittingGame, SittingPerson
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
    "FormerName",
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
    "Mail",
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
