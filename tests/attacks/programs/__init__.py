"""Programs that attack running programs: with kills, full disks and contended locks."""
