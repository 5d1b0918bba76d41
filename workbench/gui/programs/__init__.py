"""Programs as bots: the dialog that adds one."""
