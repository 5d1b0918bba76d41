"""Limits on the texts, lists and files that the program reads, listed in `docs/research/bounds.md`.

`fastcore.text.limits` has the limits of rules texts. The limits of a record keep its check within 2 s: the longest of
10,000 random games has 574 moves, and a move with a full search report takes 2 kB.
"""

from __future__ import annotations

MEGABYTE = 2**20

# Files, in bytes on disk
RECORD_FILE = 32 * MEGABYTE
TREE_FILE = 8 * MEGABYTE
TRACES_FILE = 1 * MEGABYTE  # the program writes at most 200 kB
PUZZLE_FILE = 8 * MEGABYTE
PRACTICE_FILE = 8 * MEGABYTE  # the program writes at most 20,000 lines
TEXT_FILE = 4 * MEGABYTE  # moves, openings, positions, standard input and pasted text
SETTINGS_FILE = 1 * MEGABYTE  # also recent files, unlocked plans and tables of levels

# Their uncompressed content
RECORD_PLAIN = 32 * MEGABYTE  # bytes of JSON
TREE_PLAIN = 8 * MEGABYTE  # its positions are replayed
TRACES_PLAIN = 16 * MEGABYTE
PUZZLE_PLAIN = 32 * MEGABYTE
DEPTH = 32  # levels of nested lists and objects
PARTS = 1_000_000  # lists and objects

# A record
MOVES = 10_000  # in all lines together
SET_UPS = 1_000  # positions set up by hand among the moves; each takes as long as many moves
LINES = 2_000  # the game and its variations
SEATS = 16
TAGS = 100
NOTES = 16
FORMS = 100  # in a seat's notes
CELLS = 10_000  # in a form
HELPED = 10_000  # intervals with help
LABEL = 200  # characters of a person's name, program, date or tag name
TAG = 5_000  # characters of a tag
COMMENT = MEGABYTE  # characters
REASON = 10_000  # characters

# A set of puzzles
PUZZLES = 10_000
PUZZLE_ANSWERS = 2_000  # accepted, and rejected
PUZZLE_MOVES = 200  # in an answer
PUZZLE_OBSERVATIONS = 2_000
PUZZLE_FACTS = 20  # of each kind
PUZZLE_CHECKS = 20

# An archive and its plan
ARCHIVE_VALUE = 32 * MEGABYTE  # bytes of one value in an archive
PLAN_BOTS = 1_000
BLOCK_GAMES = 100_000
BLOCKS = 10**9
OPENINGS = 10_000
OPENING_MOVES = 100_000  # in all openings together

# Lists
POSITIONS = 10_000
POSITION_LINE = 10_000  # characters per line of a list; enough for any draft
