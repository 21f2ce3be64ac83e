"""How strong players seem by the games they won and lost, week by week. Knows neither Django nor the database."""
