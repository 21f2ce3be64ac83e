"""A rubber: states, fold, projection, entering, correcting, confirming, rulings, tallies."""
