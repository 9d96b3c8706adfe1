"""The commands, by what they are about: the server, things in boxes and pictures, records of games, the data folder.

Modules here import only click and small things of their own house; libraries are loaded inside the commands.
"""
