"""Read, check and score games of écarté: cards, records, notation, laws and marks.

This package imports only the standard library. It does not depend on the website.

>>> from scoring.notation import read_text
>>> from scoring.check import check_read
>>> rubbers = [check_read(read) for read in read_text('[EGN "1"]\\n[A "Orford"]\\n[B "Baldwin"]\\n*\\n')]
"""
