"""Tables at which games are played, without a server: ledger, play, seats, views.

Nothing here waits, listens or opens a file. What is durable is behind the `Keeper` that a host
brings, what is quick behind its `Writer`; a server with a database is one such host, a page that
keeps its games in the browser another.
"""
