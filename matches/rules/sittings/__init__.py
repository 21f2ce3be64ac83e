"""Rules of sittings as pure functions. A sitting is an evening at one table where more than two players take turns.

There are two kinds: pools (pool écarté for three) and French tables. Their state is derived from the
sitting's log and the results of its games.
"""
