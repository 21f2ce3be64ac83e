"""Put into words who sees the analysis of a deal, as far as the viewer may know."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from matches.models import Club, Player, Rubber
from matches.pages.common.results import player_name


def analysis_note(rubber: Rubber, seats: Sequence[str], *, is_analysed: bool, is_told: bool) -> str:
    """Return a sentence on who sees the analysis; "" if there is none, or if it is open and this is not to be told.

    ``seats`` are the sides that ``open_seats`` opens to the viewer. The rubber's club and players must be loaded.
    """
    club, players = rubber.club, (rubber.player_a, rubber.player_b)
    if not is_analysed:
        return ""
    if are_open_to_all(club) or all(player.shares_reviews for player in players):
        return _("Everyone who may see the cards can see this analysis.") if is_told else ""
    own = [player.name for player in players if player.user_id is not None]
    has_guest = any(player.is_guest and player.name for player in players)
    if club.analyses == Club.Analyses.PLAYERS:
        return _between_players(players, seats, own, has_guest=has_guest)
    if seats:
        return _("Each player’s choices are seen by that player only, unless they share them.")
    if not own:
        return _("This deal has been analysed, but its players have no accounts, so nobody can see it.")
    if len(own) == 1:
        return _("This deal has been analysed. Only %(name)s can see it.") % {"name": own[0]}
    names = {"a": own[0], "b": own[1]}
    return _("This deal has been analysed. Only %(a)s and %(b)s can see it, each their own choices.") % names


def _between_players(
    players: Sequence[Player], seats: Sequence[str], own: Sequence[str], *, has_guest: bool
) -> str:
    sharing = next((player for player in players if player.shares_reviews), None)
    if sharing is not None and len(seats) == 1:
        return _("%(name)s shares the analysis of their choices with everyone.") % {
            "name": player_name(sharing)
        }
    if not own:
        return _("This deal has been analysed. Only the club’s owners can see it.")
    if len(own) == 1 and has_guest:
        text = _("This deal has been analysed. Only %(name)s and the club’s owners can see it.")
        return text % {"name": own[0]}
    if len(own) == 1:
        return _("This deal has been analysed. Only %(name)s can see it.") % {"name": own[0]}
    text = _("This deal has been analysed. Only %(a)s and %(b)s can see it.")
    return text % {"a": own[0], "b": own[1]}


def are_open_to_all(club: Club) -> bool:
    """Return whether everyone who may see the cards of a deal in ``club`` may see its analysis."""
    return club.analyses == Club.Analyses.EVERYONE or (
        club.analyses == Club.Analyses.UNDECIDED and club.reviews_open
    )
