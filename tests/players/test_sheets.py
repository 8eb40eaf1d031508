"""Cards and army sheets: everything that a player needs at the table is on the paper."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from battlemat.drawing.print_html import Html, join, tag
from battlemat.packs import registry
from battlemat.packs.library import shipped
from battlemat.packs.problems import ContentError
from battlemat.packs.sheets import draw_sheet

EVERY = [(book, name) for book in registry.names() for name in shipped(book, "squad")]
VOID = ("meta", "br")


class Reader(HTMLParser):
    """Reads a page; a tag that is not closed in its place is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.rows: list[list[str]] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        elif tag == "span" and self.rows and ("class", "box") in attrs and "td" in self.open:
            self.rows[-1][-1] += "□"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data


def sheet(book: str, name: str) -> str:
    return draw_sheet(registry.find(book).register, name)


def words(page: str) -> str:
    """A page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", "", page).split())


@pytest.mark.parametrize(("book", "name"), EVERY)
def test_every_shipped_squad_prints_without_scripts_and_network(book: str, name: str) -> None:
    page = sheet(book, name)
    read = Reader(page)
    assert read.tags.count("h1") == 1
    assert not {"script", "link", "img", "iframe"} & set(read.tags)
    assert not re.search(r"https?:|url\(|@import|src=", page)
    assert 'charset="utf-8"' in page


def test_a_text_is_escaped_and_markup_is_not() -> None:
    assert tag("p", "a < b", Html("<b>c</b>")) == "<p>a &lt; b<b>c</b></p>"
    assert tag("p", title='"') == '<p title="&quot;"></p>'
    assert join(("x", None, "y"), " & ") == "x &amp; y"


# ------------------------------------------------------------------ Skirm


@pytest.mark.clause("skirm3.card.unit-stats", "skirm3.card.weapon-stats", "skirm3.card.ep")
def test_a_skirm_card_has_stats_weapons_and_both_costs() -> None:
    page = sheet("skirm3", "breach-team")
    assert "98 of 100 EP" in page
    card = page.split("<h3>1. Assault Sergeant</h3>")[1].split("</section>")[0]
    assert "14 + 7 EP" in card
    for stat, value in (("ACT", 3), ("ARM", 4), ("MSK", 4), ("RSK", 3)):
        assert f"<b>{stat}</b>{value}" in card
    rows = Reader(card[card.index("<table") : card.index("</table>") + 8]).rows
    assert rows[0] == ["Weapon", "Type", "ROA", "DAM", "Special", "EP"]
    assert rows[3] == ["Sidearm", "R", "2", "1", "RG4 ", "1"]


@pytest.mark.clause("skirm3.card.passive")
def test_what_passive_gear_gives_is_on_the_card_already() -> None:
    page = sheet("skirm3", "breach-team")
    assert "<b>Special</b>LD2, 2MC, BRU" in page  # BRU by its drill
    assert ["Auto Rifle", "R", "3", "1", "RLT ", "4"] in Reader(page).rows  # RLT by its scope


@pytest.mark.clause("skirm3.card.lookup", "skirm3.card.codes")
def test_the_legend_has_each_code_that_is_printed_and_no_other() -> None:
    page = sheet("skirm3", "breach-team")
    for id in ("special.leader", "weapon.relentless", "weapon.explode", "weapon.explode-empty"):
        assert f"skirm3.{id}</code>" in page
    assert "skirm3.special.nimble" not in page
    assert "skirm3.special.dodge" not in page


@pytest.mark.clause("skirm1.card.weapon-stats", "skirm2.card.weapon-stats")
@pytest.mark.clause("skirm1.card.unit-stats", "skirm2.card.unit-stats")
@pytest.mark.parametrize("book", ["skirm1", "skirm2"])
def test_early_cards_give_weapons_a_skill_and_units_a_box_for_each_hit(book: str) -> None:
    page = sheet(book, "iron-oath")
    assert "6 of 10 equipment points" in page
    assert ["Weapon", "Type", "ROA", "SKL", "DAM", "Special", "EP"] in Reader(page).rows
    card = page.split("<h3>1. Knight Sergeant</h3>")[1].split("</section>")[0]
    hits = card.split("<b>HIT</b>5 ")[1].split("<b>")[0]
    assert hits.count('class="box"') == 5


# ------------------------------------------------------------------ Skirmishers


@pytest.mark.clause("skirmishers.card.fields", "skirmishers.card.hp-track")
def test_a_trooper_has_the_track_of_the_book_with_a_box_under_each_cell() -> None:
    rows = {row[0]: row[1:] for row in Reader(sheet("skirmishers", "assault-platoon")).rows[:5]}
    assert rows["HP"] == [*map(str, range(10, -1, -1)), "DEAD"]
    assert rows["cross"] == ["□"] * 11 + [""]
    assert rows["AP"] == ["", "", "", "", "-1", "-1", "-2", "-2", "-3", "-4", "0", ""]
    assert rows["mod."] == ["", "", "", "+1", "+1", "+2", "+2", "+2", "+3", "+3", "", ""]


@pytest.mark.clause("skirmishers.armor.cells", "skirmishers.armor.adv-coverage")
def test_armor_boxes_stand_where_plates_are_and_the_rest_is_marked_off() -> None:
    armor = Reader(sheet("skirmishers", "assault-platoon")).rows[4]
    assert armor == ["armor", "✕", *["□"] * 6, *["✕"] * 4, ""]  # heavy, from cell 9


@pytest.mark.clause("skirmishers.card.max-ap", "skirmishers.points.pv")
def test_a_trooper_shows_his_ap_his_grenades_and_his_worth() -> None:
    page = sheet("skirmishers", "assault-platoon")
    assert "1331 PV" in page
    card = page.split("<h3>1. Lt Demir</h3>")[1].split("</section>")[0]
    assert "133 PV" in card
    assert "<b>AP</b>5" in card  # eight, less three for heavy armor
    assert "<b>Leader</b>3" in card
    rows = Reader(card[card.rindex("<table") : card.rindex("</table>") + 8]).rows
    assert ["Laser SMG", "prim.", "arc", "4X", "×3", "43", "127", "∞"] in rows
    assert ["Hand Grenade", "pouch", "1/dot", "6/3/1", "", "", "", "□□"] in rows


@pytest.mark.clause("skirmishers.jet.weight")
def test_a_jet_pack_says_what_it_costs_whoever_wears_it() -> None:
    page = sheet("skirmishers", "sky-runners")
    assert "<b>Jet pack</b>worn, -2 AP" in page.split("<h3>1. Cpl Vega</h3>")[1]
    assert "<b>Jet pack</b>carried<" in page.split("<h3>6. Amsel</h3>")[1]


@pytest.mark.clause("skirmishers.power.card", "skirmishers.power.significant")
def test_a_suit_has_eighteen_cells_and_three_of_them_stand_out() -> None:
    page = sheet("skirmishers", "drop-troop")
    card = page.split("<h3>1. Lt Aster</h3>")[1].split("</section>")[0]
    rows = {row[0]: row[1:] for row in Reader(page).rows[:5]}
    cells = [*map(str, range(12, 1, -1)), *(f"b{n}" for n in range(1, 8))]
    assert rows["HP"] == [*cells, "DEAD"]
    assert rows["AP"][:3] == ["+6", "+6", "+5"]
    assert rows["armor"][:8] == ["□"] * 6 + ["✕"] * 2
    thick = re.findall(r'<td class="significant">(\w+)</td>', card.split("</tr>")[0])
    assert thick == ["5", "b2", "b5"]


@pytest.mark.clause("skirmishers.vehicle.card", "skirmishers.vehicle.standard-values")
def test_a_vehicle_has_its_modes_its_values_and_its_mounted_weapons() -> None:
    page = sheet("skirmishers", "fast-convoy")
    rows = {row[0]: row[1:] for row in Reader(page).rows[:8]}
    assert rows["HP"] == [*map(str, range(12, -1, -1)), "DX"]
    assert rows["mode"] == [*["Max"] * 7, *["Cru"] * 3, *["Min"] * 2, "–", ""]
    assert rows["armor"][:9] == ["□"] * 8 + [""]
    assert rows["Light Machine Gun"][0] == "forward"
    assert "<b>Handling</b>+1" in page
    assert "(mode Minimum, ap min 1, ap max 1; " in page
    assert "<b>Rider</b>of V1" in page


# ------------------------------------------------------------------ Open Fire


@pytest.mark.clause("openfire.module.army-rules", "openfire.unit.attributes")
def test_an_army_sheet_has_its_points_its_limits_and_every_unit() -> None:
    page = sheet("openfire", "first-watch")
    assert "500 of 500 points" in page
    assert "command: exactly 1; core: at least 2" in page
    assert "once each: Charter Captain" in page
    rows = Reader(page).rows
    assert ["Anvil Tank", "vehicle, elite", "1", "165", "□"] in rows
    boxes = "□" * 9
    assert [f"Anvil (leader) {boxes}Siege Gun, Twin Autogun", "7", "6", "4", "6", "9"] in rows
    assert ["2 × Scout □ □Rail Rifle, Service Pistol", "6", "6", "8", "7", "1"] in rows


@pytest.mark.clause("openfire.module.weapon-profiles")
def test_a_weapon_of_several_profiles_has_a_line_for_each() -> None:
    rows = Reader(sheet("openfire", "third-shift")).rows
    assert ["Tube Launcher: Burst", '6-36"', "3", "1", "0", "Blast, Heavy"] in rows
    assert ["Tube Launcher: Lance", '36"', "1", "3", "4", "Heavy, Seeker"] in rows


@pytest.mark.clause("openfire.module.weapon-data", "openfire.module.special-names")
def test_weapons_and_rules_of_core_and_module_are_told() -> None:
    page = sheet("openfire", "first-watch")
    assert ["Siege Gun", '48"', "2", "3", "4", "Blast, Impact"] in Reader(page).rows
    told = words(page)
    assert "Drilled: The unit adds 1 to its command tests." in told
    assert "openfire.weapon.blast-screen" in told
    assert "Stealth (X): " in told
    assert "Rally (once a round): " in told
    assert "Frenzy" not in told  # a rule of the other faction


def test_an_aircraft_shows_its_least_and_its_greatest_speed() -> None:
    rows = Reader(sheet("openfire", "the-undertow")).rows
    skyray = next(row for row in rows if row[0].startswith("Skyray (leader)"))
    assert skyray[1:] == ["8-20", "6", "6", "6", "5"]


# ------------------------------------------------------------------ wrong names


@pytest.mark.parametrize(
    ("book", "name", "near"),
    [
        ("skirm3", "breach-taem", "breach-team"),
        ("skirmishers", "drop-trop", "drop-troop"),
        ("openfire", "first-wach", "first-watch"),
    ],
)
def test_a_wrong_name_is_answered_with_the_nearest(book: str, name: str, near: str) -> None:
    with pytest.raises(ContentError, match=f"did you mean '{near}'"):
        sheet(book, name)
