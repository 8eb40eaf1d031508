"""What a server tells of itself to those who run it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from battlemat.server.settings import Settings, database_url
from server.live import FREE, HOT_SEAT, running


def test_metrics_count_requests_and_name_nobody(tmp_path: Path) -> None:
    settings = Settings(database_url(str(tmp_path / "games.db")), limits=FREE, metrics=True)
    with running(settings) as live:
        person = live.person()
        game = person.new_game(seats=HOT_SEAT)
        for _ in range(3):
            game.get()
        person.get("games/nothing", 404)
        with game.stream(after=0) as events:
            next(events)
            told = person.http.get("/api/metrics").text
        cookie = person.http.cookies["battlemat"]
    lines = dict(line.rsplit(" ", 1) for line in told.splitlines() if not line.startswith("#"))
    assert lines['battlemat_requests_total{status="201"}'] == "1"
    assert lines['battlemat_requests_total{status="200"}'] == "4"
    assert lines['battlemat_requests_total{status="404"}'] == "1"
    assert lines["battlemat_request_seconds_count"] == "6"
    assert lines['battlemat_request_seconds_bucket{le="+Inf"}'] == "6"
    assert (lines["battlemat_tables_live"], lines["battlemat_streams_open"]) == ("1", "1")
    assert lines["battlemat_store_away"] == "0"
    assert float(lines["process_cpu_seconds_total"]) > 0
    assert game.id not in told
    assert cookie not in told


def test_metrics_are_told_only_where_they_are_wanted(tmp_path: Path) -> None:
    settings = Settings(database_url(str(tmp_path / "games.db")), limits=FREE)
    with running(replace(settings)) as live:
        assert live.person().http.get("/api/metrics").status_code == 404
