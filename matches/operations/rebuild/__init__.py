"""Replay the log and compare the result with what is stored."""
