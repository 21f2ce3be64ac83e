"""Judgement by play in which neither player sees the other hand, and by calls at the equilibrium."""
