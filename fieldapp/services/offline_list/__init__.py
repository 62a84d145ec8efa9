"""The offline list: what a phone needs to tell a tag's status without a signal, without any owner."""
