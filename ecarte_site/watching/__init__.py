"""Watching the service: lines of the log with ids that lead from a request to its tasks, figures, signs of life.

docs/watching.md has the fields, the figures and what they tell. Nothing here knows the models.
"""

# Before the library of the figures is imported, which looks at what this settles.
from ecarte_site.watching import multiprocess as multiprocess
