"""The steps from an empty database to the newest rows, run whenever a database is opened."""
