"""What every test can ask for; each kind of fixture has its own module in tests/stand/ (read their docstrings)."""

pytest_plugins = ["tests.stand.network", "tests.stand.databases", "tests.stand.serving", "tests.stand.browsers"]
