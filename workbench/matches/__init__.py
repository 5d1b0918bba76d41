"""Matches between bots: `plan` says what is to be played, `runner` has it played by `worker` processes, in which `game`
plays one game between bots in processes of their own (`player`), and `archive` keeps what was played."""
