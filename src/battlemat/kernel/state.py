"""State declared once: battles and units, whose copy, key and equality follow from their fields.

    class Unit(State, part=True):
        card: Card = shared()
        square: int = OFF_MAP
        hit: int = held(init=False)
        powers: Powers = derived("the card's rules and those that effects give", init=False)

A field is `held` unless it says otherwise: part of what tells two of a kind apart, and copied.
`shared` never changes in a game, `derived` follows from the rest, `apart` belongs to the original
alone. From this a class gets its slots, a constructor that takes its fields by name, and:

- `copy()`: a twin that shares nothing that changes; lists and dictionaries are copied, and so are
  the parts in them, which are states themselves.
- `value()`: all state as it is, to compare and to hash; `take(value)` puts it back.
- `key()`: the same in plain values whose `repr` is the same everywhere, for digests. Its order is
  that of the declarations, so moving one changes every digest.
- `==` by value, unless it is a `part`: of two units that fare alike each is still itself.

The methods are written out as source when the class is made, as fast as if by hand.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

T = TypeVar("T")
Role: TypeAlias = Literal["held", "shared", "derived", "apart"]
_MISSING = object()


class Declared(NamedTuple):
    """How one field is declared."""

    role: Role
    why: str = ""
    """Why a key leaves it out."""
    default: object = _MISSING
    factory: Callable[[], object] | None = None
    init: bool = True
    """Whether the constructor takes it; otherwise it has a default, or `__post_init__` sets it."""
    key: Callable[[Any], object] | None = None
    """Its plain value for the key, where the value itself holds named tuples or has no order."""
    told: Callable[[Any], tuple[object, ...]] | None = None
    """What the key says of it, from the whole: as many entries as there is to say."""
    told_with: str = ""
    """The field whose `told` says this one too."""
    copied_from: str = ""
    """What a copy takes instead: the property that brings it up to date."""


@overload
def held(*, default: T, key: Callable[[T], object] | None = None) -> T: ...
@overload
def held(*, factory: Callable[[], T], key: Callable[[T], object] | None = None) -> T: ...
@overload
def held(
    *,
    default: Any = ...,
    init: bool = True,
    key: Callable[[Any], object] | None = None,
    told: Callable[[Any], tuple[object, ...]] | None = None,
    told_with: str = "",
) -> Any: ...
def held(**how: Any) -> Any:
    """Part of what tells two of a kind apart; copied."""
    return Declared("held", **how)


def shared(*, init: bool = True) -> Any:
    """Never changes in a game: copies hold the same, and no key needs it."""
    return Declared("shared", "never changes", init=init)


@overload
def derived(why: str, *, default: T, copied_from: str = "") -> T: ...
@overload
def derived(why: str, *, factory: Callable[[], T]) -> T: ...
@overload
def derived(why: str, *, init: bool = True) -> Any: ...
def derived(why: str, **how: Any) -> Any:
    """Follows from the rest, as `why` says: carried along by a copy, and not in the key."""
    return Declared("derived", why, **how)


def apart(why: str, *, default: T) -> T:
    """Belongs to the original alone: a copy has the default, and no key holds it."""
    declared: object = Declared("apart", why, default=default)
    return cast(T, declared)


def plain_rows(values: Iterable[Iterable[object]]) -> tuple[tuple[object, ...], ...]:
    """Named tuples as plain ones, for a key."""
    return tuple(map(tuple, values))


# ---------------------------------------------------------------------- making a class


@dataclass_transform(
    eq_default=False, kw_only_default=True, field_specifiers=(held, shared, derived, apart)
)
class Declaring(type):
    """Makes classes of declared state."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], space: dict[str, object], *, part: bool = False
    ) -> Declaring:
        if not bases:
            return super().__new__(mcs, name, bases, space)
        if bases != (State,):
            raise TypeError(f"{name}: a state is declared whole, in one class")
        declared = dict(_fields(space))
        rest = {key: value for key, value in space.items() if key not in declared}
        made = super().__new__(mcs, name, bases, {**rest, "__slots__": tuple(declared)})
        made.declared = declared
        hints = get_type_hints(made)
        fields = [_Field(name, how, hints[name]) for name, how in declared.items()]
        made.derived = dict(_left_out(fields))
        _write_methods(made, fields)
        if not part:
            made.__eq__ = _equal  # type: ignore[method-assign, assignment]
            made.__hash__ = None  # type: ignore[assignment]
        return made

    declared: Mapping[str, Declared]
    derived: Mapping[str, str]


class State(metaclass=Declaring):
    """What changes in a game, declared field by field."""

    __slots__ = ()
    declared: ClassVar[Mapping[str, Declared]]
    """How each field is declared, in order."""
    derived: ClassVar[Mapping[str, str]]
    """The fields that a key leaves out ("Unit.powers" for those of its parts), and why."""
    if TYPE_CHECKING:

        def copy(self) -> Self:
            """A twin that shares nothing that changes."""

        def key(self) -> tuple[object, ...]:
            """All that tells two of a kind apart, in plain values."""

        def value(self) -> tuple[object, ...]:
            """The same as it is, to compare and to hash."""

        def take(self, value: tuple[object, ...]) -> None:
            """Hold what `value` says; for states without parts."""

        def __eq__(self, other: object) -> bool: ...


def _equal(self: State, other: object) -> bool:
    return type(other) is type(self) and self.value() == other.value()


def _fields(space: Mapping[str, object]) -> Iterator[tuple[str, Declared]]:
    """The declarations of a class body, in order."""
    kinds = cast(Mapping[str, object], space.get("__annotations__", {}))
    for name, kind in kinds.items():
        if not str(kind).startswith(("ClassVar", "typing.ClassVar")):
            given = space.get(name, _MISSING)
            yield name, given if isinstance(given, Declared) else Declared("held", default=given)


class _Field:
    """One field, and what the generated methods say of it."""

    def __init__(self, name: str, how: Declared, kind: object) -> None:
        self.name, self.how = name, how
        self.holds = get_origin(kind) if get_origin(kind) in (list, dict) else None
        inside = get_args(kind)[0] if self.holds is list else None
        self.part = inside if isinstance(inside, Declaring) else None

    def copied(self) -> str:
        """What a copy of `self` holds."""
        if self.how.role == "apart":
            return f"default_{self.name}"
        mine = f"self.{self.how.copied_from or self.name}"
        if self.part is not None:
            return f"[one.copy() for one in {mine}]"
        if self.how.role == "shared" or self.holds is None:
            return mine
        return f"{mine}[:]" if self.holds is list else f"{mine}.copy()"

    def valued(self, of: str = "value") -> str:
        """What its value holds of it: something that can be hashed."""
        mine = f"self.{self.name}"
        if self.part is not None:
            return f"tuple([one.{of}() for one in {mine}])"
        if self.holds is None:
            return mine
        return f"tuple({mine})" if self.holds is list else f"tuple(sorted({mine}.items()))"

    def keyed(self) -> str:
        """What the key says of it."""
        if self.how.told_with:
            return ""
        if self.how.told is not None:
            return f"*told_{self.name}(self)"
        if self.how.key is not None:
            return f"key_{self.name}(self.{self.name})"
        return self.valued("key")

    def taken(self) -> str:
        """How it is put back from a value, where that is not what it held."""
        holds = "" if self.holds is None else self.holds.__name__
        return f"self.{self.name} = {holds}(self.{self.name})" if holds else ""

    def parameter(self) -> str:
        """How the constructor takes it."""
        if not self.how.init:
            return ""
        return f"{self.name}=missing" if self._has_default() else self.name

    def begun(self) -> str:
        """How the constructor sets it."""
        made = f"make_{self.name}()" if self.how.factory else f"default_{self.name}"
        if self.how.init and self._has_default():
            return f"self.{self.name} = {made} if {self.name} is missing else {self.name}"
        if self.how.init:
            return f"self.{self.name} = {self.name}"
        return f"self.{self.name} = {made}" if self._has_default() else ""

    def _has_default(self) -> bool:
        return self.how.factory is not None or self.how.default is not _MISSING

    def names(self) -> dict[str, object]:
        """What its lines call by name."""
        how = self.how
        found = {"default": how.default, "make": how.factory, "key": how.key, "told": how.told}
        return {f"{word}_{self.name}": value for word, value in found.items()}


def _left_out(fields: list[_Field]) -> Iterator[tuple[str, str]]:
    """The fields that a key leaves out, and why; those of parts by the name of their class."""
    for field in fields:
        if field.how.role in ("shared", "derived"):
            yield field.name, field.how.why
        if field.part is not None:
            for name, why in field.part.derived.items():
                yield f"{field.part.__name__}.{name}", why


def _write_methods(made: Declaring, fields: list[_Field]) -> None:
    held = [field for field in fields if field.how.role == "held"]
    lines = [
        *_constructor(fields, after=hasattr(made, "__post_init__")),
        "def copy(self):",
        "    twin = new(made)",
        *[f"    twin.{field.name} = {field.copied()}" for field in fields],
        "    return twin",
        "def value(self):",
        f"    return ({_entries(field.valued() for field in held)})",
        "def key(self):",
        f"    return ({_entries(field.keyed() for field in held)})",
    ]
    if all(field.part is None for field in held):
        lines += [
            "def take(self, value):",
            f"    ({_entries(f'self.{field.name}' for field in held)}) = value",
            *[f"    {line}" for field in held if (line := field.taken())],
        ]
    scope: dict[str, object] = {"new": object.__new__, "made": made, "missing": _MISSING}
    for field in fields:
        scope |= field.names()
    methods: dict[str, FunctionType] = {}
    exec(_compiled(made, "\n".join(lines)), scope, methods)
    for name, method in methods.items():
        method.__qualname__ = f"{made.__qualname__}.{name}"
        method.__module__ = made.__module__
        setattr(made, name, method)


def _compiled(made: Declaring, source: str) -> CodeType:
    """The code of the methods, which tracebacks can show."""
    name = f"<methods of {made.__module__}.{made.__qualname__}>"
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    return compile(source, name, "exec")


def _constructor(fields: list[_Field], *, after: bool) -> list[str]:
    takes = ", ".join(word for field in fields if (word := field.parameter()))
    return [
        f"def __init__(self, *, {takes}):",
        *[f"    {line}" for field in fields if (line := field.begun())],
        *(["    self.__post_init__()"] if after else []),
    ]


def _entries(entries: Iterable[str]) -> str:
    return "".join(f"{entry}, " for entry in entries if entry)
