"""Entry at a real table: the contract that every game can fill."""
