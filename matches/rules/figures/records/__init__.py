"""A club's records: definitions, and the record book that a club's play fills."""
