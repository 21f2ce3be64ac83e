"""The versions of the checks.

A record is checked by the version that was the latest when the record was entered, so that a new release
never invalidates an old result. Findings that only a later version reports are advisory: they are listed but
block nothing (``Finding.is_advisory``). ``scoring.catalogue.SINCE`` names the findings that each version
added.
"""

from __future__ import annotations

from typing import Final

FIRST_CHECKS: Final = 1
"""The first version of the checks, that of release 0.1.0."""

SECOND_CHECKS: Final = 2
"""The second version of the checks.

It added checks of the phase of the deal in which an incident may happen, and checks of void deals against
their cards. It applies laws 19, 25, 39, 40, 42, 43, 50 and 51 to the letter. At La Triomphe the lowest cut
deals, and the point may be offered after the first lead.
"""

LATEST_CHECKS: Final = SECOND_CHECKS
"""The version of the checks under which records are entered now."""
