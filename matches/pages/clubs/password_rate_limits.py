"""How often passwords may be tried, at signing in and where one is asked for again.

Wrong passwords count by account and network first, so that a stranger elsewhere locks nobody out. Two wider limits stop
a network that tries many accounts, and many networks that try one. A browser that signed in to the account before is
outside all of them, and has limits of its own. The account is the address as typed: whether it exists changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from ecarte_site.limits import Limit, sender_network
from matches.pages.clubs.known_browsers import browser_id

TRIES: Final = Limit("password_tries", most=30)
"""By network, or by known browser. Right passwords count too: each try costs the server a slow hash."""
WRONG_HERE: Final = Limit("wrong_passwords_here", most=5, seconds=300)
"""By account and network."""
WRONG_OF_NETWORK: Final = Limit("wrong_passwords_network", most=10)
"""By network, whatever the accounts."""
WRONG_FOR_ACCOUNT: Final = Limit("wrong_passwords_account", most=150, seconds=3600)
"""By account, whatever the networks. One network comes to 60 an hour, a machine with IPv4 and IPv6 to 120."""
WRONG_IN_BROWSER: Final = Limit("wrong_passwords_browser", most=5, seconds=300)
"""By a browser that is known for the account."""
SALT: Final = "matches.password_tries"


class TooManyTriesError(Exception):
    """A password was tried too often; ``seconds`` later it may be tried again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class PasswordTry:
    """One try, counted as wrong by each of ``limits`` until its password turns out right."""

    limits: tuple[tuple[Limit, str], ...]

    def was_right(self) -> None:
        for limit, key in self.limits:
            if limit is not TRIES:
                limit.give_back(key)


def count_try(request: HttpRequest, email: str) -> PasswordTry:
    """Count a password about to be checked for the account with ``email``.

    Raises TooManyTriesError where it must not be checked. Such a try counts nowhere, so that one network can't use up
    what others may still try.
    """
    limits = _limits(request, email)
    for place, (limit, key) in enumerate(limits):
        if seconds := limit.take(key):
            PasswordTry(limits[:place]).was_right()
            raise TooManyTriesError(max(seconds, *(limit.wait(key) for limit, key in limits)))
    return PasswordTry(limits)


def _limits(request: HttpRequest, email: str) -> tuple[tuple[Limit, str], ...]:
    """Return the limits of a try, each with what it is counted by."""
    browser = browser_id(request, email)
    if browser:
        return ((WRONG_IN_BROWSER, browser), (TRIES, f"browser:{browser}"))
    account = salted_hmac(SALT, email.strip().lower(), algorithm="sha256").hexdigest()
    network = sender_network(request)
    return (
        (WRONG_HERE, f"{account}:{network}"),
        (WRONG_OF_NETWORK, network),
        (WRONG_FOR_ACCOUNT, account),
        (TRIES, network),
    )
