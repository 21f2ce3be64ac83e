"""The game of écarté: cards, records, notation, laws and marks. Standard library only; knows nothing of the web.

>>> from scoring.notation import read_text
>>> from scoring.check import check_read
>>> rubbers = [check_read(read) for read in read_text('[EGN "1"]\\n[A "Orford"]\\n[B "Baldwin"]\\n*\\n')]
"""
