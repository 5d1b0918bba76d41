"""What a bot's report says: reasons, growth of a choice, search trees, simulations and beliefs."""
