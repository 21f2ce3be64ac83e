"""Reviews of play by the engine: pending reviews, stored decisions, exercises, and rubbers with findings."""
