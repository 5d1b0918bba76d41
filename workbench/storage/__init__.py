"""Games on disk: the library, autosave, import and export, and the bots that this user trusts."""
