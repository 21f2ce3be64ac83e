"""What can be counted of a deal, a game and a rubber, and the figures made of it. Knows no Django."""
