"""The verb `companion`: the list of a real table, entered at the terminal."""
