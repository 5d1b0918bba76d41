from fastcore.games.herbalism.observing import HerbalismObserver

class HerbalismKnowledge(HerbalismObserver):
    """What a seat knows of a game of Herbalism; answers all that OpenKnowledge answers."""
