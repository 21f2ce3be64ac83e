"""Events (tournaments) in the database: plans, draws, results, standings and corrections."""
