"""No test of the page claims what it saw at a single moment; the finder is tried on examples."""

from __future__ import annotations

import pytest

from house.assertions import modules_of_tests
from house.readings import reads_once
from house.sources import snippet


def test_no_test_of_the_page_looks_only_once() -> None:
    of_the_page = [one for one in modules_of_tests() if one.name.startswith("browser.")]
    assert len(of_the_page) > 20
    assert [fault for one in of_the_page for fault in reads_once(one)] == []


@pytest.mark.parametrize(
    "text",
    [
        "assert page.locator('li').count() > 5",
        "assert mark.inner_text() == 'Red'",
        "assert not dialog.is_visible()",
        "assert a.get_attribute('d') == b.get_attribute('d')",
        "assert {one.text_content() for one in all} == {'a'}",
        "assert page.evaluate('scrollWidth') <= 0",
        "box = mark.bounding_box()",
        "page.wait_for_function('document.images.length > 3')",
        "page.wait_for_function(f'window.heard > {least}')",
    ],
)
def test_a_single_look_is_noticed(text: str) -> None:
    assert len(reads_once(snippet("browser.test_it", text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "expect(page.locator('li')).to_have_count(5)",
        "eventually(lambda: page.locator('li').count() > 5)",
        "first, second = boxes(a, b)\nassert first.y == second.y",
        "assert text.count('red') == 2",
        "page.wait_for_function('() => document.images.length > 3')",
        "page.wait_for_function('async (one) => one.heard > 0', arg=page)",
        "page.wait_for_function(f'step => {DONE}')",
        "page.wait_for_function(DONE)",
        "number = page.locator('li').count()",
    ],
)
def test_what_is_waited_for_passes(text: str) -> None:
    assert reads_once(snippet("browser.test_it", text)) == []
