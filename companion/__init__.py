"""A referee for the game on your table.

The cards and tokens are real; a phone or a tablet sees them through QR labels, or is told by a tap. Companion keeps what
the table must remember, says what may be done now and why something may not, and works out a final score that everyone
believes. `rules` says what a game is, `games` holds the games, `table` keeps a game in play, `scan` sees, `web` shows.
"""
