"""Who sits where, by what they are known, how they may call themselves, which links open a seat."""
