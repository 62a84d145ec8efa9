"""A number in an address that no row can have is an address that nobody has, on every page."""

from tests.walk.addresses import sought


def test_numbers_beyond_any_row_are_nowhere(demo_app, as_person):
    client, faults = as_person("supervisor here"), []
    for rule, method in sought(demo_app):
        numbered = [part for part in rule.arguments if f"<int:{part}>" in str(rule)]
        if not numbered:
            continue
        for number in (2**31, 2**63, 10**30):
            longer = str(rule)
            for part in rule.arguments:
                longer = longer.replace(f"<int:{part}>", str(number)).replace(f"<{part}>", "x")
            answer = client.open(longer, method=method)
            if answer.status_code not in (404, 405):  # 405: the router looks at the method first
                faults.append(f"{method} {longer} answers {answer.status_code}")
    assert faults == []
