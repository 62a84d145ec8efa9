"""The test stand: databases, servers, browsers and the wall around the network."""
