"""Programs that attack the project: fuzzers, hostile bots, kills and full disks. Each takes a seed and a count."""
