"""Plain JSON values as typed ones, and back: how setups are read.

A setup is a named tuple, or a dataclass, whose fields say what may stand there:

    class CardSetup(NamedTuple):
        id: Annotated[str, Length(1, 40)]
        arm: Annotated[int, Range(1, 6)]
        special: Annotated[tuple[Word, ...], Length(0, 30)] = ()
        from_: Annotated[str, Key("from")] = ""

`decode` is the only place where a wrong value in somebody's file or upload is told, as `SetupError`
with its path and what would be right. What it returns is whole, so that a missing part further on
is our own bug and never told as the user's. Every number has a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import MISSING, fields, is_dataclass
from math import isfinite
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from battlemat.kernel.errors import KeyFault, RuleBug, SetupError
from battlemat.kernel.memo import Memo
from battlemat.kernel.near import did_you_mean

T = TypeVar("T")


class Range(NamedTuple):
    """The bounds of a number, both included."""

    least: float
    most: float


class Length(NamedTuple):
    """The bounds of how long a text, list or mapping is."""

    least: int
    most: int


class Key(NamedTuple):
    """The name that a field has in JSON, where it cannot be the Python name."""

    name: str


class Always(NamedTuple):
    """Written although it is at its default, so that who reads the JSON finds it."""


class Check(NamedTuple):
    """A further test of a value: what is wrong with it, in words, or None."""

    fault: Callable[[Any], str | None]


MOST_ITEMS = 10_000
"""No list or mapping of a setup is longer, whatever its own bound."""
LONGEST_TEXT = 20_000
"""No text of a setup is longer: a drawn map fits."""
_Reader: TypeAlias = Callable[[object, str], object]
"""Reads a plain value that stands at a path."""


def decode(kind: type[T], plain: object, where: str = "") -> T:
    """The typed value that `plain` stands for, or `SetupError` that says where it is wrong."""
    return cast(T, _reader(kind)(plain, where))


def encode(value: object) -> Any:
    """The plain JSON of a typed value; fields at their default are left out, but for `Always`."""
    kind = type(value)
    if _is_record(kind):
        found = {}
        for name, default in _members(kind).items():
            part = getattr(value, name)
            if part != default or _marked(kind, name, Always) is not None:
                found[_key_of(kind, name)] = encode(part)
        return found
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    return value


def _is_record(kind: object) -> bool:
    """Whether a type has fields with names: a named tuple or a dataclass."""
    return is_dataclass(kind) or (isinstance(kind, type) and hasattr(kind, "_field_defaults"))


@Memo("the type", bound=4096)
def _members(kind: type) -> Mapping[str, object]:
    """The fields of a record with their defaults; MISSING where a value must be given."""
    if not is_dataclass(kind):
        defaults: Mapping[str, object] = vars(kind)["_field_defaults"]
        return {name: defaults.get(name, MISSING) for name in vars(kind)["_fields"]}
    return {
        one.name: one.default if one.default_factory is MISSING else one.default_factory()
        for one in fields(kind)
    }


@Memo("the type", bound=4096)
def _hints(kind: type) -> Mapping[str, object]:
    return get_type_hints(kind, include_extras=True)


def _marked(kind: type, name: str, mark: type[T]) -> T | None:
    """The mark of that kind which a field has, if it has one."""
    return next((one for one in get_args(_hints(kind)[name])[1:] if isinstance(one, mark)), None)


def _key_of(kind: type, name: str) -> str:
    key = _marked(kind, name, Key)
    return key.name if key is not None else name


def _wrong(where: str, what: str) -> SetupError:
    return SetupError(f"{where}: {what}" if where else what)


def _wrong_key(where: str, what: str) -> KeyFault:
    return KeyFault(f"{where}: {what}" if where else what)


def _told(value: object) -> str:
    """A wrong value in a few words."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _inside(where: str, name: object) -> str:
    return f"{where}.{name}" if where else str(name)


@Memo("the type", bound=16_384)
def _reader(kind: object) -> _Reader:
    """How values of a type are read; worked out once for each type."""
    origin = get_origin(kind)
    if origin is Annotated:
        inner, *extras = get_args(kind)
        return _bounded(
            _reader(inner), [one for one in extras if not isinstance(one, (Key, Always))]
        )
    if origin is Literal:
        return _one_of(get_args(kind))
    if origin in (Union, UnionType):
        return _either(kind)
    if origin is tuple:
        return _tuple(get_args(kind))
    if origin in (list, Sequence):
        return _list(_reader(get_args(kind)[0]), list)
    if origin in (dict, Mapping):
        key, item = get_args(kind)
        return _mapping(_reader(key), _reader(item))
    if kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, type) and _is_record(kind):
        return _record(kind)
    raise RuleBug(f"no setup can hold a {kind}")


def _int(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(where, f"a whole number is wanted, not {_told(value)}")
    return value


def _float(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise _wrong(where, f"a number is wanted, not {_told(value)}")
    return value


def _str(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise _wrong(where, f"a text is wanted, not {_told(value)}")
    if len(value) > LONGEST_TEXT:
        raise _wrong(where, f"a text has at most {LONGEST_TEXT} letters, not {len(value)}")
    return value


def _bool(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(where, f"true or false is wanted, not {_told(value)}")
    return value


def _none(value: object, where: str) -> None:
    if value is not None:
        raise _wrong(where, f"nothing is wanted, not {_told(value)}")


def _any(value: object, _where: str) -> object:
    return value


_PLAIN: Mapping[object, _Reader] = {
    int: _int,
    float: _float,
    str: _str,
    bool: _bool,
    NoneType: _none,
    Any: _any,
}


def _bounded(read: _Reader, bounds: Sequence[object]) -> _Reader:
    def bounded(value: object, where: str) -> object:
        found = read(value, where)
        for bound in bounds:
            fault = _fault(bound, found)
            if fault is not None:
                raise _wrong(where, fault)
        return found

    return bounded


def _fault(bound: object, value: object) -> str | None:
    if isinstance(bound, Check):
        return bound.fault(value)
    if value is None:
        return None
    if isinstance(bound, Range):
        assert isinstance(value, (int, float)), "a range is that of a number"
        if bound.least <= value <= bound.most:
            return None
        return f"{bound.least} to {bound.most} is wanted, not {_told(value)}"
    if isinstance(bound, Length):
        assert isinstance(value, Sized), "a length is that of a text, a list or a mapping"
        if bound.least <= len(value) <= bound.most:
            return None
        what = "letters" if isinstance(value, str) else "entries"
        return f"{bound.least} to {bound.most} {what} are wanted, not {len(value)}"
    return None


def _one_of(words: tuple[object, ...]) -> _Reader:
    def one_of(value: object, where: str) -> object:
        for word in words:
            if type(value) is type(word) and value == word:
                return word
        known = [str(word) for word in words]
        wanted = "one of " + ", ".join(known)
        meant = did_you_mean(value, known, listing=False) if isinstance(value, str) else ""
        raise _wrong(where, f"{wanted} is wanted, not {_told(value)}{meant}")

    return one_of


def _either(kind: object) -> _Reader:
    """The first of several types that a value is; the last one's fault if it is none."""
    readers = [_reader(one) for one in get_args(kind) if one is not NoneType]
    empty = NoneType in get_args(kind)

    def either(value: object, where: str) -> object:
        if empty and value is None:
            return None
        fault: SetupError | None = None
        for read in readers:
            try:
                return read(value, where)
            except SetupError as error:
                fault = error
        assert fault is not None, "a union has members"
        raise fault

    return either


def _items(value: object, where: str) -> Sequence[object]:
    if not isinstance(value, (list, tuple)):
        raise _wrong(where, f"a list is wanted, not {_told(value)}")
    if len(value) > MOST_ITEMS:
        raise _wrong(where, f"at most {MOST_ITEMS} entries are wanted, not {len(value)}")
    return value


def _list(read: _Reader, make: Callable[[Iterable[object]], object]) -> _Reader:
    def many(value: object, where: str) -> object:
        items = _items(value, where)
        return make(read(item, _inside(where, n + 1)) for n, item in enumerate(items))

    return many


def _tuple(kinds: tuple[object, ...]) -> _Reader:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return _list(_reader(kinds[0]), tuple)
    readers = [_reader(kind) for kind in kinds]

    def fixed(value: object, where: str) -> object:
        items = _items(value, where)
        if len(items) != len(readers):
            raise _wrong(where, f"{len(readers)} entries are wanted, not {len(items)}")
        pairs = zip(readers, items, strict=True)
        return tuple(read(item, _inside(where, n + 1)) for n, (read, item) in enumerate(pairs))

    return fixed


def _mapping(read_key: _Reader, read: _Reader) -> _Reader:
    def mapping(value: object, where: str) -> object:
        if not isinstance(value, Mapping):
            raise _wrong(where, f"a mapping is wanted, not {_told(value)}")
        if len(value) > MOST_ITEMS:
            raise _wrong(where, f"at most {MOST_ITEMS} entries are wanted, not {len(value)}")
        return {
            read_key(key, where): read(item, _inside(where, key)) for key, item in value.items()
        }

    return mapping


def _record(kind: type[object]) -> _Reader:
    hints, members = _hints(kind), _members(kind)
    readers = {_key_of(kind, name): (name, _reader(hints[name])) for name in members}
    needed = [_key_of(kind, name) for name, default in members.items() if default is MISSING]

    def read(value: object, where: str) -> object:
        if not isinstance(value, Mapping):
            raise _wrong(where, f"a mapping is wanted, not {_told(value)}")
        found = {}
        for key, item in value.items():
            if key not in readers:
                hint = did_you_mean(str(key), readers)
                raise _wrong_key(where, f"there is no '{str(key)[:40]}' here{hint}")
            name, part = readers[key]
            found[name] = part(item, _inside(where, key))
        for key in needed:
            if readers[key][0] not in found:
                raise _wrong_key(where, f"'{key}' is missing")
        return kind(**found)

    return read
