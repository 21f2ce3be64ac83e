"""Pages of reviews: a player's figures, the trainer, the treatise; and the words of a review's judgements."""
