"""Take pictures of every page of a site with the demonstration club, and renew those of the documents.

    .venv/bin/python -m tests.pictures FOLDER
    .venv/bin/python -m tests.pictures FOLDER --before EARLIER
    .venv/bin/python -m tests.pictures --docs

The clock of the site is set to the same evening each time. Look at the pictures before you commit them.
"""
