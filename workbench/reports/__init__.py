"""What a bot's report says: reasons, growth, search trees, simulations and beliefs."""
