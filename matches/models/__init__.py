"""The tables: data, and what the database can guarantee about it. What is done with it is in services."""

from matches.models.access import ApiToken, Invitation, SentRequest
from matches.models.draws import DrawRequest
from matches.models.events import Entrant, Event, Pairing, Round, Stage
from matches.models.imports import Conflict, HeldText, ImportLine, ImportReport
from matches.models.log import LogEntry
from matches.models.pads import PadEntry, TableLink
from matches.models.people import Club, Membership, Player, User
from matches.models.records import Deal, Depth, Game, Incident, Rubber
from matches.models.reviews import DealReview, Decision, Exercise, Review
from matches.models.standings import Standing

__all__ = [
    "ApiToken",
    "Club",
    "Conflict",
    "Deal",
    "DealReview",
    "Decision",
    "Depth",
    "DrawRequest",
    "Entrant",
    "Event",
    "Exercise",
    "Game",
    "HeldText",
    "ImportLine",
    "ImportReport",
    "Incident",
    "Invitation",
    "LogEntry",
    "Membership",
    "PadEntry",
    "Pairing",
    "Player",
    "Review",
    "Round",
    "Rubber",
    "SentRequest",
    "Stage",
    "Standing",
    "TableLink",
    "User",
]
