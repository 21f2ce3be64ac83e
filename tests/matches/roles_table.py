"""The permissions, written a second time: the code's table, the pages and the API are compared with them.

``yes``: always; ``own``: for rubbers that the person plays in, or for their own record; ``side``: for a
rubber of theirs that the other side or a helper has reported; ``mine``: for a rubber of theirs that their
own side has reported; ``help``: the same, or, if they do not play in it, one that a helper has reported;
``open``: while the rubber does not count; ``guest``: for themselves, or for a player without account;
``-``: never.
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
change_report     mine  mine     mine   help   mine   mine
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
    """Return the cells by action and role."""
    head, *rows = (line.split() for line in TABLE.strip().splitlines())
    assert tuple(head) == ROLES
    return {(row[0], role): cell for row in rows for role, cell in zip(head, row[1:], strict=True)}
