"""`manage.py start`: migrate the data, then serve until stopped."""

from __future__ import annotations

import sys

from ecarte_site.embedded.start import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
