"""Events: plans, draws, results, standings, corrections."""
