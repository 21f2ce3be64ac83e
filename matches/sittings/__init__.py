"""Pools and French tables: games, seats, the ledger."""
