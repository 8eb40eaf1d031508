"""Whoever has one IPv6 address has 2⁶⁴ of them: limits count networks."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from battlemat.server.people.addresses import counted_as
from battlemat.server.settings import Limits, Settings, database_url
from server.live import running


@pytest.mark.parametrize(
    ("address", "counts"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("no:address", "no:address"),
    ],
)
def test_an_address_counts_as_its_network(address: str, counts: str) -> None:
    assert counted_as(address) == counts


def test_all_addresses_of_one_network_share_a_limit(tmp_path: Path) -> None:
    limits = Limits(games_per_hour=3, verbs_per_minute={"lobby": 3})
    store = database_url(str(tmp_path / "games.db"))
    settings = Settings(store, limits=limits, trusted_proxies=("127.0.0.1",))
    with running(settings) as live, httpx.Client(base_url=live.url, trust_env=False) as proxy:

        def ask(address: str, method: str, path: str) -> int:
            head = {"x-forwarded-for": address}
            body: dict[str, str] | None = {} if method == "POST" else None
            return proxy.request(method, path, headers=head, json=body).status_code

        one_home = [f"2001:db8:0:1::{number:x}" for number in range(1, 6)]
        made = [ask(address, "POST", "/api/games") for address in one_home]
        assert made == [201, 201, 201, 429, 429]
        assert [ask(one, "GET", "/api/lobby") for one in one_home] == [200, 200, 200, 429, 429]
        assert ask("2001:db8:0:2::1", "POST", "/api/games") == 201
