"""Monitoring: log lines with ids that lead from a request to its tasks, metrics, and signs of life.

docs/watching.md has the fields, the metrics and their meaning. Nothing here depends on the models.
"""

# Before the metrics library is imported, which reads the variable that this module settles.
from ecarte_site.watching import multiprocess as multiprocess
