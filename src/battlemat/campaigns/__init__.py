"""Campaigns: forces that live on, a ledger of what was decided and fought, and its history.

A campaign is its ledger (`ledger.py`), text that is only ever added to. How it stands follows from
the ledger alone (`standing.py`); what units did follows from the records of battles (`deeds.py`).
"""
