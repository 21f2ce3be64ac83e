"""Building blocks that every domain uses, directly above the models."""
