"""The tutor: it objects to a turn that loses too much, before the opponent replies."""
