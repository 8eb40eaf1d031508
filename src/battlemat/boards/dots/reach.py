"""Walking over a board of dots: the price of each step, how far a budget goes, and on what way.

A step has one price, the highest of those that apply; what applies is geometry, what
it costs is a rule and comes in as `Prices`.
"""

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from battlemat.boards.dots.features import TUNNEL_LEVEL, Feature, Mark
from battlemat.boards.dots.lattice import each
from battlemat.boards.dots.terrain import Terrain
from battlemat.kernel.memo import Memo, Table

T = TypeVar("T")
_HINDERED = Memo("the board and what is in the way; a long game starts over", bound=4096)


@dataclass(frozen=True, slots=True)
class Prices:
    """What movement costs; None where it is not possible at all."""

    step: int
    obstructed: int  # low wall, furniture, vegetation
    door: int
    window: int
    level: int  # one level of stairs or ladder
    contour: int  # each level between open dots
    rough: int
    swamp: int
    wire: int
    climb: int | None  # over a free-standing high wall
    tunnel: int | None  # in or out
    trench: int  # in or out
    shallow: int
    swim: int | None  # onto deep water
    breach: int
    crawl: int  # what everything is multiplied with when prone, and inside tunnels


class Walk:
    """Steps and prices on one board for one table of prices, standing or prone."""

    def __init__(self, terrain: Terrain, prices: Prices, *, prone: bool) -> None:
        self.terrain = terrain
        self.places = terrain.places
        self.prices = prices
        self.prone = prone
        surfaces = self.places.surfaces
        found = [
            self._steps(place) if surfaces >> place & 1 else ()
            for place in range(self.places.layers * self.places.size)
        ]
        self.steps: tuple[tuple[tuple[int, int], ...], ...] = tuple(found)
        """For each place the steps that leave it: (place, price)."""
        self.dear: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            tuple(step for step in steps if step[1] > 1) for steps in found
        )
        """Those of them that cost more than one."""
        self._prices = [dict(steps) for steps in found]
        self._moves = self._by_price()
        self._furthest = 0
        self._open: dict[tuple[int, int], Reach] = {}  # reaches of which nothing is blocked
        self._hindered: Table[tuple[int, int, int], Reach] = _HINDERED.table()

    def price(self, a: int, b: int) -> int | None:
        """The price of one step or change of level, None when there is none from a to b."""
        return self._prices[a].get(b)

    def reach(self, start: int, budget: int, blocked: int = 0) -> "Reach":
        """Every place that `budget` pays for, without entering a place of `blocked`.

        Only what is blocked within reach matters, so that equal reaches are worked out once, and
        those of which nothing is blocked from the furthest one that starts there.
        """
        clear = self._open.get((start, budget)) or self._clear(start, budget)
        within = blocked & clear.places
        if not within:
            return clear
        found = self._hindered.get((start, budget, within))
        if found is None:
            layers = self._look(budget, within, self._unhindered(clear, within))
            found = self._hindered.keep((start, budget, within), Reach(self, start, layers, clear))
        return found

    def _clear(self, start: int, budget: int) -> "Reach":
        """The reach of which nothing is blocked."""
        self._furthest = furthest = max(self._furthest, budget)
        whole = self._open.get((start, furthest))
        if whole is None:
            whole = Reach(self, start, self._look(furthest, 0, [1 << start]))
            self._open[start, furthest] = whole
        if budget < furthest:
            self._open[start, budget] = Reach(self, start, whole.layers[: budget + 1], whole)
        return self._open[start, budget]

    def _unhindered(self, clear: "Reach", blocked: int) -> list[int]:
        """The first layers of a reach, up to the nearest that holds a blocked place: what is
        blocked further off changes nothing in them.
        """
        layers = []
        for layer in clear.layers:
            layers.append(layer & ~blocked)
            if layer & blocked:
                break
        return layers

    def _look(self, budget: int, blocked: int, layers: list[int]) -> list[int]:
        """Add to the first layers of a reach, which are known, those up to a budget."""
        free = self.places.surfaces & ~blocked
        for layer in layers:
            free &= ~layer
        moves = self._moves
        for spent in range(len(layers), budget + 1):
            new = 0
            for price, starts, ahead, back in moves:
                if price > spent:
                    break
                sources = layers[spent - price]
                if not sources & starts:
                    continue
                for delta, mask in ahead:
                    new |= (sources & mask) << delta
                for delta, mask in back:
                    new |= (sources & mask) >> delta
            new &= free
            free ^= new
            layers.append(new)
        return layers

    def arrivals(self, place: int) -> tuple[tuple[int, int], ...]:
        """The steps that end on a place: (place before, price), in reading order."""
        return self._arrivals[place]

    # ---------------------------------------------------------------- tables

    @cached_property
    def _arrivals(self) -> list[tuple[tuple[int, int], ...]]:
        found: list[list[tuple[int, int]]] = [[] for _ in self.steps]
        for place, steps in enumerate(self.steps):
            for there, price in steps:
                found[there].append((place, price))
        return [tuple(arrivals) for arrivals in found]

    def _steps(self, place: int) -> tuple[tuple[int, int], ...]:
        found = []
        for there in self.terrain.next_places(place):
            price = self._step_price(place, there)
            if price is not None:
                found.append((there, price))
        return tuple(found + self._climbs(place))

    def _climbs(self, place: int) -> list[tuple[int, int]]:
        """Stairs and ladders up and down, and the tunnel below or the ground above."""
        places, prices = self.places, self.prices
        dot, level = place % places.size, places.level(place)
        times = prices.crawl if self.prone else 1
        if level == TUNNEL_LEVEL:
            mouth = self.terrain.marked[Mark.MOUTH] >> place & 1 and prices.tunnel is not None
            return [(places.ground(dot), prices.tunnel or 0)] if mouth else []
        found = []
        for other in (level - 1, level + 1):
            if other in places.levels[dot] and self.terrain.is_joined(dot, level, other):
                found.append((places.at(dot, other), prices.level * times))
        below = places.at(dot, TUNNEL_LEVEL)
        if (
            place == places.ground(dot)
            and self.terrain.marked[Mark.MOUTH] >> below & 1
            and prices.tunnel is not None
        ):
            found.append((below, prices.tunnel * times))
        return found

    def _step_price(self, a: int, b: int) -> int | None:
        places, prices, marked = self.places, self.prices, self.terrain.marked
        if marked[Mark.TREE] >> b & 1:
            return None
        due: list[int | None] = [prices.step]
        due += [self._feature_price(feature, a, b) for feature in self.terrain.between(a, b)]
        for mark, price in (
            (Mark.VEGETATION, prices.obstructed),
            (Mark.ROUGH, prices.rough),
            (Mark.SWAMP, prices.swamp),
            (Mark.WIRE, prices.wire),
            (Mark.SHALLOW, prices.shallow),
            (Mark.DEEP, prices.swim),
        ):
            if marked[mark] >> b & 1:
                due.append(price)
        if (marked[Mark.TRENCH] >> a ^ marked[Mark.TRENCH] >> b) & 1:
            due.append(prices.trench)
        due.append(prices.contour * abs(places.level(a) - places.level(b)))
        crawling = self.prone or places.level(a) == TUNNEL_LEVEL
        paid = [price for price in due if price is not None]
        if len(paid) < len(due):
            return None
        return max(paid) * (prices.crawl if crawling else 1)

    def _feature_price(self, feature: Feature, a: int, b: int) -> int | None:
        prices, places = self.prices, self.places
        if feature is Feature.HIGH_WALL:
            levels = {places.level(a), places.level(b)}
            free = all(
                self.terrain.is_free_standing(a % places.size, b % places.size, level)
                for level in levels
            )
            return prices.climb if free else None
        if feature is Feature.DOOR:
            return prices.door
        if feature is Feature.WINDOW:
            return prices.window
        if feature is Feature.BREACH:
            return prices.breach
        return prices.obstructed

    def _by_price(self) -> list["_Moves"]:
        """Steps sorted by price, and by how much they change a place's number."""
        table: dict[int, dict[int, int]] = {}
        for place, steps in enumerate(self.steps):
            for there, price in steps:
                deltas = table.setdefault(price, {})
                deltas[there - place] = deltas.get(there - place, 0) | 1 << place
        found = []
        for price, deltas in sorted(table.items()):
            starts = 0
            for mask in deltas.values():
                starts |= mask
            ahead = [(delta, mask) for delta, mask in sorted(deltas.items()) if delta > 0]
            back = [(-delta, mask) for delta, mask in sorted(deltas.items()) if delta < 0]
            found.append(_Moves(price, starts, ahead, back))
        return found


class _Moves(NamedTuple):
    """All steps of one price: the places they start from, and for each change of number those that
    make it.
    """

    price: int
    starts: int
    ahead: list[tuple[int, int]]
    back: list[tuple[int, int]]


class Reach:
    """Where a walker can get to: `layers[n]` is the mask of places whose cheapest way costs n."""

    __slots__ = ("_like", "_lists", "layers", "places", "start", "walk")

    def __init__(
        self, walk: Walk, start: int, layers: list[int], like: "Reach | None" = None
    ) -> None:
        self.walk = walk
        self.start = start
        self.layers = layers
        self.places = 0
        """The mask of all places reached, the start left out."""
        for layer in layers[1:]:
            self.places |= layer
        self._lists: list[list[int]] | None = None
        self._like = like  # a reach that is much the same, and known

    @property
    def lists(self) -> list[list[int]]:
        """For each price the places that cost it, in reading order; the start left out."""
        if self._lists is None:
            if self._like is None:
                self._lists = [each(layer) for layer in self.layers[1:]]
            else:
                known = zip(self.layers[1:], self._like.layers[1:], self._like.lists, strict=False)
                self._lists = [_places_of(layer, other, found) for layer, other, found in known]
        return self._lists

    def pick(self, row: Sequence[T]) -> list[T]:
        """Of a row with one entry for each place those that are reached, the cheapest first, those
        of one price in reading order.
        """
        return [row[place] for places in self.lists for place in places]

    def price(self, place: int) -> int | None:
        """The price of the cheapest way to a place, None when it is out of reach."""
        for spent, layer in enumerate(self.layers):
            if layer >> place & 1:
                return spent
        return None

    def path(self, place: int, danger: int = 0) -> tuple[int, ...]:
        """The places entered on a cheapest way, in order: of these ways one that enters `danger`
        least often.

        Equal ways are told apart by reading order, from the end back, so the answer is always the
        same.
        """
        spent = self.price(place)
        if spent is None:
            raise ValueError(f"{self.walk.places.name(place)} is out of reach")
        way = self._straight_back(place, spent)
        if not danger or not any(danger >> there & 1 for there in way[:-1]):
            return way  # no other can be better: all end on the same place
        best: dict[int, tuple[int, int]] = {
            self.start: (0, -1)
        }  # place: times in danger, place before
        for there, cost in self._ways_back(place, spent):
            best[there] = self._best_before(there, cost, danger, best)
        safest = []
        while place != self.start:
            safest.append(place)
            place = best[place][1]
        return tuple(reversed(safest))

    def _ways_back(self, place: int, spent: int) -> list[tuple[int, int]]:
        """Every place on some cheapest way to a place, with its price, cheapest first."""
        found = {place: spent}
        edge = [(place, spent)]
        layers, arrivals = self.layers, self.walk.arrivals
        while edge:
            there, cost = edge.pop()
            for before, price in arrivals(there):
                if price < cost and before not in found and layers[cost - price] >> before & 1:
                    found[before] = cost - price
                    edge.append((before, cost - price))
        return sorted(found.items(), key=lambda item: item[1])

    def _straight_back(self, place: int, spent: int) -> tuple[int, ...]:
        way = []
        layers, arrivals = self.layers, self.walk.arrivals
        while place != self.start:
            way.append(place)
            for before, price in arrivals(place):  # in reading order
                if price <= spent and layers[spent - price] >> before & 1:
                    place, spent = before, spent - price
                    break
        return tuple(reversed(way))

    def _best_before(
        self, there: int, cost: int, danger: int, best: dict[int, tuple[int, int]]
    ) -> tuple[int, int]:
        risks = []
        for before, price in self.walk.arrivals(there):
            if price <= cost and self.layers[cost - price] >> before & 1:
                risks.append((best[before][0] + (danger >> there & 1), before))
        return min(risks)


def _places_of(layer: int, other: int, known: list[int]) -> list[int]:
    """The places of a mask, where those of another mask are known that differs little."""
    if layer == other:
        return known
    if 4 * (layer ^ other).bit_count() > len(known):
        return each(layer)
    found = known.copy()
    for place in each(other & ~layer):
        found.remove(place)
    for place in each(layer & ~other):
        insort(found, place)
    return found
