"""Rescue files: what a phone could not send, handed in at a desk; its records go the road of any record."""
