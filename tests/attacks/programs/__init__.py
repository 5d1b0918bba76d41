"""Programs that attack running programs: kills, full disks, contended locks."""
