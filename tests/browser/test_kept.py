"""A game whose rules have changed: looked back at, and gone on with by agreement."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from battlemat.server.settings import Settings, database_url
from browser.conftest import People
from browser.stage import Stage
from server.test_renewal import change_rules


def test_a_game_whose_rules_have_changed_is_shown_and_goes_on_by_agreement(
    browser_stage: Stage, people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = people(browser_stage)
    page = ada.home()
    page.get_by_role("combobox", name="Tokens").select_option(label="0 tokens")
    page.get_by_test_id("both").click()
    ada.expect_turn()
    table, api = ada.page.url, ada.page.url.replace("/game/", "/api/games/")
    for text in ("wait", "fire B1 R1", "wait"):
        number = ada.question
        sent = {"number": int(number), "text": text}
        assert ada.page.request.post(f"{api}/answers", data=sent).status == 201
        ada.expect_answered(number)
    browser_stage.stop()
    change_rules(Settings(database_url(str(tmp_path / "games.db"))), monkeypatch)
    browser_stage.start()

    bob = people(browser_stage)
    bob.page.goto(table)
    expect(bob.page.get_by_test_id("kept")).to_contain_text("the rules now differ")
    expect(bob.page.locator(".kept-log")).to_contain_text("fires at R1")
    expect(bob.page.locator(".token[data-piece='B1'] .body")).to_be_visible()
    assert bob.violations() == []
    bob.page.get_by_role("button", name="Go on under today's rules").click()
    expect(bob.page.locator(".notice.bad")).to_contain_text("not yours")

    ada.home()
    ada.page.get_by_role("link", name="The rules have changed since").click()
    expect(ada.page.get_by_role("slider", name="Moment")).to_be_visible()
    ada.page.get_by_role("button", name="Go on under today's rules").click()
    ada.expect_turn()
    expect(ada.page).not_to_have_url(re.compile(re.escape(table)))
    expect(ada.log).to_contain_text("goes on from answer 1")

    ada.page.goto(table)
    ada.page.get_by_role("button", name="Remove this game").click()
    ada.page.get_by_test_id("forget").click()
    expect(ada.page.get_by_test_id("both")).to_be_visible()
    expect(ada.page.get_by_role("link", name="The rules have changed since")).to_have_count(0)
