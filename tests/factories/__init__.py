"""What many tests begin with, each thing made in one place."""
