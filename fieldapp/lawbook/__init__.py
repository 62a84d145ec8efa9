"""Dated law as data: one folder for the state, one for each city, and what reads and checks them."""
