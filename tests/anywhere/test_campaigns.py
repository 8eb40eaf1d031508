"""Campaigns in a page: begun from what is shipped, and their ledgers read again."""

from __future__ import annotations

from anywhere.page import Page
from battlemat.server.routes.campaigns import responses


def test_a_campaign_is_begun_and_looked_at_without_a_server() -> None:
    page = Page()
    status, shelf = page.ask("GET", "/campaigns")
    assert status == 200
    responses.ShippedCampaigns.model_validate(shelf)
    assert page.ask("POST", "/campaigns/look", ledger="nothing")[0] == 422
