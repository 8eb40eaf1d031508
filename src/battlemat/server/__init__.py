"""The browser table's server: games over HTTP, and their store.

The server drives games and keeps their ledgers; it holds no rule. A client gets scenes, questions
and words, and sends answer texts; nothing else that it says is believed.
"""
