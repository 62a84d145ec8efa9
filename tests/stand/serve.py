"""Serve the instance that the environment names on a free loopback port; the first line printed is the address.

The app's own log (stdout of a real server) goes to stderr here, where the test stand keeps it in a file.
"""

import logging
import os
import sys

from werkzeug.serving import make_server

address_out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

from fieldapp.app import create_app  # noqa: E402  after stdout was turned

logging.getLogger("werkzeug").setLevel(logging.ERROR)
os.umask(0o077)
server = make_server("localhost", 0, create_app(), threaded=True)
server.daemon_threads = True
address_out.write(f"http://localhost:{server.server_port}\n")
address_out.close()
try:
    server.serve_forever()
except KeyboardInterrupt:
    sys.exit(0)
