"""An open day under load: clubs whose tables are scored, watched, read about and queried by programs, all at once.

- ``composition`` runs the service's own processes as docker-compose.yml does.
- ``scene`` fills the database with clubs, and defines who may do what.
- ``locustfile`` has the people: tables, visitors, programs, a director. Locust changes the standard library as it is
  imported, so nothing here imports that module: it runs as a process of its own.
- ``watching`` has the people who only watch, some hundreds of open streams each of which costs next to nothing.
- ``usage`` samples the resources of each process, and where work waits.
- ``day`` puts them together: one day of a given size, and its measurements.
- ``limit`` makes the day larger until it is too large, and names the limit reached first.
"""
