"""The page of a club's log, and the sentences for its entries."""
