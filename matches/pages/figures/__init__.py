"""Pages of statistics: figures of players, pairs, clubs, events and seasons, and the records behind them."""
