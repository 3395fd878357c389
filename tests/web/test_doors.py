"""Who is let in."""

from __future__ import annotations

import pytest

from boardgame_envs.web.doors import POLICY, Hosts, new_key


@pytest.mark.parametrize("host", ["127.0.0.1:80", "localhost:80", "[::1]:80", "LOCALHOST:80"])
def test_a_server_of_this_machine_is_known_by_the_names_of_this_machine(host: str):
    assert Hosts("127.0.0.1", 80).knows(host)


@pytest.mark.parametrize(
    "host", [None, "", "127.0.0.1", "127.0.0.1:81", "evil.example:80", "192.168.0.7:80", ":80"]
)
def test_it_is_known_by_no_other_name(host: str | None):
    assert not Hosts("127.0.0.1", 80).knows(host)


def test_a_server_for_friends_is_known_by_numbers_but_not_by_names_of_others():
    hosts = Hosts("0.0.0.0", 80)

    assert hosts.knows("192.168.0.7:80")
    assert not hosts.knows("evil.example:80")


@pytest.mark.parametrize(
    ("origin", "is_own"),
    [
        ("http://127.0.0.1:80", True),
        ("http://localhost:80", False),
        ("http://evil.example", False),
        ("https://127.0.0.1:80", False),
        ("null", False),
        (None, False),
    ],
)
def test_only_pages_of_the_server_may_open_a_socket(origin: str | None, is_own: bool):
    assert Hosts("127.0.0.1", 80).is_own_page(origin, "127.0.0.1:80") is is_own


def test_keys_are_long_and_all_different():
    keys = {new_key() for _ in range(100)}

    assert len(keys) == 100
    assert min(map(len, keys)) >= 24


def test_pages_load_nothing_from_elsewhere():
    assert POLICY.startswith("default-src 'self';")
    assert "unsafe" not in POLICY
