"""What every feature receives: commands, palette, bars, notices, background jobs and faults."""
