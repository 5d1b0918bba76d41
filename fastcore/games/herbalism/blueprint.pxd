"""How people are taken to play a round: when they cure, and whom they believe."""

cdef extern from *:
    """
    static const double HERBALISM_SURE = 0.55;          /* whoever is so sure of a card cures, */
    static const double HERBALISM_SURE_LATER = 0.02;    /* so much less each turn, */
    static const double HERBALISM_LEAST_SURE = 0.3;     /* down to this */
    static const double HERBALISM_WAITING = 0.8;        /* points that a marker kept is worth if the cure fails */
    static const double HERBALISM_TRUST = 4.0;          /* how much likelier a card is that somebody answers */
    """
    const double HERBALISM_SURE
    const double HERBALISM_SURE_LATER
    const double HERBALISM_LEAST_SURE
    const double HERBALISM_WAITING
    const double HERBALISM_TRUST
