"""Programs that attack Herbarium: fuzzers, hostile bots, kills and full disks. Each takes a seed and a count."""
