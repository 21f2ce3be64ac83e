"""Pages of ratings: a club's list, a player's history, and the chances of two players."""
