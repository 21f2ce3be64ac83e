"""Statistics as pure functions: traits of deals and games, tallies of rubbers, figures and club records."""
