"""Whom an address stands for, where limits are counted.

A home or a company has one IPv4 address, and of IPv6 a whole network: whoever has one has 2⁶⁴ of
them. So IPv6 counts by its first 64 bits.
"""

from __future__ import annotations

from ipaddress import AddressValueError, IPv6Address

from battlemat.kernel.memo import Memo

_NETWORK = 64


@Memo("the address", bound=4_096)
def counted_as(address: str) -> str:
    """What a peer's address counts as: IPv4 by itself, IPv6 by its network; other names as such."""
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address.partition("%")[0].strip("[]"))
    except AddressValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    network = int(found) >> (128 - _NETWORK) << (128 - _NETWORK)
    return f"{IPv6Address(network)}/{_NETWORK}"
