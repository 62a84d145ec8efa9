"""A NUL in what a browser asks is a mark everywhere, and several values stay several."""

import io

from flask import request

WORDS = {"words": ["x\0", "y"], "nothing": "\0 \0"}


def test_parameters_and_fields_hold_no_nul(app):
    with app.test_request_context("/?q=a%00b&q=c&d%00=1"):
        assert list(request.args.items(multi=True)) == [("q", "a\ufffdb"), ("q", "c"), ("d\ufffd", "1")]
    with app.test_request_context("/?on=%00"):
        assert request.args["on"] == "\ufffd"  # wrong, where "" would be none
    with app.test_request_context("/", method="POST", data={**WORDS, "file": (io.BytesIO(b"\0"), "n")}):
        assert request.form.getlist("words") == ["x\ufffd", "y"]
        assert request.values.getlist("words") == ["x\ufffd", "y"]
        assert request.form["nothing"] == " "
        assert request.files["file"].read() == b"\0"
    with app.test_request_context("/", method="POST", data="\0{}", content_type="application/json"):
        assert request.get_data() == b"\0{}"
        assert not request.form
