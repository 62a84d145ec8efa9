"""The log says what happened and never what people typed."""

import json
import logging

import pytest
import structlog

from fieldapp.web.log import ALLOWED


def lines(capsys):
    said = capsys.readouterr()
    return [json.loads(line) for line in (said.out + said.err).splitlines() if line.startswith("{")]


def test_a_line_for_each_answer(app, capsys):
    answer = app.test_client().get("/healthz?name=Karen", headers={"User-Agent": "Karen's phone"})
    (line,) = lines(capsys)
    assert (line["event"], line["route"], line["status"], line["method"]) == ("answered", "/healthz", 200, "GET")
    assert line["request"] == answer.headers["X-Request-Id"]
    assert line["at"].endswith("+00:00")
    assert set(line) <= ALLOWED
    assert "Karen" not in json.dumps(line)


def test_a_tag_is_known_by_four_characters(app, capsys):
    app.test_client().get("/t/7K3QW9XZ41")
    said = capsys.readouterr()
    assert "7K3Q" in said.out
    assert "7K3QW" not in said.out + said.err


def test_a_fault_is_told_by_kind_and_place_only(app, capsys):
    def broken():
        raise ValueError("Karen lives at 4127 Sample Avenue")

    broken.guard_right, broken.guard_csp = "public", "public"
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    app.add_url_rule("/broken", "broken", broken)
    answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    said = capsys.readouterr()
    assert "Karen" not in said.out + said.err + answer.text
    fault = next(json.loads(line) for line in said.out.splitlines() if '"fault"' in line)
    assert fault["fault"] == "ValueError"
    assert "test_log.py" in fault["place"]
    assert fault["request"] == answer.headers["X-Request-Id"]


FORGERIES = ["Karen\r\nforged", '{"event": "forged"}', "Karen\x1b[31m", "\u2028Karen", "x" * 5000]


@pytest.mark.parametrize("value", FORGERIES)
def test_a_value_cannot_forge_a_line(app, capsys, value):
    with app.test_request_context("/"):
        structlog.get_logger().info("tried", source=value, name="Karen", password="Karen", owner="Karen")  # noqa: S106
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 1
    line = json.loads(said.out)
    assert set(line) <= ALLOWED
    assert line["event"] == "tried"
    assert len(said.out) < 500


def test_other_libraries_do_not_quote(app, capsys):
    logging.getLogger("another.package").warning("could not store %s", "Karen")
    try:
        int("Karen")
    except ValueError:
        logging.getLogger("another.package").exception("Karen")
    said = capsys.readouterr()
    assert "Karen" not in said.out + said.err
    assert "another.package" in said.err
