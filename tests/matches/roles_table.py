"""Who may do what, written out a second time: what the code's table, the pages and the API are held against.

``yes``; ``own``: where he plays in the rubber, or is the person; ``side``: where the other side, or a helper, has
reported a rubber in which he plays; ``open``: as long as the rubber does not count; ``guest``: himself, or who has
no account; ``-``: never.
"""

from __future__ import annotations

from typing import Final

ROLES: Final = ("owner", "director", "scorer", "helper", "member", "stranger")
TABLE: Final = """
                  owner director scorer helper member stranger
see_members       yes   yes      yes    yes    yes    -
export_records    yes   yes      yes    yes    yes    -
enter_rubber      yes   yes      yes    yes    own    -
undo_deal         yes   yes      yes    own    own    -
confirm_rubber    yes   yes      side   side   side   side
dispute_rubber    yes   yes      own    own    own    own
correct_rubber    yes   yes      open   -      -      -
void_rubber       yes   yes      -      -      -      -
import_records    yes   yes      yes    -      -      -
settle            yes   yes      -      -      -      -
see_log           yes   yes      yes    -      -      -
open_event        yes   yes      -      -      -      -
run_event         yes   yes      -      -      -      -
check_in          yes   yes      yes    yes    -      -
see_sittings      yes   yes      yes    yes    yes    -
run_sitting       yes   yes      yes    yes    -      -
add_player        yes   yes      yes    yes    -      -
edit_player       yes   yes      -      -      -      -
merge_players     yes   yes      -      -      -      -
invite            yes   -        -      -      -      -
change_role       yes   -        -      -      -      -
export_person     guest own      own    own    own    own
erase_person      guest own      own    own    own    own
change_club       yes   -        -      -      -      -
"""


def expected_grants() -> dict[tuple[str, str], str]:
    """The cells by action and role."""
    head, *rows = (line.split() for line in TABLE.strip().splitlines())
    assert tuple(head) == ROLES
    return {(row[0], role): cell for row in rows for role, cell in zip(head, row[1:], strict=True)}
