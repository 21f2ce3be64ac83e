"""The club code of 1877, clause by clause: a record for each, or the reason why no record can prove it.

Source: "The Laws of Écarté", adopted by the London clubs in 1877, ed. Cavendish. A module for each of its sections.
"""
