"""How levels are measured, and the table of a game's levels."""
