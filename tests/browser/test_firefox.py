"""The edition without a server in Firefox, where there is time for it (`make fuzz`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser.alone import Site, written
from browser.firefox import Firefox
from sampling import by_time

ASKED = "document.querySelector('.prompt.mine')?.dataset.question"


def answered(firefox: Firefox) -> None:
    """Do what the hint says, and wait for the next question of this person."""
    asked = firefox.wait_for(ASKED)
    press(firefox, "ask-hint")
    press(firefox, "hint-take")
    firefox.wait_for(f"{ASKED} && {ASKED} !== '{asked}'")


def press(firefox: Firefox, button: str) -> None:
    mark = f"document.querySelector('[data-testid={button}]')"
    firefox.wait_for(f"!!{mark} && !{mark}.disabled")
    firefox.evaluate(f"{mark}.click()")


def plays_from_plain_files_and_goes_on_when_their_host_is_gone(tmp_path: Path) -> None:
    site, firefox = Site(written(tmp_path / "host")), Firefox(tmp_path / "profile")
    firefox.goto(site.url)
    press(firefox, "start")
    for _ in range(3):
        answered(firefox)
    stood, address = firefox.evaluate(ASKED), firefox.evaluate("location.href")
    firefox.evaluate("navigator.serviceWorker.ready.then(() => true)")
    site.stop()
    firefox.goto(address)
    assert firefox.wait_for(ASKED) == stood
    answered(firefox)
    firefox.close()


if by_time(True, False):
    test_firefox = pytest.mark.longer(plays_from_plain_files_and_goes_on_when_their_host_is_gone)
