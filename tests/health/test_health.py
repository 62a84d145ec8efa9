"""What operators ask: is it up, is it ready, how busy is it; and who may ask the last."""

from dataclasses import replace

import pytest

from fieldapp.tables.db import db, writing


@pytest.fixture
def ask(app):
    return app.test_client().get


def test_it_is_up_without_a_database(settings_of, app_of):
    app = app_of(settings_of(database_url="sqlite:////nowhere/at/all.db"))
    assert app.test_client().get("/healthz").data == b"ok\n"
    answer = app.test_client().get("/readyz")
    assert answer.status_code == 503
    assert answer.text == "the database does not answer, or was never migrated\n"


def test_ready_on_both_databases(app_on_both):
    answer = app_on_both.test_client().get("/readyz")
    assert (answer.status_code, answer.text) == (200, "ready\n")


def test_an_older_database_is_not_ready(app, ask):
    with writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")
    answer = ask("/readyz")
    assert answer.status_code == 503
    assert "stands at revision 0000" in answer.text
    db.engine.dispose()


def test_figures_from_this_machine(ask):
    assert ask("/healthz").status_code == 200
    answer = ask("/metrics")
    assert answer.status_code == 200
    assert 'fieldapp_requests_total{method="GET",route="/healthz",status="200"}' in answer.text


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Host"])
def test_no_figures_through_a_proxy_on_this_machine(ask, header):
    assert ask("/metrics", headers={header: "203.0.113.9"}).status_code == 404


def test_no_figures_from_elsewhere(ask):
    assert ask("/metrics", environ_base={"REMOTE_ADDR": "203.0.113.9"}).status_code == 404


@pytest.mark.parametrize(
    ("token", "given", "status"),
    [
        ("s3cret-of-the-collector", "Bearer s3cret-of-the-collector", 200),
        ("s3cret-of-the-collector", "Bearer s3cret", 404),
        ("s3cret-of-the-collector", "s3cret-of-the-collector", 404),
        ("s3cret-of-the-collector", "Bearer \xe9", 404),
        ("", "Bearer ", 404),
        ("", "", 404),
    ],
)
def test_figures_by_token(settings, app_of, token, given, status):
    app = app_of(replace(settings, metrics_token=token))
    answer = app.test_client().get(
        "/metrics", headers={"Authorization": given}, environ_base={"REMOTE_ADDR": "203.0.113.9"}
    )
    assert answer.status_code == status


def test_figures_never_name_an_address(ask):
    ask("/t/7K3QW9XZ41")
    ask("/no/such/page/Karen?name=Karen")
    text = ask("/metrics").text
    assert "7K3" not in text
    assert "Karen" not in text
    assert 'route="none"' in text
