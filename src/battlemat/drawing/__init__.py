"""Drawing a scene or a printed page as text, whatever rulebook it comes from."""
