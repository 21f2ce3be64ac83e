"""The versions of the checks: which laws a record was judged by when it was entered.

A record that counts goes on counting. A check that a later release adds is therefore made of records entered since;
for an older record its findings are shown and stop nothing (``Finding.is_advisory``). ``scoring.catalogue.SINCE`` names
the findings that a version added.
"""

from __future__ import annotations

from typing import Final

FIRST_CHECKS: Final = 1
"""The checks of release 0.1.0."""

LATEST_CHECKS: Final = 2
"""Moments of incidents, void deals against the cards, laws 19, 25, 39, 40, 42, 43, 50 and 51 to the letter.

At La Triomphe the lowest cut deals, and the point may be offered after the first lead.
"""
