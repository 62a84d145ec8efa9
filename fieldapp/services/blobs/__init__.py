"""The photos of sealed records: taken in by parts under a ticket, and made photos of their subject."""
