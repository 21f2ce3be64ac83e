"""Pages on which rubbers are entered, scored, corrected and confirmed."""
