"""Devices that seal records: enrolled, approved, replaced, revoked."""
