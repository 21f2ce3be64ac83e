"""Reviews: claims, stored decisions, exercises, findings."""
