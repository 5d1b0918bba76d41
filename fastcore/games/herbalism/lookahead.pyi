from fastcore.lookahead import Lookahead

class HerbalismLookahead(Lookahead):
    """How a round may go on, where every seat decides by what it will know."""
