"""Plans and rounds of Herbs as they are entered at a real table."""
