"""A package, so that `tests/scoring` is imported as `tests.scoring` and never shadows `scoring` itself."""
