"""Every address has a guard, and the frame's own rules about addresses hold."""

from fieldapp.services.rights import RIGHTS
from fieldapp.web.guard import right_of


def test_every_view_says_who_may_see_it(app):
    unguarded = sorted(r.endpoint for r in app.url_map.iter_rules() if right_of(app, r.endpoint) is None)
    assert unguarded == []


def test_every_right_is_a_word_of_the_table(app):
    words = {right_of(app, r.endpoint) for r in app.url_map.iter_rules()}
    assert words <= RIGHTS | {"public", "device", "signed_in", "half_done", "verified", "set_up_factor"}


def test_no_address_takes_both_reading_and_writing_by_get(app):
    """What changes something is a POST, PUT or DELETE; a rule that only answers those, or HEAD, has no GET."""
    for rule in app.url_map.iter_rules():
        assert rule.methods & {"GET", "HEAD", "POST", "PUT", "DELETE"}, rule


def test_app_without_a_guard_on_a_view_fails_closed(settings, app_of):
    app = app_of(settings)
    app.add_url_rule("/left-open", "left_open", lambda: "everything")
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.config["TESTING"] = False
    answer = app.test_client().get("/left-open")
    assert answer.status_code == 500
    assert b"everything" not in answer.data
