"""The results of a person against bots, the rating computed from them, and the strength of the adaptive level."""
