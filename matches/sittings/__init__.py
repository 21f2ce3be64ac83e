"""Sittings in the database: evenings at one table, of a pool or a French table."""
