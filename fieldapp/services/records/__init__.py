"""Sealed records: read, judged, received once, applied, and answered by a signed receipt."""
