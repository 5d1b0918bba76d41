"""What games between bots say about them. The unit is the block, one seed played in all seat orders, never the game;
docs/statistics.md tells what every figure means."""
