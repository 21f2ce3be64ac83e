"""A package, so that `tests/scoring` is `tests.scoring` and never stands in for `scoring` itself."""
