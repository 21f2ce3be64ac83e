"""How events are decided: pure functions from results to tables. No Django here, and no database."""
