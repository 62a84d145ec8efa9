"""The field note, how a call ended: its payload checked, applied, listed, read and written out as plain text."""
