"""Games dealt, played and injured at random, and their results by a second, plain implementation.

It is written from the table of laws alone: hands are sets, the stock is a list, a score is two numbers, and a
remedy is carried out by moving cards. It shares no code with ``scoring``; cards are names.
"""
