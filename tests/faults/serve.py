"""As tests/stand/serve.py, behind the middleware that spoils requests."""

import logging
import os

from werkzeug.serving import make_server

address_out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

from fieldapp.app import create_app  # noqa: E402  after stdout was turned
from tests.faults.unruly import Unruly  # noqa: E402

logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
os.umask(0o077)
server = make_server("localhost", 0, Unruly(create_app()), threaded=True)
server.daemon_threads = True
address_out.write(f"http://localhost:{server.server_port}\n")
address_out.close()
server.serve_forever()
