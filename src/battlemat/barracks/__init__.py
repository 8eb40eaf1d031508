"""The barracks: squads are built here, mended, kept as files and compared with their content.

It stands above the packs, which know what a squad may be made of, and below whoever shows it.
"""
