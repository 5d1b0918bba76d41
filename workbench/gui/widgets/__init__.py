"""Building blocks of dialogs and cards. They know no games."""
