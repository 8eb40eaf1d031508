"""Campaigns in a page: begun from what is shipped, and their ledgers read again."""

from __future__ import annotations

from anywhere.page import Page
from battlemat.packs.campaigns.files import shipped
from battlemat.server.routes.campaigns import responses


def test_a_campaign_is_begun_and_looked_at_without_a_server() -> None:
    page = Page()
    status, shelf = page.ask("GET", "/campaigns")
    assert status == 200
    responses.ShippedCampaigns.model_validate(shelf)
    assert page.ask("POST", "/campaigns/look", ledger="nothing")[0] == 422
    assert page.ask("POST", "/campaigns/file", file="nothing")[0] == 422
    file = shipped("skirm3")["the-unwatched-quarter"].read_text(encoding="utf-8")
    _, told = page.ask("POST", "/campaigns/file", file=file)
    assert responses.ShippedCampaign.model_validate(told).group


def test_two_of_a_group_meet_at_a_table_without_a_server() -> None:
    page = Page()
    players = [{"name": name, "squad": ""} for name in ("Ada", "Ben", "Cyd")]
    wish = {"rulebook": "skirm3", "id": "the-unwatched-quarter", "file": "", "foe": "group"}
    _, begun = page.ask("POST", "/campaigns/begin", **wish, players=players)
    responses.CampaignLedger.model_validate(begun)
    decision = {"do": "choose", "at": begun["view"]["at"], "what": "burn"}
    _, found = page.ask("POST", "/campaigns/decide", ledger=begun["ledger"], **decision)
    at = found["view"]["rounds"][0]["pairs"][0]["at"]
    here = {"ledger": found["ledger"], "at": at, "lead": "3", "name": "Cyd"}
    status, state = page.ask("POST", "/campaigns/table", **here)
    assert status in (200, 201), state
    assert {one["kind"] for one in state["seats"]} == {"person"}
