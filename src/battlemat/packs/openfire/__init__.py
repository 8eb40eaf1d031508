"""Open Fire from files: modules, armies, boards, missions, scenarios, printed sheets."""
