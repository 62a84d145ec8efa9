"""Check that the record stands: the chain of each city, the anchors outside of it, and every file that it names."""
