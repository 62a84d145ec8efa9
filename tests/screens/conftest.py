"""The previews on a real port, and the project's optional folder of pictures."""

import threading

import pytest
from werkzeug.serving import make_server

from tests.screens.preview import preview_app
from tests.screens.stage import stage


@pytest.fixture(scope="session")
def preview(tmp_path_factory):
    """The address under which the previews are served, such as http://localhost:4711/preview/."""
    folder = tmp_path_factory.mktemp("preview") / "instance"
    server = make_server("localhost", 0, preview_app(folder), threaded=True)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://localhost:{server.server_port}/preview/"
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.fixture
def stage_of(_chromium, tmp_path):
    """stage_of("demo"): tests.screens.stage.stage over a fresh instance of that kind."""
    return lambda kind: stage(tmp_path, _chromium, kind)
