"""Building blocks of dialogs and cards; they know no games."""
