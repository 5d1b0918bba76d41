"""Drawing arrows and circles on the board, by mouse and by keyboard."""
