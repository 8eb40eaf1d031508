"""The browser table in a real Chromium: from a click to the painted board, twenty games at once.

One page plays both sides of a game of Skirm by pressing its buttons; nineteen other games are
played on the same server over HTTP, each with a page's stream. Everything shares this machine: the
server, its store, the browser and the other players. A board counts as painted at the second
animation frame after the page shows the next question. Beside it stand, from the same minutes and
the same page, what the page pays for any change at all (two frames) and a bare request to the
server (its health).
"""

from __future__ import annotations

import asyncio
import random
import shutil
from contextlib import suppress
from statistics import median, quantiles
from typing import Any

import httpx
from playwright.async_api import Browser, Page, async_playwright

from bench.measure import Row
from bench.server import served, states

OTHERS = 19
ANSWERS = 80
PAUSE = 1.0
"""Seconds that a player looks at the board before the next answer, on average."""

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")
SETTINGS = (
    '{"dice": "off", "motion": "off", "sound": false, "notes": false, "forced": false,'
    ' "policy": "always"}'
)
GLIDERS = 12
FRAMES = """
async ({gliders}) => {
  const tokens = [...document.querySelectorAll(".token[data-piece]")].slice(0, gliders);
  for (const token of tokens) {
    const [x, y] = token.style.transform.match(/-?[0-9.]+/g).map(Number);
    const frames = [[0, 0], [3, 1], [5, 4]].map(([dx, dy]) =>
      ({ transform: `translate(${x + dx}px, ${y + dy}px)` }));
    token.animate(frames, { duration: 700, iterations: 3, easing: "ease-in-out" });
  }
  const spans = [];
  let last = await new Promise(requestAnimationFrame);
  for (const end = last + 2000; last < end;) {
    const now = await new Promise(requestAnimationFrame);
    spans.push(now - last);
    last = now;
  }
  return spans;
}
"""

PLAY = """
async ({answers, pause}) => {
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const prompt = () => document.querySelector(".prompt");
  const all = (what) => [...document.querySelectorAll(".prompt.mine " + what)];
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const changed = (number) => new Promise((done) => {
    const look = () => prompt()?.dataset.question !== number;
    const eye = new MutationObserver(() => { if (look()) { eye.disconnect(); done(); } });
    eye.observe(document.body, { subtree: true, childList: true, attributes: true });
    if (look()) { eye.disconnect(); done(); }
  });
  const painted = [], bare = [], health = [];
  for (let tries = 0; painted.length < answers && tries < 6 * answers; tries++) {
    await sleep(2 * pause * Math.random());
    if (document.querySelector("[data-testid=end]")) break;
    const group = any(all("[data-group]:not([data-answer])"));
    let buttons = all("[data-answer]");
    if (group && (!buttons.length || Math.random() < 0.8)) {
      group.click();
      await frame(); await frame();
      buttons = all(".options [data-answer]");
    }
    const button = any(buttons.filter((one) => !one.disabled));
    if (!button) continue;
    const number = prompt().dataset.question;
    const next = changed(number);
    const start = performance.now();
    button.click();
    await next;
    await frame(); await frame();
    painted.push(performance.now() - start);

    const before = performance.now();
    document.body.dataset.bench = String(tries);
    await frame(); await frame();
    bare.push(performance.now() - before);
    const asked = performance.now();
    await (await fetch("/api/health")).text();
    health.push(performance.now() - asked);
  }
  return { painted, bare, health };
}
"""


async def _keep_playing(url: str, chance: random.Random) -> None:
    """Play game after game over HTTP, hearing each over a stream as a page does."""
    wish = {"rulebook": "skirm3", "seats": {"red": {"kind": "me"}, "blue": {"kind": "me"}}}
    async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False, verify=False) as me:
        while True:
            game = (await me.post("/api/games", json=wish)).json()["game"]["id"]
            async with me.stream("GET", f"/api/games/{game}/events?after=0") as stream:
                async for state in states(stream):
                    if state["result"] is not None:
                        break
                    if (question := state["question"]) is None:
                        continue
                    await asyncio.sleep(chance.uniform(0, 2 * PAUSE))
                    text = chance.choice(question["handles"])["text"]
                    body = {"number": question["number"], "text": text}
                    await me.post(f"/api/games/{game}/answers", json=body)


async def _sit_down(page: Page, url: str) -> None:
    """Both sides of a game with every default, dice that fall unseen."""
    await page.add_init_script(f"localStorage.setItem('battlemat.settings', '{SETTINGS}')")
    await page.goto(url)
    await page.get_by_test_id("both").click()
    await page.locator(".prompt.mine").wait_for()


async def _glide(browser: Browser, url: str) -> dict[str, list[float]]:
    """Milliseconds between frames while twelve pieces glide over a large board, and on no page."""
    page = await browser.new_page(viewport={"width": 1360, "height": 860})
    empty: list[float] = await page.evaluate(FRAMES, {"gliders": 0})
    await page.goto(url)
    wish = {"rulebook": "skirmishers", "seats": {"red": {"kind": "me"}, "blue": {"kind": "me"}}}
    made = await page.request.post(f"{url}/api/games", data=wish, headers={"Origin": url})
    await page.goto(f"{url}/game/{(await made.json())['game']['id']}")
    await page.locator(".token[data-piece]").nth(GLIDERS - 1).wait_for()
    gliding: list[float] = await page.evaluate(FRAMES, {"gliders": GLIDERS})
    return {"empty": empty, "gliding": gliding}


async def _measure(url: str) -> dict[str, list[float]]:
    """Milliseconds, by what was measured."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        page = await browser.new_page(viewport={"width": 1360, "height": 860})
        page.set_default_timeout(60_000)
        await _sit_down(page, url)
        crowd = [asyncio.create_task(_keep_playing(url, random.Random(n))) for n in range(OTHERS)]
        await asyncio.sleep(3)  # until everyone sits
        how = {"answers": ANSWERS, "pause": PAUSE * 1000}
        found: dict[str, list[float]] = await page.evaluate(PLAY, how)
        for task in crowd:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*crowd)
        glided = await _glide(browser, url)
        await browser.close()
    return {**found, **glided}


def rows() -> list[Row]:
    """All rows of this page."""
    with served() as url:
        found: dict[str, Any] = asyncio.run(_measure(url))
    what = f"click to painted board in Chromium, {OTHERS + 1} games at once"
    beside = {name: median(found[name]) for name in ("bare", "health")}
    middle, slow = median(found["painted"]), quantiles(found["painted"], n=20)[-1]
    return [
        Row(
            f"{what}, median of {len(found['painted'])}",
            f"{middle:.0f} ms",
            f"two frames, {beside['bare']:.0f} ms",
            f"{middle / beside['bare']:.1f}",
            "at most 100 ms",
        ),
        Row(f"{what}, 19 of 20", f"{slow:.0f} ms"),
        Row(
            "the same without two frames and a bare request, median",
            f"{middle - beside['bare'] - beside['health']:.0f} ms",
            f"health, {beside['health']:.0f} ms",
        ),
        Row(
            f"frames a second while {GLIDERS} pieces glide over a board of dots",
            f"{_rate(found['gliding']):.0f}",
            f"an empty page, {_rate(found['empty']):.0f}",
            f"{_rate(found['gliding']) / _rate(found['empty']):.2f}",
            "60",
        ),
    ]


def _rate(spans: list[float]) -> float:
    """Frames a second."""
    return 1000 * len(spans) / sum(spans)
