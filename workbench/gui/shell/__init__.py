"""The services for every feature: commands, palette, bars, notices, background jobs and faults."""
