"""Backups: database, originals, public keys and plain settings as one stream for the holder of one private key."""
