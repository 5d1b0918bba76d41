"""Building blocks of dialogs and cards, independent of games."""
