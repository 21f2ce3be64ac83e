"""Writes: each is one function, verb first, that leaves log and projections agreeing."""
